"""What a server is started with, and what to say when it cannot be."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

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


def server_environment(extra: Mapping[str, str]) -> dict[str, str]:
    """The few inherited variables, then the configured ones. A value that is a shell function is not passed on."""
    inherited = {name: os.environ[name] for name in _INHERITED if not os.environ.get(name, "()").startswith("()")}
    return {**inherited, **extra}


def python_command(module: str) -> tuple[str, ...]:
    """Return the command that runs a module's `main` in a new interpreter that imports from where this one does."""
    code = f"import sys; sys.path[:] = {sys.path!r}; from {module} import main; main()"
    return (sys.executable, "-c", code)


def resolve_program(command: Command, env: Mapping[str, str]) -> str:
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
        raise start_error(command, FileNotFoundError())
    return found


def start_error(command: Command, error: Exception) -> ServerUnreachable:
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


_POLL = 0.005

if sys.platform == "win32":
    import pywintypes
    import win32api
    import win32con
    import win32job

    SPAWN_OPTIONS: dict[str, Any] = {
        "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW,
    }

    class Group:
        """A job object; pywin32, which the MCP SDK needs on Windows, knows how."""

        def __init__(self, pid: int) -> None:
            self._pid = pid
            self._job: Any = None
            with suppress(pywintypes.error):
                job = win32job.CreateJobObject(None, "")
                limits = win32job.QueryInformationJobObject(job, win32job.JobObjectExtendedLimitInformation)
                limits["BasicLimitInformation"]["LimitFlags"] |= win32job.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
                win32job.SetInformationJobObject(job, win32job.JobObjectExtendedLimitInformation, limits)
                rights = win32con.PROCESS_SET_QUOTA | win32con.PROCESS_TERMINATE
                win32job.AssignProcessToJobObject(job, win32api.OpenProcess(rights, 0, pid))
                self._job = job

        def alive(self) -> bool:
            """Windows does not say; `kill` sees to it."""
            return False

        def terminate(self) -> None:
            """Windows has no polite word for processes without a window."""
            self.kill()

        def kill(self) -> None:
            """End all of them."""
            if self._job is None:
                # By its name alone it would be looked for in the current folder first.
                taskkill = Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32" / "taskkill.exe"
                command = (str(taskkill), "/F", "/T", "/PID", str(self._pid))
                subprocess.run(command, check=False, capture_output=True)  # noqa: S603
                return
            with suppress(pywintypes.error):
                win32job.TerminateJobObject(self._job, 1)

else:
    from govern.servers.watchdog import forget_group, watch_group

    SPAWN_OPTIONS: dict[str, Any] = {"start_new_session": True}

    class Group:
        """The group that the process leads, which lasts as long as any member does, but no longer than we do."""

        def __init__(self, pid: int) -> None:
            self._id = pid
            watch_group(pid)

        def alive(self) -> bool:
            """Whether anyone is left. EPERM does not say, so it counts as yes."""
            try:
                os.killpg(self._id, 0)
            except ProcessLookupError:
                return False
            except PermissionError:
                return True
            return True

        def terminate(self) -> None:
            """Tell all of them to stop."""
            self._signal(signal.SIGTERM)

        def kill(self) -> None:
            """End all of them."""
            self._signal(signal.SIGKILL)
            forget_group(self._id)

        def _signal(self, number: signal.Signals) -> None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._id, number)


async def has_ended_within(group: Group, seconds: float) -> bool:
    """Whether the whole group ends in this time."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while group.alive():
        if loop.time() >= end:
            return False
        await asyncio.sleep(_POLL)
    return True
