"""Rows that rules about input and output schemas have in common, and their examples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from govern.rules.rule import Example, Rule, Severity

_SPEC = "https://json-schema.org/draft/2020-12/json-schema-"
VALIDATION, CORE = f"{_SPEC}validation", f"{_SPEC}core"
TEXT: dict[str, Any] = {"type": "string"}
KNOWN: dict[str, Any] = {"type": "object", "properties": {"y": TEXT}}
BY_ID: dict[str, Any] = {"type": "object", "properties": {"id": TEXT}, "required": ["id"]}
_BY_NAME: dict[str, Any] = {"type": "object", "properties": {"name": TEXT}, "required": ["name"]}
_BY_URL: dict[str, Any] = {"type": "object", "properties": {"url": TEXT}, "required": ["url"]}
KEYWORD = "{place}: {keyword} {before} → {after}"


@dataclass(frozen=True, slots=True)
class _Constraint:
    """The schemas of a property in examples: two that accept more and fewer values, and two that accept others."""

    noun: str
    message: str
    wide: dict[str, Any]
    narrow: dict[str, Any]
    others: tuple[dict[str, Any], dict[str, Any]]
    spec: str
    spec_of_others: str = ""


TYPE = _Constraint("type", "{place}: type {before} → {after}", {"type": ["integer", "string"]}, TEXT,
                   ({"type": "integer"}, TEXT), f"{VALIDATION}#section-6.1.1")  # fmt: skip
ENUM = _Constraint("enum", "{place}: values {before} → {after}", TEXT, {"enum": ["a", "b"]},
                   ({"enum": ["a", "b"]}, {"type": "string", "pattern": "^[bc]$"}),
                   f"{VALIDATION}#section-6.1.2")  # fmt: skip
BOUND = _Constraint("bound", KEYWORD, {"type": "integer", "maximum": 100}, {"type": "integer", "maximum": 50},
                    ({"type": "integer", "multipleOf": 2}, {"type": "integer", "multipleOf": 3}),
                    f"{VALIDATION}#section-6.2", f"{VALIDATION}#section-6.2.1")  # fmt: skip
PATTERN = _Constraint("pattern", "{place}: pattern {before} → {after}", TEXT, {"type": "string", "pattern": "^a"},
                      ({"type": "string", "pattern": "^a"}, {"type": "string", "pattern": "^b"}),
                      f"{VALIDATION}#section-6.3.3")  # fmt: skip
ITEMS = _Constraint("array items", KEYWORD, {"type": "array"}, {"type": "array", "items": TEXT},
                    ({"type": "array", "contains": {"const": 1}}, {"type": "array", "contains": {"const": 2}}),
                    f"{CORE}#section-10.3.1")  # fmt: skip
EXTRA = _Constraint("additional properties", KEYWORD, {"type": "object"},
                    {"type": "object", "additionalProperties": TEXT},
                    ({"type": "object", "patternProperties": {"^a": TEXT}},
                     {"type": "object", "patternProperties": {"^b": TEXT}}), f"{CORE}#section-10.3.2")  # fmt: skip
UNION = _Constraint("union", KEYWORD, {"anyOf": [BY_ID, _BY_NAME]}, {"anyOf": [BY_ID]},
                    ({"anyOf": [BY_ID, _BY_NAME]}, {"anyOf": [BY_ID, _BY_URL]}), f"{CORE}#section-10.2.1")  # fmt: skip
CONDITION = _Constraint("condition", KEYWORD, TEXT, {"type": "string", "not": {"const": "a"}},
                        ({"type": "string", "not": {"const": "a"}}, {"type": "string", "not": {"const": "b"}}),
                        f"{CORE}#section-10.2")  # fmt: skip
_VERBS = {"introduced": "added", "dropped": "removed"}


@dataclass(frozen=True, slots=True)
class SchemaRows:
    """Rows and examples that change one schema of a tool: `field` is `inputSchema` or `outputSchema`.

    Inputs that accept fewer values do harm, and outputs that allow more; `harm`, `keep` and `still_valid` say so.
    """

    field: str
    subject: str
    harm: str
    keep: str
    still_valid: str

    def property(self, before: Any, after: Any) -> Example:
        """Return two tools whose property `x` has these schemas; None if a side lacks the property."""
        sides = ({} if side is None else {"x": side} for side in (before, after))
        return self.whole(*({"type": "object", "properties": {**side, "y": TEXT}} for side in sides))

    def whole(self, before: Any, after: Any) -> Example:
        """Return two tools with these schemas; None if a side lacks the schema."""
        old, new = ({} if side is None else {self.field: side} for side in (before, after))
        return Example("tool", old, new)

    def narrowing(self, narrowed: str, widened: str, about: _Constraint) -> tuple[Rule, Rule]:
        """Return the rules for a constraint that accepts fewer values, and for its reverse."""
        is_harmful = self.field == "inputSchema"
        return (
            self._row(narrowed, about, (about.wide, about.narrow), widened, is_harmful=is_harmful),
            self._row(widened, about, (about.narrow, about.wide), narrowed, is_harmful=not is_harmful),
        )

    def changed(self, rule: str, about: _Constraint) -> Rule:
        """Return the rule for a constraint that accepts other values."""
        return self._row(rule, about, about.others, rule, is_harmful=True)

    def _row(self, rule: str, about: _Constraint, sides: tuple[Any, Any], mirror: str, *, is_harmful: bool) -> Rule:
        verb = rule.rpartition("-")[2]
        return Rule(
            rule,
            Severity.BREAKING if is_harmful else Severity.SAFE,
            f"{self.subject} {about.noun} {_VERBS.get(verb, verb)}",
            about.message,
            *((self.harm, self.keep) if is_harmful else (self.still_valid,)),
            example=self.property(*sides),
            mirror=mirror,
            spec=(about.spec_of_others if rule == mirror else "") or about.spec,
        )
