"""`govern approve`: by ids, by a selection, and one key at a time."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from govern.commands.approve import ApproveRequest, approve
from govern.commands.walk_through import WalkTerminal, walk_through
from govern.errors import PolicyInvalid, UsageError
from govern.policy.approvals import Approvals, read_approvals
from govern.policy.settings import ApprovalKeys, Policy
from govern.rules.finding import Finding
from tests.commands.reviewer import (
    ADDED,
    ALL,
    OTHER,
    POISON,
    REMOVED,
    REWORDED,
    Reviewer,
    again,
    asked,
    outcome_text,
    walked,
)
from tests.desk import Desk
from tests.rules.deciding import TODAY, approval, decided, finding, steering, witnessed

TWO = Policy(approvals=ApprovalKeys(breaking=2))


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "capability.approvals.toml"


def test_by_id(path: Path) -> None:
    outcome = approve(decided(ALL), path, asked(REMOVED.change.id, POISON.change.id, until=TODAY), TODAY)
    assert [each.change for each in outcome.written] == [REMOVED.change.id, POISON.change.id]
    assert (
        read_approvals(path).approvals
        == outcome.written
        == (
            approval(REMOVED, until=TODAY),
            approval(POISON, until=TODAY),
        )
    )
    verdict = again(path)
    assert verdict.standings == ()
    assert len(verdict.unapproved) == outcome.open == 2
    text = outcome_text(outcome)
    assert f"approved  BREAKING  s/look     tool-removed  {REMOVED.change.id}" in text
    assert "2 approvals written to capability.approvals.toml: review and commit it" in text
    assert "2 changes still need approval" in text


@pytest.mark.parametrize("given", [REMOVED.change.id[:9], REMOVED.change.id[2:9]])
def test_the_beginning_of_an_id_is_enough(path: Path, given: str) -> None:
    outcome = approve(decided(ALL), path, asked(given), TODAY)
    assert [each.change for each in outcome.written] == [REMOVED.change.id]


def test_ids_that_are_none_or_several_are_refused_together(path: Path) -> None:
    with pytest.raises(UsageError) as error:
        approve(decided(ALL), path, asked("c-", "c-ffffffffffff", "", REMOVED.change.id), TODAY)
    for expected in ("'c-' is ambiguous: c-", "no change has the ID 'c-ffffffffffff'", "no change has the ID ''"):
        assert expected in error.value.message
    assert f"{REMOVED.change.id}  s/look  tool-removed" in error.value.hint
    assert ADDED.change.id not in error.value.hint
    assert not path.exists()


def test_what_is_open_is_not_listed_without_end() -> None:
    many = decided([finding(name=f"t{at}") for at in range(40)])
    with pytest.raises(UsageError) as error:
        approve(many, Path("x"), asked("c-ffffffffffff"), TODAY)
    assert "and 28 more" in error.value.hint


@pytest.mark.parametrize(
    ("selection", "chosen"),
    [
        ({"server": "s"}, [REWORDED, REMOVED]),
        ({"server": "*", "rule": "tool-removed"}, [REMOVED, OTHER]),
        ({"tool": "l*"}, [REWORDED, REMOVED]),
        ({"rule": "*-changed"}, [REWORDED]),
        ({"server": "s", "tool": "look", "rule": "tool-removed"}, [REMOVED]),
        ({"server": ("docs", "s"), "rule": ("tool-removed", "tool-description-changed")}, [REWORDED, REMOVED, OTHER]),
    ],
)
def test_by_selection(path: Path, selection: dict[str, str], chosen: list[Finding]) -> None:
    outcome = approve(decided(ALL), path, asked(**selection), TODAY)
    assert [each.change for each in outcome.written] == [each.change.id for each in chosen]


def test_what_steers_a_model_is_never_approved_in_passing(path: Path) -> None:
    outcome = approve(decided(ALL), path, asked(server="docs"), TODAY)
    assert [each.rule for each in outcome.written] == ["tool-removed"]
    assert [each.change for each in outcome.left_out] == [POISON.change.id]
    assert "1 change left out; review it in the diff, then approve it by ID:" in outcome_text(outcome)
    assert f"govern approve {POISON.change.id}" in outcome_text(outcome)
    assert POISON.change.id in {each.finding.change.id for each in again(path).unapproved}


def test_what_is_left_out_is_not_listed_without_end(path: Path) -> None:
    breaking = [finding(name=f"t{at}") for at in range(40)]
    text = outcome_text(approve(decided([REWORDED, *breaking]), path, asked(risky=True), TODAY))
    assert text.count("not approved  ") == 10
    assert "and 30 more that are not approved\n" in text
    assert "40 changes left out" in text


def test_a_selection_that_fits_nothing_is_refused(path: Path) -> None:
    with pytest.raises(UsageError, match="no change matches --tool lok; did you mean look") as misspelled:
        approve(decided(ALL), path, asked(server="s", tool="lok"), TODAY)
    assert misspelled.value.hint == ""
    with pytest.raises(UsageError, match="no change matches --tool lok; did you mean look"):
        approve(decided(ALL), path, asked(tool=("look", "lok")), TODAY)
    with pytest.raises(UsageError, match="no change matches all of"):
        approve(decided(ALL), path, asked(server="docs", tool="look"), TODAY)
    with pytest.raises(UsageError, match="unknown rule 'tool-remove'; did you mean tool-removed"):
        approve(decided(ALL), path, asked(rule="tool-remove"), TODAY)
    with pytest.raises(UsageError) as error:
        approve(decided([ADDED]), path, asked(server="x"), TODAY)
    assert "No change needs approval" in error.value.hint


def test_approving_what_needs_nothing_reports_it_and_writes_nothing(path: Path) -> None:
    outcome = approve(decided([ADDED]), path, asked(ADDED.change.id), TODAY)
    assert (outcome.written, outcome.idle[0][1], path.exists()) == ((), "needs no approval", False)
    given = [approval(REMOVED, "ben@example.com")]
    outcome = approve(decided([REMOVED], given), path, asked(REMOVED.change.id), TODAY)
    assert outcome.idle[0][1] == "already approved by ben@example.com"
    assert outcome_text(outcome) == (
        "  s/look tool-removed already approved by ben@example.com\n"
        "capability.approvals.toml unchanged\nno change needs approval\n"
    )
    many = [finding(name=f"t{at}") for at in range(40)]
    given = [approval(each, "ben@example.com") for each in many]
    assert outcome_text(approve(decided([ADDED, *many], given), path, asked(server="s"), TODAY)) == (
        "  40 changes: already approved by ben@example.com\n  1 change: needs no approval\n"
        "capability.approvals.toml unchanged\nno change needs approval\n"
    )


def test_one_person_cannot_be_two(path: Path) -> None:
    first = approve(decided([REMOVED], policy=TWO), path, asked(REMOVED.change.id), TODAY)
    assert (len(first.written), first.open) == (1, 1)
    verdict = again(path, [REMOVED], TWO)
    outcome = approve(verdict, path, asked(REMOVED.change.id, by="ANA@example.com"), TODAY)
    assert outcome.written == ()
    assert "you already approved it; needs 2 approvals, has 1 (ana@example.com)" in outcome.idle[0][1]
    second = approve(verdict, path, asked(REMOVED.change.id, by="ben@example.com"), TODAY)
    assert (len(second.written), second.open) == (1, 0)
    assert not again(path, [REMOVED], TWO).fails


def test_what_is_in_the_file_already_is_not_written_twice(path: Path) -> None:
    """The verdict may come from a commit without the approval."""
    approve(decided([REMOVED]), path, asked(REMOVED.change.id), TODAY)
    before = path.read_bytes()
    outcome = approve(decided([REMOVED]), path, asked(REMOVED.change.id), TODAY)
    assert (outcome.written, outcome.idle[0][1]) == ((), "you already approved it")
    assert path.read_bytes() == before


def test_an_expired_approval_can_be_given_anew(path: Path) -> None:
    approve(decided([REMOVED]), path, asked(REMOVED.change.id, until=date(2026, 1, 1)), date(2026, 1, 1))
    assert again(path, [REMOVED]).fails
    approve(again(path, [REMOVED]), path, asked(REMOVED.change.id), TODAY)
    assert not again(path, [REMOVED]).fails


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (asked("c-", reason="  "), "an approval needs a reason"),
        (asked("c-", server="s"), "cannot be combined"),
        (asked("c-", by=" "), "no approver: --by is empty"),
        (asked("c-", until=date(2026, 11, 17)), "--until 2026-11-17 is in the past"),
        (asked("c-", by="eve@example.com"), "'eve@example.com' is not in policy.approvals.approvers"),
    ],
)
def test_an_approval_that_could_not_count_is_refused(path: Path, request_: ApproveRequest, expected: str) -> None:
    verdict = decided(ALL, policy=Policy(approvals=ApprovalKeys(approvers=["ana@example.com"])))
    with pytest.raises(UsageError, match=expected.replace("(", r"\(")):
        approve(verdict, path, request_, TODAY)
    assert not path.exists()


def test_a_broken_file_is_not_added_to(path: Path) -> None:
    path.write_text("[[approval]]\n", "utf-8")
    with pytest.raises(PolicyInvalid):
        approve(decided(ALL), path, asked(REMOVED.change.id), TODAY)
    assert path.read_text("utf-8") == "[[approval]]\n"


def test_by_default_git_says_who(desk: Desk) -> None:
    path = desk.folder / "capability.approvals.toml"
    for name, value in {"GLOBAL": "/dev/null", "NOSYSTEM": "1"}.items():
        desk.monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    with pytest.raises(UsageError) as error:
        approve(decided(ALL), path, asked(REMOVED.change.id, by=None), TODAY)
    assert "--by" in error.value.hint
    desk.git("init", "-q")
    desk.git("config", "user.email", "ana@example.com")
    outcome = approve(decided(ALL), path, asked(REMOVED.change.id, by=None), TODAY)
    assert outcome.written[0].by == "ana@example.com"


def ids(approvals: Approvals) -> list[str]:
    return [each.change for each in approvals.approvals]


def test_what_harms_most_is_shown_first_and_what_needs_nothing_never(path: Path) -> None:
    reviewer = Reviewer("ssss\r")
    outcome = walked(path, reviewer)
    assert (outcome.written, outcome.open) == ((), 4)
    heads = [screen.split("\n")[1] for screen in reviewer.screens]
    assert heads == [
        "1 of 4  docs, tool find",
        "2 of 4  docs, tool find",
        "3 of 4  s, tool look",
        "4 of 4  s, tool look",
        "done: 0 approved, 4 skipped",
    ]
    severities = [screen.split("\n")[2].split()[0] for screen in reviewer.screens[:-1]]
    assert severities == ["BREAKING", "BREAKING", "BREAKING", "RISKY"]
    assert not path.exists()


def test_a_reason_is_asked_once_and_serves_again(path: Path) -> None:
    reviewer = Reviewer("aar\r", "all meant", "but this is special")
    outcome = walked(path, reviewer, [REMOVED, OTHER, REWORDED])
    assert [each.reason for each in outcome.written] == ["all meant", "all meant", "but this is special"]
    assert 'a approve for "all meant", r new reason' in reviewer.screens[1]
    assert read_approvals(path).approvals == outcome.written
    assert not again(path, [REMOVED, OTHER, REWORDED]).fails


def test_what_steers_a_model_takes_words_of_its_own(path: Path) -> None:
    reviewer = Reviewer("aaa\r", "I have read all of it", "of this too", "meant")
    outcome = walked(path, reviewer, [REMOVED, steering("a"), steering("b")])
    assert [(each.rule, each.reason) for each in outcome.written] == [
        ("text-hidden", "I have read all of it"),
        ("text-hidden", "of this too"),
        ("tool-removed", "meant"),
    ]


def test_without_a_reason_nothing_is_approved(path: Path) -> None:
    reviewer = Reviewer("aq", "  ")
    assert walked(path, reviewer, [REMOVED]).written == ()
    assert "not approved: a reason is required" in reviewer.screens[-1]
    assert not path.exists()


def test_each_decision_is_on_disk_before_the_next_is_requested(path: Path) -> None:
    reviewer = Reviewer("aausq", "x")
    seen: list[int] = []
    reviewer.before_key = lambda _: seen.append(len(read_approvals(path).approvals))
    walked(path, reviewer, [REMOVED, OTHER, REWORDED])
    assert seen == [0, 1, 2, 1, 1]


def test_undo_takes_back_what_was_written_and_leaves_no_trace(path: Path) -> None:
    before = "# mine\n"
    path.write_text(before, "utf-8")
    reviewer = Reviewer("asuuuq", "x")
    assert walked(path, reviewer, [REMOVED, OTHER]).written == ()
    assert path.read_text("utf-8") == before
    assert "undone" in reviewer.screens[3]
    assert "nothing to undo" in reviewer.screens[-1]
    path.unlink()
    walked(path, Reviewer("auq", "x"), [REMOVED])
    assert not path.exists()


def test_an_arrow_key_approves_nothing_however_it_comes(path: Path) -> None:
    keys = iter(["\x1b", "[", "A", "\x1b[A", "AA", "", "q"])
    talk = WalkTerminal(lambda: next(keys), lambda: "x", lambda _: None)
    outcome = walk_through(decided([REMOVED]), path, asked(reason="meant"), TODAY, talk)
    assert (outcome.written, path.exists()) == ((), False)


def test_undo_also_goes_back_from_the_end(path: Path) -> None:
    outcome = walked(path, Reviewer("auxs\n", "x"), [REMOVED])
    assert (outcome.written, outcome.open) == ((), 1)


@pytest.mark.parametrize(("end", "interrupted"), [(KeyboardInterrupt, True), (EOFError, False)])
def test_nothing_is_lost_when_it_is_interrupted(path: Path, end: type[BaseException], interrupted: bool) -> None:
    outcome = walked(path, Reviewer("a", "x", at_the_end=end), [REMOVED, OTHER])
    assert outcome.interrupted is interrupted
    assert read_approvals(path).approvals == outcome.written != ()
    assert outcome.open == 1


def test_an_interrupted_reason_approves_nothing(path: Path) -> None:
    def interrupted() -> Iterator[str]:
        raise KeyboardInterrupt

    talk = WalkTerminal(lambda: "a", interrupted, lambda _: None)  # type: ignore[arg-type]
    outcome = walk_through(decided([REMOVED]), path, asked(reason=""), TODAY, talk)
    assert (outcome.interrupted, outcome.written, path.exists()) == (True, (), False)


def test_what_another_person_writes_meanwhile_is_not_written_over(path: Path) -> None:
    reviewer = Reviewer("aaq", "x")
    reviewer.before_key = lambda _: path.write_text("# theirs\n", "utf-8") if path.exists() else 0  # type: ignore[assignment]
    with pytest.raises(UsageError, match="changed by another process"):
        walked(path, reviewer, [REMOVED, OTHER])
    assert path.read_text("utf-8") == "# theirs\n"


def test_more_explain_and_help_are_shown_and_put_away(path: Path) -> None:
    reviewer = Reviewer("mee?xmq")
    walked(path, reviewer, [witnessed()])
    brief, more, explain, back, help_, odd, again_ = reviewer.screens
    assert "accepted before, rejected now" in brief
    assert '"query"' in brief
    assert "owner" in brief
    assert "why: " in more
    assert "what to do\n" in explain
    assert "what to do\n" not in brief
    assert brief == back
    assert "undo the last decision" in help_
    assert "unknown key; ? shows the keys" in odd
    assert again_ == more


def test_the_walk_shows_words_and_hides_nothing(path: Path) -> None:
    reviewer = Reviewer("q")
    hostile = finding("tool-description-changed", "a\x1b[2Jb", before="Finds books.", after="Finds\u202e papers.")
    walked(path, reviewer, [hostile])
    (screen,) = reviewer.screens
    assert "\x1b" not in screen
    assert "‹U+202E›" in screen
    assert "[-books-]" in screen or "- " in screen


def test_a_long_text_is_shown_whole_by_the_key_for_more(path: Path) -> None:
    before, after = ("\n".join(f"{word} {at}" for at in range(60)) for word in ("Old", "New"))
    reviewer = Reviewer("mq")
    walked(path, reviewer, [finding("tool-description-changed", before=before, after=after)])
    brief, whole = reviewer.screens
    assert "more lines changed (m shows all)" in brief
    assert "59" in whole
    assert "shows all" not in whole


def test_a_change_that_waits_for_another_person_is_not_shown(path: Path) -> None:
    walked(path, Reviewer("a\r", "x"), [REMOVED], policy=TWO)
    reviewer = Reviewer("")
    assert walked(path, reviewer, [REMOVED], policy=TWO).open == 1
    assert reviewer.screens == []
    assert walked(path, Reviewer("a\r", "y"), [REMOVED], policy=TWO, by="ben@example.com").open == 0


def test_nothing_open_does_not_prompt(path: Path) -> None:
    outcome = walked(path, Reviewer(""), [ADDED])
    assert outcome_text(outcome) == "capability.approvals.toml unchanged\nno change needs approval\n"
