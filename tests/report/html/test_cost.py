import re

from govern.lockfile.document import Lock
from govern.report.html.catalogue import Catalogue
from govern.report.html.contents import Contents
from govern.report.html.cost import cost_section
from tests.lockfile.building import lock_of, locked
from tests.report.html.pages import Reading, contents_of
from tests.report.html.test_catalogue import ADD
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
    assert Reading(section(lock_of())[0]).texts("p") == ["The lock contains no tools."]


def test_servers_beyond_the_limit_are_counted() -> None:
    html, _ = section(lock_of(*(locked(f"s{at:02}", ADD) for at in range(45))))
    assert "The 5 cheapest servers are not shown." in html
    assert len(Reading(html).texts("th", scope="row")) == 45
