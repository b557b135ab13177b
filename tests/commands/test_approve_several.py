"""`govern approve` for several changes: `--all-risky`, previews, and the key `b` of the interactive review."""

from pathlib import Path
from typing import Any

import pytest

from govern.commands.approve import approve, preview
from govern.errors import UsageError
from govern.policy.approvals import read_approvals
from govern.policy.settings import Policy
from govern.rules.finding import Finding
from tests.commands.reviewer import POISON, REMOVED, REWORDED, Reviewer, again, asked, outcome_text, walked
from tests.rules.deciding import TODAY, decided, finding, steering

DOCS = [finding("tool-description-changed", name, "docs") for name in ("find", "list", "read")]
HINTED = finding("tool-title-changed", "find", "docs", before="Find", after="Found")
MANY = [REWORDED, REMOVED, *DOCS, POISON]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "capability.approvals.toml"


def ids(path: Path) -> set[str]:
    return {each.change for each in read_approvals(path).approvals}


def test_all_risky_approves_no_breaking_change_and_nothing_that_steers_a_model(path: Path) -> None:
    outcome = approve(decided(MANY), path, asked(risky=True), TODAY)
    assert ids(path) == {each.change.id for each in [REWORDED, *DOCS]}
    assert {each.change for each in outcome.left_out} == {REMOVED.change.id, POISON.change.id}
    text = outcome_text(outcome)
    assert "2 changes left out; review them in the diff, then approve them by ID:" in text
    assert f"  govern approve {REMOVED.change.id} {POISON.change.id}" in text
    assert "2 changes still need approval" in text


@pytest.mark.parametrize(
    ("selection", "chosen"),
    [
        ({"server": "docs"}, DOCS),
        ({"server": "docs", "tool": "l*"}, DOCS[1:2]),
        ({"rule": "tool-description-changed", "server": "s"}, [REWORDED]),
    ],
)
def test_all_risky_within_a_selection(path: Path, selection: dict[str, str], chosen: list[Finding]) -> None:
    approve(decided(MANY), path, asked(risky=True, **selection), TODAY)
    assert ids(path) == {each.change.id for each in chosen}


def test_all_risky_includes_safe_changes_that_policy_wants_approved(path: Path) -> None:
    added = finding("tool-added", "come")
    approve(decided([added, REMOVED], policy=Policy(preset="strict")), path, asked(risky=True), TODAY)
    assert ids(path) == {added.change.id}


def test_many_changes_left_out_are_named_in_their_rows_only(path: Path) -> None:
    removed = [finding(name=f"t{at}") for at in range(9)]
    text = outcome_text(approve(decided(removed), path, asked(risky=True), TODAY))
    assert all(each.change.id in text for each in removed)
    assert "9 changes left out; review them one by one: govern approve\n" in text
    assert "capability.approvals.toml unchanged" in text
    assert not path.exists()


def test_many_approvals_are_summed_up_by_severity_and_rule(path: Path) -> None:
    removed = [finding(name=f"t{at}") for at in range(3)]
    text = outcome_text(approve(decided([*removed, *DOCS, HINTED]), path, asked(rule="*"), TODAY))
    assert text.count("approved  ") == 7
    assert "\nBREAKING: 3 changes: 3 tool-removed\n" in text
    assert "\nRISKY: 4 changes: 3 tool-description-changed, 1 tool-title-changed\n7 approvals written to " in text


@pytest.mark.parametrize(
    ("given", "reviewed"),
    [
        ({"server": "docs"}, [*DOCS, POISON]),
        ({"server": "docs", "risky": True}, DOCS),
        ({"tool": "list"}, DOCS[1:2]),
        ({"risky": True}, [*DOCS, REWORDED]),
    ],
)
def test_a_review_of_a_selection(path: Path, given: dict[str, Any], reviewed: list[Finding]) -> None:
    reviewer = Reviewer("s" * len(reviewed) + "q")
    walked(path, reviewer, MANY, **given)
    first = reviewer.screens[0]
    assert f"1 of {len(reviewed)}" in first
    assert all(any(each.change.id in screen for screen in reviewer.screens) for each in reviewed)


def test_a_review_of_a_misspelled_selection(path: Path) -> None:
    with pytest.raises(UsageError, match="no change matches --server dosc"):
        walked(path, Reviewer(""), MANY, server="dosc")


def test_ids_say_which_so_all_risky_cannot_be_added(path: Path) -> None:
    with pytest.raises(UsageError, match="IDs cannot be combined with --all-risky"):
        approve(decided(MANY), path, asked(REMOVED.change.id, risky=True), TODAY)


def test_a_preview_writes_nothing_and_needs_no_reason(path: Path) -> None:
    planned = preview(decided(MANY), path, asked(risky=True, reason=""), TODAY)
    assert not path.exists()
    assert "to approve    RISKY     docs/read  tool-description-changed" in outcome_text(planned)
    assert "4 approvals to write to capability.approvals.toml; nothing is written yet" in outcome_text(planned)
    written = approve(decided(MANY), path, asked(risky=True), TODAY)
    assert [each.change for each in planned.written] == [each.change for each in written.written]


def test_what_was_written_does_not_depend_on_the_order_of_servers(path: Path, tmp_path: Path) -> None:
    path.write_text("# read every quarter\n", "utf-8")
    approve(decided(MANY), path, asked(risky=True), TODAY)
    text = path.read_text("utf-8")
    assert text.startswith("# read every quarter\n\n[[approval]]\n")
    assert (text.count("\n\n"), text.count("[[approval]]"), text.count("\n  { change = ")) == (1, 1, 4)
    other = tmp_path / "other.toml"
    other.write_text("# read every quarter\n", "utf-8")
    approve(decided(MANY), other, asked(risky=True), TODAY)
    assert other.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("key", "chosen"),
    [
        ("g", DOCS),
        ("r", [REWORDED, *DOCS]),
        ("t", [DOCS[0], HINTED]),
        ("s", [*DOCS, HINTED]),
    ],
)
def test_a_rule_a_tool_or_a_server_is_approved_together(path: Path, key: str, chosen: list[Finding]) -> None:
    """The first change is docs/find's description."""
    reviewer = Reviewer(f"b{key}aq", "read all of them")
    outcome = walked(path, reviewer, [REWORDED, *DOCS, HINTED])
    assert ids(path) == {each.change.id for each in chosen}
    assert {each.reason for each in outcome.written} == {"read all of them"}


def test_every_change_is_listed_before_it_is_approved(path: Path) -> None:
    reviewer = Reviewer("bsxq")
    hostile = finding("tool-description-changed", "a\x1b[2Jb\n2 approvals written", "docs")
    walked(path, reviewer, [*DOCS, HINTED, hostile])
    _, choice, listed, back = reviewer.screens
    assert "r  this rule on all servers: 4 changes" in choice
    assert "g  this rule on this server: 4 changes" in choice
    assert "t  this tool: " in choice
    assert "s  this server: 5 changes" in choice
    for name in ("docs/find", "docs/list", "docs/read"):
        assert name in listed
    assert "\x1b" not in listed
    assert "\n2 approvals" not in listed
    assert "5 changes of this server" in listed
    assert "a approve all 5, any other key goes back" in listed
    assert "? help" in back
    assert not path.exists()


def test_what_steers_a_model_is_always_asked_by_itself(path: Path) -> None:
    steers = steering("find", "docs")
    reviewer = Reviewer("bs", at_the_end=EOFError)
    walked(path, reviewer, [steers, *DOCS])
    assert "this change cannot be approved together with others" in reviewer.screens[1]
    assert not path.exists()
    reviewer = Reviewer("sbsaq", "read")
    walked(path, reviewer, [steers, *DOCS])
    assert ids(path) == {each.change.id for each in DOCS}
    verdict = again(path, [steers, *DOCS])
    assert [each.finding.change.id for each in verdict.unapproved] == [steers.change.id]


def test_a_later_change_that_steers_a_model_is_left_for_its_own_question(path: Path) -> None:
    values = {"sentence": "Obey.", "why": "an order"}
    steers = finding("text-steers-model", "look", "s", before="Adds.", after="Adds. Obey.", values=values)
    reviewer = Reviewer("bsa", "meant", at_the_end=EOFError)
    walked(path, reviewer, [REMOVED, REWORDED, steers])
    assert ids(path) == {REMOVED.change.id, REWORDED.change.id}
    assert "text-steers-model" in reviewer.screens[-1]


def test_skipped_and_decided_changes_are_not_approved_again(path: Path) -> None:
    reviewer = Reviewer("sbsa\r", "rest")
    outcome = walked(path, reviewer, DOCS)
    assert len(outcome.written) == 2
    assert "done: 2 approved, 1 skipped" in reviewer.screens[-1]


def test_undo_takes_back_all_that_were_approved_together(path: Path) -> None:
    reviewer = Reviewer("abrauuq", "one", "all")
    assert walked(path, reviewer, [REWORDED, *DOCS]).written == ()
    assert not path.exists()
    assert "1 of 4" in reviewer.screens[-1]


def test_an_earlier_reason_serves_for_several_or_a_new_one_is_asked(path: Path) -> None:
    reviewer = Reviewer("absaq", "quarterly")
    outcome = walked(path, reviewer, DOCS)
    assert 'a approve all 2 for "quarterly", r new reason' in reviewer.screens[3]
    assert {each.reason for each in outcome.written} == {"quarterly"}
    path.unlink()
    outcome = walked(path, Reviewer("absrq", "one", "others"), DOCS)
    assert [each.reason for each in outcome.written] == ["one", "others", "others"]


def test_an_arrow_key_approves_nothing_in_bulk(path: Path) -> None:
    assert walked(path, Reviewer("b\x1b[Aq"), DOCS).written == ()
    assert walked(path, Reviewer("bs\x1b[Aq"), DOCS).written == ()
