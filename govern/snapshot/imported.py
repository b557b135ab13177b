"""Objects named `module:object`, imported with a folder put first."""

from __future__ import annotations

import importlib
import sys
from contextlib import contextmanager

from govern.errors import ServerUnreachable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any


@contextmanager
def imported(reference: str, root: Path) -> Iterator[Any]:
    """The object; while this is open, `root` is where modules are looked for first."""
    module_name, colon, names = reference.partition(":")
    if not (module_name and colon and names):
        raise ServerUnreachable(f"{reference!r} names no object", hint='Write python = "module:object".')
    place = str(root)
    sys.path.insert(0, place)
    try:
        found: Any = importlib.import_module(module_name)
        for name in names.split("."):
            if not hasattr(found, name):
                raise _without(module_name, name)
            found = getattr(found, name)
        yield found
    finally:
        if place in sys.path:
            sys.path.remove(place)


def _without(module_name: str, name: str) -> ServerUnreachable:
    file = getattr(sys.modules[module_name], "__file__", None) or "built in"
    return ServerUnreachable(
        f"the module {module_name} ({file}) has no {name!r}", hint="Mend `python` in govern.toml: it is module:object."
    )
