"""Rules about the schemas of a tool: valid calls must stay valid, and answers must stay within the old schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from govern.facts import rule_ids as ids
from govern.rules.rule import Severity
from govern.rules.schema_rows import TEXT, Each, Impact, SchemaRule, inputs_first, of_property

if TYPE_CHECKING:
    from govern.facts.rule_ids import ByPosition
    from govern.rules.schema_rows import Sides

_SPEC = "https://json-schema.org/draft/2020-12/json-schema-"
_VALIDATION, _CORE = f"{_SPEC}validation", f"{_SPEC}core"

_KEYWORD = "{place}: {keyword} {before} → {after}"
_FORMAT = "{place}: format {before} → {after}"

_REJECTED = "Calls that were valid are now rejected."
_UNEXPECTED = "Answers may now contain what the old schema rules out, and clients that validate them report an error."
_KEEP_ANSWERS = "Keep answers within the old schema, or offer the change as a new tool."
_NARROWED_INPUT = Impact(
    Severity.BREAKING, _REJECTED, "Keep accepting what was valid, or offer the change as a new tool."
)
_WIDENED_INPUT = Impact(Severity.SAFE, "Every call that was valid still is.")
_NARROWED_OUTPUT = Impact(Severity.SAFE, "Every answer that is valid now was valid before.")
_WIDENED_OUTPUT = Impact(Severity.BREAKING, _UNEXPECTED, _KEEP_ANSWERS)
_NO_IMPACT = Impact(Severity.SAFE, "No value is accepted or rejected differently.")
_INTERPRETED = Impact(Severity.RISKY, "Clients interpret it differently.", "Check how your clients handle it.")
_CALLS_UNDOCUMENTED = Impact(
    Severity.SAFE,
    "Callers that send only documented properties are not affected; a client that validates strictly may notice.",
)
_ANSWERS_UNDOCUMENTED = Impact(
    Severity.SAFE,
    "Readers that use only documented properties are not affected; a client that validates strictly may notice.",
)
_UNDOCUMENTED = Each(_CALLS_UNDOCUMENTED, _ANSWERS_UNDOCUMENTED)
_FORMAT_REQUIRED = Impact(
    Severity.RISKY,
    "A server that validates formats rejects values that it accepted before.",
    "Check that the values callers send have the format.",
)

_DATE: dict[str, Any] = {"type": "string", "format": "date"}
_OPTIONAL: dict[str, Any] = {"type": "object", "properties": {"x": TEXT}}
_REQUIRED = {**_OPTIONAL, "required": ["x"]}
_UNSTATED: dict[str, Any] = {"type": "object", "properties": {"y": TEXT}}
_CLOSED = {**_UNSTATED, "additionalProperties": False}
_OPEN = {**_UNSTATED, "additionalProperties": True}
_NAMES_LIMITED = {**_UNSTATED, "propertyNames": {"pattern": "^y"}}
_FLAGGED = {"type": "integer", "minimum": 0, "exclusiveMinimum": True}
_TUPLE: dict[str, Any] = {"type": "object", "properties": {"x": {"type": "array", "prefixItems": [TEXT]}}}
_DESCRIBED = {"type": "string", "description": "How many."}


def _object_with(name: str, schema: dict[str, Any] = TEXT) -> dict[str, Any]:
    return {"type": "object", "properties": {name: schema}, "required": [name]}


_BY_ID, _BY_NAME, _BY_URL = map(_object_with, ("id", "name", "url"))
# Two forms of an object, both with any `id` or both with a short one.
_ANY_ID, _SHORT_ID = (
    {"anyOf": [form, {**form, "minProperties": 1}]}
    for form in (_BY_ID, _object_with("id", {"type": "string", "maxLength": 9}))
)
_VERBS = {"introduced": "added", "dropped": "removed"}


class _Constraint(NamedTuple):
    """A constraint that accepts fewer values, more or others; `rules` are in this order.

    `narrowing` and `change` are the schemas of a property before and after, for the examples.
    """

    rules: tuple[ByPosition, ByPosition, ByPosition]
    noun: str
    message: str
    narrowing: Sides
    change: Sides
    spec: str
    spec_of_change: str = ""

    def narrowed_and_widened(self) -> tuple[SchemaRule, SchemaRule]:
        narrowed, widened, _ = self.rules
        wide, narrow = self.narrowing
        return (
            self._row(narrowed, Each(_NARROWED_INPUT, _NARROWED_OUTPUT), (wide, narrow), widened),
            self._row(widened, Each(_WIDENED_INPUT, _WIDENED_OUTPUT), (narrow, wide), narrowed),
        )

    def changed(self) -> SchemaRule:
        rule = self.rules[2]
        return self._row(rule, Each(_NARROWED_INPUT, _WIDENED_OUTPUT), self.change, rule)

    def _row(self, rule: ByPosition, impact: Each[Impact], sides: Sides, mirror: ByPosition) -> SchemaRule:
        verb = rule["input"].rpartition("-")[2]
        title = f"{{position}} {self.noun} {_VERBS.get(verb, verb)}"
        spec = (self.spec_of_change if rule is mirror else "") or self.spec
        return SchemaRule(rule, title, self.message, impact, example=of_property(*sides), mirror=mirror, spec=spec)


_CONSTRAINTS = (
    _Constraint((ids.TYPE_NARROWED, ids.TYPE_WIDENED, ids.TYPE_CHANGED), "type",
        "{place}: type {before} → {after}",
        ({"type": ["integer", "string"]}, TEXT), ({"type": "integer"}, TEXT), f"{_VALIDATION}#section-6.1.1"),
    _Constraint((ids.ENUM_INTRODUCED, ids.ENUM_DROPPED, ids.ENUM_CHANGED), "enum",
        "{place}: values {before} → {after}",
        (TEXT, {"enum": ["a", "b"]}), ({"enum": ["a", "b"]}, {"type": "string", "pattern": "^[bc]$"}),
        f"{_VALIDATION}#section-6.1.2"),
    _Constraint((ids.BOUND_TIGHTENED, ids.BOUND_LOOSENED, ids.BOUND_CHANGED), "bound",
        _KEYWORD,
        ({"type": "integer", "maximum": 100}, {"type": "integer", "maximum": 50}),
        ({"type": "integer", "multipleOf": 2}, {"type": "integer", "multipleOf": 3}),
        f"{_VALIDATION}#section-6.2", f"{_VALIDATION}#section-6.2.1"),
    _Constraint((ids.PATTERN_TIGHTENED, ids.PATTERN_LOOSENED, ids.PATTERN_CHANGED), "pattern",
        "{place}: pattern {before} → {after}",
        (TEXT, {"type": "string", "pattern": "^a"}),
        ({"type": "string", "pattern": "^a"}, {"type": "string", "pattern": "^b"}), f"{_VALIDATION}#section-6.3.3"),
    _Constraint((ids.ITEMS_NARROWED, ids.ITEMS_WIDENED, ids.ITEMS_CHANGED), "array items",
        _KEYWORD,
        ({"type": "array"}, {"type": "array", "items": TEXT}),
        ({"type": "array", "contains": {"const": 1}}, {"type": "array", "contains": {"const": 2}}),
        f"{_CORE}#section-10.3.1"),
    _Constraint((ids.EXTRA_NARROWED, ids.EXTRA_WIDENED, ids.EXTRA_CHANGED), "additional properties",
        _KEYWORD,
        ({"type": "object"}, {"type": "object", "additionalProperties": TEXT}),
        ({"type": "object", "patternProperties": {"^a": TEXT}}, {"type": "object", "patternProperties": {"^b": TEXT}}),
        f"{_CORE}#section-10.3.2"),
    _Constraint((ids.UNION_NARROWED, ids.UNION_WIDENED, ids.UNION_CHANGED), "union",
        _KEYWORD,
        ({"anyOf": [_BY_ID, _BY_NAME]}, {"anyOf": [_BY_ID]}),
        ({"anyOf": [_BY_ID, _BY_NAME]}, {"anyOf": [_BY_ID, _BY_URL]}), f"{_CORE}#section-10.2.1"),
    _Constraint((ids.CONDITION_NARROWED, ids.CONDITION_WIDENED, ids.CONDITION_CHANGED), "condition",
        _KEYWORD,
        (TEXT, {"type": "string", "not": {"const": "a"}}),
        ({"type": "string", "not": {"const": "a"}}, {"type": "string", "not": {"const": "b"}}),
        f"{_CORE}#section-10.2"),
)  # fmt: skip


RULES = inputs_first(
    SchemaRule(ids.PROPERTY_ADDED, Each("Optional parameter added", "Output property added"),
        "{place} added",
        Each(Impact(Severity.SAFE, "Calls without it still work."),
             Impact(Severity.SAFE, "Readers ignore properties that they do not use.")),
        example=of_property(None, TEXT), mirror=ids.PROPERTY_REMOVED, spec=f"{_CORE}#section-10.3.2.1"),
    SchemaRule({"input": ids.INPUT_PROPERTY_CONSTRAINED}, "Undeclared parameter now constrained",
        "{place} is now declared, and accepts fewer values than an undeclared parameter",
        Impact(Severity.BREAKING, "Any value was accepted under this name, and some are now rejected.",
               "Keep accepting any value."),
        example=of_property({"type": "object"}, {"type": "object", "properties": {"a": TEXT}}),
        unmirrored="its removal is input-property-removed", spec=f"{_CORE}#section-10.3.2.1"),
    SchemaRule({"input": ids.INPUT_PROPERTY_UNDECLARED}, "Parameter no longer declared",
        "{place} is no longer declared, and its object accepts any name",
        Impact(Severity.RISKY, "Calls that send it are still accepted, but nothing states that it still has an effect.",
               "Test a call that sends it."),
        example=of_property(_object_with("a"), {"type": "object"}),
        unmirrored="a declared name is input-property-constrained", spec=f"{_CORE}#section-10.3.2.1"),
    SchemaRule({"output": ids.OUTPUT_PROPERTY_ADDED_CLOSED}, "Property added to a closed output",
        "{place} added, but the old schema forbids other properties",
        Impact(Severity.BREAKING, "Clients that validate answers against the old schema report an error.",
               _KEEP_ANSWERS),
        example=({"type": "object", "properties": {"x": TEXT}, "additionalProperties": False},
                 {"type": "object", "properties": {"x": TEXT, "z": TEXT}, "additionalProperties": False}),
        unmirrored="its removal is output-property-removed", spec=f"{_CORE}#section-10.3.2.3"),
    SchemaRule(ids.PROPERTY_REMOVED, Each("Parameter removed", "Output property removed"),
        "{place} removed",
        Each(Impact(Severity.BREAKING, "Calls that send it are rejected, or it is silently ignored. An ignored "
                    "`dry_run` does more harm than a rejected one.",
                    "Keep it, marked as deprecated, until nothing sends it."),
             Impact(Severity.BREAKING, "Readers that use it find nothing.", "Keep sending it until nothing reads it.")),
        example=of_property(TEXT, None), mirror=ids.PROPERTY_ADDED, spec=f"{_CORE}#section-10.3.2.1"),
    SchemaRule(ids.PROPERTY_RENAMED, Each("Parameter renamed", "Output property renamed"),
        "{edit}",
        Each(Impact(Severity.BREAKING, "Calls that send the old name are rejected, or it is silently ignored.",
                    "Accept both names for a while."),
             Impact(Severity.BREAKING, "Readers that use the old name find nothing.",
                    "Send it under both names for a while.")),
        example=({"type": "object", "properties": {"page_size": TEXT}},
                 {"type": "object", "properties": {"pageSize": TEXT}}),
        mirror=ids.PROPERTY_RENAMED, spec=f"{_CORE}#section-10.3.2.1"),
    SchemaRule(ids.REQUIRED_ADDED, Each("Parameter now required", "Output property now required"),
        "{place}: {need}",
        Each(Impact(Severity.BREAKING, "Calls without it were valid and are now rejected.",
                    "Make it optional, with a default that keeps the old behaviour."),
             _NARROWED_OUTPUT),
        example=(_OPTIONAL, _REQUIRED), mirror=ids.REQUIRED_REMOVED, spec=f"{_VALIDATION}#section-6.5.3"),
    SchemaRule(ids.REQUIRED_REMOVED, Each("Parameter now optional", "Output property now optional"),
        "{place}: required → optional",
        Each(Impact(Severity.SAFE, "Calls that send it still work."),
             Impact(Severity.BREAKING, "Readers that rely on it may find nothing.",
                    "Keep sending it in every answer.")),
        example=(_REQUIRED, _OPTIONAL), mirror=ids.REQUIRED_ADDED, spec=f"{_VALIDATION}#section-6.5.3"),
    SchemaRule(ids.ENUM_VALUE_REMOVED, "Enum value removed from {position}",
        Each("{place}: {values} no longer accepted", "{place}: {values} no longer returned"),
        Each(Impact(Severity.BREAKING, _REJECTED, "Keep accepting the value, as an alias of the one that replaces it."),
             _NARROWED_OUTPUT),
        example=of_property({"enum": ["a", "b"]}, {"enum": ["a"]}), mirror=ids.ENUM_VALUE_ADDED,
        spec=f"{_VALIDATION}#section-6.1.2"),
    SchemaRule(ids.ENUM_VALUE_ADDED, "Enum value added to {position}",
        Each("{place}: {values} now accepted", "{place}: {values} may now be returned"),
        Each(_WIDENED_INPUT,
             Impact(Severity.RISKY, "Readers may get a value that they do not handle.",
                    "Check that readers handle unknown values.")),
        example=of_property({"enum": ["a"]}, {"enum": ["a", "b"]}), mirror=ids.ENUM_VALUE_REMOVED,
        spec=f"{_VALIDATION}#section-6.1.2"),
    SchemaRule(ids.FORMAT_ADDED, "{position} format added",
        _FORMAT,
        Each(_FORMAT_REQUIRED,
             Impact(Severity.RISKY, "Clients that validate formats may reject answers.",
                    "Check that every answer has the format.")),
        example=of_property(TEXT, _DATE), mirror=ids.FORMAT_DROPPED, spec=f"{_VALIDATION}#section-7"),
    SchemaRule(ids.FORMAT_CHANGED, "{position} format changed",
        _FORMAT,
        Each(_FORMAT_REQUIRED,
             Impact(Severity.RISKY, "Readers parse the value in the old format.",
                    "Check that readers support the new format.")),
        example=of_property(_DATE, {"type": "string", "format": "date-time"}), mirror=ids.FORMAT_CHANGED,
        spec=f"{_VALIDATION}#section-7"),
    SchemaRule(ids.FORMAT_DROPPED, "{position} format removed",
        _FORMAT,
        Each(_WIDENED_INPUT,
             Impact(Severity.RISKY, "Readers parse the value in the old format.",
                    "Check that readers support other formats.")),
        example=of_property(_DATE, TEXT), mirror=ids.FORMAT_ADDED, spec=f"{_VALIDATION}#section-7"),
    SchemaRule({"input": ids.INPUT_FORMAT_REFUSES}, "New input format rejects documented values",
        "{place}: format {after} rejects the documented {values}",
        Impact(Severity.BREAKING, _REJECTED, "Remove the format, or document values that match it."),
        example=of_property({"enum": ["today", "2026-01-01"]}, {"enum": ["today", "2026-01-01"], "format": "date"}),
        unmirrored="a removed format is input-format-dropped", spec=f"{_VALIDATION}#section-7"),
    SchemaRule(ids.WRAPPING_CHANGED, "{position} wrapping marker changed",
        _KEYWORD,
        Each(Impact(Severity.RISKY, "Clients that support the marker unwrap the value because of it.",
                    "Check how your clients handle it."),
             Impact(Severity.RISKY, "Clients that support the marker unwrap the answer because of it.",
                    "Check how your clients handle it.")),
        example=(_OPTIONAL, {**_OPTIONAL, "x-fastmcp-wrap-result": True}), mirror=ids.WRAPPING_CHANGED),
    SchemaRule(ids.SCHEMA_ADDED, "{position} schema added",
        "{position} schema added where there was none{declared}",
        Each(Impact(Severity.BREAKING, "Any call was valid, and some are now rejected.",
                    "Keep accepting what was valid."),
             Impact(Severity.SAFE, "Answers had no schema before, so no reader depends on another one.")),
        example=Each((None, _REQUIRED), (None, _OPTIONAL)), mirror=ids.SCHEMA_REMOVED),
    SchemaRule({"input": ids.INPUT_SCHEMA_EMPTIED}, "Input schema emptied",
        "input schema no longer declares any parameters{declared}",
        Impact(Severity.BREAKING, "A model cannot know what to send, and what it sends may be ignored. Schema "
               "generators do this when dependency versions do not match.",
               "Pin the server's dependencies, or fix its schemas."),
        example=(_REQUIRED, {}), unmirrored="a schema that declares parameters again is input-schema-added"),
    SchemaRule(ids.SCHEMA_REMOVED, "{position} schema removed",
        "{position} schema removed{declared}",
        Each(Impact(Severity.SAFE, "No call that was valid is rejected.",
                    "Declare the parameters: a model needs to know what to send."),
             Impact(Severity.BREAKING, _UNEXPECTED, "Keep the output schema.")),
        example=Each((_REQUIRED, None), (_OPTIONAL, None)), mirror=ids.SCHEMA_ADDED),
    SchemaRule(ids.COMBINED, Each("Combined edits reject valid calls", "Combined edits widen the output"),
        Each("together these edits reject valid calls: {edit}",
             "together these edits allow answers that the old schema rules out: {edit}"),
        Each(_NARROWED_INPUT, _WIDENED_OUTPUT),
        example=Each(of_property(_ANY_ID, _SHORT_ID), of_property(_SHORT_ID, _ANY_ID)),
        unmirrored=Each("in reverse, each edit accepts more and is reported separately",
                        "in reverse, each edit allows less and is reported separately")),
    *(row for each in _CONSTRAINTS for row in each.narrowed_and_widened()),
    *(each.changed() for each in _CONSTRAINTS),
    SchemaRule(ids.CLOSED_UNDOCUMENTED, "{position} closed to undocumented properties",
        _KEYWORD, _UNDOCUMENTED,
        example=(_UNSTATED, _CLOSED), mirror=ids.OPENED_UNDOCUMENTED, spec=f"{_CORE}#section-10.3.2.3"),
    SchemaRule(ids.OPENED_UNDOCUMENTED, "{position} no longer closed to undocumented properties",
        _KEYWORD, _UNDOCUMENTED,
        example=(_CLOSED, _UNSTATED), mirror=ids.CLOSED_UNDOCUMENTED, spec=f"{_CORE}#section-10.3.2.3"),
    SchemaRule(ids.OPENNESS_WITHDRAWN_UNDOCUMENTED, "{position} no longer declared open",
        _KEYWORD,
        Each(Impact(Severity.RISKY, "Undocumented properties were explicitly allowed, and some are now rejected.",
                    "Check whether callers send undocumented properties."),
             _ANSWERS_UNDOCUMENTED),
        example=(_OPEN, _CLOSED), mirror=ids.OPENNESS_DECLARED_UNDOCUMENTED, spec=f"{_CORE}#section-10.3.2.3"),
    SchemaRule(ids.OPENNESS_DECLARED_UNDOCUMENTED, "{position} declared open to undocumented properties",
        _KEYWORD,
        Each(_CALLS_UNDOCUMENTED,
             Impact(Severity.RISKY, "Undocumented properties were explicitly ruled out, and may now be returned.",
                    "Check whether readers handle undocumented properties.")),
        example=(_CLOSED, _OPEN), mirror=ids.OPENNESS_WITHDRAWN_UNDOCUMENTED, spec=f"{_CORE}#section-10.3.2.3"),
    SchemaRule(ids.ONLY_UNDOCUMENTED, Each("Only undocumented input rejected", "Only undocumented output allowed"),
        _KEYWORD, _UNDOCUMENTED,
        example=Each((_UNSTATED, _NAMES_LIMITED), (_NAMES_LIMITED, _UNSTATED)),
        unmirrored="the reverse is reported by the keyword that changed", spec=f"{_CORE}#section-10.3.2.3"),
    SchemaRule(ids.DEFAULT_CHANGED, "{position} default changed",
        _KEYWORD,
        Each(Impact(Severity.RISKY, "Calls that omit it may now mean something else.",
                    "Check what callers that omit it now get."),
             _NO_IMPACT),
        example=of_property({"type": "string", "default": "a"}, {"type": "string", "default": "b"}),
        mirror=ids.DEFAULT_CHANGED, spec=f"{_VALIDATION}#section-9"),
    SchemaRule(ids.EXAMPLES_CHANGED, "{position} examples changed",
        _KEYWORD, _NO_IMPACT,
        example=of_property(TEXT, {"type": "string", "examples": ["a"]}), mirror=ids.EXAMPLES_CHANGED,
        spec=f"{_VALIDATION}#section-9"),
    SchemaRule(ids.COMMENT_CHANGED, "{position} schema comment changed",
        _KEYWORD, _NO_IMPACT,
        example=of_property(TEXT, {"type": "string", "$comment": "As in the database."}), mirror=ids.COMMENT_CHANGED,
        spec=f"{_VALIDATION}#section-9"),
    SchemaRule(ids.DEPRECATED_ADDED, Each("Parameter deprecated", "Output property deprecated"),
        _KEYWORD,
        Each(Impact(Severity.RISKY, "It may be removed later.", "Move to its replacement."), _NO_IMPACT),
        example=of_property(TEXT, {"type": "string", "deprecated": True}), mirror=ids.DEPRECATED_REMOVED,
        spec=f"{_VALIDATION}#section-9"),
    SchemaRule(ids.DEPRECATED_REMOVED, Each("Parameter no longer deprecated", "Output property no longer deprecated"),
        _KEYWORD, _NO_IMPACT,
        example=of_property({"type": "string", "deprecated": True}, TEXT), mirror=ids.DEPRECATED_ADDED,
        spec=f"{_VALIDATION}#section-9"),
    SchemaRule(ids.ANNOTATION_CHANGED, "{position} content or access annotation changed",
        _KEYWORD, _INTERPRETED,
        example=of_property(TEXT, {"type": "string", "contentMediaType": "application/json"}),
        mirror=ids.ANNOTATION_CHANGED, spec=f"{_VALIDATION}#section-9"),
    SchemaRule(ids.NULLABLE_CHANGED, "{position} `nullable` changed",
        _KEYWORD, _INTERPRETED,
        example=of_property(TEXT, {"type": "string", "nullable": True}), mirror=ids.NULLABLE_CHANGED,
        spec=f"{_VALIDATION}#section-9"),
    SchemaRule(ids.SAFE_INTEGER_BOUNDS, "{position} language integer bounds changed",
        _KEYWORD,
        Impact(Severity.SAFE, "Schema generators add these limits of JavaScript (2^53 - 1) or 64-bit integers (2^63); "
               "real values are nowhere near them."),
        example=of_property({"type": "integer"}, {"type": "integer", "minimum": 1 - 2**53, "maximum": 2**53 - 1}),
        mirror=ids.SAFE_INTEGER_BOUNDS, spec=f"{_VALIDATION}#section-9"),
    SchemaRule(ids.RESPELLED, "{position} schema rewritten with the same meaning",
        "same meaning: {edit}",
        Impact(Severity.SAFE, "Exactly the same values are valid."),
        example=of_property({"type": ["string", "null"]}, {"anyOf": [TEXT, {"type": "null"}]}), mirror=ids.RESPELLED),
    SchemaRule(ids.DEFINITION_CHANGED, "Unused {position} definition changed",
        "{place}: unused definition `{definition}` {before} → {after}",
        Impact(Severity.SAFE, "Validators ignore it, though a person may read it."),
        example=(_UNSTATED, {**_UNSTATED, "$defs": {"Old": TEXT}}), mirror=ids.DEFINITION_CHANGED),
    SchemaRule(ids.UNPROVEN, "{position} change of unknown effect",
        Each("unknown whether this breaks callers: {edit}", "unknown whether this breaks readers: {edit}"),
        Impact(Severity.RISKY, "govern found neither a proof that it is safe nor a documented value that breaks.",
               "Compare both schemas, and test with real calls."),
        example=of_property({"type": "string", "pattern": "^(a|b)\\1$"}, {"type": "string", "pattern": "^(b|a)\\1$"}),
        mirror=ids.UNPROVEN),
    SchemaRule(ids.SCHEMA_INVALID, "{position} schema now invalid",
        "{place}: {edit}",
        Impact(Severity.RISKY, "Clients handle an invalid schema differently, and some drop the tool.",
               "Fix the schema; the message names the invalid keyword."),
        example=of_property({"type": "integer"}, {"type": "integer", "minimum": "3"}), mirror=ids.SCHEMA_REPAIRED),
    SchemaRule(ids.SCHEMA_REPAIRED, "{position} schema valid again",
        "{place} is now valid; it was: {edit}",
        Impact(Severity.SAFE, "Clients that handled the invalid schema still work."),
        example=of_property({"type": "integer", "minimum": "3"}, {"type": "integer"}), mirror=ids.SCHEMA_INVALID),
    SchemaRule(ids.SCHEMA_RESTATED, "{position} schema valid again, possibly with another meaning",
        "{place} is now valid, but clients read the old keyword differently; it was: {edit}",
        Impact(Severity.RISKY, "A client that ignored the invalid keyword, or read it as in an older dialect, now gets "
               "another meaning.",
               "Check how your clients read the invalid keyword."),
        example=Each(of_property(_FLAGGED, {"type": "integer", "exclusiveMinimum": 0}),
                     of_property(_FLAGGED, {"type": "integer", "minimum": 0})),
        unmirrored="an invalid keyword is reported as invalid, whatever it may mean"),
    SchemaRule(ids.DIALECT_CHANGED, "{position} schema dialect changed the meaning",
        "`$schema` {before} → {after}; the same keywords mean something else in it",
        Impact(Severity.RISKY, "Clients that respect the dialect now accept other values.",
               "Rewrite the schema in the keywords of the new dialect."),
        example=({**_TUPLE, "$schema": "http://json-schema.org/draft-07/schema#"},
                 {**_TUPLE, "$schema": "https://json-schema.org/draft/2020-12/schema"}),
        mirror=ids.DIALECT_CHANGED, spec=f"{_CORE}#section-8.1.1"),
    SchemaRule(ids.DESCRIPTION_CHANGED, Each("Parameter description changed", "Output description changed"),
        "{place}: {keyword} {how}",
        Impact(Severity.RISKY, "A model fills in and reads values by these texts; other words may lead it elsewhere.",
               "Read both texts as a model would, and approve the change if the meaning stays. Policy may make such "
               "changes SAFE."),
        example=of_property(_DESCRIBED, {"type": "string", "description": "How many at most."}),
        lane="text", mirror=ids.DESCRIPTION_CHANGED),
    SchemaRule(ids.DESCRIPTION_RESPELLED, Each("Parameter description reformatted", "Output description reformatted"),
        "{place}: {keyword} {how}",
        Impact(Severity.SAFE, "Readers learn nothing new: only white space, letter case or Unicode form differ."),
        example=of_property(_DESCRIBED, {"type": "string", "description": "how  many."}),
        lane="text", mirror=ids.DESCRIPTION_RESPELLED),
)  # fmt: skip
