"""Severities that policy gives in place of the table's: judged, and looked up for a change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.characters import without_hidden
from govern.errors import did_you_mean
from govern.policy.problems import ConfigProblem, dotted
from govern.rules.finding import Override
from govern.rules.rule import Severity
from govern.rules.table import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.facts.change import Change
    from govern.policy.problems import KeyPath
    from govern.policy.settings import Policy
    from govern.rules.finding import Overrides
    from govern.rules.rule import Rule

_WHERE: KeyPath = ("policy", "severity")
_KEYS = ("severity", "reason")
_WORDS = [severity.value.lower() for severity in Severity]
_COMPATIBLE = Override(Severity.SAFE, "the preset is compatible: rewording is free", "policy.preset")


def overrides(policy: Policy) -> Overrides:
    """What policy says of a change, the narrowest first: for its tool, its server, its rule, then by the preset."""
    given = {place[2:]: _override(value, place) for place, value in _given(policy.severity)}
    compatible = policy.preset == "compatible"

    def override(change: Change) -> Override | None:
        for where in ((f"{change.server}/{change.name}",), (change.server,), ()):
            if found := given.get((*where, change.rule)):
                return found
        return _COMPATIBLE if compatible and is_rewording(RULES[change.rule]) else None

    return override


def is_rewording(rule: Rule) -> bool:
    """Whether the rule speaks of words that changed and brought nothing else with them."""
    return rule.lane == "text" and rule.id.endswith("-changed") and rule.severity is Severity.RISKY


def severity_problems(severities: Mapping[str, Any]) -> Iterator[ConfigProblem]:
    """Everything that means nothing: rules that there are not, and severities for what no policy makes harmless."""
    for key, value in severities.items():
        server, slash, tool = key.partition("/")
        if isinstance(value, str) and slash:
            yield ConfigProblem((*_WHERE, key), "needs a rule: a table of rules and severities")
        elif _is_table(value) and (key in RULES or not server or (slash and not tool)):
            yield ConfigProblem((*_WHERE, key), 'only a server or "server/tool" holds a table of rules')
    for place, value in _given(severities):
        yield from _value(value, place)
        yield from _rule(str(place[-1]), value, place)


def _given(severities: Mapping[str, Any]) -> Iterator[tuple[KeyPath, Any]]:
    """Each severity with its place, which ends in the rule's name."""
    for key, value in severities.items():
        if _is_table(value):
            yield from (((*_WHERE, key, rule), inner) for rule, inner in value.items())
        elif "/" not in key:
            yield (*_WHERE, key), value


def _is_table(value: Any) -> bool:
    """Whether it holds rules, and not a severity and its reason."""
    return isinstance(value, dict) and not value.keys() & set(_KEYS)


def _value(value: Any, place: KeyPath) -> Iterator[ConfigProblem]:
    if not isinstance(value, dict):
        yield from _word(value, place)
        return
    yield from (
        ConfigProblem((*place, key), "no such key; there are severity and reason") for key in value.keys() - {*_KEYS}
    )
    yield from (ConfigProblem((*place, key), "is missing") for key in _KEYS if key not in value)
    if "severity" in value:
        yield from _word(value["severity"], (*place, "severity"))
    reason = value.get("reason", "-")
    if not isinstance(reason, str):
        yield ConfigProblem((*place, "reason"), "should be a string")
    elif not without_hidden(reason).strip():
        yield ConfigProblem((*place, "reason"), "is empty")


def _word(value: Any, place: KeyPath) -> Iterator[ConfigProblem]:
    if value not in _WORDS:
        meant = did_you_mean(value, _WORDS) if isinstance(value, str) else ""
        yield ConfigProblem(place, f"should be {' | '.join(_WORDS)}{meant}")


def _rule(name: str, value: Any, place: KeyPath) -> Iterator[ConfigProblem]:
    rule = RULES.get(name)
    if rule is None:
        meant = did_you_mean(name, RULES) or "; `govern explain` lists them"
        yield ConfigProblem(place, f"there is no such rule{meant}")
    elif not rule.waivable and _severity(value) in _WORDS[: rule.severity.rank]:
        yield ConfigProblem(place, "no policy makes this rule less severe; approve a change that it names by itself")


def _override(value: Any, place: KeyPath) -> Override:
    reason = value["reason"] if isinstance(value, dict) else ""
    return Override(Severity(_severity(value).upper()), reason, dotted(place))


def _severity(value: Any) -> Any:
    return value.get("severity") if isinstance(value, dict) else value
