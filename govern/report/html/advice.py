"""What would make the surface cheaper or clearer, gathered by what there is to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.html.markup import element, joined
from govern.report.html.signs import section

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.economics.advice import Advice
    from govern.report.html.catalogue import Catalogue
    from govern.report.html.contents import Contents
    from govern.report.html.markup import Markup

_MOST_TOLD = 100
_MOST_PLACES = 40


def advice_section(contents: Contents, catalogue: Catalogue) -> Markup:
    """One fold for each kind of advice, the most urgent first."""
    kinds: dict[str, list[Advice]] = {}
    for each in contents.bill.summary.advice:
        kinds.setdefault(each.title, []).append(each)
    if not kinds:
        return section("advice", "Advice", element("p", "There is none.", class_="note"))
    return section("advice", "Advice", *(_kind(title, found, catalogue) for title, found in kinds.items()))


def _kind(title: str, found: Sequence[Advice], catalogue: Catalogue) -> Markup:
    places: dict[str, list[str]] = {}
    for each in found:
        places.setdefault(each.message, []).extend(each.places)
    rows = [_told(message, about, catalogue) for message, about in list(places.items())[:_MOST_TOLD]]
    if len(places) > len(rows):
        rows.append(element("li", f"and {len(places) - len(rows):,} more: `govern cost --verbose` tells all."))
    summary = element("summary", element("h3", title), element("span", f"{len(found):,}", class_="many"))
    return element("details", summary, element("ul", *rows), class_="advice")


def _told(message: str, places: Sequence[str], catalogue: Catalogue) -> Markup:
    """What there is to do, once for all that it is the same for."""
    named = [catalogue.link(place) for place in places[:_MOST_PLACES]]
    more = len(places) - len(named)
    about = joined([*named, *([f"{more:,} more"] if more else [])], ", ")
    return element("li", element("span", message, class_="theirs"), " ", element("span", about, class_="places"))
