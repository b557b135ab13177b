"""Programs that govern itself starts, looked up so that no file of a checkout is taken for one of them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def find_program(name: str, environ: Mapping[str, str] = os.environ, *, suffixes: tuple[str, ...] = ()) -> str | None:
    """Return the absolute path of a program, or None if it is not in an absolute folder of PATH.

    Windows looks in the current folder first, and everywhere an empty or relative entry of PATH means a folder that
    depends on where govern is started: such a folder may be part of a pull request.
    """
    endings = suffixes or ((".exe",) if os.name == "nt" else ("",))
    for entry in environ.get("PATH", os.defpath).split(os.pathsep):
        folder = Path(entry.strip('"'))
        if not folder.is_absolute():
            continue
        for ending in endings:
            file = folder / f"{name}{ending}"
            if file.is_file() and os.access(file, os.X_OK):
                return str(file)
    return None
