"""What a change of a tool's answers means: whoever reads as documented must still find what was promised."""

from __future__ import annotations

from typing import Any

from govern.rules.rule import Rule, Severity
from govern.rules.schema_place import CORE, TEXT, VALIDATION, Place
from govern.rules.schema_rows import shared, texts

_UNPROMISED = "A reader may get an answer that it was not promised, and clients validate against the schema they hold."
_KEEP = "Answer within what was promised, or offer the change as a tool of another name."
_PLACE = Place(
    "output",
    "outputSchema",
    Severity.SAFE,
    Severity.BREAKING,
    ("Whatever comes now could come before.", "Nothing to do."),
    (_UNPROMISED, _KEEP),
)
_OBJECT: dict[str, Any] = {"type": "object", "properties": {"x": TEXT}}
_REQUIRED = {**_OBJECT, "required": ["x"]}
_CLOSED = {**_OBJECT, "additionalProperties": False}
_FORM: dict[str, Any] = {"type": "object", "properties": {"id": {**TEXT, "maxLength": 9}}, "required": ["id"]}
_LONG_FORM: dict[str, Any] = {"type": "object", "properties": {"id": TEXT}, "required": ["id"]}


def _both(one: Any, other: Any) -> dict[str, Any]:
    return {"anyOf": [one, {**other, "minProperties": 1}]}


RULES = (
    Rule(
        "output-property-added",
        Severity.SAFE,
        "An answer holds something more",
        "{place} was added",
        "Readers that do not know it leave it aside.",
        "Nothing to do.",
        _PLACE.example(None, TEXT),
        mirror="output-property-removed",
        spec=f"{CORE}#section-10.3.2.1",
    ),
    Rule(
        "output-property-added-closed",
        Severity.BREAKING,
        "A closed answer holds something more",
        "{place} was added, where other names were ruled out",
        "Clients validate against the schema they hold, and that rules out other names.",
        _KEEP,
        _PLACE.whole(_CLOSED, {**_CLOSED, "properties": {"x": TEXT, "z": TEXT}}),
        unmirrored="taken away, it is output-property-removed",
        spec=f"{CORE}#section-10.3.2.3",
    ),
    Rule(
        "output-property-removed",
        Severity.BREAKING,
        "An answer no longer holds something",
        "{place} was removed",
        "Readers that look for it find nothing.",
        "Go on sending it until nobody reads it.",
        _PLACE.example(TEXT, None),
        mirror="output-property-added",
        spec=f"{CORE}#section-10.3.2.1",
    ),
    Rule(
        "output-property-renamed",
        Severity.BREAKING,
        "Something in an answer was renamed",
        "{edit}",
        "Readers that look for it by its old name find nothing.",
        "Send it under both names for a while.",
        _PLACE.whole(
            {"type": "object", "properties": {"page_size": TEXT}}, {"type": "object", "properties": {"pageSize": TEXT}}
        ),
        mirror="output-property-renamed",
        spec=f"{CORE}#section-10.3.2.1",
    ),
    Rule(
        "output-required-added",
        Severity.SAFE,
        "Something always comes now",
        "{place} always comes now",
        "Whatever comes now could come before.",
        "Nothing to do.",
        _PLACE.whole(_OBJECT, _REQUIRED),
        mirror="output-required-removed",
        spec=f"{VALIDATION}#section-6.5.3",
    ),
    Rule(
        "output-required-removed",
        Severity.BREAKING,
        "Something need not come any more",
        "{place} need not come any more",
        "Readers that count on it may find nothing.",
        "Go on sending it always.",
        _PLACE.whole(_REQUIRED, _OBJECT),
        mirror="output-required-added",
        spec=f"{VALIDATION}#section-6.5.3",
    ),
    Rule(
        "output-enum-value-removed",
        Severity.SAFE,
        "A value no longer comes",
        "{place}: {values} no longer given",
        "Whatever comes now could come before.",
        "Nothing to do.",
        _PLACE.example({"enum": ["a", "b"]}, {"enum": ["a"]}),
        mirror="output-enum-value-added",
        spec=f"{VALIDATION}#section-6.1.2",
    ),
    Rule(
        "output-enum-value-added",
        Severity.RISKY,
        "A further value may come",
        "{place}: {values} may come too",
        "A reader meets a value that it never saw.",
        "Make sure that readers do something sensible with values they do not know.",
        _PLACE.example({"enum": ["a"]}, {"enum": ["a", "b"]}),
        mirror="output-enum-value-removed",
        spec=f"{VALIDATION}#section-6.1.2",
    ),
    Rule(
        "output-format-added",
        Severity.RISKY,
        "A format was added",
        "{place}: format {before} → {after}",
        "Clients that check formats may refuse what comes.",
        "Make sure that what comes has the format.",
        _PLACE.example(TEXT, {**TEXT, "format": "date"}),
        mirror="output-format-dropped",
        spec=f"{VALIDATION}#section-7",
    ),
    Rule(
        "output-format-changed",
        Severity.RISKY,
        "A format became another",
        "{place}: format {before} → {after}",
        "Readers parse it as what it was.",
        "Make sure that readers take the new form.",
        _PLACE.example({**TEXT, "format": "date"}, {**TEXT, "format": "date-time"}),
        mirror="output-format-changed",
        spec=f"{VALIDATION}#section-7",
    ),
    Rule(
        "output-format-dropped",
        Severity.RISKY,
        "A format was dropped",
        "{place}: format {before} → {after}",
        "Readers parse it as what it was.",
        "Make sure that readers take other forms.",
        _PLACE.example({**TEXT, "format": "date"}, TEXT),
        mirror="output-format-added",
        spec=f"{VALIDATION}#section-7",
    ),
    Rule(
        "output-wrapping-changed",
        Severity.RISKY,
        "The mark of a wrapped answer came or went",
        "{place}: {keyword} {before} → {after}",
        "Clients that know the mark unwrap the answer by it.",
        "Check how the clients that you use read it.",
        _PLACE.whole(_OBJECT, {**_OBJECT, "x-fastmcp-wrap-result": True}),
        mirror="output-wrapping-changed",
    ),
    Rule(
        "output-schema-added",
        Severity.SAFE,
        "Answers are declared now",
        "its answers are declared now",
        "Nothing was promised before.",
        "Nothing to do.",
        _PLACE.whole(None, _OBJECT),
        mirror="output-schema-removed",
    ),
    Rule(
        "output-schema-removed",
        Severity.BREAKING,
        "Answers are no longer declared",
        "its answers are no longer declared",
        _UNPROMISED,
        "Go on declaring them.",
        _PLACE.whole(_OBJECT, None),
        mirror="output-schema-added",
    ),
    Rule(
        "output-widened",
        Severity.BREAKING,
        "Several edits together let through what was not promised",
        "together these let through what was not promised: {edit}",
        _UNPROMISED,
        _KEEP,
        _PLACE.example(_both(_FORM, _FORM), _both(_LONG_FORM, _LONG_FORM)),
        unmirrored="the way back, each edit lets less through and is told by itself",
    ),
    *shared(_PLACE),
    *texts(_PLACE, "output-description", "The description of something in an answer"),
)
