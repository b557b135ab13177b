"""The message of a finding."""

import pytest

from govern.contract.json_text import Json
from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids
from govern.facts.change import Change
from govern.rules.finding import Override, judge
from govern.rules.rule import RULES, Example, Severity
from tests.rules.firing import changes_of


@pytest.mark.parametrize(
    ("before", "after", "how"),
    [
        ("Finds loans.", "", "removed"),
        ("Finds loans.", None, "removed"),
        ("", "Finds loans.", "added"),
        (None, "Finds loans.", "added"),
        ("Finds loans.", "Finds books.", "reworded"),
        (None, "", "added (empty)"),
    ],
)
def test_emptying_a_text_removes_it_and_filling_it_adds_it(before: str | None, after: str | None, how: str):
    sides = ({} if text is None else {"description": text} for text in (before, after))
    (change,) = (each for each in changes_of(Example("tool", *sides)) if each.rule.startswith("tool-description"))
    assert judge(change, lambda _: None, ("-", "-")).message.endswith(how)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("10 KB", "10 KB"),
        ("", '""'),
        (["a"], '["a"]'),
        (True, "true"),
        (3, "3"),
        (ABSENT, "not set"),
        ("x" * 200, "x" * 200),
        ("x" * 201, "x" * 200 + "…"),
    ],
)
def test_values_are_shown_as_they_are_or_as_json(value: Json | Absent, shown: str):
    change = Change(ids.GUARD_LOOSENED, "a", "tool", "t", before="1 KB", after=value)
    assert judge(change, lambda _: None, ("-", "-")).message == f"guard: 1 KB → {shown}"


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (True, "true", 'true → "true"'),
        ("1", 1, '"1" → 1'),
        ("x" * 300 + "old", "x" * 300 + "new", f'…{"x" * 40}old" → …{"x" * 40}new"'),
        ("x" * 300, "x" * 301, f'…{"x" * 39}x" → …{"x" * 39}xx"'),
    ],
)
def test_different_values_look_different(before: Json, after: Json, shown: str):
    change = Change(ids.GUARD_LOOSENED, "a", "tool", "t", before=before, after=after)
    assert judge(change, lambda _: None, ("-", "-")).message == f"guard: {shown}"


def test_policy_overrides_only_rules_that_may_be_waived():
    override = Override(Severity.RISKY)
    for rule in RULES.values():
        change = Change(rule.id, "a", "tool", "t", before="a", after="b")
        assert judge(change, lambda _: override, ("-", "-")).override == (override if rule.waivable else None)
