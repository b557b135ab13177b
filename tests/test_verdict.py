"""Decisions: which findings need approval, by whom, and which approvals count."""

from dataclasses import fields, replace
from datetime import timedelta
from typing import Any

import pytest

from govern.policy.approvals import Approval, Waiver
from govern.policy.settings import ApprovalKeys, Policy, WaiverKeys
from govern.rules.finding import Finding
from govern.rules.rule import Severity
from govern.verdict import Verdict
from tests.rules.deciding import TODAY, approval, decided, finding, steering

SAFE, RISKY, BREAKING = (finding(rule) for rule in ("tool-added", "tool-description-changed", "tool-removed"))
ALL = [SAFE, RISKY, BREAKING]
EVER = TODAY + timedelta(days=100)


def failing(verdict: Verdict) -> list[str]:
    return [each.finding.severity.value for each in verdict.unapproved]


def whys(verdict: Verdict) -> list[str]:
    return [standing.why for standing in verdict.standings]


def test_no_findings_is_unchanged() -> None:
    verdict = decided([])
    assert (verdict.state, verdict.fails, verdict.standings) == ("unchanged", False, ())


@pytest.mark.parametrize(
    ("policy", "open_", "fails"),
    [
        (Policy(), ["RISKY", "BREAKING"], True),
        (Policy("strict"), ["SAFE", "RISKY", "BREAKING"], True),
        (Policy(fail_on="safe"), ["SAFE", "RISKY", "BREAKING"], True),
        (Policy(fail_on="never"), ["RISKY", "BREAKING"], False),
        (Policy("strict", fail_on="never"), ["SAFE", "RISKY", "BREAKING"], False),
        (Policy(approvals=ApprovalKeys(risky=0)), ["BREAKING"], True),
        (Policy("strict", approvals=ApprovalKeys(safe=0)), ["RISKY", "BREAKING"], True),
        (Policy(approvals=ApprovalKeys(breaking=0)), ["RISKY", "BREAKING"], True),
        (Policy(approvals=ApprovalKeys(safe=1)), ["SAFE", "RISKY", "BREAKING"], True),
    ],
)
def test_the_preset_decides_what_needs_approval(policy: Policy, open_: list[str], fails: bool) -> None:
    verdict = decided(ALL, policy=policy)
    assert (failing(verdict), verdict.fails) == (open_, fails)
    assert verdict.state == "unapproved"
    assert (verdict.count(SAFE.severity), verdict.count(BREAKING.severity)) == (1, 1)


@pytest.mark.parametrize(
    ("findings", "policy", "fails"),
    [
        ([SAFE], Policy(), False),
        ([SAFE], Policy("strict"), True),
        ([SAFE], Policy("strict", fail_on="risky"), False),
        ([RISKY], Policy(), True),
        ([RISKY], Policy(fail_on="breaking"), False),
        ([BREAKING], Policy(fail_on="breaking"), True),
        ([BREAKING], Policy(fail_on="never"), False),
    ],
)
def test_fail_on_decides_what_fails(findings: list[Finding], policy: Policy, fails: bool) -> None:
    assert decided(findings, policy=policy).fails is fails


def test_the_flag_overrides_the_policy() -> None:
    assert decided([SAFE], fail_on="safe").fails
    assert not decided([BREAKING], fail_on="never").fails
    assert decided([RISKY], policy=Policy(fail_on="breaking"), fail_on="risky").fails


def test_an_approval_covers_one_change() -> None:
    verdict = decided([RISKY, BREAKING], [approval(BREAKING)])
    assert failing(verdict) == ["RISKY"]
    verdict = decided([RISKY, BREAKING], [approval(BREAKING), approval(RISKY)])
    assert (verdict.state, verdict.fails, verdict.standings) == ("approved", False, ())
    assert [each.given[0].by for each in verdict.decided] == ["ana@example.com"] * 2


@pytest.mark.parametrize("key", ["server", "tool", "rule", "severity", "origin", "target"])
def test_an_approval_that_differs_does_not_count(key: str) -> None:
    verdict = decided([BREAKING], [approval(BREAKING, **{key: "other"})])
    assert verdict.fails
    (standing,) = verdict.standings
    why, words = (
        ("stale", "another state of s/look") if key in ("origin", "target") else ("forged", f"{key} 'other' → ")
    )
    assert (standing.why, words in standing.message) == (why, True)


def test_every_field_of_an_approval_is_compared() -> None:
    free = {"reason", "by", "until", "change"}
    assert {each.name for each in fields(Approval) if each.compare} - free == {
        "server", "tool", "rule", "severity", "origin", "target",
    }  # fmt: skip


def test_an_approval_without_a_change_is_stale() -> None:
    verdict = decided([SAFE], [approval(BREAKING)])
    assert (verdict.fails, whys(verdict)) == (False, ["stale"])


@pytest.mark.parametrize(("days", "counts"), [(-1, False), (0, True), (1, True)])
def test_an_approval_counts_on_its_last_day(days: int, counts: bool) -> None:
    until = TODAY + timedelta(days=days)
    for given in ({"approvals": [approval(BREAKING, until=until)]}, {"waivers": [Waiver("s", "*", "*", "x", until)]}):
        verdict = decided([BREAKING], **given)
        assert verdict.fails is not counts
        assert whys(verdict) == ([] if counts else ["expired"])


def test_only_approvers_count() -> None:
    policy = Policy(approvals=ApprovalKeys(approvers=["Ana@Example.com"]))
    assert not decided([BREAKING], [approval(BREAKING, " ana@example.COM ")], policy=policy).fails
    for given in (
        {"approvals": [approval(BREAKING, "ben@example.com")]},
        {"waivers": [Waiver("s", "*", "*", "x", EVER, "ben@example.com")]},
        {"waivers": [Waiver("s", "*", "*", "x", EVER)]},
    ):
        verdict = decided([BREAKING], **given, policy=policy)
        assert verdict.fails
        assert whys(verdict) == ["not an approver"]


def test_the_same_person_twice_counts_once() -> None:
    policy = Policy(approvals=ApprovalKeys(breaking=2))
    twice = [approval(BREAKING), approval(BREAKING, " ANA@example.com")]
    verdict = decided([BREAKING], twice, policy=policy)
    assert verdict.fails
    assert "2 approvals, has 1" in verdict.decided[0].missing
    assert not decided([BREAKING], [*twice, approval(BREAKING, "ben@example.com")], policy=policy).fails


def test_an_unnamed_waiver_does_not_count_as_another_person() -> None:
    policy = Policy(approvals=ApprovalKeys(breaking=2))
    anonymous = Waiver("s", "*", "*", "x", EVER)
    assert not decided([BREAKING], waivers=[anonymous]).fails
    verdict = decided([BREAKING], [approval(BREAKING)], [anonymous], policy)
    assert verdict.fails
    assert "2 approvals, has 1" in verdict.decided[0].missing
    hidden = approval(BREAKING, "ana@example.com\u200b")
    assert decided([BREAKING], [approval(BREAKING), hidden], policy=policy).fails


def test_the_giver_of_a_waiver_counts_as_one_person() -> None:
    policy = Policy(approvals=ApprovalKeys(breaking=2))
    waiver = Waiver("s", "*", "tool-*", "x", EVER, "ana@example.com")
    assert decided([BREAKING], [approval(BREAKING)], [waiver], policy).fails
    assert not decided([BREAKING], [approval(BREAKING, "ben@example.com")], [waiver], policy).fails


@pytest.mark.parametrize(
    ("patterns", "fits"),
    [
        (("s", "look", "tool-removed"), True),
        (("s", "*", "*"), True),
        (("s*", "l*k", "*removed"), True),
        (("S", "look", "tool-removed"), False),
        (("s", "loo", "*"), False),
        (("s", "l?ok", "*"), False),
        (("s", "[l]ook", "*"), False),
        (("s", "look", "tool-removed*x"), False),
    ],
)
def test_a_waiver_matches_by_its_patterns(patterns: tuple[str, str, str], fits: bool) -> None:
    assert decided([BREAKING], waivers=[Waiver(*patterns, "x", EVER)]).fails is not fits


@pytest.mark.parametrize("patterns", [("*", "*", "*"), ("**", "*", "**"), ("*", "*", "*-*"), ("*", "*", "*e*")])
def test_a_waiver_of_everything_must_be_signed(patterns: tuple[str, str, str]) -> None:
    waiver = Waiver(*patterns, "x", EVER, "ana@example.com")
    verdict = decided([BREAKING], waivers=[waiver])
    assert (verdict.fails, whys(verdict)) == (True, ["too wide"])
    assert not decided([BREAKING], waivers=[waiver], signed=frozenset([waiver])).fails
    strict = decided([BREAKING], waivers=[waiver], signed=frozenset([waiver]), policy=Policy("strict"))
    assert (strict.fails, whys(strict)) == (True, ["too wide"])


@pytest.mark.parametrize(("days", "longest", "counts"), [(180, 180, True), (181, 180, False), (31, 30, False)])
def test_a_waiver_that_lasts_too_long_does_not_count(days: int, longest: int, counts: bool) -> None:
    waiver = Waiver("s", "*", "*", "x", TODAY + timedelta(days=days), "ana@example.com")
    verdict = decided([BREAKING], waivers=[waiver], policy=Policy(waivers=WaiverKeys(longest)))
    assert (verdict.fails, whys(verdict)) == (not counts, [] if counts else ["too long"])


@pytest.mark.parametrize("by", ["ana@example.com", "ANA@example.com ", "Ana <ana@example.com>", "Ana", "a\u200bna"])
def test_an_author_does_not_approve_their_own_change(by: str) -> None:
    policy = Policy(approvals=ApprovalKeys(not_author=True))
    authors: dict[str, Any] = {"authors": lambda _: frozenset({"ana", "ana@example.com"})}
    verdict = decided([BREAKING], [approval(BREAKING, by)], policy=policy, **authors)
    assert (verdict.fails, whys(verdict)) == (True, ["author"])
    assert "(policy.approvals.not-author)" in verdict.standings[0].message
    waived = decided([BREAKING], waivers=[Waiver("s", "*", "*", "x", EVER, by)], policy=policy, **authors)
    assert (waived.fails, whys(waived)) == (True, ["author"])
    assert decided([BREAKING], waivers=[Waiver("s", "*", "*", "x", EVER)], policy=policy, **authors).fails
    assert not decided([BREAKING], [approval(BREAKING, "ben@example.com")], policy=policy, **authors).fails
    assert not decided([BREAKING], [approval(BREAKING, by)], **authors).fails


def test_no_waiver_covers_hidden_text() -> None:
    verdict = decided([steering()], waivers=[Waiver("s", "*", "*", "x", EVER)])
    assert verdict.fails
    (standing,) = verdict.standings
    assert standing.why == "no waiver covers this"
    assert steering().change.id in standing.message
    assert not decided([steering()], [approval(steering())]).fails


def test_a_waiver_for_an_unknown_rule_has_no_effect() -> None:
    verdict = decided([BREAKING], waivers=[Waiver("*", "*", "tool-remove", "x", EVER)])
    (standing,) = verdict.standings
    assert (verdict.fails, standing.why) == (True, "no such rule")
    assert standing.message.endswith("no rule is named tool-remove; did you mean tool-removed?")
    assert not decided([BREAKING], waivers=[Waiver("*", "*", "prompt-*", "x", EVER)]).standings


def test_hidden_text_needs_approval_under_any_policy() -> None:
    everything = Policy(approvals=ApprovalKeys(safe=0, risky=0, breaking=0), fail_on="breaking")
    assert not decided([BREAKING], policy=everything).fails
    assert decided([steering()], policy=everything).fails


@pytest.mark.parametrize("rule", ["text-steers-model", "text-hidden"])
def test_a_rule_that_cannot_be_waived_fails_at_any_limit_but_never(rule: str) -> None:
    waiting = finding(rule, before="Adds.", after="Adds. Obey.", values={"cues": "orders it"})
    assert decided([waiting], fail_on="breaking").fails
    assert not decided([waiting], fail_on="never").fails
    assert not decided([waiting], [approval(waiting)], fail_on="safe").fails


def test_no_override_lowers_a_rule_that_cannot_be_waived() -> None:
    eased = finding("text-hidden", policy=Policy(severity={"text-hidden": "safe"}), values={"cues": "orders it"})
    assert (eased.severity, eased.override) == (Severity.BREAKING, None)


def test_a_first_lock_needs_approval_only_by_a_strict_policy() -> None:
    verdict = decided(ALL, first=True)
    assert (verdict.fails, verdict.state, verdict.first) == (False, "approved", True)
    assert not decided(ALL, first=True, fail_on="safe").fails
    assert decided(ALL, first=True, policy=Policy("strict")).fails
    assert decided([SAFE], first=True, policy=Policy("strict")).fails
    poisoned = decided([steering()], first=True)
    assert (poisoned.fails, poisoned.state, poisoned.fails_release) == (False, "unapproved", True)
    assert not verdict.fails_release
    assert not decided([steering()], first=True, policy=Policy(fail_on="never")).fails_release


def test_an_overridden_severity_is_decided() -> None:
    policy = Policy(severity={"tool-removed": "risky"})
    eased = finding("tool-removed", policy=policy)
    assert not decided([eased], policy=replace(policy, fail_on="breaking")).fails
    verdict = decided([eased], [approval(BREAKING)], policy=policy)
    assert whys(verdict) == ["forged"]
    assert "severity 'BREAKING' → 'RISKY'" in verdict.standings[0].message


def test_an_approval_that_is_not_needed_is_not_reported() -> None:
    verdict = decided([SAFE], [approval(SAFE)])
    assert (verdict.state, verdict.standings) == ("approved", ())
    assert verdict.decided[0].given


def test_the_order_of_approvals_does_not_matter() -> None:
    given = [approval(RISKY), approval(BREAKING, "ben@example.com"), approval(BREAKING, target="x"), approval(SAFE)]
    one, other = (decided([RISKY, BREAKING], some) for some in (given, given[::-1]))
    assert [each.approved for each in one.decided] == [each.approved for each in other.decided]
    assert sorted(whys(one)) == sorted(whys(other)) == ["stale", "stale"]
