"""The version that changes need."""

import pytest

from govern.contract.version import Version
from govern.gate.release import RequiredBump, next_version, required_bump, step_between
from govern.policy.settings import BumpKeys, Policy
from tests.rules.deciding import finding, steering


def version(text: str) -> Version:
    read = Version.read(text)
    assert read is not None
    return read


@pytest.mark.parametrize(
    ("base", "step", "following"),
    [
        ("1.2.3", "major", "2.0.0"),
        ("1.2.3", "minor", "1.3.0"),
        ("1.2.3", "patch", "1.2.4"),
        ("1.2.3", "none", "1.2.3"),
        ("0.4.2", "major", "0.5.0"),
        ("0.4.2", "minor", "0.4.3"),
        ("0.4.2", "patch", "0.4.3"),
        ("0.0.2", "major", "0.0.3"),
        ("0.0.2", "patch", "0.0.3"),
        ("0.0.2", "none", "0.0.2"),
        ("2.0.0-rc.1", "major", "2.0.0"),
        ("2.0.0-rc.1", "minor", "2.0.0"),
        ("2.0.0-rc.1", "patch", "2.0.0"),
        ("2.1.0-rc.1", "major", "3.0.0"),
        ("2.1.0-rc.1", "minor", "2.1.0"),
        ("2.1.1-rc.1", "minor", "2.2.0"),
        ("2.1.1-rc.1", "patch", "2.1.1"),
        ("0.4.0-rc.1", "major", "0.4.0"),
        ("1.2.3+build", "patch", "1.2.4"),
    ],
)
def test_the_next_version(base: str, step: str, following: str) -> None:
    assert str(next_version(version(base), step)) == following  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "step"),
    [
        ([], "none"),
        (["definition-cost-moved"], "patch"),
        (["tool-added"], "minor"),
        (["input-property-added", "definition-cost-moved"], "minor"),
        (["output-deprecated-added"], "patch"),
        (["input-bound-loosened"], "patch"),
        (["tool-description-changed"], "minor"),
        (["destructive-tool-added"], "minor"),
        (["tool-added", "tool-removed", "tool-description-changed"], "major"),
        (["policy-weakened"], "none"),
    ],
)
def test_the_step_that_changes_need(rules: list[str], step: str) -> None:
    found = []
    for rule in rules:
        made = finding(rule)
        if rule == "policy-weakened":
            object.__setattr__(made.change, "kind", "policy")
        found.append(made)
    bump, because = required_bump(found, BumpKeys())
    assert bump == step
    assert (because is None) == (step == "none")


def test_policy_sets_the_steps() -> None:
    keys = BumpKeys(breaking="minor", risky="patch", added="major", safe="none")
    for rule, step in (
        ("tool-removed", "minor"),
        ("tool-description-changed", "patch"),
        ("tool-added", "major"),
        ("destructive-tool-added", "major"),
        ("definition-cost-moved", "none"),
    ):
        assert required_bump([finding(rule)], keys)[0] == step


def test_an_overridden_severity_decides_the_step() -> None:
    assert required_bump([finding(policy=Policy(severity={"tool-removed": "safe"}))], BumpKeys())[0] == "patch"


def test_hidden_text_needs_the_step_of_a_breaking_change() -> None:
    assert required_bump([steering()], BumpKeys())[0] == "major"


@pytest.mark.parametrize(
    ("base", "step", "declared", "met"),
    [
        ("1.2.3", "major", "2.0.0", True),
        ("1.2.3", "major", "1.3.0", False),
        ("1.2.3", "major", "2.0.0-alpha.1", True),
        ("1.2.3", "major", "3.0.0", True),
        ("1.2.3", "patch", "1.2.3", False),
        ("1.2.3", "patch", "1.2.4-rc.1", True),
        ("1.2.3", "minor", "1.2.9", False),
        ("1.2.3", "none", "1.2.3", True),
        ("1.2.3", "none", "1.2.2", False),
        ("1.2.3", "none", "2.0.0", True),
        ("2.0.0-rc.1", "major", "2.0.0-rc.2", True),
        ("2.0.0-rc.1", "major", "2.0.0-rc.1", False),
        ("0.4.2", "major", "0.4.3", False),
        ("0.4.2", "major", "0.5.0", True),
        ("0.4.2", "minor", "0.4.3", True),
        ("0.4.2", "major", "1.0.0", True),
    ],
)
def test_whether_a_declared_version_is_enough(base: str, step: str, declared: str, met: bool) -> None:
    bump = RequiredBump(step, None, version(base), version(declared))  # type: ignore[arg-type]
    assert bump.met is met


def test_without_a_version_no_step_is_required() -> None:
    for bump in (
        RequiredBump("major"),
        RequiredBump("major", base=version("1.0.0")),
        RequiredBump("major", declared=version("1.0.0")),
    ):
        assert bump.met
    assert RequiredBump("major").next is None
    assert RequiredBump("major").actual_step == "major"


def test_before_version_1_the_actual_step_is_smaller() -> None:
    assert RequiredBump("major", base=version("0.4.2")).actual_step == "minor"
    assert RequiredBump("major", base=version("0.0.2")).actual_step == "patch"


@pytest.mark.parametrize(
    ("base", "other", "step"),
    [("1.2.3", "2.0.0", "major"), ("1.2.3", "1.3.0", "minor"), ("1.2.3", "1.2.4", "patch"), ("1.2.3", "1.2.3", "none"),
     ("1.2.3", "1.0.0", "none"), ("1.2.3-rc.1", "1.2.3", "patch")],
)  # fmt: skip
def test_the_step_between_two_versions(base: str, other: str, step: str) -> None:
    assert step_between(version(base), version(other)) == step
