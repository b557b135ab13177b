"""A watchdog process that ends the process groups of servers if govern is killed before it can do so.

It reads a pipe that only govern holds open for writing: `+ID` when a group starts, `-ID` when it has ended, and in
place of an ID the JSON of a command that ends what is in no group. The pipe closes when govern ends.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

assert sys.platform != "win32"  # noqa: S101 - Windows has job objects instead

_AFTER_SIGTERM, _POLL_INTERVAL, _CLEANING = 1.0, 0.02, 30.0


def watch(what: int | Sequence[str]) -> None:
    """Make the watchdog end this group, or run this command, if govern ends before it calls `forget`."""
    _notify(f"+{json.dumps(what)}\n")


def forget(what: int | Sequence[str]) -> None:
    """Tell the watchdog that this group has ended, or that this command was run."""
    _notify(f"-{json.dumps(what)}\n")


def announcement() -> str:
    """Return a shell command by which a process announces its own group to the watchdog.

    Between the start of a process and `watch` govern may be killed. It is for Linux alone, where the pipe has a
    path; if govern has ended, the path does not exist, and the command fails.
    """
    return f'echo "+$$" >/proc/{os.getpid()}/fd/{_watchdog_pipe()}'


def main() -> None:
    """Track what is named on standard input, and end what is left when it closes; the watchdog runs this."""
    watched: set[str] = set()
    for line in sys.stdin:
        (watched.add if line.startswith("+") else watched.discard)(line[1:])
    _end_groups({int(each) for each in watched if each[0] != "["})
    cleaning = [_started(json.loads(each)) for each in watched if each[0] == "["]
    for process in filter(None, cleaning):
        with suppress(subprocess.TimeoutExpired):
            process.wait(_CLEANING)


def _started(argv: Sequence[str]) -> subprocess.Popen[bytes] | None:
    try:
        return subprocess.Popen(argv, stdin=subprocess.DEVNULL)  # noqa: S603 - a command that govern gave
    except OSError:
        return None


def _end_groups(groups: set[int]) -> None:
    end = time.monotonic() + _AFTER_SIGTERM
    left = _signal_groups(groups, signal.SIGTERM)
    while left and time.monotonic() < end:
        time.sleep(_POLL_INTERVAL)
        left = _signal_groups(left, 0)
    _signal_groups(left, signal.SIGKILL)


def _signal_groups(groups: Iterable[int], number: int) -> list[int]:
    """Send a signal to each group, and return those that exist."""
    found = []
    for group in groups:
        with suppress(OSError):
            os.killpg(group, number)
            found.append(group)
    return found


def _notify(line: str) -> None:
    # The watchdog is a safety net: if it cannot start, servers run without it.
    with suppress(OSError):
        os.write(_watchdog_pipe(), line.encode())


@cache
def _watchdog_pipe() -> int:
    """Start the watchdog once, and return the pipe to it."""
    from govern.servers.spawning import python_command

    incoming, outgoing = os.pipe()
    actions = [
        (os.POSIX_SPAWN_DUP2, incoming, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    try:
        # In a group of its own from the start: a signal that kills govern's group must not reach it.
        os.posix_spawn(sys.executable, python_command(__name__), os.environ, file_actions=actions, setpgroup=0)
    finally:
        os.close(incoming)
    return outgoing
