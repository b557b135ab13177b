"""Start programs, each in a process group of its own (a job object on Windows), and end the whole group."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.errors import ServerUnreachable
from govern.policy.environment import inherited_variables
from govern.programs import find_program

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.policy.target import Command

_PROVIDED_BY = {
    **dict.fromkeys(("bun", "bunx"), "Bun"),
    **dict.fromkeys(("node", "npm", "npx"), "Node.js"),
    **dict.fromkeys(("uv", "uvx"), "uv"),
    "deno": "Deno",
    "docker": "Docker",
    "pipx": "pipx",
}
# Words that the shell of a batch file takes apart; those with a space are in quotes, between which it does not.
_CUT_UP = re.compile(r"\S*[&|<>^]\S*")


def server_environment(command: Command) -> dict[str, str]:
    """Return the environment of a command: what it inherits from govern's own, and the configured variables."""
    env = {**inherited_variables(os.environ, command.inherit), **command.env}
    # Windows ignores the case of names, so a process would get either `PATH` or a configured `Path`.
    return {name.upper(): value for name, value in env.items()} if sys.platform == "win32" else env


def python_command(module: str) -> tuple[str, ...]:
    """Return the command that runs a module's `main` in a new interpreter with the import path of this one."""
    code = f"import sys; sys.path[:] = {sys.path!r}; from {module} import main; main()"
    return (sys.executable, "-c", code)


def resolve_program(command: Command, env: Mapping[str, str]) -> str:
    """Return the program to run, or raise ServerUnreachable."""
    try:
        program = program_path(command.argv[0], command.cwd, env)
    except FileNotFoundError as error:
        raise start_error(command, error) from None
    is_batch = sys.platform == "win32" and program.lower().endswith((".bat", ".cmd"))
    if is_batch and any(map(_CUT_UP.fullmatch, command.argv[1:])):
        raise ServerUnreachable(
            f"cannot start {command.argv[0]!r}: it is a batch file, which takes no argument with & | < > or ^",
            hint="start the program that the batch file starts, such as node with the path of a script",
        )
    return program


def program_path(name: str, folder: Path, env: Mapping[str, str] = os.environ) -> str:
    """Return the program that is run in a folder, or raise FileNotFoundError.

    On Windows it is searched here, because Windows finds no `npx.cmd` for `npx`, looks in the current folder first, and
    takes relative paths from there.
    """
    if sys.platform != "win32":
        return name
    path = folder / name
    if path.name != name:
        return find_executable(path.name, {"PATH": str(path.parent)}) or str(path)
    if found := find_executable(name, env):
        return found
    raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)


def find_executable(name: str, env: Mapping[str, str] = os.environ) -> str | None:
    """Return the path of a program on PATH, or None; on Windows any suffix of PATHEXT may be left out."""
    if sys.platform != "win32":
        return find_program(name, env)
    suffixes = tuple(os.environ.get("PATHEXT", ".EXE;.BAT;.CMD").split(";"))
    has_suffix = Path(name).suffix.upper() in map(str.upper, suffixes)
    return find_program(name, env, suffixes=("",) if has_suffix else suffixes)


def start_error(command: Command, error: Exception) -> ServerUnreachable:
    """Return the error for a command that cannot be started."""
    name = command.argv[0]
    if not command.cwd.is_dir():
        return ServerUnreachable(
            f"cannot start {name!r}: the directory {str(command.cwd)!r} does not exist",
            hint="set `cwd` for this server in govern.toml to an existing directory",
        )
    if not isinstance(error, FileNotFoundError):
        return ServerUnreachable(f"cannot start {name!r}: {error}", hint="run the command in a shell to see why")
    package = _PROVIDED_BY.get(Path(name).name)
    first, *others = name.split() or [name]
    if others and find_executable(first):
        hint = f'write each word by itself: command = ["{first}", …]'
        return ServerUnreachable(f"cannot start {name!r}: program not found", hint=hint)
    hint = (
        f"install {package}, which provides {Path(name).name}" if package else "install it, or add its folder to PATH"
    )
    return ServerUnreachable(f"cannot start {name!r}: program not found", hint=hint)


_POLL_INTERVAL = 0.005
_CLEANING = 10.0

if sys.platform == "win32":
    import pywintypes
    import win32api
    import win32con
    import win32job

    SPAWN_OPTIONS: dict[str, Any] = {
        "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW,
    }

    class ProcessGroup:
        """A job object that holds a process and everything it started."""

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
            """Return False: Windows does not provide this, and `kill` ends every process anyway."""
            return False

        def terminate(self) -> None:
            """Kill all processes: Windows has no softer request for a process without a window."""
            self.kill()

        def kill(self) -> None:
            """Kill all processes."""
            if self._job is None:
                # A bare name would be searched in the current folder first.
                taskkill = Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32" / "taskkill.exe"
                command = (str(taskkill), "/F", "/T", "/PID", str(self._pid))
                subprocess.run(command, check=False, capture_output=True)  # noqa: S603
                return
            with suppress(pywintypes.error):
                win32job.TerminateJobObject(self._job, 1)

else:
    from govern.servers.watchdog import forget, watch

    SPAWN_OPTIONS: dict[str, Any] = {"start_new_session": True}

    class ProcessGroup:
        """The process group that a process leads; the watchdog ends it if govern is killed first."""

        def __init__(self, pid: int) -> None:
            self._id = pid
            watch(pid)

        def alive(self) -> bool:
            """Return whether any process is left; a group that may not be signalled counts as alive."""
            try:
                os.killpg(self._id, 0)
            except ProcessLookupError:
                return False
            except PermissionError:
                return True
            return True

        def terminate(self) -> None:
            """Send SIGTERM to all processes."""
            self._signal(signal.SIGTERM)

        def kill(self) -> None:
            """Kill all processes."""
            self._signal(signal.SIGKILL)
            forget(self._id)

        def _signal(self, number: signal.Signals) -> None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._id, number)


class Cleanup:
    """A command that ends what is outside of a process group; the watchdog runs it if govern is killed first."""

    def __init__(self, argv: Sequence[str], env: Mapping[str, str]) -> None:
        self._argv = (find_executable(argv[0], env) or argv[0], *argv[1:])
        self._env = env
        if sys.platform != "win32":
            watch(self._argv)

    async def run(self) -> None:
        """Run the command, for a limited time."""
        none = subprocess.DEVNULL
        with suppress(OSError, TimeoutError):
            process = await asyncio.create_subprocess_exec(
                *self._argv, env=self._env, stdin=none, stdout=none, stderr=none
            )
            try:
                async with asyncio.timeout(_CLEANING):
                    await process.wait()
            except BaseException:
                process.kill()
                raise
        if sys.platform != "win32":
            forget(self._argv)


async def end_group(group: ProcessGroup, grace: float) -> None:
    """Send SIGTERM to what is left of a group, wait up to `grace` seconds, then kill the rest."""
    try:
        if group.alive():
            group.terminate()
            loop = asyncio.get_running_loop()
            end = loop.time() + grace
            while group.alive() and loop.time() < end:  # noqa: ASYNC110 - no event tells of it
                await asyncio.sleep(_POLL_INTERVAL)
    finally:
        group.kill()
