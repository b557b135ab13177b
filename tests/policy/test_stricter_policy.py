"""The stricter of two policies, key by key, with the effect of approved weakenings."""

from dataclasses import replace
from typing import Any

import pytest

from govern.policy.key_changes import change_at
from govern.policy.overrides import overrides
from govern.policy.settings import (
    ApprovalKeys,
    BudgetKeys,
    BumpKeys,
    GateKeys,
    Policy,
    SignatureKeys,
    TraceKeys,
)
from govern.policy.stricter_policy import stricter_policy
from govern.rules.rule import RULES

STRICT, PLAIN, LAX = Policy("strict"), Policy(), Policy("compatible", fail_on="never")


@pytest.mark.parametrize(("old", "new"), [(STRICT, LAX), (LAX, STRICT), (PLAIN, STRICT)])
def test_the_stricter_preset_applies(old: Policy, new: Policy) -> None:
    both = stricter_policy(old, new)
    assert (both.preset, both.effective_fail_on, both.effective_unpinned) == ("strict", "safe", "fail")


@pytest.mark.parametrize("policy", [STRICT, PLAIN, LAX, Policy(fail_on="breaking", approvals=ApprovalKeys(risky=0))])
def test_a_policy_combined_with_itself_is_unchanged(policy: Policy) -> None:
    both = stricter_policy(policy, policy)
    assert (both.preset, both.approvals, both.budget) == (policy.preset, policy.approvals, policy.budget)
    assert both.effective_fail_on == policy.effective_fail_on


@pytest.mark.parametrize(
    ("old", "new", "severity"),
    [
        ({}, {"tool-removed": "safe"}, "BREAKING"),
        ({"tool-removed": "safe"}, {}, "BREAKING"),
        ({"tool-removed": "safe"}, {"tool-removed": "risky"}, "RISKY"),
        ({"tool-added": "breaking"}, {"tool-added": "risky"}, "BREAKING"),
        ({"s": {"tool-removed": "safe"}}, {"s/look": {"tool-removed": "risky"}}, "RISKY"),
        ({"tool-removed": "risky"}, {"s/look": {"tool-removed": "safe"}}, "RISKY"),
    ],
)
def test_the_higher_severity_applies_to_every_change(old: dict[str, Any], new: dict[str, Any], severity: str) -> None:
    both = stricter_policy(Policy(severity=old), Policy(severity=new))
    rule = next(iter((old | new).keys() & RULES.keys()), "tool-removed")
    given = overrides(both)(change_at("s/look", rule))
    assert (given.severity if given else RULES[rule].severity) == severity


def test_rewording_is_safe_only_if_both_policies_allow_it() -> None:
    rule = "tool-description-changed"
    for old, new, free in ((PLAIN, LAX, False), (LAX, PLAIN, False), (LAX, LAX, True)):
        given = overrides(stricter_policy(old, new))(change_at("s/look", rule))
        assert (given is not None and given.severity == "SAFE") is free


def approvals(*who: str, breaking: int | None = None) -> Policy:
    return Policy(approvals=ApprovalKeys(list(who), breaking=breaking))


def test_the_old_approvers_apply_if_there_were_any() -> None:
    assert stricter_policy(approvals("ana"), approvals("ana", "eve")).approvals.approvers == ["ana"]
    assert stricter_policy(approvals("ana", "ben"), approvals("ana")).approvals.approvers == ["ana", "ben"]
    assert stricter_policy(approvals(), approvals("ana")).approvals.approvers == ["ana"]


def test_the_number_of_people_never_exceeds_the_approvers() -> None:
    assert stricter_policy(approvals(breaking=2), approvals(breaking=1)).approvals.breaking == 2
    assert stricter_policy(approvals(), approvals(breaking=3)).approvals.breaking == 3
    assert stricter_policy(approvals("ana", "ben"), approvals("ana", "ben", "cy", breaking=3)).approvals.breaking == 2
    assert stricter_policy(PLAIN, PLAIN).approvals == ApprovalKeys()


def test_a_raised_budget_applies_once_approved() -> None:
    old, new = Policy(budget=BudgetKeys(10, 20)), Policy(budget=BudgetKeys(30, None, 5.0))
    assert stricter_policy(old, new).budget == BudgetKeys(10, 20, 5.0)
    allowed = {"policy.budget.server-tokens", "policy.budget.tool-tokens"}
    assert stricter_policy(old, new, allowed).budget == BudgetKeys(30, None, 5.0)


def test_other_weakenings_apply_once_approved() -> None:
    old = Policy(
        results=["eval.json"],
        gate=GateKeys("fail"),
        bump=BumpKeys("major", "minor", "minor", "patch"),
        signatures=SignatureKeys(lock=2, signers=["ana"], approvals=True),
        traces=TraceKeys(required=True),
    )
    new = Policy(gate=GateKeys("ignore"), bump=BumpKeys("minor", "patch", "none", "none"))
    both = stricter_policy(old, new)
    assert (both.results, both.gate.unpinned, both.bump, both.traces.required) == (
        ["eval.json"],
        "fail",
        old.bump,
        True,
    )
    assert (both.signatures.lock, both.signatures.signers, both.signatures.approvals) == (2, ["ana"], True)
    allowed = {
        'policy.results."eval.json"', "policy.gate.unpinned", "policy.traces.required", "policy.signatures.lock",
        "policy.signatures.signers.ana",
        *(f"policy.bump.{key}" for key in ("breaking", "risky", "added", "safe")),
    }  # fmt: skip
    both = stricter_policy(old, new, allowed)
    signatures = SignatureKeys(approvals=True)
    assert both == replace(
        new, fail_on="risky", approvals=both.approvals, gate=GateKeys("ignore"), signatures=signatures
    )


def test_a_new_identity_may_sign_once_approved() -> None:
    ana, eve = {"ana@example.com": "https://a.example"}, {"eve@example.com": "https://a.example"}
    old, new = (Policy(signatures=SignatureKeys(1, sigstore=each)) for each in (ana, ana | eve))
    assert stricter_policy(old, new).signatures.sigstore == ana
    assert stricter_policy(old, new, {'policy.signatures.sigstore."eve@example.com"'}).signatures.sigstore == ana | eve
    moved = replace(new, signatures=SignatureKeys(1, sigstore={"ana@example.com": "https://eve.example"}))
    assert stricter_policy(old, moved).signatures.sigstore == {}
    assert stricter_policy(Policy(), new).signatures.sigstore == ana | eve


def test_approval_keys_are_always_the_stricter_ones() -> None:
    old = Policy("strict", reach=["cursor"])
    new = Policy("compatible", severity={"tool-removed": "safe"}, reading="literal", reach=["openai"])
    allowed = {"policy.preset", "policy.severity.tool-removed", "policy.reading", "policy.reach.cursor"}
    both = stricter_policy(old, new, allowed)
    assert (both.preset, both.reading, both.reach) == ("strict", "documented", ["openai", "cursor"])
    given = overrides(both)(change_at("s/look", "tool-removed"))
    assert given is not None
    assert given.severity == "BREAKING"
