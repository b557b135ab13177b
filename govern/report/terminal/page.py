"""A terminal page: its width and colours, text that fits, and escaping of the texts of servers."""

from __future__ import annotations

import re
import sys
import unicodedata
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from govern.contract.characters import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Tone = Literal["good", "warn", "bad", "dim", "bold", "accent"]
    Piece = tuple[str, Tone | None]
    from collections.abc import Mapping

    from govern.errors import GovernError


# By severity.
TONES: dict[str, Tone] = {"BREAKING": "bad", "RISKY": "warn", "SAFE": "good"}
_CODES: dict[Tone, str] = {"good": "32", "warn": "33", "bad": "31", "dim": "2", "bold": "1", "accent": "36"}
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# Texts that a CI system executes as commands, or shows as headings, in its log.
_COMMANDS = (
    r"^[^\S\n]*(?=::)",  # GitHub, Gitea and Forgejo Actions, Cirrus CI
    r"##(?=\w*\[)",  # GitHub's older form, Azure Pipelines, TeamCity
    r"^(?:---|\+\+\+|~~~|\^\^\^)(?=[^\S\n])",  # Buildkite
    r"^[^\S\n]*(?:travis_(?:fold|time)|section_(?:start|end))(?=:)",  # Travis CI, GitLab
)
_COMMAND = re.compile("|".join(_COMMANDS), re.MULTILINE)
# A text without any of these contains no command.
_HINTS = ("::", "##", "--- ", "+++ ", "~~~ ", "^^^ ", "\t", "travis_", "section_")
_WIDE = frozenset("WF")
_BAR = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True, slots=True)
class Page:
    """The page that text is laid out for; `ascii` is set for terminals that show nothing else.

    Lines are wrapped to the width of a terminal. A file or a pipe gets each fact on one line, and the width only limits
    how much of a value is shown.
    """

    width: int = 80
    colour: bool = False
    ascii: bool = False
    wraps: bool = True

    def paint(self, text: str, tone: Tone) -> str:
        """Return the text in a tone, if the page has colours."""
        return f"\x1b[{_CODES[tone]}m{text}\x1b[0m" if self.colour and text else text

    def wrapped(self, text: str, indent: str = "") -> list[str]:
        """Return untrusted text in lines that fit, all indented, so that none looks like a line of govern."""
        import textwrap

        room = max(20, self.width - len(indent))
        lines: list[str] = []
        for line in shown(text, newlines=True).split("\n"):
            if not self.wraps:
                lines.append(line)
                continue
            for piece in textwrap.wrap(line, room, drop_whitespace=True, replace_whitespace=False) or [""]:
                lines += _split_columns(piece, room)
        return [f"{indent}{line}".rstrip() for line in lines]

    def quoted(self, text: str, indent: str = "  ") -> list[str]:
        """Return long untrusted text behind a bar, so that no line looks like a line of govern."""
        return self.wrapped(text, f"{indent}{'|' if self.ascii else '│'} ")

    def bar(self, share: float, width: int) -> str:
        """Return a horizontal bar of `width` cells, filled to `share`."""
        eighths = round(min(max(share, 0.0), 1.0) * width * 8)
        if self.ascii:
            return "#" * (eighths // 8)
        return "█" * (eighths // 8) + _BAR[eighths % 8].strip()

    def table(
        self, rows: Iterable[Sequence[str]], *, head: Sequence[str] = (), right: frozenset[int] = frozenset()
    ) -> list[str]:
        """Return rows below a heading, with columns as wide as their widest cell, two spaces apart."""
        cells = [*([[self.paint(name, "dim") for name in head]] if head else []), *map(list, rows)]
        widths = [max(map(width_of, column)) for column in zip(*cells, strict=True)] if cells else []
        return [("  " + "  ".join(self._cells(row, widths, right))).rstrip() for row in cells]

    @staticmethod
    def _cells(row: Sequence[str], widths: Sequence[int], right: frozenset[int]) -> Iterable[str]:
        for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - width_of(cell))
            yield space + cell if at in right else cell + space


def shown(text: str, *, newlines: bool = False) -> str:
    """Escape a text: hidden characters become visible, and line ends too unless `newlines` is set."""
    text = visible(text)
    return text if newlines else text.replace("\n", "⏎").replace("\t", " ")


def without_commands(text: str) -> str:
    """Return a report with `‹›` inserted into each text that a CI system would execute as a command.

    The text of a server can start a line by its own line ends, by wrapping, or in the first column of a table.
    """
    return _COMMAND.sub(r"\g<0>‹›", text) if any(hint in text for hint in _HINTS) else text


def clipped(text: str, width: int) -> str:
    """Return at most `width` columns of the text, with an ellipsis if it continues."""
    if width_of(text) <= width:
        return text
    kept, used = [], 1
    for char in text:
        used += _cell_width(char)
        if used > width:
            break
        kept.append(char)
    return "".join(kept) + "…"


# No name that is meant for reading is longer.
LONGEST_NAME = 200
# No sentence about something is longer.
LONGEST_SENTENCE = 2_000


def limited(text: str, most: int) -> str:
    """Return at most this many characters of the text, and the number of those left out."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text) - most:,} more characters)"


def name_of(text: str) -> str:
    """Return a name from a server for one line: escaped, and limited so that it cannot flood the page."""
    return limited(shown(text), LONGEST_NAME)


def width_of(text: str) -> int:
    """Return the number of columns that a text occupies."""
    plain = _COLOUR.sub("", text) if "\x1b" in text else text
    return len(plain) if plain.isascii() else sum(map(_cell_width, plain))


def _split_columns(line: str, room: int) -> Iterator[str]:
    """Yield a line in pieces that fit by columns, where its number of characters fits already."""
    start = used = 0
    for at, char in enumerate(line):
        used += _cell_width(char)
        if used > room:
            yield line[start:at]
            start, used = at, _cell_width(char)
    yield line[start:]


def count(number: int, noun: str) -> str:
    """Return a number with its noun: `1 tool`, `1,234 tools`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def first_of(names: Sequence[str], most: int) -> str:
    """Return the first names, and the number of the others."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def _cell_width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in _WIDE else 1


# Deeper than any line of a report on changes, so that no wrapped name or text looks like one.
FURTHER = " " * 10
_NARROWEST = 16
_UNLIMITED = sys.maxsize
# The signs of govern for a terminal that shows only ASCII.
_ASCII = str.maketrans({"→": "->", "…": "...", "·": ".", "⏎": "\\n", "⇥": "\\t", "‹": "<", "›": ">"})
_TOKEN = re.compile(r"\n|[^\S\n]+|\S+")


def flowed(pieces: Iterable[Piece], page: Page, indent: str = "", further: str | None = None) -> list[str]:
    """Return lines behind `indent`, then `further`, so that no wrapped line looks like a line of govern."""
    further = indent if further is None else further
    first, room = (
        max(_NARROWEST, page.width - width_of(each)) if page.wraps else _UNLIMITED for each in (indent, further)
    )
    lines = laid_out(pieces, page, room, first)
    return [f"{indent if at == 0 else further}{line}".rstrip() for at, line in enumerate(lines)]


def laid_out(pieces: Iterable[Piece], page: Page, room: int, first: int | None = None) -> list[str]:
    """Return lines of at most `room` columns, with hidden characters visible and no white space at a break.

    The first line has `first` columns if that is given.
    """
    first = room if first is None else first
    lines: list[list[Piece]] = [[]]
    used, broken = 0, False
    for word in _split_words(_for_page(pieces, page), min(room, first)):
        text, width = word[0][0], _word_width(word)
        if text == "\n" or used + width > (room if len(lines) > 1 else first):
            lines.append([])
            used, broken = 0, text != "\n"
        if text != "\n" and (used or not broken or not text.isspace()):
            lines[-1] += word
            used += width
    return [_painted(line, page) for line in lines]


def _for_page(pieces: Iterable[Piece], page: Page) -> Iterator[Piece]:
    for text, tone in pieces:
        plain = shown(text, newlines=True).replace("\t", " ")
        yield plain.translate(_ASCII) if page.ascii else plain, tone


def _split_words(pieces: Iterable[Piece], room: int) -> Iterator[list[Piece]]:
    """Yield words, white space and line ends, none wider than a line; a word may have several tones."""
    word: list[Piece] = []
    for text, tone in pieces:
        for token in _TOKEN.findall(text):
            if not token.isspace():
                word.append((token, tone))
                continue
            yield from _word_or_characters(word, room)
            yield from _word_or_characters([(token, tone)], room)
            word = []
    yield from _word_or_characters(word, room)


def _word_or_characters(word: list[Piece], room: int) -> Iterator[list[Piece]]:
    """Yield the word, or its characters if it is wider than a line."""
    if _word_width(word) > room:
        yield from ([(char, tone)] for text, tone in word for char in text)
    elif word:
        yield word


def _word_width(word: list[Piece]) -> int:
    return sum(width_of(text) for text, _ in word)


def _painted(line: list[Piece], page: Page) -> str:
    while line and line[-1][0].isspace():
        line.pop()
    painted = []
    for tone, pieces in groupby(line, key=lambda piece: piece[1]):
        text = "".join(piece[0] for piece in pieces)
        painted.append(page.paint(text, tone) if tone else text)
    return "".join(painted)


def error_report(error: GovernError, page: Page) -> str:
    """Return an error: what failed, where, and what to do."""
    place = f"{shown(error.where)}: " if error.where else ""
    lines = [f"{page.paint('error', 'bad')}: {place}{shown(error.message, newlines=True)}"]
    if error.hint:
        lines.append(f"{page.paint('help', 'accent')}: {shown(error.hint, newlines=True)}")
    return "\n".join(lines) + "\n"


_FINAL_STAGES = frozenset({"done", "failed"})


def progress_line(stages: Mapping[str, str], page: Page) -> str:
    """Return how many servers are done and the stage of each other one; `stages` are the latest by server."""
    done = sum(1 for stage in stages.values() if stage in _FINAL_STAGES)
    busy = ", ".join(f"{shown(name)} {stage}" for name, stage in stages.items() if stage not in _FINAL_STAGES)
    return clipped(f"{done}/{len(stages)} {busy}", page.width - 1)
