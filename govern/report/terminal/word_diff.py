"""A changed text: word by word in one column, or old and new side by side or one below the other."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from govern.report.passages import after, before, hard_to_follow, passages, within
from govern.report.terminal.page import flowed, laid_out, width_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from govern.report.passages import Passage, TextSpan
    from govern.report.terminal.page import Page, Piece, Tone

_MARKS = {"same": ("", ""), "gone": ("[-", "-]"), "come": ("{+", "+}")}
_TONES: dict[str, Tone | None] = {"same": None, "gone": "bad", "come": "good"}
_WIDE = 120
_MOST_SHOWN = 100_000
_SPACES = str.maketrans({" ": "·", "\n": "⏎", "\t": "⇥"})


def word_diff(old: str, new: str, page: Page, indent: str) -> list[str]:
    """Return the changed passages behind a bar, so that no line looks like a line of govern."""
    lines: list[str] = []
    shown, left = within(passages(old, new), _MOST_SHOWN)
    for passage in shown:
        if _fits_one_column(passage, page):
            lines += flowed(_marked_pieces(passage), page, f"{indent}{_bar(page)} ")
        elif _is_wide(page) and before(passage) and after(passage):
            lines += _side_by_side(passage, page, indent)
        else:
            lines += _one_below_the_other(passage, page, indent)
    if left:
        lines.append(page.paint(f"{indent}{left:,} more characters are compared but not shown", "dim"))
    return lines


def _is_wide(page: Page) -> bool:
    return page.wraps and page.width >= _WIDE


def _fits_one_column(passage: Passage, page: Page) -> bool:
    """Return whether one column is readable, and nothing in the text looks like the marks."""
    if not page.colour and any(mark in span.text for span in passage for mark in (*_MARKS["gone"], *_MARKS["come"])):
        return False
    found = {span.how for span in passage}
    if "same" not in found:
        return False
    if len(found) < len(_MARKS):
        return True
    if _is_wide(page) and sum(len(span.text) for span in passage) > page.width:
        return False
    return not hard_to_follow(passage)


def _marked_pieces(passage: Passage) -> Iterator[Piece]:
    for span in passage:
        opening, closing = _MARKS[span.how]
        text = _visible_spaces(span)
        # A removed line end does not break the line.
        text = text.replace("\n", "⏎") if span.how == "gone" else text
        space = text[: len(text) - len(text.lstrip())] if span.how != "same" else ""
        yield space, None
        yield f"{opening}{text.removeprefix(space)}{closing}", _TONES[span.how]


def _side_by_side(passage: Passage, page: Page, indent: str) -> list[str]:
    bar = f" {_bar(page)} "
    room = (page.width - width_of(indent) - width_of(bar) - 2) // 2
    left, right = (laid_out(_toned_pieces(side), page, room) for side in (before(passage), after(passage)))
    rows = zip_longest(left, right, fillvalue="")
    return [f"{indent}{_bar(page)} {old}{' ' * (room - width_of(old))}{bar}{new}".rstrip() for old, new in rows]


def _one_below_the_other(passage: Passage, page: Page, indent: str) -> list[str]:
    lines = []
    for sign, side in (("-", before(passage)), ("+", after(passage))):
        if any(span.how != "same" for span in side):
            lines += flowed(_toned_pieces(side), page, f"{indent}{sign}{_bar(page)} ")
    return lines


def _toned_pieces(spans: Iterable[TextSpan]) -> Iterator[Piece]:
    yield from ((_visible_spaces(span), _TONES[span.how]) for span in spans)


def _visible_spaces(span: TextSpan) -> str:
    """Return the text with its white space made visible, if it is all that changed."""
    return span.text.translate(_SPACES) if span.how != "same" and span.text.isspace() else span.text


def _bar(page: Page) -> str:
    return "|" if page.ascii else "│"
