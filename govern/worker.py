"""A child process with limits, for function calls that may crash, never return or use up all memory.

The child is a Python interpreter that reads one line of JSON per call and answers with one line, until its input ends.
It starts with the first call, and again after it has died.
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
# Limits are on processor time, with a margin on the wall clock. Windows has no timer for processor time.
_WALL_CLOCK_FACTOR = 1 if sys.platform == "win32" else 4
_PR_SET_PDEATHSIG = 1  # an option of prctl on Linux


class Worker:
    """A function in a child process that answers one question at a time, with JSON for questions and answers."""

    def __init__(self, module: str, function: str, megabytes: int) -> None:
        self._code = _START.format(module=module, function=function)
        self._megabytes = megabytes
        self._lock = Lock()
        self._child: Popen[bytes] | None = None
        self._job: Any = None
        self._owner = 0

    def ask(self, question: Any, seconds: float) -> Any:
        """Return the answer, or None if the child dies or takes more than `seconds` of processor time."""
        try:
            line = json.dumps([seconds, question]).encode() + b"\n"
        except (RecursionError, TypeError, ValueError):
            return None
        with self._lock:
            try:
                child = self._running_child()
                answer = b"" if child is None else _exchange(child, line, seconds * _WALL_CLOCK_FACTOR)
            except BaseException:
                self.stop()
                raise
            try:
                must_restart, found = json.loads(answer)
            except (RecursionError, ValueError):
                must_restart, found = True, None
            if must_restart:
                self.stop()
        return found

    def _running_child(self) -> Popen[bytes] | None:
        if self._owner != os.getpid():
            self._child, self._owner = None, os.getpid()  # after a fork, the child belongs to the parent
        if self._child is not None and self._child.poll() is not None:
            self.stop()
        if self._child is None and sys.executable:
            self._child = self._start_child()
            if self._child is None or not _exchange(self._child, b"", _SECONDS_TO_START):
                return None
        return self._child

    def _start_child(self) -> Popen[bytes] | None:
        import subprocess

        options = ["-I", "-X", "utf8", "-c", self._code]
        command = [sys.executable, *options, json.dumps(_import_path()), str(self._megabytes)]
        flags = 0x08000000 if sys.platform == "win32" else 0  # CREATE_NO_WINDOW
        pipe = subprocess.PIPE
        try:
            child = subprocess.Popen(  # noqa: S603 - this interpreter and code of govern
                command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, creationflags=flags
            )
        except OSError:
            return None
        if sys.platform == "win32":
            self._job = _job_of(child.pid, self._megabytes)
        return child

    def stop(self) -> None:
        """Kill the child."""
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


def _exchange(child: Popen[bytes], line: bytes, seconds: float) -> bytes:
    """Write a line and return the line that the child answers, empty if that takes longer."""
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
    """Return the absolute entries of the import path; the current folder may contain untrusted code."""
    ours = str(Path(__file__).resolve().parent.parent)
    return list(dict.fromkeys([*(entry for entry in sys.path if Path(entry).is_absolute()), ours]))


def serve(answer: Callable[[Any], Any]) -> None:
    """Answer questions from stdin with `answer` until the input ends; this runs in the child."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # Output printed by a library must not be read as an answer.
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
        # Restart before memory that this question has not released is missing for the next one.
        must_restart = _memory() > begun + megabytes * _MEGABYTE // 2
        written = json.dumps([must_restart, found]).encode() + b"\n"
        _limit_time(0)
        answers.write(written)
        answers.flush()


def _limit_time(seconds: float) -> None:
    """Have the system kill this process after some seconds of processor time; 0 removes the limit."""
    if sys.platform != "win32":
        import signal

        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, seconds * _WALL_CLOCK_FACTOR)


def _end_with_parent() -> None:
    """Have Linux kill this process when its parent dies; elsewhere the timers do."""
    if sys.platform == "linux":
        import ctypes
        import signal

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _memory() -> int:
    """Return the bytes of address space in use, 0 if the system does not report them."""
    pages = Path("/proc/self/statm")
    if sys.platform == "win32" or not pages.exists():
        return 0
    import resource

    return int(pages.read_text(encoding="ascii").split()[0]) * resource.getpagesize()


def _limit_memory(taken: int, megabytes: int) -> None:
    """Limit the memory to `megabytes` on top of what is taken, if the system supports it."""
    if sys.platform == "win32":
        return  # the job object has the limit
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
        """Return a job object that limits the memory of a process and kills it when this process ends."""
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
