"""Advice on how to make tools cheaper or clearer, grouped by kind."""

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
    """Return a fold for each kind of advice, the most urgent first."""
    kinds: dict[str, list[Advice]] = {}
    for each in contents.bill.summary.advice:
        kinds.setdefault(each.title, []).append(each)
    if not kinds:
        return section("advice", "Advice", element("p", "No advice.", class_="note"))
    return section("advice", "Advice", *(_advice_fold(title, found, catalogue) for title, found in kinds.items()))


def _advice_fold(title: str, found: Sequence[Advice], catalogue: Catalogue) -> Markup:
    places: dict[str, list[str]] = {}
    for each in found:
        places.setdefault(each.message, []).extend(each.places)
    rows = [_advice_item(message, about, catalogue) for message, about in list(places.items())[:_MOST_TOLD]]
    if len(places) > len(rows):
        rows.append(element("li", f"and {len(places) - len(rows):,} more; `govern cost --verbose` shows all"))
    summary = element("summary", element("h3", title), element("span", f"{len(found):,}", class_="many"))
    return element("details", summary, element("ul", *rows), class_="advice")


def _advice_item(message: str, places: Sequence[str], catalogue: Catalogue) -> Markup:
    """Return one piece of advice with all places that it applies to."""
    named = [catalogue.link(place) for place in places[:_MOST_PLACES]]
    more = len(places) - len(named)
    about = joined([*named, *([f"{more:,} more"] if more else [])], ", ")
    return element("li", element("span", message, class_="theirs"), " ", element("span", about, class_="places"))
