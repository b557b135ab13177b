"""A text that changed: its words in one column, or before and after beside one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.html.markup import element, joined, text
from govern.report.passages import after, before, hard_to_follow, passages, within

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from govern.report.html.markup import Attribute, Markup
    from govern.report.passages import Passage, Span

_ELEMENTS = {"gone": "del", "come": "ins"}
_SPACES = str.maketrans({" ": "␠", "\n": "⏎\n", "\t": "⇥"})
_LONG = 1_200
_MOST_SHOWN = 200_000


def word_diff(old: str, new: str) -> Markup:
    """Every passage that changed; of a very long text the first, and a count of what is left."""
    found, left = within(passages(old, new), _MOST_SHOWN)
    shown = [_apart(each) if hard_to_follow(each) else _quoted(each, "what changed") for each in found]
    if left:
        shown.append(element("p", f"{left:,} more characters around and in changes are not shown here."))
    return joined(shown)


def _apart(passage: Passage) -> Markup:
    sides = (("before", before(passage)), ("after", after(passage)))
    columns = (element("div", element("p", name, class_="side"), _quoted(side, name)) for name, side in sides)
    return element("div", *columns, class_="apart")


def _quoted(spans: Iterable[Span], what: str) -> Markup:
    """What is too long to be seen at once scrolls, also by keys."""
    held = list(spans)
    long = sum(len(span.text) for span in held) > _LONG
    scrolls: dict[str, Attribute] = {"tabindex": 0, "role": "region", "aria_label": what} if long else {}
    return element("blockquote", *_pieces(held), class_="theirs words", dir="auto", **scrolls)


def _pieces(spans: Iterable[Span]) -> Iterator[Markup]:
    for span in spans:
        if span.how == "same":
            yield text(span.text)
        else:
            yield element(_ELEMENTS[span.how], span.text.translate(_SPACES) if span.text.isspace() else span.text)
