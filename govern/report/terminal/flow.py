"""Text in several tones, in lines that fit."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from govern.report.terminal.page import shown, width_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from govern.report.terminal.page import Page, Tone

    Piece = tuple[str, Tone | None]

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
