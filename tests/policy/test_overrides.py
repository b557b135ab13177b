"""Severities that policy sets in place of the rules' own."""

from typing import Any

import pytest

from govern.facts.change import Change
from govern.findings import findings
from govern.policy.overrides import overrides, severity_problems
from govern.policy.settings import Policy
from govern.rules.finding import Override, judge
from govern.rules.rule import RULES, Severity
from tests.lockfile.building import lock_of, locked

SAFE, RISKY, BREAKING = Severity
GIVEN: dict[str, Any] = {
    "tool-removed": "risky",
    "tool-added": {"severity": "breaking", "reason": "we look at each"},
    "github": {"tool-removed": "safe"},
    "github/find issues": {"tool-removed": {"severity": "breaking", "reason": "agents live on it"}},
}


def change(rule: str, server: str = "github", name: str = "search") -> Change:
    return Change(rule, server, "tool", name)


def test_nothing_is_overridden_by_default() -> None:
    override = overrides(Policy())
    assert all(override(change(rule)) is None for rule in RULES)


@pytest.mark.parametrize(
    ("wanted", "severity", "reason", "where"),
    [
        (change("tool-removed", "docs"), RISKY, "", "policy.severity.tool-removed"),
        (change("tool-added"), BREAKING, "we look at each", "policy.severity.tool-added"),
        (change("tool-removed"), SAFE, "", "policy.severity.github.tool-removed"),
        (
            change("tool-removed", name="find issues"),
            BREAKING,
            "agents live on it",
            'policy.severity."github/find issues".tool-removed',
        ),
        (change("tool-removed", "docs", "find issues"), RISKY, "", "policy.severity.tool-removed"),
    ],
)
def test_the_narrowest_override_applies(wanted: Change, severity: Severity, reason: str, where: str) -> None:
    assert overrides(Policy(severity=GIVEN))(wanted) == Override(severity, reason, where)


def test_a_finding_names_the_override() -> None:
    found = judge(change("tool-removed"), overrides(Policy(severity=GIVEN)), ("-", "-"))
    assert (found.severity, found.rule.severity) == (SAFE, BREAKING)
    assert found.override is not None


def test_preset_compatible_makes_only_rewording_safe() -> None:
    override = overrides(Policy("compatible"))
    eased = {rule for rule in RULES if override(change(rule))}
    assert {"tool-description-changed", "tool-title-changed", "server-instructions-changed"} <= eased
    assert all(RULES[rule].lane == "text" and rule.endswith("-changed") for rule in eased)
    assert not eased & {"text-cue-added", "text-hidden", "resource-mime-changed", "icons-changed"}
    assert override(change("tool-description-changed")) == Override(
        SAFE, "preset compatible: rewording needs no approval", "policy.preset"
    )


def test_an_override_outranks_the_preset() -> None:
    policy = Policy("compatible", severity={"tool-description-changed": "breaking"})
    found = overrides(policy)(change("tool-description-changed"))
    assert found
    assert found.severity is BREAKING


PLAIN: dict[str, Any] = {"name": "search", "inputSchema": {"type": "object"}}
CLOSED = PLAIN | {"annotations": {"openWorldHint": False, "title": "A"}}
OPEN = PLAIN | {"annotations": {"openWorldHint": True, "title": "B"}}
DESTRUCTIVE = PLAIN | {"annotations": {"openWorldHint": True, "destructiveHint": True}}


@pytest.mark.parametrize(
    ("tools", "given", "severity"),
    [
        ([[CLOSED], [OPEN]], {"open-world-claimed": "breaking"}, BREAKING),
        ([[CLOSED], [OPEN]], {"s/search": {"open-world-claimed": "breaking"}, "annotations-changed": "safe"}, BREAKING),
        ([[CLOSED], [OPEN]], {"open-world-claimed": "safe"}, RISKY),
        ([[CLOSED], [OPEN]], {"annotations-changed": "safe"}, SAFE),
        ([[], [OPEN]], {"tool-added": "breaking"}, BREAKING),
        ([[], [DESTRUCTIVE]], {"tool-added": "breaking"}, BREAKING),
        ([[], [DESTRUCTIVE]], {"open-world-tool-added": "breaking"}, BREAKING),
        ([[], [DESTRUCTIVE]], {"tool-added": "safe"}, RISKY),
    ],
)
def test_a_change_that_joins_several_is_as_severe_as_policy_makes_one_of_them(
    tools: list[list[dict[str, Any]]], given: dict[str, Any], severity: Severity
) -> None:
    old, new = (lock_of(locked("s", *side)) for side in tools)
    (found, *_) = findings(old, new, Policy(severity=given))
    assert found.severity is severity


def test_a_rule_that_cannot_be_waived_stays_breaking() -> None:
    harmless: list[dict[str, Any]] = [{"text-hidden": "safe"}, {"github/search": {"text-hidden": "risky"}}]
    for severities in harmless:
        (problem,) = severity_problems(severities)
        assert "the severity of this rule cannot be lowered" in problem.message
        # Defence in depth: the check is repeated here.
        assert judge(change("text-hidden"), overrides(Policy(severity=severities)), ("", "")).severity is BREAKING
    assert list(severity_problems({"text-hidden": "breaking"})) == []


def test_every_problem_is_reported_with_its_key() -> None:
    wrong = {"tool-remved": "safe", "s": {"nonsense": "safe", "tool-added": {"severity": "safe"}}}
    found = {problem.path[2:]: problem.message for problem in severity_problems(wrong)}
    assert found == {
        ("tool-remved",): "unknown rule; did you mean tool-removed?",
        ("s", "nonsense"): "unknown rule; `govern explain` lists the rules",
        ("s", "tool-added", "reason"): "is missing",
    }
