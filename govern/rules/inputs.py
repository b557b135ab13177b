"""What a change of a tool's parameters means: whoever calls as documented must still be taken."""

from __future__ import annotations

from typing import Any

from govern.rules.rule import Rule, Severity
from govern.rules.schema_place import CORE, TEXT, VALIDATION, Place
from govern.rules.schema_rows import shared, texts

_REFUSED = "A call that was right before is refused now."
_KEEP = "Go on taking what was taken, or offer the change as a tool of another name."
_PLACE = Place(
    "input",
    "inputSchema",
    Severity.BREAKING,
    Severity.SAFE,
    (_REFUSED, _KEEP),
    ("Whatever was taken before still is.", "Nothing to do."),
)
_OBJECT: dict[str, Any] = {"type": "object", "properties": {"x": TEXT}}
_REQUIRED = {**_OBJECT, "required": ["x"]}
_FORM: dict[str, Any] = {"type": "object", "properties": {"id": {**TEXT, "maxLength": 9}}, "required": ["id"]}
_LONG_FORM: dict[str, Any] = {"type": "object", "properties": {"id": TEXT}, "required": ["id"]}


def _both(one: Any, other: Any) -> dict[str, Any]:
    return {"anyOf": [one, {**other, "minProperties": 1}]}


RULES = (
    Rule(
        "input-property-added",
        Severity.SAFE,
        "An optional parameter was added",
        "{place} was added",
        "Calls without it go on as before.",
        "Nothing to do.",
        _PLACE.example(None, TEXT),
        mirror="input-property-removed",
        spec=f"{CORE}#section-10.3.2.1",
    ),
    Rule(
        "input-property-constrained",
        Severity.BREAKING,
        "A free name is constrained now",
        "{place} is declared now, and takes less than a free name did",
        "Any value was taken by that name before, and some are refused now.",
        "Take what was taken.",
        _PLACE.example({"type": "object"}, {"type": "object", "properties": {"a": TEXT}}),
        unmirrored="taken away, it is input-property-removed",
        spec=f"{CORE}#section-10.3.2.1",
    ),
    Rule(
        "input-property-removed",
        Severity.BREAKING,
        "A parameter was removed",
        "{place} was removed",
        "Calls that give it are refused, or it is ignored without a word: a `dry_run` ignored is worse than one "
        "that is refused.",
        "Keep it, marked as deprecated, until nobody gives it.",
        _PLACE.example(TEXT, None),
        mirror="input-property-added",
        spec=f"{CORE}#section-10.3.2.1",
    ),
    Rule(
        "input-property-renamed",
        Severity.BREAKING,
        "A parameter was renamed",
        "{edit}",
        "Calls that give it by its old name are refused, or it is ignored.",
        "Take both names for a while.",
        _PLACE.whole(
            {"type": "object", "properties": {"page_size": TEXT}}, {"type": "object", "properties": {"pageSize": TEXT}}
        ),
        mirror="input-property-renamed",
        spec=f"{CORE}#section-10.3.2.1",
    ),
    Rule(
        "input-required-added",
        Severity.BREAKING,
        "A parameter is required now",
        "{place} is required now",
        "Calls without it were right before and are refused now.",
        "Make it optional, with a default that does what was done before.",
        _PLACE.whole(_OBJECT, _REQUIRED),
        mirror="input-required-removed",
        spec=f"{VALIDATION}#section-6.5.3",
    ),
    Rule(
        "input-required-removed",
        Severity.SAFE,
        "A parameter is optional now",
        "{place} is optional now",
        "Calls that give it still may.",
        "Nothing to do.",
        _PLACE.whole(_REQUIRED, _OBJECT),
        mirror="input-required-added",
        spec=f"{VALIDATION}#section-6.5.3",
    ),
    Rule(
        "input-enum-value-removed",
        Severity.BREAKING,
        "A value is no longer taken",
        "{place}: {values} no longer taken",
        _REFUSED,
        "Go on taking the value, and treat it as the one that took its place.",
        _PLACE.example({"enum": ["a", "b"]}, {"enum": ["a"]}),
        mirror="input-enum-value-added",
        spec=f"{VALIDATION}#section-6.1.2",
    ),
    Rule(
        "input-enum-value-added",
        Severity.SAFE,
        "A further value is taken",
        "{place}: {values} taken too",
        "Whatever was taken before still is.",
        "Nothing to do.",
        _PLACE.example({"enum": ["a"]}, {"enum": ["a", "b"]}),
        mirror="input-enum-value-removed",
        spec=f"{VALIDATION}#section-6.1.2",
    ),
    Rule(
        "input-format-added",
        Severity.RISKY,
        "A format was added",
        "{place}: format {before} → {after}",
        "Servers that check formats refuse what they took before.",
        "Make sure that what callers send has the format.",
        _PLACE.example(TEXT, {**TEXT, "format": "date"}),
        mirror="input-format-dropped",
        spec=f"{VALIDATION}#section-7",
    ),
    Rule(
        "input-format-changed",
        Severity.RISKY,
        "A format became another",
        "{place}: format {before} → {after}",
        "Servers that check formats refuse what they took before.",
        "Make sure that what callers send has the format.",
        _PLACE.example({**TEXT, "format": "date"}, {**TEXT, "format": "date-time"}),
        mirror="input-format-changed",
        spec=f"{VALIDATION}#section-7",
    ),
    Rule(
        "input-format-dropped",
        Severity.SAFE,
        "A format was dropped",
        "{place}: format {before} → {after}",
        "Whatever was taken before still is.",
        "Nothing to do.",
        _PLACE.example({**TEXT, "format": "date"}, TEXT),
        mirror="input-format-added",
        spec=f"{VALIDATION}#section-7",
    ),
    Rule(
        "input-format-refuses",
        Severity.BREAKING,
        "A new format refuses values that were documented",
        "{place}: format {after} refuses {values}, which was documented",
        _REFUSED,
        "Leave the format out, or document values that have it.",
        _PLACE.example({"enum": ["today", "2026-01-01"]}, {"enum": ["today", "2026-01-01"], "format": "date"}),
        unmirrored="a format that is dropped is input-format-dropped",
        spec=f"{VALIDATION}#section-7",
    ),
    Rule(
        "input-wrapping-changed",
        Severity.RISKY,
        "The mark of a wrapped value came or went",
        "{place}: {keyword} {before} → {after}",
        "Clients that know the mark unwrap the value by it.",
        "Check how the clients that you use read it.",
        _PLACE.whole(_OBJECT, {**_OBJECT, "x-fastmcp-wrap-result": True}),
        mirror="input-wrapping-changed",
    ),
    Rule(
        "input-schema-added",
        Severity.BREAKING,
        "Parameters are declared where none were",
        "parameters are declared now, where none were",
        "Any call was right before, and some are refused now.",
        "Take what was taken.",
        _PLACE.whole(None, _REQUIRED),
        mirror="input-schema-removed",
    ),
    Rule(
        "input-schema-emptied",
        Severity.BREAKING,
        "The schema has no word about parameters any more",
        "the schema has no word about parameters any more",
        "No model can know what to send, and what is sent may be ignored. Generators do so where versions do not fit.",
        "Pin the server's dependencies, or repair its schemas.",
        _PLACE.whole(_REQUIRED, {}),
        unmirrored="where parameters are declared again, it is input-schema-added",
    ),
    Rule(
        "input-schema-removed",
        Severity.SAFE,
        "Parameters are no longer declared",
        "its parameters are no longer declared",
        "Nothing is refused that was taken.",
        "Declare them: a model needs to know what to send.",
        _PLACE.whole(_REQUIRED, None),
        mirror="input-schema-added",
    ),
    Rule(
        "input-narrowed",
        Severity.BREAKING,
        "Several edits together refuse what was right",
        "together these refuse what was right: {edit}",
        _REFUSED,
        _KEEP,
        _PLACE.example(_both(_LONG_FORM, _LONG_FORM), _both(_FORM, _FORM)),
        unmirrored="the way back, each edit lets more through and is told by itself",
    ),
    *shared(_PLACE),
    *texts(_PLACE, "parameter-description", "A parameter's description"),
)
