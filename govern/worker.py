"""Questions that may crash, never end or eat all memory, asked in a child process with limits.

The child is one Python interpreter that lives as long as its questions take: it reads a line of JSON, answers with
a line, and ends when its input does. It is started at the first question and again after it died.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from subprocess import Popen

_START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {module} import {function}; {function}()"
_SECONDS_TO_START = 30
_MEGABYTE = 1_000_000
# Windows has no timer for processor time, so there the clock on the wall has to do.
_WAITS = 1 if sys.platform == "win32" else 4
_PARENT_DEATH_SIGNAL = 1  # of Linux's prctl


class Worker:
    """Ask a function in a child process, one question at a time; no answer is `None`."""

    def __init__(self, module: str, function: str, megabytes: int) -> None:
        self._code = _START.format(module=module, function=function)
        self._megabytes = megabytes
        self._lock = Lock()
        self._child: Popen[bytes] | None = None
        self._job: Any = None
        self._owner = 0

    def ask(self, question: Any, seconds: float) -> Any:
        """Return the answer, or None where the child dies, or takes longer than this, of which it is told as well."""
        try:
            line = json.dumps([seconds, question]).encode() + b"\n"
        except (RecursionError, TypeError, ValueError):
            return None
        with self._lock:
            try:
                answer = self._answer(line, seconds * _WAITS)
            except BaseException:
                self.stop()
                raise
            try:
                is_full, found = json.loads(answer)
            except (RecursionError, ValueError):
                is_full, found = True, None  # there is no answer, or none that can be read
            if is_full:
                self.stop()
        return found

    def _answer(self, line: bytes, seconds: float) -> bytes:
        child = self._started()
        if child is None:
            return b""
        return _before(seconds, child, line)

    def _started(self) -> Popen[bytes] | None:
        if self._owner != os.getpid():
            self._child, self._owner = None, os.getpid()  # after a fork the child is our parent's
        if self._child is not None and self._child.poll() is not None:
            self.stop()
        if self._child is None and sys.executable:
            import subprocess

            command = [
                sys.executable,
                "-I",
                "-X",
                "utf8",
                "-c",
                self._code,
                json.dumps(_import_path()),
                str(self._megabytes),
            ]
            flags = 0x08000000 if sys.platform == "win32" else 0  # no window
            pipe = subprocess.PIPE
            try:
                child = subprocess.Popen(  # noqa: S603 - our own interpreter and our own code
                    command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, creationflags=flags
                )
            except OSError:
                return None
            self._child = child
            if sys.platform == "win32":
                self._job = _job_of(child.pid, self._megabytes)
            if not _before(_SECONDS_TO_START, child, b""):
                return None
        return self._child

    def stop(self) -> None:
        """End the child."""
        child, self._child = self._child, None
        if child is None or self._owner != os.getpid():
            return
        child.kill()
        for pipe in (child.stdin, child.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        child.wait()
        self._job = None


def _before(seconds: float, child: Popen[bytes], line: bytes) -> bytes:
    """Write a line and return the line that answers it, empty where the child is not that fast."""
    timer = Timer(seconds, child.kill)
    timer.daemon = True
    timer.start()
    try:
        assert child.stdin is not None  # noqa: S101 - they are pipes
        assert child.stdout is not None  # noqa: S101
        child.stdin.write(line)
        child.stdin.flush()
        answer = child.stdout.readline()
    except OSError:
        return b""
    finally:
        timer.cancel()
    return answer if answer.endswith(b"\n") else b""


def _import_path() -> list[str]:
    """Where the child finds govern and its packages; not the current folder, which may be anyone's."""
    ours = str(Path(__file__).resolve().parent.parent)
    return list(dict.fromkeys([*(entry for entry in sys.path if Path(entry).is_absolute()), ours]))


def serve(answer: Callable[[Any], Any]) -> None:
    """Answer questions until there are no more; this is the child's side."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What a library prints must not be taken for an answer.
    os.dup2(2, 1)
    _end_with_parent()
    megabytes = int(sys.argv[2])
    begun = _memory()
    _limit_memory(begun, megabytes)
    answers.write(b"\n")
    answers.flush()
    for line in questions:
        seconds, question = json.loads(line)
        _limit_time(seconds)
        found = answer(question)
        # What one question left behind must not be what the next one lacks.
        is_full = _memory() > begun + megabytes * _MEGABYTE // 2
        written = json.dumps([is_full, found]).encode() + b"\n"
        _limit_time(0)
        answers.write(written)
        answers.flush()


def _limit_time(seconds: float) -> None:
    """Let the system end this process after so much processor time, whatever it is in the middle of; 0 for never."""
    if sys.platform != "win32":
        import signal

        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, seconds * _WAITS)


def _end_with_parent() -> None:
    """Let the system end this process with the one that started it; elsewhere it is the timers that do."""
    if sys.platform == "linux":
        import ctypes
        import signal

        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)


def _memory() -> int:
    """Return the bytes of address space that this process takes, 0 where the system does not say."""
    pages = Path("/proc/self/statm")
    if not pages.exists():
        return 0
    import resource

    return int(pages.read_text(encoding="ascii").split()[0]) * resource.getpagesize()


def _limit_memory(taken: int, megabytes: int) -> None:
    """Take no more memory than this on top of what is taken already, where the system can hold us to that."""
    if sys.platform == "win32":
        return  # the job that it is in has the limit
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if taken:
        most = taken + megabytes * _MEGABYTE
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


if sys.platform == "win32":
    import pywintypes
    import win32api
    import win32con
    import win32job

    def _job_of(pid: int, megabytes: int) -> Any:
        """Put a process into a job that limits its memory, and ends it when this process is gone."""
        with suppress(pywintypes.error):
            job = win32job.CreateJobObject(None, "")
            limits = win32job.QueryInformationJobObject(job, win32job.JobObjectExtendedLimitInformation)
            flags = win32job.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | win32job.JOB_OBJECT_LIMIT_PROCESS_MEMORY
            limits["BasicLimitInformation"]["LimitFlags"] |= flags
            limits["ProcessMemoryLimit"] = megabytes * _MEGABYTE
            win32job.SetInformationJobObject(job, win32job.JobObjectExtendedLimitInformation, limits)
            rights = win32con.PROCESS_SET_QUOTA | win32con.PROCESS_TERMINATE
            win32job.AssignProcessToJobObject(job, win32api.OpenProcess(rights, 0, pid))
            return job
        return None
