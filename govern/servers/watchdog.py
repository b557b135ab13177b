"""A watchdog process that ends the process groups of servers if govern is killed before it can do so.

It reads a pipe that only govern holds open for writing: `+ID` when a group starts, `-ID` when it has ended. The pipe
closes when govern ends, whatever the cause.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_AFTER_SIGTERM, _POLL_INTERVAL = 1.0, 0.02


def watch_group(group: int) -> None:
    """Make the watchdog end this group if govern ends before it calls `forget_group`."""
    _notify(f"+{group}\n")


def forget_group(group: int) -> None:
    """Tell the watchdog that this group has ended."""
    _notify(f"-{group}\n")


def main() -> None:
    """Track the groups named on standard input, and end those left when it closes; the watchdog runs this."""
    groups: set[int] = set()
    for line in sys.stdin:
        (groups.add if line.startswith("+") else groups.discard)(int(line[1:]))
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
