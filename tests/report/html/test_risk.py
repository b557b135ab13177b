from govern.report.html.catalogue import Catalogue
from govern.report.html.risk import risk_section
from tests.lockfile.building import lock_of, locked
from tests.report.html.pages import Reading, contents_of
from tests.report.html.test_catalogue import ADD
from tests.report.test_diff_of_locks import SEARCH

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


def test_no_tools() -> None:
    contents = contents_of(lock_of())
    assert Reading(risk_section(contents, Catalogue(contents))).texts("p") == ["The lock contains no tools."]
