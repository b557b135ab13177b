"""A process with all it started, ended as one: its session's group on POSIX, a job object on Windows."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

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


async def gone(group: Group, seconds: float) -> bool:
    """Whether the whole group ends in this time."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while group.alive():
        if loop.time() >= end:
            return False
        await asyncio.sleep(_POLL)
    return True
