"""The JSON document of `govern explain`."""

from collections.abc import Iterable
from typing import Any, Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.rules.rule import Rule


class RuleExampleDocument(TypedDict):
    """The smallest change that a rule matches; a side that does not exist is null."""

    kind: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None


class RuleDocument(TypedDict):
    """A rule; `mirror` is the rule for the reverse change, and `remedy` what to do."""

    id: str
    severity: Literal["BREAKING", "RISKY", "SAFE"]
    title: str
    why: str
    remedy: str
    lane: Literal["compatibility", "text", "reach"]
    mirror: str | None
    waivable: bool
    since: str
    spec: str
    example: RuleExampleDocument


class ExplainDocument(TypedDict):
    """`govern explain --json`: the rule that was named, or all of them."""

    format: Literal["govern.explain/1"]
    rules: list[RuleDocument]


def explain_document(rules: Iterable[Rule]) -> ExplainDocument:
    """Return rules as a document, in the given order."""
    return {"format": "govern.explain/1", "rules": [_rule_document(rule) for rule in rules]}


def _rule_document(rule: Rule) -> RuleDocument:
    return {
        "id": rule.id,
        "severity": rule.severity.value,
        "title": rule.title,
        "why": rule.why,
        "remedy": rule.remedy,
        "lane": rule.lane,
        "mirror": rule.mirror,
        "waivable": rule.waivable,
        "since": rule.since,
        "spec": rule.spec,
        "example": {"kind": rule.example.kind, "before": rule.example.before, "after": rule.example.after},
    }
