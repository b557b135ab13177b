"""Printing: reports on the terminal, progress on stderr, and files in their place."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TextIO

from govern.contract.characters import directed
from govern.errors import UsageError
from govern.files import open_regular
from govern.report import terminal
from govern.report.documents import json_text
from govern.report.formats import Format
from govern.report.terminal.page import Page, clipped, progress_line, without_commands

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from govern.lockfile.outcome import LockOutcome

_WIDTH = 100
COLOURS = ("auto", "always", "never")
# Lines are padded to the width that the terminal claims, so the claim is limited.
_WIDEST = 500
_DIGITS = 9
_VIRTUAL_TERMINAL_PROCESSING = 4


class StatusLine:
    """One line on stderr, if that is a terminal, which is drawn again and removed at the end."""

    def __init__(self) -> None:
        self._page = page_of(sys.stderr)
        self._visible = _is_terminal(sys.stderr)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.show("")

    def show(self, text: str) -> None:
        """Replace the line."""
        if self._visible:
            print(f"\r\x1b[K{clipped(text, self._page.width - 1)}", end="", file=sys.stderr, flush=True)


class Ticker(StatusLine):
    """The progress of several servers."""

    def __init__(self) -> None:
        super().__init__()
        self._stages: dict[str, str] = {}

    def update(self, progress: Any) -> None:
        """Show the new stage of one server."""
        self._stages[progress.name] = progress.stage
        self.show(progress_line(self._stages, self._page))


class _Choice:
    colour = "auto"


def take_colour(words: Sequence[str]) -> list[str]:
    """Apply `--color WHEN`, which may be anywhere before `--`, and return the other words."""
    others: list[str] = []
    _Choice.colour, rest = "auto", iter(words)
    for word in rest:
        flag, equals, value = word.partition("=")
        if word == "--":
            return [*others, word, *rest]
        if flag != "--color":
            others.append(word)
            continue
        _Choice.colour = value if equals else next(rest, "")
        if _Choice.colour not in COLOURS:
            wrong, _Choice.colour = _Choice.colour, "auto"
            raise UsageError(f"--color {wrong}: expected {', '.join(COLOURS[:-1])} or {COLOURS[-1]}")
    return others


def page_of(stream: Any = None) -> Page:
    """Return the width, colour and characters that the stream can show."""
    stream = stream or sys.stdout
    environ = os.environ
    colour = (_is_terminal(stream) or bool(environ.get("FORCE_COLOR"))) and not environ.get("NO_COLOR")
    colour = _Choice.colour == "always" if _Choice.colour != "auto" else colour
    ascii_only = not str(stream.encoding).lower().startswith("utf")
    return Page(width=_columns(stream), colour=colour, ascii=ascii_only, wraps=stream.isatty())


def _is_terminal(stream: Any) -> bool:
    """Return whether the stream is a terminal that obeys escape codes."""
    return bool(stream.isatty() and os.environ.get("TERM") != "dumb" and _obeys_escape_codes(stream))


if sys.platform == "win32":

    def _obeys_escape_codes(stream: Any) -> bool:
        """Switch a console of Windows to escape codes, which it would print otherwise; return whether it has them."""
        import msvcrt
        from ctypes import byref, windll, wintypes

        console, mode = wintypes.HANDLE(msvcrt.get_osfhandle(stream.fileno())), wintypes.DWORD()
        known = windll.kernel32.GetConsoleMode(console, byref(mode))
        return bool(known and windll.kernel32.SetConsoleMode(console, mode.value | _VIRTUAL_TERMINAL_PROCESSING))

else:

    def _obeys_escape_codes(_: Any) -> bool:
        """Return True: every terminal does."""
        return True


def _columns(stream: Any) -> int:
    """Return the width of the terminal without importing shutil, which also imports every archive format."""
    columns = os.environ.get("COLUMNS", "").strip()
    if columns.isdecimal() and int(columns[:_DIGITS]) > 0:
        return min(int(columns[:_DIGITS]), _WIDEST)
    try:
        width = os.get_terminal_size(stream.fileno()).columns
    except (AttributeError, ValueError, OSError):
        width = 0
    return min(width or _WIDTH, _WIDEST)


def say(text: str, stream: TextIO | None = None, *, commands: bool = False) -> None:
    """Print a report. Lines that a CI system would execute as commands are defused unless `commands` is set."""
    print(text if commands else directed(without_commands(text)), end="", file=stream or sys.stdout)


def print_json(document: object) -> None:
    """Print a JSON document."""
    print(json_text(document), end="")


def print_unreachable(outcome: LockOutcome | None) -> None:
    """Print the unreachable servers on stderr."""
    if outcome:
        say(terminal.lock.unreachable_report(outcome, page_of()), sys.stderr)


Reports = Sequence[tuple[Format, Path]]


def parse_reports(values: Sequence[str] | None) -> Reports:
    """Parse the values of `--report FORMAT=FILE`. Raise UsageError before any work is done."""
    found = []
    for word in values or ():
        form, equals, file = word.partition("=")
        if form not in tuple(Format) or not equals or not file:
            raise UsageError(f"--report {word}: expected FORMAT=FILE", hint=f"FORMAT is one of {', '.join(Format)}")
        found.append((Format(form), Path(file)))
    return found


def deliver(text: Callable[[Page, Format], str], form: Format, output: Path | None, reports: Reports = ()) -> None:
    """Print the report or write it to `output`, and write the additional `reports`.

    In GitHub Actions its markdown is also added to the job summary.
    """
    for wanted, path in (*reports, *([(form, output)] if output else [])):
        write(path, [text(Page(width=_WIDTH, wraps=False), wanted)])
    if not output:
        if form is not Format.TEXT:
            print_utf8()
        say(text(page_of(), form), commands=form is Format.GITHUB)
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        _summarize(text(Page(), Format.MARKDOWN), summary)


def _summarize(text: str, summary: str) -> None:
    from contextlib import suppress

    with suppress(OSError), Path(summary).open("a", encoding="utf-8", newline="\n") as file:
        file.write(text)


def write(path: Path, pieces: Iterable[str]) -> None:
    """Write a report to a file, piece by piece. Raise UsageError for a file that govern itself reads."""
    require_not_read_by_govern(path)
    try:
        with open(path, "w", encoding="utf-8", newline="\n", opener=_open_without_waiting) as file:
            file.writelines(pieces)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(path)) from None


def write_page(path: Path, default: Path, pieces: Iterable[str]) -> None:
    """Write a page; one that the user did not name replaces no file behind a link, which a checkout may contain."""
    if path == default and path.is_symlink():
        message = "is a symbolic link, and the page would replace the file behind it"
        raise UsageError(message, where=str(path), hint="remove it, or name another file: --output FILE")
    write(path, pieces)


def _open_without_waiting(path: str, flags: int) -> int:
    """Open a file for writing; raise OSError for a pipe without a reader instead of waiting for one."""
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    if sys.platform != "win32":
        os.set_blocking(descriptor, True)
    return descriptor


def require_not_read_by_govern(path: Path) -> None:
    """Raise UsageError if the path leads, also through links, to a file that govern reads."""
    if _is_read_by_govern(Path(os.path.realpath(path))):
        message = "this file is read by govern, so a report cannot replace it"
        raise UsageError(message, where=str(path), hint="write to another file: --output FILE")


def _is_read_by_govern(path: Path) -> bool:
    """Return whether the file is a lock of any name, a signatures file or TOML."""
    from contextlib import suppress

    from govern.lockfile.text import HEAD
    from govern.signing.statement import SIGNATURES_FILE

    if path.name == SIGNATURES_FILE or path.suffix == ".toml":
        return path.exists()
    head = HEAD.partition(" · ")[0].encode()
    with suppress(OSError), open_regular(path) as file:
        return file.read(len(head)) == head
    return False


def print_utf8() -> None:
    """Print as to a file from now on, also where pipes have another encoding: what reads this format expects UTF-8."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")


def stop_printing() -> None:
    """Redirect stdout to nowhere, so that flushing it at exit cannot fail again."""
    from contextlib import suppress

    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def make_streams_usable() -> None:
    """Replace closed streams, and let streams escape the characters that they cannot encode."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - for as long as we run
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
