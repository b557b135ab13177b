"""The terminal: what it can show, what is printed on it, and what is written to files instead."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TextIO

from govern.errors import UsageError
from govern.files import open_regular
from govern.report.formats import Format
from govern.report.terminal.page import Page, progress_line, without_commands

if TYPE_CHECKING:
    from collections.abc import Callable

    from govern.lockfile.outcome import LockOutcome

_WIDTH = 100
# Wider than any screen; lines are padded to what the terminal says.
_WIDEST = 500
_DIGITS = 9


class Ticker:
    """The progress line: on a terminal's stderr, and nowhere else."""

    def __init__(self) -> None:
        self._stages: dict[str, str] = {}
        self._page = page_of(sys.stderr)
        self._visible = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._draw("")

    def tell(self, progress: Any) -> None:
        """Another step of one server."""
        self._stages[progress.name] = progress.stage
        self._draw(progress_line(self._stages, self._page))

    def _draw(self, line: str) -> None:
        if self._visible:
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


def page_of(stream: Any = None) -> Page:
    """What the stream can show, as far as it and the environment tell."""
    stream = stream or sys.stdout
    environ = os.environ
    terminal = stream.isatty() and environ.get("TERM") != "dumb"
    colour = (terminal or bool(environ.get("FORCE_COLOR"))) and not environ.get("NO_COLOR")
    ascii_only = not str(stream.encoding).lower().startswith("utf")
    return Page(width=_columns(), colour=colour, ascii=ascii_only)


def _columns() -> int:
    """As `shutil` tells it, which brings every way to pack a file along."""
    said = os.environ.get("COLUMNS", "").strip()
    if said.isdecimal() and int(said[:_DIGITS]) > 0:
        return min(int(said[:_DIGITS]), _WIDEST)
    try:
        columns = os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        columns = 0
    return min(columns or _WIDTH, _WIDEST)


def say(text: str, stream: TextIO | None = None, *, commands: bool = False) -> None:
    """Print a report in which no CI finds a command, unless commands are what it is made of."""
    print(text if commands else without_commands(text), end="", file=stream or sys.stdout)


def say_unseen(looked: LockOutcome | None) -> None:
    """Beside a report, the servers that could not be looked at."""
    if looked:
        from govern.report.terminal.lock import unseen_report

        say(unseen_report(looked, page_of()), sys.stderr)


Reports = Sequence[tuple[Format, Path]]


def reports_in(asked: Sequence[str] | None) -> Reports:
    """What `--report FORMAT=FILE` asks for, refused before any work is done."""
    found = []
    for word in asked or ():
        form, equals, file = word.partition("=")
        if form not in tuple(Format) or not equals or not file:
            raise UsageError(f"--report {word}: should be FORMAT=FILE", hint=f"FORMAT is one of {', '.join(Format)}")
        found.append((Format(form), Path(file)))
    return found


def deliver(text: Callable[[Page, Format], str], form: Format, output: Path | None, reports: Reports = ()) -> None:
    """Print the report, or write it to a file, and write the others that are asked for.

    In GitHub Actions its markdown goes to the job summary as well.
    """
    for wanted, path in (*reports, *([(form, output)] if output else [])):
        write(text(Page(width=_WIDTH), wanted), path)
    if not output:
        say(text(page_of(), form), commands=form is Format.GITHUB)
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        _summarize(text(Page(), Format.MARKDOWN), summary)


def _summarize(text: str, summary: str) -> None:
    from contextlib import suppress

    with suppress(OSError), Path(summary).open("a", encoding="utf-8") as file:
        file.write(text)


def write(text: str, path: Path) -> None:
    """Put a report into a file, which is none of those that govern reads."""
    spare_what_govern_reads(path)
    try:
        with open(path, "w", encoding="utf-8", newline="\n", opener=_without_waiting) as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}", where=str(path)) from None


def _without_waiting(path: str, flags: int) -> int:
    """Open a file; a pipe that nobody reads is an error, where opening it would wait for a reader."""
    descriptor = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    if os.name == "posix":
        os.set_blocking(descriptor, True)
    return descriptor


def spare_what_govern_reads(path: Path) -> None:
    """Refuse a file that is no report, by whatever link it is named."""
    if _is_read_by_govern(Path(os.path.realpath(path))):
        message = "the report would take the place of a file that govern reads"
        raise UsageError(message, where=str(path), hint="name another file")


def _is_read_by_govern(path: Path) -> bool:
    """Whether a lock is there, whatever it is called, what stands beside locks, or TOML, which no report is."""
    from contextlib import suppress

    from govern.lockfile.render import HEAD
    from govern.signing import signatures

    if path.name == signatures.SIGNATURES_FILE or path.suffix == ".toml":
        return path.exists()
    head = HEAD.partition(" · ")[0].encode()
    with suppress(OSError), open_regular(path) as file:
        return file.read(len(head)) == head
    return False


def stop_printing() -> None:
    """What is still to be flushed goes nowhere, so that it cannot fail once more at the end."""
    from contextlib import suppress

    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def make_streams_usable() -> None:
    """A stream that was closed leads nowhere, and one that cannot show a character shows its escape."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - for as long as we run
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
