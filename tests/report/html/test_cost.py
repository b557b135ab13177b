import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.economics.advice import Advice
from govern.lockfile.document import Lock
from govern.report.html.contents import Catalogue, Contents
from govern.report.html.cost import Box, advice_section, cost_section, risk_section, squarified
from tests.lockfile.building import lock_of, locked
from tests.report.html.pages import Reading, contents_of
from tests.report.html.test_contents import ADD
from tests.report.test_diff_of_locks import SEARCH


def section(lock: Lock) -> tuple[str, Contents]:
    contents = contents_of(lock)
    return cost_section(contents, Catalogue(contents)), contents


def test_box_areas_are_proportional_to_tokens() -> None:
    html, contents = section(lock_of(locked("tracker", SEARCH, ADD)))
    boxes = re.findall(r'width="([\d.]+)%" height="([\d.]+)" class="cell[^"]*" data-go="i-(\d)"', html)
    areas = {int(number): float(width) * float(height) for width, height, number in boxes}
    tokens = [each.tokens for each in contents.bill.tools]
    assert areas[0] / areas[1] - tokens[0] / tokens[1] < 0.05
    assert Reading(html).texts("title") == [
        f"tracker/{each.name}: {each.tokens} tokens, answer-size risk unknown" for each in contents.bill.tools
    ]


def test_small_tools_share_a_box() -> None:
    tools = [ADD | {"name": f"add_{at}"} for at in range(6_000)]
    html, _ = section(lock_of(locked("maths", *tools), locked("tracker", SEARCH)))
    titles = Reading(html).texts("title")
    assert len(titles) < 500
    assert any(re.match(r"maths: [\d,]+ smaller tools, [\d,]+ tokens", title) for title in titles)


def test_servers_by_cost_with_sort_values() -> None:
    html, contents = section(lock_of(locked("maths", ADD), locked("tracker", SEARCH)))
    reading = Reading(html)
    assert reading.texts("th", scope="row") == ["tracker", "maths"]
    whole = contents.bill.summary.whole.definition_tokens
    assert sum(int(value) for value in reading.values("data-by")[::6]) == whole
    assert reading.texts("td")[3] == "?"


def test_no_tools() -> None:
    contents = contents_of(lock_of())
    for part in (cost_section, risk_section):
        assert Reading(part(contents, Catalogue(contents))).texts("p") == ["The lock contains no tools."]


def test_servers_beyond_the_limit_are_counted() -> None:
    html, _ = section(lock_of(*(locked(f"s{at:02}", ADD) for at in range(45))))
    assert "The 5 cheapest servers are not shown." in html
    assert len(Reading(html).texts("th", scope="row")) == 45


FRAME = Box(10, 20, 1000, 440)
sizes = st.lists(st.integers(0, 100_000), max_size=60).map(lambda each: sorted(each, reverse=True))


@given(sizes)
def test_areas_are_proportional_and_fill_the_frame(numbers: list[int]) -> None:
    boxes = squarified(numbers, FRAME)
    assert len(boxes) == len(numbers)
    total = sum(numbers)
    for number, box in zip(numbers, boxes, strict=True):
        if total:
            assert box.area == pytest.approx(FRAME.area * number / total, rel=1e-6, abs=1e-6)
        assert box.x >= FRAME.x - 1e-6
        assert box.y >= FRAME.y - 1e-6
        assert box.x + box.width <= FRAME.x + FRAME.width + 1e-6
        assert box.y + box.height <= FRAME.y + FRAME.height + 1e-6


@given(sizes)
def test_boxes_do_not_overlap(numbers: list[int]) -> None:
    boxes = [box for box in squarified(numbers, FRAME) if box.area]
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
            down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
            assert across < 1e-6 or down < 1e-6


def test_equal_numbers_are_nearly_squares() -> None:
    boxes = squarified([1.0] * 30, FRAME)
    assert all(0.5 < box.width / box.height < 2 for box in boxes)


def test_no_numbers() -> None:
    assert squarified([], FRAME) == []
    assert [box.area for box in squarified([0, 0], FRAME)] == [0, 0]


LISTS = SEARCH | {
    "name": "list_all",
    "outputSchema": {"type": "object", "properties": {"items": {"type": "array", "items": {"type": "string"}}}},
}
SMALL = ADD | {
    "outputSchema": {"type": "object", "properties": {"sum": {"type": "integer"}}, "additionalProperties": False}
}


def test_counts_by_server_and_the_largest_answers() -> None:
    contents = contents_of(lock_of(locked("tracker", SEARCH, LISTS), locked("maths", SMALL)))
    reading = Reading(risk_section(contents, Catalogue(contents)))
    rows = reading.texts("tr")
    assert rows[0] == "serversharescriticalhighmediumunknownlowboundedunbounded"
    counts = reading.texts("td", class_="number")
    assert sum(map(int, counts[:7])) == 2 * 1
    *risks, bounded, unbounded = map(int, counts[7:14])
    assert (sum(risks), risks[3], bounded, unbounded) == (2, 1, 1, 0)
    largest = reading.texts("th", scope="row")[2:]
    assert largest[0] == "tracker/list_all"
    assert "tracker/search" not in largest


def output(*advice: Advice) -> Reading:
    contents = contents_of(lock_of(locked("maths", ADD)))
    summary = replace(contents.bill.summary, advice=advice)
    contents = replace(contents, bill=replace(contents.bill, summary=summary))
    return Reading(advice_section(contents, Catalogue(contents)))


def test_equal_advice_is_listed_once() -> None:
    same = [Advice("x", "Do it", 1, (f"maths/t{at}",), "Please.") for at in range(50)]
    reading = output(*same, Advice("y", "Other", 2, ("maths/add",), "Thanks."))
    assert reading.texts("summary") == ["Do it50", "Other1"]
    first, second = reading.texts("li")
    assert first.startswith("Please. maths/t0, maths/t1, ")
    assert first.endswith(", 10 more")
    assert second == "Thanks. maths/add"
    assert reading.values("href") == ["#i-0"]


def test_advice_beyond_the_limit_is_counted() -> None:
    rows = output(*(Advice("x", "Do it", 1, ("maths",), f"Number {at}.") for at in range(130))).texts("li")
    assert len(rows) == 101
    assert rows[-1] == "and 30 more; `govern cost --verbose` shows all"


def test_no_advice() -> None:
    assert output().texts("p") == ["No advice."]
