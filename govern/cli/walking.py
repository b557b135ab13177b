"""A person at the keyboard: one key at a time, and now and then a line."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Self

from govern.cli.terminal import page_of, say
from govern.commands.walk_through import WalkTerminal, walk_through
from govern.errors import UsageError
from govern.report.terminal.walk import walk_screen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date
    from pathlib import Path

    from govern.commands.approve import ApproveRequest
    from govern.policy.approvals_writing import ApproveOutcome
    from govern.report.terminal.walk import Walk
    from govern.verdict import Verdict

_INTERRUPT, _END = "\x03", "\x04"
_LINE = 4096


def walk(verdict: Verdict, path: Path, request: ApproveRequest, today: date) -> ApproveOutcome:
    """Walk a person through the open changes."""
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise UsageError(
            "walking through the changes needs a terminal",
            hint="name changes by their ids (`govern diff` shows them), or select them with --server, --tool or --rule",
        )
    keyboard = _WindowsKeyboard() if os.name == "nt" else _Keyboard()

    def show(state: Walk) -> None:
        # Whoever sees a change may press a key at once, so whatever is to be thrown away goes before that.
        keyboard.listen()
        say(walk_screen(state, page_of()))
        sys.stdout.flush()

    with _ended_by_signals(), keyboard:
        return walk_through(verdict, path, request, today, WalkTerminal(keyboard.key, keyboard.line, show))


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """A signal that ends us raises, so that the terminal is left as it was found."""
    import signal

    from govern.servers.capture import Interrupted

    def end(number: int, _: object) -> None:
        raise Interrupted(number)

    interrupted = signal.getsignal(signal.SIGINT)
    if interrupted is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, end) for number in numbers if signal.getsignal(number) is signal.SIG_DFL}
    try:
        yield
    finally:
        for number, handler in [*before.items(), (signal.SIGINT, interrupted)]:
            signal.signal(number, handler)


class _Keyboard:
    """A terminal of POSIX, which gives one key without waiting for the end of a line once it listens."""

    def __init__(self) -> None:
        import termios

        self._number = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._number)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._rest()

    def listen(self) -> None:
        """What was pressed before this is thrown away: it was meant for something else."""
        import termios
        import tty

        try:
            tty.setcbreak(self._number)
        except termios.error:
            raise EOFError from None

    def _rest(self) -> None:
        import termios

        # The terminal may be gone, and with it all that was set.
        with suppress(termios.error):
            termios.tcsetattr(self._number, termios.TCSADRAIN, self._before)

    def key(self) -> str:
        """The next key; lines are typed as usual after it."""
        key = self._read(1).decode("ascii", "replace")
        self._rest()
        return _pressed(key)

    def line(self) -> str:
        """A reason, in characters that a file can hold; what was typed behind its line is thrown away."""
        try:
            print("reason: ", end="", flush=True)
            typed = self._line()
        except (EOFError, KeyboardInterrupt):
            # What is said next begins a line.
            print()
            raise
        with suppress(UnicodeDecodeError):
            return typed.decode()
        return typed.decode(sys.stdin.encoding, "replace")

    def _line(self) -> bytes:
        typed = b""
        while not (ends := [at for at in map(typed.find, (b"\n", b"\r")) if at >= 0]):
            more = self._read(_LINE)
            if not more or _END.encode() in more:
                raise EOFError
            typed += more
        return typed[: min(ends)]

    def _read(self, most: int) -> bytes:
        try:
            return os.read(self._number, most)
        except OSError:
            raise EOFError from None


class _WindowsKeyboard:
    """A console of Windows, which always gives one key."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def listen(self) -> None:
        """What was pressed before this is thrown away: it was meant for something else."""
        import msvcrt

        while msvcrt.kbhit():  # type: ignore[attr-defined,unused-ignore]
            msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]

    def key(self) -> str:
        """The next key."""
        import msvcrt

        return _pressed(msvcrt.getwch())  # type: ignore[attr-defined,unused-ignore]

    def line(self) -> str:
        """A reason, in characters that a file can hold."""
        return input("reason: ").encode("utf-8", "replace").decode("utf-8")


def _pressed(key: str) -> str:
    if key == _INTERRUPT:
        raise KeyboardInterrupt
    if key in ("", _END):
        raise EOFError
    return key
