"""A person at the keyboard: one key at a time, and now and then a line."""

from __future__ import annotations

import os
import sys

from govern.cli.terminal import page_of, say
from govern.commands.walk_through import Talk, walk_through
from govern.errors import UsageError
from govern.report.terminal.walk_screen import walk_screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date
    from pathlib import Path

    from govern.commands.approve import ApproveRequest
    from govern.policy.approve_outcome import ApproveOutcome
    from govern.verdict import Verdict

_INTERRUPT, _END = "\x03", "\x04"


def _typed_reason() -> str:
    """What is typed, in characters that a file can hold."""
    return input("reason: ").encode("utf-8", "replace").decode("utf-8")


def walk(verdict: Verdict, path: Path, request: ApproveRequest, today: date) -> ApproveOutcome:
    """Walk a person through the open changes."""
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise UsageError(
            "walking through the changes needs a terminal",
            hint="name changes by their ids (`govern diff` shows them), or select them with --server, --tool or --rule",
        )
    talk = Talk(key_reader(), _typed_reason, lambda state: say(walk_screen(state, page_of())))
    return walk_through(verdict, path, request, today, talk)


def key_reader() -> Callable[[], str]:
    """What reads one key without waiting for the end of a line."""
    return _windows_key if os.name == "nt" else _posix_key


def _posix_key() -> str:
    import termios
    import tty

    sys.stdout.flush()
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard)
        return _pressed(os.read(keyboard, 1).decode("ascii", "replace"))
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def _windows_key() -> str:
    import msvcrt

    sys.stdout.flush()
    return _pressed(msvcrt.getwch())  # type: ignore[attr-defined,unused-ignore]


def _pressed(key: str) -> str:
    if key == _INTERRUPT:
        raise KeyboardInterrupt
    if key in ("", _END):
        raise EOFError
    return key
