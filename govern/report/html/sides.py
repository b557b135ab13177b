"""Two texts of many lines side by side, with unchanged lines folded."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import zip_longest
from typing import TYPE_CHECKING

from govern.report.html.markup import element

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.report.html.markup import Markup

_CONTEXT = 3
# Above this, difflib ignores very frequent lines: its time grows with the product of both lengths.
_MOST_PAIRS = 1_000_000
# Above this, the lines are not compared at all; most rows would not be shown in any case.
_MOST_PAIRS_AT_ALL = 400_000_000
_MOST_ROWS = 600
_HOW = {(True, True): "both", (True, False): "gone", (False, True): "come"}


def side_by_side(old: str, new: str, caption: str) -> Markup:
    """Return a table of two columns, line by line."""
    rows = list(_rows(old.split("\n"), new.split("\n")))
    shown = rows[:_MOST_ROWS]
    if len(rows) > len(shown):
        shown.append(_note(f"{len(rows) - len(shown):,} more lines are not shown"))
    head = element("tr", *(element("th", name, scope="col") for name in ("before", "after")))
    return element(
        "table",
        element("caption", caption),
        element("thead", head),
        element("tbody", *shown),
        class_="sides",
    )


def _rows(old: Sequence[str], new: Sequence[str]) -> Iterator[Markup]:
    blocks = _diff_blocks(old, new)
    for at, (op, a, b, c, d) in enumerate(blocks):
        if op == "equal":
            yield from _unchanged_rows(old[a:b], first=at == 0, last=at == len(blocks) - 1)
            continue
        for left, right in zip_longest(old[a:b], new[c:d]):
            yield _row(left, right, _HOW[left is not None, right is not None])


def _diff_blocks(old: Sequence[str], new: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    if len(old) * len(new) > _MOST_PAIRS_AT_ALL:
        return [("replace", 0, len(old), 0, len(new))]
    return SequenceMatcher(None, old, new, autojunk=len(old) * len(new) > _MOST_PAIRS).get_opcodes()


def _unchanged_rows(lines: Sequence[str], *, first: bool, last: bool) -> Iterator[Markup]:
    head, tail = 0 if first else _CONTEXT, 0 if last else _CONTEXT
    if len(lines) <= head + tail + 1:
        yield from (_row(line, line, "same") for line in lines)
        return
    yield from (_row(line, line, "same") for line in lines[:head])
    yield _note(f"{len(lines) - head - tail:,} unchanged lines")
    yield from (_row(line, line, "same") for line in lines[len(lines) - tail :])


def _row(left: str | None, right: str | None, how: str) -> Markup:
    return element("tr", _cell(left, "old"), _cell(right, "new"), class_=how)


def _cell(line: str | None, side: str) -> Markup:
    return element("td", element("code", line) if line is not None else None, class_=side)


def _note(label: str) -> Markup:
    return element("tr", element("td", label, colspan=2), class_="folded")
