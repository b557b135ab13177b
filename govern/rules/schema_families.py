"""Rows for the edits that make a schema narrower or wider, the same for inputs and outputs but for what that does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.rules.rule import Rule, Severity
from govern.rules.schema_place import CORE, TEXT, VALIDATION

if TYPE_CHECKING:
    from govern.rules.schema_place import Place

_NO_A: dict[str, Any] = {"type": "string", "not": {"const": "a"}}
_NO_B: dict[str, Any] = {"type": "string", "not": {"const": "b"}}
_BY_ID: dict[str, Any] = {"type": "object", "properties": {"id": TEXT}, "required": ["id"]}
_BY_NAME: dict[str, Any] = {"type": "object", "properties": {"name": TEXT}, "required": ["name"]}
_BY_URL: dict[str, Any] = {"type": "object", "properties": {"url": TEXT}, "required": ["url"]}
_OBJECT: dict[str, Any] = {"type": "object"}


# Stem; how it is told when narrower and when wider; the message; the spec; narrow and wide examples.
_PAIRS: tuple[tuple[str, str, str, str, str, Any, Any], ...] = (
    (
        "type-narrowed",
        "type-widened",
        "A type",
        "{place}: type {before} → {after}",
        f"{VALIDATION}#section-6.1.1",
        {"type": ["integer", "string"]},
        TEXT,
    ),
    (
        "enum-introduced",
        "enum-dropped",
        "A list of allowed values",
        "{place}: values {before} → {after}",
        f"{VALIDATION}#section-6.1.2",
        TEXT,
        {"enum": ["a", "b"]},
    ),
    (
        "bound-tightened",
        "bound-loosened",
        "A bound",
        "{place}: {keyword} {before} → {after}",
        f"{VALIDATION}#section-6.2",
        {"type": "integer", "maximum": 100},
        {"type": "integer", "maximum": 50},
    ),
    (
        "pattern-tightened",
        "pattern-loosened",
        "A pattern",
        "{place}: pattern {before} → {after}",
        f"{VALIDATION}#section-6.3.3",
        TEXT,
        {"type": "string", "pattern": "^a"},
    ),
    (
        "items-narrowed",
        "items-widened",
        "What a list may hold",
        "{place}: {keyword} {before} → {after}",
        f"{CORE}#section-10.3.1",
        {"type": "array"},
        {"type": "array", "items": TEXT},
    ),
    (
        "extra-narrowed",
        "extra-widened",
        "What further names may hold",
        "{place}: {keyword} {before} → {after}",
        f"{CORE}#section-10.3.2",
        _OBJECT,
        {"type": "object", "additionalProperties": TEXT},
    ),
    (
        "union-narrowed",
        "union-widened",
        "A choice of forms",
        "{place}: {keyword} {before} → {after}",
        f"{CORE}#section-10.2.1",
        {"anyOf": [_BY_ID, _BY_NAME]},
        {"anyOf": [_BY_ID]},
    ),
    (
        "condition-narrowed",
        "condition-widened",
        "A condition",
        "{place}: {keyword} {before} → {after}",
        f"{CORE}#section-10.2",
        TEXT,
        _NO_A,
    ),
)
_BOTH_WAYS: tuple[tuple[str, str, str, str, Any, Any], ...] = (
    (
        "type-changed",
        "A type became another",
        "{place}: type {before} → {after}",
        f"{VALIDATION}#section-6.1.1",
        {"type": "integer"},
        TEXT,
    ),
    (
        "enum-changed",
        "A list of allowed values became a form",
        "{place}: values {before} → {after}",
        f"{VALIDATION}#section-6.1.2",
        {"enum": ["a", "b"]},
        {"type": "string", "pattern": "^[bc]$"},
    ),
    (
        "bound-changed",
        "A step became another",
        "{place}: {keyword} {before} → {after}",
        f"{VALIDATION}#section-6.2.1",
        {"type": "integer", "multipleOf": 2},
        {"type": "integer", "multipleOf": 3},
    ),
    (
        "pattern-changed",
        "A pattern became another",
        "{place}: pattern {before} → {after}",
        f"{VALIDATION}#section-6.3.3",
        {"type": "string", "pattern": "^a"},
        {"type": "string", "pattern": "^b"},
    ),
    (
        "items-changed",
        "What a list must hold became something else",
        "{place}: {keyword} {before} → {after}",
        f"{CORE}#section-10.3.1",
        {"type": "array", "contains": {"const": 1}},
        {"type": "array", "contains": {"const": 2}},
    ),
    (
        "extra-changed",
        "What further names may hold became something else",
        "{place}: {keyword} {before} → {after}",
        f"{CORE}#section-10.3.2",
        {"type": "object", "patternProperties": {"^a": TEXT}},
        {"type": "object", "patternProperties": {"^b": TEXT}},
    ),
    (
        "union-changed",
        "Forms of a choice were exchanged",
        "{place}: {keyword} {before} → {after}",
        f"{CORE}#section-10.2.1",
        {"anyOf": [_BY_ID, _BY_NAME]},
        {"anyOf": [_BY_ID, _BY_URL]},
    ),
    (
        "condition-changed",
        "A condition became another",
        "{place}: {keyword} {before} → {after}",
        f"{CORE}#section-10.2",
        _NO_A,
        _NO_B,
    ),
)


def families(place: Place) -> tuple[Rule, ...]:
    """The rows of all kinds of edits that make a schema narrower or wider."""
    rows: list[Rule] = []
    for narrow, wide, what, message, spec, large, small in _PAIRS:
        names = f"{place.position}-{narrow}", f"{place.position}-{wide}"
        rows += [
            Rule(names[0], place.narrowing, f"{what} lets less through", message, *place.narrowed,
                 place.example(large, small), mirror=names[1], spec=spec),
            Rule(names[1], place.widening, f"{what} lets more through", message, *place.widened,
                 place.example(small, large), mirror=names[0], spec=spec),
        ]  # fmt: skip
    for stem, title, message, spec, before, after in _BOTH_WAYS:
        name = f"{place.position}-{stem}"
        rows.append(
            Rule(
                name,
                Severity.BREAKING,
                title,
                message,
                *place.harmful,
                place.example(before, after),
                mirror=name,
                spec=spec,
            )
        )
    return tuple(rows)
