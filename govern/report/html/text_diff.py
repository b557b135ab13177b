"""Changed texts: the words of a short one marked, the lines of a long one side by side."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import zip_longest
from typing import TYPE_CHECKING

from govern.report.html.markup import element, joined, text
from govern.report.passages import after, before, hard_to_follow, passages, within

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from govern.report.html.markup import Attribute, Markup
    from govern.report.passages import Passage, TextSpan

_ELEMENTS = {"gone": "del", "come": "ins"}
_SPACES = str.maketrans({" ": "␠", "\n": "⏎\n", "\t": "⇥"})
_LONG = 1_200
_MOST_SHOWN = 200_000


def word_diff(old: str, new: str) -> Markup:
    """Return the changed passages; of a very long text only the first, with the number of characters left out."""
    found, left = within(passages(old, new), _MOST_SHOWN)
    shown = [_two_columns(each) if hard_to_follow(each) else _quoted(each, "what changed") for each in found]
    if left:
        shown.append(element("p", f"{left:,} more characters are not shown."))
    return joined(shown)


def _two_columns(passage: Passage) -> Markup:
    sides = (("before", before(passage)), ("after", after(passage)))
    columns = (element("div", element("p", name, class_="side"), _quoted(side, name)) for name, side in sides)
    return element("div", *columns, class_="apart")


def _quoted(spans: Iterable[TextSpan], what: str) -> Markup:
    """Return a quotation, which scrolls if it is long."""
    held = list(spans)
    long = sum(len(span.text) for span in held) > _LONG
    scrolls: dict[str, Attribute] = {"tabindex": 0, "role": "region", "aria_label": what} if long else {}
    return element("blockquote", *_marked_words(held), class_="theirs words", dir="auto", **scrolls)


def _marked_words(spans: Iterable[TextSpan]) -> Iterator[Markup]:
    for span in spans:
        if span.how == "same":
            yield text(span.text)
        else:
            yield element(_ELEMENTS[span.how], span.text.translate(_SPACES) if span.text.isspace() else span.text)


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
