"""Servers that are an object in Python: found by their name, and made where that is a function."""

from __future__ import annotations

import importlib
import inspect
import sys
import traceback
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from govern.errors import ServerUnreachable

if TYPE_CHECKING:
    from collections.abc import Iterator

# Where the SDKs' servers keep their protocol server: MCPServer (v2), FastMCP (v1).
_INNER = ("_lowlevel_server", "_mcp_server")
_TRACEBACK = 12


@contextmanager
def imported(reference: str, root: str) -> Iterator[Any]:
    """Import `module:object`; while this is open, modules are looked for in `root` first."""
    module_name, colon, names = reference.partition(":")
    if not (module_name and colon and names):
        raise ServerUnreachable(f"{reference!r} names no object", hint='Write python = "module:object".')
    sys.path.insert(0, root)
    try:
        found: Any = importlib.import_module(module_name)
        for name in names.split("."):
            if not hasattr(found, name):
                raise _without(module_name, name)
            found = getattr(found, name)
        yield found
    finally:
        if root in sys.path:
            sys.path.remove(root)


async def server_of(found: Any, reference: str) -> Any:
    """Return the low-level server of an object, or of what it returns where it is a function without arguments."""
    made = found if _protocol_server(found) or not callable(found) else found()
    if inspect.isawaitable(made):
        made = await made
    if server := _protocol_server(made):
        return server
    described = f"the class {made.__name__}" if isinstance(made, type) else f"of type {type(made).__name__}"
    raise ServerUnreachable(
        f"{reference} is {described}, not an MCP server",
        hint="Name an MCPServer, FastMCP or low-level Server object, or a function without arguments that makes one.",
    )


def summary(error: BaseException) -> str:
    """Return an exception's type and text, for a group those of its first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, SystemExit):
        return f"it called exit({error.code!r})"
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def last_lines(error: BaseException) -> str:
    """Return the end of an exception's traceback."""
    return "\n".join("".join(traceback.format_exception(error)).splitlines()[-_TRACEBACK:])


def _protocol_server(found: Any) -> Any:
    if isinstance(found, type):
        return None
    inner = next((getattr(found, name) for name in _INNER if hasattr(found, name)), found)
    return inner if hasattr(inner, "run") and hasattr(inner, "create_initialization_options") else None


def _without(module_name: str, name: str) -> ServerUnreachable:
    file = getattr(sys.modules[module_name], "__file__", None) or "built in"
    return ServerUnreachable(
        f"the module {module_name} ({file}) has no {name!r}", hint="Mend `python` in govern.toml: it is module:object."
    )
