"""Find the programs that govern starts on PATH, and never in the checkout."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def find_program(name: str, environ: Mapping[str, str] = os.environ, *, suffixes: tuple[str, ...] = ()) -> str | None:
    """Return the absolute path of a program, or None if no absolute folder of PATH has it.

    Windows searches the current folder first, and an empty or relative entry of PATH depends on the current folder
    everywhere. Such a folder may be part of a pull request.
    """
    suffixes = suffixes or ((".exe",) if os.name == "nt" else ("",))
    for entry in environ.get("PATH", os.defpath).split(os.pathsep):
        folder = Path(entry.strip('"'))
        if not folder.is_absolute():
            continue
        for suffix in suffixes:
            file = folder / f"{name}{suffix}"
            if file.is_file() and os.access(file, os.X_OK):
                return str(file)
    return None
