from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.facts.change import Witness
from govern.policy.approvals import Standing
from govern.report.html.changes import change_markup, changes_section, rule_markup, side_by_side, word_diff
from govern.report.html.contents import Catalogue, Contents
from govern.verdict import Verdict
from tests.lockfile.building import lock_of, locked
from tests.report.hostile import EVIL, hostile_verdict, whatever_is_said
from tests.report.html.pages import Reading, contents_of
from tests.report.test_diff_of_locks import NARROWER, SEARCH, verdict_of
from tests.report.verdicts import BOUND, LIMIT, NEW_TEXT, OLD_TEXT, approval, finding, passing, rich, waiting


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
    safe = tuple(
        passing(finding("input-definition-changed", place, "a", "b", name="a", place="p", definition="p"))
        for place in places
    )
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


OURS = {
    "article", "footer", "button", "p", "span", "strong", "code", "a", "div", "figure",
    "figcaption", "pre", "blockquote", "del", "ins", "bdi", "mark", "ul", "li",
}  # fmt: skip
REQUIRED, BOUNDED, REWORDED, REMOVED, STEERS, LOWERED, *_ = rich().decided


def test_severity_message_rule_and_id() -> None:
    reading = Reading(change_markup(REQUIRED))
    (article,) = (has for tag, has, _ in reading.found if tag == "article")
    change = REQUIRED.finding.change
    assert article == {"id": change.id, "class": "change breaking waiting"}
    assert reading.texts("strong") == ["`owner` is required now"]
    assert reading.texts("a", href=f"#{change.id}") == [change.id]
    assert reading.texts("span", class_="waits") == ["…needs approval"]
    assert reading.texts("button", popovertarget=f"rule-{change.rule}") == [change.rule]
    assert reading.texts("footer")[0].endswith("/inputSchema/required")


def test_a_rule_has_reason_and_remedy() -> None:
    reading = Reading(rule_markup(REQUIRED.finding.rule))
    assert reading.values("id") == ["rule-test-required-added"]
    assert reading.texts("dd") == [
        "Whoever left it out is refused.",
        "Keep it optional.",
        "govern explain test-required-added",
    ]


def test_a_witness_is_a_call() -> None:
    reading = Reading(change_markup(REQUIRED))
    assert reading.texts("figcaption") == ["Example call"]
    assert reading.texts("pre") == ['search_issues({\n  "query": "is:open"\n})']
    assert reading.texts("p", class_="fate") == ["→ accepted before, rejected now: 'owner' is a required property"]


def test_a_witness_of_an_answer_is_not_a_call() -> None:
    witness = Witness({"id": 1}, "old", "new", "documented", "1 is not of type 'string'")
    decided = waiting(
        finding(
            "output-type-changed",
            "/outputSchema/properties/id/type",
            "string",
            "integer",
            place="`id`",
            witness=witness,
        )
    )
    assert Reading(change_markup(decided)).texts("pre") == ['{\n  "id": 1\n}']


def test_values_before_and_after() -> None:
    reading = Reading(change_markup(BOUNDED))
    assert reading.texts("code", class_="place") == ["limit: maximum"]
    assert reading.texts("del") == ["100"]
    assert reading.texts("ins") == ["50"]
    assert reading.texts("li")[-1] == "by ana@example.com: callers moved in #412, until 2027-01-31"
    assert "needs 2 approvals, has 1 (ana@example.com)" in reading.texts("p", class_="names")[0]


def test_an_added_value_has_no_before() -> None:
    reading = Reading(change_markup(waiting(finding(BOUND, LIMIT, after=5))))
    assert (reading.texts("del"), reading.texts("ins")) == ([], ["5"])


def test_approval_statuses() -> None:
    assert "waiver by bo: texts are reviewed weekly, until 2027-01-01" in Reading(change_markup(REWORDED)).texts("li")
    assert Reading(change_markup(REMOVED)).texts("span", class_="passes") == ["✓approved"]
    assert Reading(change_markup(passing(finding("tool-added")))).texts("span", class_="passes") == [
        "✓no approval needed"
    ]


def test_a_severity_set_by_policy() -> None:
    html = change_markup(LOWERED)
    assert "RISKY → SAFE by policy: our client speaks both" in html
    assert 'class="change safe"' in html


def test_a_suspicious_text_has_its_cues() -> None:
    assert "do not tell the user" in Reading(change_markup(STEERS)).texts("strong")[0]


@whatever_is_said(40)
def test_hostile_texts_are_not_markup(text: str) -> None:
    for decided in hostile_verdict(text).decided:
        reading = Reading(change_markup(replace(decided)))
        assert reading.tags <= OURS
        assert all(href.startswith("#c-") for href in reading.values("href"))
        for _, has, _ in reading.found:
            assert has.keys() <= {
                "type",
                "popovertarget",
                "id",
                "class",
                "href",
                "dir",
                "aria-hidden",
                "aria-label",
                "role",
                "tabindex",
            }
            assert EVIL not in "".join(value or "" for value in has.values())


lines = st.lists(st.sampled_from(["a", "b", "{", "}", "<b>", ""]), min_size=1, max_size=30)


def columns(html: str) -> tuple[list[str], list[str], int]:
    """Return the lines of both columns, and the number of folded ones."""
    reading = Reading(html)
    folded = sum(int(message.split()[0].replace(",", "")) for message in reading.texts("td", colspan="2"))
    sides = [
        ["".join(message) for tag, has, message in reading.found if tag == "td" and has.get("class") == side]
        for side in ("old", "new")
    ]
    return sides[0], sides[1], folded


def test_lines_are_side_by_side() -> None:
    html = side_by_side("{\na\nb\n}", "{\na\nc\nd\n}", "input of x")
    assert columns(html) == (["{", "a", "b", "", "}"], ["{", "a", "c", "d", "}"], 0)
    reading = Reading(html)
    assert reading.texts("caption") == ["input of x"]
    assert reading.texts("tr", class_="both") == ["bc"]
    assert reading.texts("tr", class_="come") == ["d"]


@pytest.mark.parametrize(("unchanged", "folded"), [(50, ["47 unchanged lines"]), (5, ["2 unchanged lines"]), (4, [])])
def test_distant_unchanged_lines_are_folded_but_never_one_alone(unchanged: int, folded: list[str]) -> None:
    shared = "\n".join(f"line {at}" for at in range(unchanged))
    reading = Reading(side_by_side(f"x\n{shared}", f"y\n{shared}", "c"))
    assert reading.texts("td", colspan="2") == folded


def test_a_missing_part() -> None:
    old, new, _ = columns(side_by_side("", "{\n}", "c"))
    assert (old, new) == (["", ""], ["{", "}"])


def test_lines_beyond_the_limit_are_counted() -> None:
    html = side_by_side(
        "\n".join(f"old {at}" for at in range(3_000)), "\n".join(f"new {at}" for at in range(3_000)), "c"
    )
    assert Reading(html).texts("td", colspan="2") == ["2,400 more lines are not shown"]


@given(lines, lines)
def test_no_line_is_lost(old: list[str], new: list[str]) -> None:
    left, right, folded = columns(side_by_side("\n".join(old), "\n".join(new), "c"))
    assert len([line for line in left if line]) <= len(old) <= len(left) + folded
    assert len([line for line in right if line]) <= len(new) <= len(right) + folded
    if not folded:
        assert [line for line in left if line] == [line for line in old if line]
        assert [line for line in right if line] == [line for line in new if line]


def test_removed_and_added_words_are_marked() -> None:
    reading = Reading(word_diff(OLD_TEXT, NEW_TEXT))
    assert reading.texts("del") == ["newest", "refused"]
    assert reading.texts("ins") == ["oldest", "taken for all of them"]


def test_replaced_texts_are_in_two_columns() -> None:
    reading = Reading(word_diff("Finds things quickly here.", "Removes every file at once there."))
    assert reading.texts("p", class_="side") == ["before", "after"]
    before, after = reading.texts("blockquote")
    assert "Finds" in before
    assert "Finds" not in after


def test_a_long_text_is_complete_and_scrolls() -> None:
    html = word_diff("Short.", f"Short. {'word ' * 20_000}")
    assert html.count("word ") >= 19_999
    (scrolls,) = (has for tag, has, _ in Reading(html).found if tag == "blockquote")
    assert (scrolls["tabindex"], scrolls["role"]) == ("0", "region")
    assert scrolls["aria-label"]


def test_changed_white_space_is_visible() -> None:
    assert Reading(word_diff("a b\n", "a b")).texts("del") == ["⏎\n"]
