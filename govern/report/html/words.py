"""A changed text: its words in one column, or before and after side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.html.markup import element, joined, text
from govern.report.passages import after, before, hard_to_follow, passages, within

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
