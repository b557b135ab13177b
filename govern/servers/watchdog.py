"""A process beside ours that ends the process groups we started, should we be killed before we can.

It reads a pipe that only we hold open for writing: `+ID` when a group begins, `-ID` when it has ended. The end of the
pipe is our end, whatever caused it.
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

_AFTER_SIGTERM, _POLL = 1.0, 0.02


def watch_group(group: int) -> None:
    """Let the watchdog end this group if we are gone before `forget_group`."""
    _tell(f"+{group}\n")


def forget_group(group: int) -> None:
    """Tell the watchdog that this group has ended."""
    _tell(f"-{group}\n")


def main() -> None:
    """Follow the groups named on standard input, and end those that are left when it closes."""
    # Whoever kills our parent's group or closes its terminal must not reach us.
    os.setsid()
    groups: set[int] = set()
    for line in sys.stdin:
        (groups.add if line.startswith("+") else groups.discard)(int(line[1:]))
    end = time.monotonic() + _AFTER_SIGTERM
    left = _signalled(groups, signal.SIGTERM)
    while left and time.monotonic() < end:
        time.sleep(_POLL)
        left = _signalled(left, 0)
    _signalled(left, signal.SIGKILL)


def _signalled(groups: Iterable[int], number: int) -> list[int]:
    """Send a signal to each group; return those that exist."""
    found = []
    for group in groups:
        with suppress(OSError):
            os.killpg(group, number)
            found.append(group)
    return found


def _tell(line: str) -> None:
    # It is a safety net: where it cannot be had, servers are looked at without it.
    with suppress(OSError):
        os.write(_started(), line.encode())


@cache
def _started() -> int:
    """Start the watchdog, once, and return the pipe to it."""
    from govern.servers.spawning import python_command

    incoming, outgoing = os.pipe()
    actions = [
        (os.POSIX_SPAWN_DUP2, incoming, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    try:
        os.posix_spawn(sys.executable, python_command(__name__), os.environ, file_actions=actions)
    finally:
        os.close(incoming)
    return outgoing
