"""The keyboard of a reviewer who walks through the open changes of `govern approve`."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from govern.cli.terminal import page_of, say
from govern.commands.approve import approve, preview, require_reason, still_open
from govern.commands.walk_through import WalkTerminal, walk_through
from govern.errors import UsageError
from govern.policy.approvals_writing import ApproveOutcome
from govern.report.terminal.approve import approve_report, walk_screen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date
    from pathlib import Path

    from govern.commands.approve import ApproveRequest
    from govern.report.terminal.approve import Walk
    from govern.verdict import Verdict

_INTERRUPT, _END = "\x03", "\x04"
_LINE = 4096
_FIRST_PARTS = ("\0", "\xe0")


def approve_listed(verdict: Verdict, path: Path, request: ApproveRequest, today: date) -> ApproveOutcome:
    """Approve a selection. On a terminal, list the approvals and ask before writing; without a reason, review them."""
    if not (request.reason or request.ids) and on_terminal():
        return walk(verdict, path, request, today)
    require_reason(request)
    planned = preview(verdict, path, request, today)
    if not on_terminal() or not planned.written:
        return approve(verdict, path, request, today)
    say(approve_report(planned, page_of()))
    if not confirmed("write them?"):
        return ApproveOutcome(path, open=still_open(verdict, ()))
    return replace(approve(verdict, path, request, today), listed=True)


def confirmed(question: str) -> bool:
    """Return whether the person answers yes; the default is no."""
    try:
        return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        # The next output must begin on a new line.
        print()
        return False


def on_terminal() -> bool:
    """Return whether a person can be asked: stdin and stdout are terminals."""
    return all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))


def walk(verdict: Verdict, path: Path, request: ApproveRequest, today: date) -> ApproveOutcome:
    """Walk a reviewer through the open changes and return what was approved."""
    if not on_terminal():
        raise UsageError(
            "reviewing changes one by one needs a terminal",
            hint="give change IDs from `govern diff`, or select changes with --all-risky, --server, --tool or --rule",
        )
    if sys.platform == "win32":
        keyboard = _WindowsKeyboard()
    else:
        keyboard = _Keyboard()

    def show(state: Walk) -> None:
        # Keys pressed before the change was shown are dropped; later ones may answer it.
        keyboard.listen()
        say(walk_screen(state, page_of()))
        sys.stdout.flush()

    with _ended_by_signals(), keyboard:
        return walk_through(verdict, path, request, today, WalkTerminal(keyboard.key, keyboard.line, show))


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Raise an exception on signals that end the process, so that the terminal is restored."""
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


if sys.platform != "win32":
    import termios
    import tty

    class _Keyboard:
        """A POSIX terminal, set to deliver single keys while it listens."""

        def __init__(self) -> None:
            self._number = sys.stdin.fileno()
            self._before = termios.tcgetattr(self._number)

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            self._rest()

        def listen(self) -> None:
            """Drop the keys that were pressed earlier, as they were meant for something else."""
            try:
                tty.setcbreak(self._number)
            except termios.error:
                raise EOFError from None

        def _rest(self) -> None:
            # The terminal may be gone.
            with suppress(termios.error):
                termios.tcsetattr(self._number, termios.TCSADRAIN, self._before)

        def key(self) -> str:
            """Return the next key, and set the terminal back to line input."""
            key = self._read(1).decode("ascii", "replace")
            self._rest()
            return _pressed(key)

        def line(self) -> str:
            """Return one line, as text that can be written to a file. Input after the line is dropped."""
            try:
                print("reason: ", end="", flush=True)
                typed = self._line()
            except (EOFError, KeyboardInterrupt):
                # The next output must begin on a new line.
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
    """A Windows console, which always delivers single keys."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def listen(self) -> None:
        """Drop the keys that were pressed earlier, as they were meant for something else."""
        import msvcrt

        while msvcrt.kbhit():  # type: ignore[attr-defined,unused-ignore]
            msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]

    def key(self) -> str:
        """Return the next key."""
        import msvcrt

        key = msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]
        # An arrow or function key comes in two parts, of which the second may be a letter.
        return _pressed(key + msvcrt.getwch() if key in _FIRST_PARTS else key)  # type: ignore[attr-defined,unused-ignore]

    def line(self) -> str:
        """Return one line, as text that can be written to a file."""
        return input("reason: ").encode("utf-8", "replace").decode("utf-8")


def _pressed(key: str) -> str:
    if key == _INTERRUPT:
        raise KeyboardInterrupt
    if key in ("", _END):
        raise EOFError
    return key
