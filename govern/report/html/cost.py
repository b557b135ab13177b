"""The cost of tools: a treemap of all tokens, and the share of each server."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from govern.report.html.markup import element
from govern.report.html.signs import RISKS, number, risk_badge, section, table
from govern.report.html.treemap import Box, squarified
from govern.report.terminal.cost import servers_by_cost
from govern.report.terminal.page import count

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.economics.bill import Bill, Summary
    from govern.economics.budgets import Costed
    from govern.report.html.catalogue import Catalogue
    from govern.report.html.contents import Contents
    from govern.report.html.markup import Markup

# The page is about this wide and the map this high; horizontal positions are percentages.
_WIDTH, _HEIGHT = 1_000.0, 440.0
_HEAD = 22.0
_NARROWEST, _LOWEST = 70.0, 30.0
_SMALLEST = 90.0
_MOST_SERVERS = 40
_LONGEST = 200
# The widths of a character in the map, and the fewest characters of a name that are worth showing.
_LETTER, _BOLD, _SHORTEST = 6.6, 7.4, 4
_MARGIN = 10
_COLUMNS = ("server", "+tokens", "+share", "+tools", "+answers", "risk", "+unbounded")


def cost_section(contents: Contents, catalogue: Catalogue) -> Markup:
    """Return the treemap, the table, and the price of a call."""
    bill = contents.bill
    if not bill.tools:
        return section("cost", "Cost", element("p", "The lock contains no tools.", class_="note"))
    rows = [_cost_row(each, bill, catalogue) for each in servers_by_cost(bill)]
    intro = element("p", f"Definitions are sent with every model call. Tokens are counted with {bill.encoding}.")
    return section(
        "cost", "Cost", intro, _treemap(bill, catalogue), table("Cost by server", _COLUMNS, rows), _prices(bill)
    )


def _cost_row(server: Summary, bill: Bill, catalogue: Catalogue) -> Markup:
    share = bill.share(server.definition_tokens)
    return element(
        "tr",
        element("th", catalogue.link(server.name), scope="row"),
        number(server.definition_tokens),
        number(share, f"{share:.1%}"),
        number(server.tool_count),
        number(server.max_tokens, _answers(server)),
        element("td", risk_badge(server.risk), data_by=server.risk.rank),
        number(server.declared_unbounded),
    )


def _answers(server: Summary) -> str:
    """Return the size of all answers together, which has no limit if one of them has none."""
    if len(server.undeclared) == server.tool_count:
        return "?"
    return f"{'≥' if server.unbounded else '≤'} {server.max_tokens:,}"


def _prices(bill: Bill) -> Markup:
    prices = f"Price per call, uncached (estimated, prices of {bill.prices_date}): {bill.prices()}"
    return element("p", prices, class_="note theirs")


def _treemap(bill: Bill, catalogue: Catalogue) -> Markup:
    servers = servers_by_cost(bill)[:_MOST_SERVERS]
    tools: defaultdict[str, list[Costed]] = defaultdict(list)
    for each in bill.tools:
        tools[each.server].append(each)
    boxes = squarified([each.definition_tokens for each in servers], Box(0, 0, _WIDTH, _HEIGHT))
    drawn = [_server_boxes(each, tools[each.name], box, catalogue) for each, box in zip(servers, boxes, strict=True)]
    whole = bill.summary.whole
    label = f"Map of {whole.definition_tokens:,} tokens by server and tool; the tables hold the same numbers."
    picture = element("svg", *drawn, role="img", aria_label=label, class_="treemap", width="100%", height=_HEIGHT)
    left = len(bill.summary.servers) - len(servers)
    more = f" The {left:,} cheapest servers are not shown." if left else ""
    note = f"Area: definition tokens. Colour: answer-size risk.{more}"
    return element("figure", picture, element("figcaption", note, " ", *_legend()))


def _legend() -> Iterator[Markup]:
    yield from (risk_badge(risk) for risk in RISKS)


def _server_boxes(server: Summary, tools: Sequence[Costed], box: Box, catalogue: Catalogue) -> Markup:
    """Return a server's tools below its name, with those too small to see as one box."""
    headed = box.width > _NARROWEST and box.height > 3 * _HEAD
    inner = Box(box.x, box.y + _HEAD, box.width, box.height - _HEAD) if headed else box
    scale = inner.area / (server.definition_tokens or 1)
    large = [each for each in tools if each.tokens * scale >= _SMALLEST]
    small = tools[len(large) :]
    rest = sum(each.tokens for each in small)
    inside = squarified([*(each.tokens for each in large), *([rest] if rest else [])], inner)
    drawn = [_tool_box(each, at, catalogue) for each, at in zip(large, inside, strict=False)]
    if rest:
        label = count(len(small), "smaller tool")
        drawn.append(_cell(inside[-1], label, rest, f"{server.name}: {label}, {rest:,} tokens", class_="cell"))
    label = _cut(server.name, box.width, _BOLD)
    name = element("text", label, data_name=server.name[:_LONGEST], x=6, y=15) if headed else None
    frame = (
        element("svg", name, **_box_attributes(Box(box.x, box.y, box.width, _HEAD)), class_="server")
        if headed
        else None
    )
    return element("g", frame, *drawn, class_="group")


def _tool_box(costed: Costed, box: Box, catalogue: Catalogue) -> Markup:
    risk = costed.assessment.risk
    tooltip = f"{costed.place}: {costed.tokens:,} tokens, answer-size risk {risk}"
    address = catalogue.address((costed.server, "tool", costed.name)) or ""
    name = f"{RISKS[risk]} {costed.name}"
    return _cell(box, name, costed.tokens, tooltip, class_=f"cell risk-{risk}", data_go=address.removeprefix("#"))


def _cell(box: Box, name: str, tokens: int, tooltip: str, **attributes: str) -> Markup:
    """Return a box with as much as fits, and a tooltip with all of it."""
    label = _cut(name, box.width, _LETTER) if box.height > _LOWEST / 2 else ""
    counted = label and box.height > _LOWEST + 4 and len(f"{tokens:,}") * _LETTER < box.width - _MARGIN
    return element(
        "svg",
        element("title", tooltip[:_LONGEST]),
        element("rect", width="100%", height="100%"),
        element("text", label, data_name=name[:_LONGEST], x=5, y=14) if label else None,
        element("text", f"{tokens:,}", x=5, y=28, class_="tokens") if counted else None,
        **_box_attributes(box),
        **attributes,
    )


def _cut(name: str, width: float, letter: float) -> str:
    """Return a name cut to the width of its box; the script cuts it again if the page is not as wide."""
    room = int((width - _MARGIN) / letter)
    return name if len(name) <= room else f"{name[: room - 1]}…" if room > _SHORTEST else ""


def _box_attributes(box: Box) -> dict[str, str]:
    return {
        "x": f"{box.x / _WIDTH:.3%}",
        "y": f"{box.y:.1f}",
        "width": f"{box.width / _WIDTH:.3%}",
        "height": f"{box.height:.1f}",
    }
