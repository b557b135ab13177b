"""The cost of tools: a treemap of all tokens, the share of each server, the risk of answers, and advice."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from govern.economics.assess import Risk
from govern.report.html.markup import RISKS, answer_size, element, joined, named_row, number, risk_badge, section, table
from govern.report.terminal.cost import servers_by_cost
from govern.report.terminal.page import count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.economics.advice import Advice
    from govern.economics.bill import Bill, Summary
    from govern.economics.budgets import Costed
    from govern.economics.profile import ToolProfile
    from govern.report.html.contents import Catalogue, Contents
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
    prices = f"Price per call, uncached (estimated, prices of {bill.prices_date}): {bill.prices()}"
    note = element("p", prices, class_="note theirs")
    return section("cost", "Cost", intro, _treemap(bill, catalogue), table("Cost by server", _COLUMNS, rows), note)


def _cost_row(server: Summary, bill: Bill, catalogue: Catalogue) -> Markup:
    share = bill.share(server.definition_tokens)
    return named_row(
        catalogue.link(server.name),
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
    return element("figure", picture, element("figcaption", note, " ", *map(risk_badge, RISKS)))


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


class Box(NamedTuple):
    """A rectangle, in the units of its frame."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        """Return its area."""
        return self.width * self.height


def squarified(sizes: Sequence[float], frame: Box) -> list[Box]:
    """Return a box for each size, filling the frame; closest to squares if the sizes are in descending order.

    Boxes are laid in rows along the shorter side of the remaining frame. A row takes the next size as long as its worst
    box does not become longer.
    """
    boxes: list[Box] = []
    total = sum(sizes)
    scale = frame.area / total if total else 0
    areas = [size * scale for size in sizes]
    at = 0
    while at < len(areas):
        side = min(frame.width, frame.height)
        end, filled = at + 1, areas[at]
        while end < len(areas) and _worse(areas[at], areas[end - 1], filled, side) >= _worse(
            areas[at], areas[end], filled + areas[end], side
        ):
            filled += areas[end]
            end += 1
        row, frame = _laid(areas[at:end], filled, frame)
        boxes += row
        at = end
    return boxes


def _worse(largest: float, smallest: float, filled: float, side: float) -> float:
    """Return the aspect ratio of the longest box in a row, which is its largest or its smallest."""
    if not smallest:
        return float("inf")
    square = (side / filled) ** 2 if filled else 0
    return max(largest * square, 1 / (smallest * square) if square else float("inf"))


def _laid(row: Sequence[float], filled: float, frame: Box) -> tuple[list[Box], Box]:
    """Return the boxes of a row along the shorter side, and the remaining frame."""
    upright = frame.width >= frame.height
    side = frame.height if upright else frame.width
    depth = filled / side if side else 0
    boxes = []
    along = 0.0
    for area in row:
        length = area / depth if depth else 0
        boxes.append(
            Box(frame.x, frame.y + along, depth, length) if upright else Box(frame.x + along, frame.y, length, depth)
        )
        along += length
    left = (
        Box(frame.x + depth, frame.y, max(0, frame.width - depth), frame.height)
        if upright
        else Box(frame.x, frame.y + depth, frame.width, max(0, frame.height - depth))
    )
    return boxes, left


_WORST = 15
_RISKS = tuple(reversed(Risk))
_BY_SERVER = ("server", "~shares", *(f"+{risk.value}" for risk in _RISKS), "+bounded", "+unbounded")
_LARGEST = ("tool", "+answer", "risk", "based on")
_RECORDED = ("tool", "+p50", "+p95", "+max", "+declared", "+answers", "risk")


def risk_section(contents: Contents, catalogue: Catalogue) -> Markup:
    """Return counts by server, then the tools with the largest answers."""
    tools = contents.bill.tools
    if not tools:
        return section("risk", "Risk", element("p", "The lock contains no tools.", class_="note"))
    by_server: dict[str, list[Costed]] = {}
    for each in tools:
        by_server.setdefault(each.server, []).append(each)
    rows = [_risk_row(name, by_server[name], catalogue) for name in sorted(by_server)]
    worst = sorted(tools, key=lambda each: (-(each.assessment.max_tokens or 0), each.place))[:_WORST]
    largest = [_largest_row(each, catalogue) for each in worst if each.assessment.max_tokens]
    low, medium, high = contents.lock.risk
    intro = (
        f"Answer size, estimated from output schemas: low up to {low:,} tokens, medium up to {medium:,}, "
        f"high up to {high:,}, critical above; unknown without an output schema."
    )
    tables = [table("Risk by server", _BY_SERVER, rows)]
    tables += [table("Largest answers", _LARGEST, largest)] if largest else []
    recorded = sorted(contents.answers, key=lambda each: (-(each.p95 or 0), each.place))
    measured = [_recorded_row(each, catalogue) for each in recorded]
    tables += [table("Recorded answers, in tokens", _RECORDED, measured)] if measured else []
    return section("risk", "Risk", element("p", intro), *tables)


def _risk_row(name: str, tools: Sequence[Costed], catalogue: Catalogue) -> Markup:
    counts = Counter(each.assessment.risk for each in tools)
    bounded = sum(1 for each in tools if each.assessment.bounded)
    undeclared = sum(1 for each in tools if each.assessment.max_tokens is None)
    return named_row(
        catalogue.link(name),
        element("td", _shares(counts, len(tools))),
        *(number(counts[risk]) for risk in _RISKS),
        number(bounded),
        number(len(tools) - bounded - undeclared),
    )


def _shares(counts: Counter[Risk], many: int) -> Markup:
    x = 0.0
    drawn = []
    for risk in _RISKS:
        width = counts[risk] / many
        if width:
            size = {"x": f"{x:.3%}", "width": f"{width:.3%}"}
            drawn.append(element("rect", **size, height="100%", class_=f"risk-{risk}"))
        x += width
    return element("svg", *drawn, class_="shares", aria_hidden="true", width="100%", height=12)


def _largest_row(costed: Costed, catalogue: Catalogue) -> Markup:
    answer = costed.assessment
    return named_row(
        catalogue.link(costed.place),
        number(answer.max_tokens or 0, answer_size(costed)),
        element("td", risk_badge(answer.risk), data_by=answer.risk.rank),
        element("td", answer.basis.value),
    )


def _recorded_row(tool: ToolProfile, catalogue: Catalogue) -> Markup:
    """Return what recorded answers cost, beside what is declared; a p95 above the bound is named."""
    risk = tool.risk or Risk.UNKNOWN
    p95 = f"{tool.p95 or 0:,}{' (above the bound)' if tool.is_over_bound else ''}"
    return named_row(
        catalogue.link(tool.place),
        number(tool.p50 or 0),
        number(tool.p95 or 0, p95),
        number(tool.most or 0),
        number(tool.costed.assessment.max_tokens or 0, answer_size(tool.costed)),
        number(tool.answers),
        element("td", risk_badge(risk), data_by=risk.rank),
    )


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
    named = [catalogue.link(place) for place in places[:_MOST_PLACES]]
    more = len(places) - len(named)
    about = joined([*named, *([f"{more:,} more"] if more else [])], ", ")
    return element("li", element("span", message, class_="theirs"), " ", element("span", about, class_="places"))
