from dataclasses import replace
from typing import Any

from govern.policy.approvals import Standing
from govern.report.html.catalogue import Catalogue
from govern.report.html.changes import changes_section
from govern.report.html.contents import Contents
from govern.verdict import Verdict
from tests.lockfile.building import lock_of, locked
from tests.report.html.pages import Reading, contents_of
from tests.report.test_diff_of_locks import NARROWER, SEARCH, verdict_of
from tests.report.verdicts import approval, finding, passing, rich, waiting


def section(contents: Contents) -> Reading:
    return Reading(changes_section(contents, Catalogue(contents)))


def compared(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Contents:
    before, after = lock_of(locked("tracker", *old)), lock_of(locked("tracker", *new))
    return contents_of(after, before, verdict=verdict_of(before, after))


def output(verdict: Verdict) -> Reading:
    return section(contents_of(lock_of(), verdict=verdict))


def test_servers_and_items_are_sorted_by_their_worst_change() -> None:
    reading = output(rich())
    assert reading.texts("h3") == ["maths", "github", "Ignored approvals"]
    assert reading.texts("h4")[0] == "tool add"
    assert set(reading.texts("h4")[1:3]) == {"tool get_issue", "tool search_issues"}
    assert set(reading.texts("h4")[3:]) == {"tool list_labels", "the server itself"}


def test_an_item_counts_its_changes_and_unapproved_ones() -> None:
    (summary,) = (message for message in output(rich()).texts("summary") if message.startswith("tool search_issues"))
    assert summary == "tool search_issues✕2 BREAKING▲1 RISKY…2 unapproved"


def test_safe_items_are_closed() -> None:
    changes = (waiting(finding("tool-removed", name="a")), passing(finding("tool-added", name="b")))
    found = output(Verdict("a", "b", changes)).found
    assert ["open" in has for tag, has, _ in found if tag == "details" and has.get("class") == "item"] == [True, False]


def test_safe_changes_of_one_rule_are_closed_behind_their_number() -> None:
    places = [f"/inputSchema/properties/p{at}/description" for at in range(3)]
    safe = tuple(passing(finding("input-definition-changed", place, "a", "b", name="a", place="p")) for place in places)
    alone = passing(finding("tool-title-respelled", "/title", "A", "a", name="a"))
    reading = output(Verdict("a", "b", (waiting(finding("tool-removed", name="a")), alone, *safe)))
    (group,) = [has for tag, has, _ in reading.found if tag == "details" and has.get("class") == "beside alike"]
    assert "open" not in group
    assert reading.texts("summary")[1:] == ["3 input-definition-changed"]
    ids = [has["id"] for tag, has, _ in reading.found if tag == "article"]
    assert ids[1:4] == [each.finding.change.id for each in safe]


def test_items_beyond_the_limit_are_closed() -> None:
    changes = tuple(waiting(finding("tool-removed", name=f"tool {at}")) for at in range(700))
    found = output(Verdict("a", "b", changes)).found
    opened = ["open" in has for tag, has, _ in found if tag == "details" and has.get("class") == "item"]
    assert opened == [True] * 30 + [False] * 670


def test_schemas_are_side_by_side() -> None:
    reading = section(compared([SEARCH], [NARROWER]))
    assert reading.texts("caption") == ["input of search"]
    assert any('"maximum": 100' in message for message in reading.texts("td", class_="old"))
    assert any('"maximum": 50' in message for message in reading.texts("td", class_="new"))


def test_a_renamed_tool_is_one_item_with_both_its_schemas() -> None:
    reading = section(compared([SEARCH], [NARROWER | {"name": "search_all"}]))
    assert reading.texts("h4") == ["tool search_all"]
    assert reading.texts("caption") == ["input of search_all"]


def test_a_moved_tool_is_found_on_its_new_server() -> None:
    other = SEARCH | {"name": "other", "description": "Nothing like it."}
    before = lock_of(locked("a", SEARCH, other), locked("b", other))
    after = lock_of(locked("a", other), locked("b", NARROWER, other))
    reading = section(contents_of(after, before, verdict=verdict_of(before, after)))
    assert "input of search" in reading.texts("caption")
    assert "tool search" in reading.texts("h4")


def test_a_change_links_to_its_item_unless_removed() -> None:
    assert section(compared([SEARCH], [NARROWER])).values("href")[-1] == "#i-0"
    assert not [href for href in section(compared([SEARCH], [])).values("href") if href.startswith("#i-")]


def test_ignored_approvals_and_unreachable_servers() -> None:
    verdict = rich()
    earlier = Standing(approval(finding("tool-renamed")), "stale", "is of an earlier release")
    reading = output(replace(verdict, unseen=(("docs", "timed out"),), standings=(*verdict.standings, earlier)))
    assert any("c-000000000000 is no change any more" in message for message in reading.texts("li"))
    assert "docs: timed out" in reading.texts("li")
    assert not any("is of an earlier release" in message for message in reading.texts("li"))


def test_no_changes_and_no_old_lock() -> None:
    assert "No change from a to b." in output(Verdict("a", "b", ())).texts("p")
    assert section(contents_of(lock_of(), why_no_verdict="No git.")).texts("p") == ["No git."]


def test_filters_are_hidden_without_scripts() -> None:
    ((_, has, _),) = (each for each in output(rich()).found if each[1].get("id") == "filters")
    assert "hidden" in has
