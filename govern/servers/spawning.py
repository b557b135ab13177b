"""What a server is started with, and what to say when it cannot be."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from govern.errors import ServerUnreachable
from govern.programs import find_program

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.policy.target import Command

# What the MCP SDKs let through, and no more: a server must not see the secrets of whoever asks it.
_INHERITED = (
    (
        "APPDATA",
        "HOMEDRIVE",
        "HOMEPATH",
        "LOCALAPPDATA",
        "PATH",
        "PATHEXT",
        "PROCESSOR_ARCHITECTURE",
        "SYSTEMDRIVE",
        "SYSTEMROOT",
        "TEMP",
        "USERNAME",
        "USERPROFILE",
    )
    if sys.platform == "win32"
    else ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")
)
_COMES_WITH = {
    "bunx": "Bun",
    "bun": "Bun",
    "deno": "Deno",
    "docker": "Docker",
    "node": "Node.js",
    "npm": "Node.js",
    "npx": "Node.js",
    "pipx": "pipx",
    "uv": "uv",
    "uvx": "uv",
}


def environment(extra: Mapping[str, str]) -> dict[str, str]:
    """The few inherited variables, then the configured ones. A value that is a shell function is not passed on."""
    inherited = {name: os.environ[name] for name in _INHERITED if not os.environ.get(name, "()").startswith("()")}
    return {**inherited, **extra}


def own_interpreter(module: str) -> tuple[str, ...]:
    """Return the command that runs a module's `main` in a new interpreter that imports from where this one does."""
    code = f"import sys; sys.path[:] = {sys.path!r}; from {module} import main; main()"
    return (sys.executable, "-c", code)


def program(command: Command, env: Mapping[str, str]) -> str:
    """Return what to run; Windows itself would not find `npx.cmd` for `npx`, and looks in the current folder first."""
    if sys.platform != "win32":
        return command.argv[0]
    name = command.argv[0]
    if Path(name).name != name:
        return name
    endings = tuple(os.environ.get("PATHEXT", ".EXE;.BAT;.CMD").split(";"))
    spelled = Path(name).suffix.upper() in map(str.upper, endings)
    found = find_program(name, env, suffixes=("",) if spelled else endings)
    if found is None:
        raise not_started(command, FileNotFoundError())
    return found


def not_started(command: Command, error: Exception) -> ServerUnreachable:
    """Why the command does not run, and what to do."""
    name = command.argv[0]
    if not command.cwd.is_dir():
        return ServerUnreachable(
            f"cannot start {name!r}: its directory {str(command.cwd)!r} does not exist",
            hint="Set `cwd` of this server in govern.toml to a directory.",
        )
    if not isinstance(error, FileNotFoundError):
        return ServerUnreachable(f"cannot start {name!r}: {error}", hint="Try the command in a shell.")
    launcher = _COMES_WITH.get(Path(name).name)
    hint = f"{name} comes with {launcher}: install that." if launcher else "Is it installed, and on PATH?"
    return ServerUnreachable(f"cannot start {name!r}: there is no such program", hint=hint)
