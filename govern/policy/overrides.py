"""Severities that `[policy.severity]` sets instead of those of the rules: validation and lookup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.characters import without_hidden
from govern.errors import did_you_mean
from govern.policy.parsing import ConfigProblem, dotted
from govern.rules.finding import Override
from govern.rules.rule import RULES, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.facts.change import Change
    from govern.policy.parsing import KeyPath
    from govern.policy.settings import Policy
    from govern.rules.finding import Overrides
    from govern.rules.rule import Rule

_WHERE: KeyPath = ("policy", "severity")
_KEYS = ("severity", "reason")
_WORDS = [severity.value.lower() for severity in Severity]
_COMPATIBLE = Override(Severity.SAFE, "preset compatible: rewording needs no approval", "policy.preset")


def overrides(policy: Policy) -> Overrides:
    """Return a lookup of the override for a change: by its tool, then server, then rule, then the preset.

    For a change that joins several, a higher severity of one of their rules counts.
    """
    given = {path[2:]: _override(value, path) for path, value in _each_severity(policy.severity)}
    compatible = policy.preset == "compatible"

    def narrowest(change: Change, rule: str) -> Override | None:
        places = (f"{change.server}/{change.name}",), (change.server,), ()
        return next((found for where in places if (found := given.get((*where, rule)))), None)

    def override(change: Change) -> Override | None:
        rule = RULES[change.rule]
        found = narrowest(change, rule.id) or (_COMPATIBLE if compatible and is_rewording(rule) else None)
        joined = [each for part in change.values.get("joined", ()) if (each := narrowest(change, part))]
        strictest = max(joined, key=lambda each: each.severity.rank, default=found)
        severity = found.severity if found else rule.severity
        return strictest if strictest and strictest.severity.rank > severity.rank else found

    return override


def is_rewording(rule: Rule) -> bool:
    """Return whether the rule is about a text that was only reworded."""
    return rule.lane == "text" and rule.id.endswith("-changed") and rule.severity is Severity.RISKY


def severity_problems(severities: Mapping[str, Any]) -> Iterator[ConfigProblem]:
    """Yield the problems in `[policy.severity]`: unknown rules, invalid values, rules that must stay as severe."""
    for key, value in severities.items():
        server, slash, tool = key.partition("/")
        if isinstance(value, str) and slash:
            yield ConfigProblem((*_WHERE, key), "should be a table of rules and severities")
        elif _is_table(value) and (key in RULES or not server or (slash and not tool)):
            yield ConfigProblem((*_WHERE, key), 'a table of rules is only valid for a server or "server/tool"')
    for path, value in _each_severity(severities):
        yield from _value_problems(value, path)
        yield from _rule_problems(str(path[-1]), value, path)


def _each_severity(severities: Mapping[str, Any]) -> Iterator[tuple[KeyPath, Any]]:
    """Yield each severity with its key path, which ends in the rule."""
    for key, value in severities.items():
        if _is_table(value):
            yield from (((*_WHERE, key, rule), inner) for rule, inner in value.items())
        elif "/" not in key:
            yield (*_WHERE, key), value


def _is_table(value: Any) -> bool:
    """Return whether the value is a table of rules, and not a severity with a reason."""
    return isinstance(value, dict) and not value.keys() & set(_KEYS)


def _value_problems(value: Any, path: KeyPath) -> Iterator[ConfigProblem]:
    if not isinstance(value, dict):
        yield from _word_problems(value, path)
        return
    yield from (
        ConfigProblem((*path, key), "unknown key; valid keys are severity and reason")
        for key in value.keys() - {*_KEYS}
    )
    yield from (ConfigProblem((*path, key), "is missing") for key in _KEYS if key not in value)
    if "severity" in value:
        yield from _word_problems(value["severity"], (*path, "severity"))
    reason = value.get("reason", "-")
    if not isinstance(reason, str):
        yield ConfigProblem((*path, "reason"), "should be a string")
    elif not without_hidden(reason).strip():
        yield ConfigProblem((*path, "reason"), "is empty")


def _word_problems(value: Any, path: KeyPath) -> Iterator[ConfigProblem]:
    if value not in _WORDS:
        suggestion = did_you_mean(value, _WORDS) if isinstance(value, str) else ""
        yield ConfigProblem(path, f"should be {' | '.join(_WORDS)}{suggestion}")


def _rule_problems(name: str, value: Any, path: KeyPath) -> Iterator[ConfigProblem]:
    rule = RULES.get(name)
    if rule is None:
        suggestion = did_you_mean(name, RULES) or "; `govern explain` lists the rules"
        yield ConfigProblem(path, f"unknown rule{suggestion}")
    elif not rule.waivable and _severity(value) in _WORDS[: rule.severity.rank]:
        yield ConfigProblem(path, "the severity of this rule cannot be lowered; approve each change by its ID")


def _override(value: Any, path: KeyPath) -> Override:
    reason = value["reason"] if isinstance(value, dict) else ""
    return Override(Severity(_severity(value).upper()), reason, dotted(path))


def _severity(value: Any) -> Any:
    return value.get("severity") if isinstance(value, dict) else value
