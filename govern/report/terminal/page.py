"""A terminal's page: how wide it is, whether it has colours, and what may be put on it."""

from __future__ import annotations

import re
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


_CODES: dict[Tone, str] = {"good": "32", "warn": "33", "bad": "31", "dim": "2", "bold": "1", "accent": "36"}
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# How a line of a log becomes a command or a heading of the CI that keeps the log.
_COMMANDS = (
    r"^[^\S\n]*(?=::)",  # GitHub, Gitea and Forgejo Actions, Cirrus CI
    r"##(?=\[|vso\[|teamcity\[)",  # GitHub's older form, Azure Pipelines, TeamCity
    r"^(?:---|\+\+\+|~~~|\^\^\^)(?=[^\S\n])",  # Buildkite
    r"^[^\S\n]*(?:travis_(?:fold|time)|section_(?:start|end))(?=:)",  # Travis CI, GitLab
)
_COMMAND = re.compile("|".join(_COMMANDS), re.MULTILINE)
# A text without any of these has no command, and the patterns above need not be compiled.
_HINTS = ("::", "##", "--- ", "+++ ", "~~~ ", "^^^ ", "\t", "travis_", "section_")
_WIDE = frozenset("WF")
_BAR = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True, slots=True)
class Page:
    """Where the text goes. `ascii` is for terminals that can show no more."""

    width: int = 80
    colour: bool = False
    ascii: bool = False

    def paint(self, text: str, tone: Tone) -> str:
        """The text in a tone, where the page has colours."""
        return f"\x1b[{_CODES[tone]}m{text}\x1b[0m" if self.colour and text else text

    def wrapped(self, text: str, indent: str = "") -> list[str]:
        """Somebody else's text in lines that fit, each behind the indent, so that none can pass for ours."""
        import textwrap

        room = max(20, self.width - len(indent))
        lines: list[str] = []
        for line in shown(text, newlines=True).split("\n"):
            for piece in textwrap.wrap(line, room, drop_whitespace=True, replace_whitespace=False) or [""]:
                lines += _columns(piece, room)
        return [f"{indent}{line}".rstrip() for line in lines]

    def quoted(self, text: str, indent: str = "  ") -> list[str]:
        """A long text of somebody else's behind a bar, so that nothing in it looks like a line or a heading of ours."""
        return self.wrapped(text, f"{indent}{'|' if self.ascii else '│'} ")

    def bar(self, share: float, width: int) -> str:
        """A horizontal bar of `width` cells, filled to `share`."""
        eighths = round(min(max(share, 0.0), 1.0) * width * 8)
        if self.ascii:
            return "#" * (eighths // 8)
        return "█" * (eighths // 8) + _BAR[eighths % 8].strip()

    def table(self, rows: Iterable[Sequence[str]], *, right: frozenset[int] = frozenset()) -> list[str]:
        """Columns as wide as their widest cell, two spaces apart; the last one is left as it is."""
        cells = [list(row) for row in rows]
        widths = [max(map(width_of, column)) for column in zip(*cells, strict=True)] if cells else []
        return [("  " + "  ".join(self._cells(row, widths, right))).rstrip() for row in cells]

    @staticmethod
    def _cells(row: Sequence[str], widths: Sequence[int], right: frozenset[int]) -> Iterable[str]:
        for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - width_of(cell))
            yield space + cell if at in right else cell + space


def shown(text: str, *, newlines: bool = False) -> str:
    """Somebody else's text made harmless: hidden characters are shown, and so are line ends unless wanted."""
    text = visible(text)
    return text if newlines else text.replace("\n", "⏎").replace("\t", " ")


def without_commands(text: str) -> str:
    """Return a whole report with `‹›` in each command that a CI would find in it.

    What a server says may come to stand there by its own line ends, by our wrapping or in the first column of a table.
    """
    return _COMMAND.sub(r"\g<0>‹›", text) if any(hint in text for hint in _HINTS) else text


def clipped(text: str, width: int) -> str:
    """At most `width` columns of the text, an ellipsis where it goes on."""
    if width_of(text) <= width:
        return text
    kept, used = [], 1
    for char in text:
        used += _cell_width(char)
        if used > width:
            break
        kept.append(char)
    return "".join(kept) + "…"


def width_of(text: str) -> int:
    """The columns that a text takes up."""
    plain = _COLOUR.sub("", text) if "\x1b" in text else text
    return len(plain) if plain.isascii() else sum(map(_cell_width, plain))


def _columns(line: str, room: int) -> Iterator[str]:
    """A line that fits by its number of characters, in pieces that fit by their columns."""
    start = used = 0
    for at, char in enumerate(line):
        used += _cell_width(char)
        if used > room:
            yield line[start:at]
            start, used = at, _cell_width(char)
    yield line[start:]


def count(number: int, noun: str) -> str:
    """`1 tool`, `1,234 tools`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _cell_width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in _WIDE else 1


# Deeper than any line of a report on changes begins, so that no name or text in it can go on as one.
FURTHER = " " * 10
_NARROWEST = 16
# What a terminal without more than ASCII is shown for the signs that are ours.
_ASCII = str.maketrans({"→": "->", "…": "...", "·": ".", "⏎": "\\n", "⇥": "\\t", "‹": "<", "›": ">"})
_TOKEN = re.compile(r"\n|[^\S\n]+|\S+")


def flowed(pieces: Iterable[Piece], page: Page, indent: str = "", further: str | None = None) -> list[str]:
    """Lines behind the indent, those after the first behind `further`, so that none of them can pass for ours."""
    further = indent if further is None else further
    room = max(_NARROWEST, page.width - max(map(width_of, (indent, further))))
    lines = laid_out(pieces, page, room)
    return [f"{indent if at == 0 else further}{line}".rstrip() for at, line in enumerate(lines)]


def laid_out(pieces: Iterable[Piece], page: Page, room: int) -> list[str]:
    """Lines of at most `room` columns; hidden characters are shown, and white space where a line was broken is not."""
    lines: list[list[Piece]] = [[]]
    used, broken = 0, False
    for word in _words(_for_page(pieces, page), room):
        text, width = word[0][0], _width(word)
        if text == "\n" or used + width > room:
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


def _words(pieces: Iterable[Piece], room: int) -> Iterator[list[Piece]]:
    """Words, white space and line ends, each by itself and none wider than a line; a word may have several tones."""
    word: list[Piece] = []
    for text, tone in pieces:
        for token in _TOKEN.findall(text):
            if not token.isspace():
                word.append((token, tone))
                continue
            yield from _fitting(word, room)
            yield from _fitting([(token, tone)], room)
            word = []
    yield from _fitting(word, room)


def _fitting(word: list[Piece], room: int) -> Iterator[list[Piece]]:
    """The word, or its characters where it is wider than a line."""
    if _width(word) > room:
        yield from ([(char, tone)] for text, tone in word for char in text)
    elif word:
        yield word


def _width(word: list[Piece]) -> int:
    return sum(width_of(text) for text, _ in word)


def _painted(line: list[Piece], page: Page) -> str:
    while line and line[-1][0].isspace():
        line.pop()
    painted = []
    for tone, pieces in groupby(line, key=lambda piece: piece[1]):
        text = "".join(piece[0] for piece in pieces)
        painted.append(page.paint(text, tone) if tone else text)
    return "".join(painted)


def problem_report(error: GovernError, page: Page) -> str:
    """What, where, and what to do."""
    place = f"{shown(error.where)}: " if error.where else ""
    lines = [f"{page.paint('error', 'bad')}: {place}{shown(error.message, newlines=True)}"]
    if error.hint:
        lines.append(f"{page.paint('help', 'accent')}: {shown(error.hint, newlines=True)}")
    return "\n".join(lines) + "\n"


_OVER = frozenset({"done", "failed"})


def progress_line(stages: Mapping[str, str], page: Page) -> str:
    """How many servers are through, and what the others are at; `stages` are the latest by server."""
    over = sum(1 for stage in stages.values() if stage in _OVER)
    busy = ", ".join(f"{shown(name)} {stage}" for name, stage in stages.items() if stage not in _OVER)
    return clipped(f"{over}/{len(stages)} {busy}", page.width - 1)
