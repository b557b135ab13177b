"""Schemas prepared for a comparison: their draft, references and invalid keywords resolved, and validators compiled."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from govern.facts.change import step
from govern.schemas.closing import close_objects
from govern.schemas.dialect import (
    CURRENT,
    MANY,
    NAMED,
    ONE,
    TYPES,
    UnresolvedReference,
    UntranslatableSchema,
    draft_of,
    may_have_names,
    resolve,
    to_current_draft,
    with_pointer_references,
    without_later_formats,
)
from govern.schemas.engine import InvalidSchema, Undecided, accepts
from govern.schemas.forms import FormDocument

if TYPE_CHECKING:
    from govern.schemas.engine import Canonical, Engine, Validator

Json = Any

_NO_SCHEMA = "is not an object, true or false"


class InvalidKeyword(NamedTuple):
    """An invalid keyword that the comparison ignores, with the reason and the side, "old" or "new", that has it."""

    pointer: str
    reason: str
    side: str


class SchemaReading:
    """A valid schema in one reading (documented or literal) and one draft."""

    def __init__(self, schema: Json, draft: str, engine: Engine) -> None:
        self.schema = schema
        self.canonical: Canonical = engine.canonical(schema, draft)
        self._draft = draft
        self._engine = engine

    @cached_property
    def document(self) -> FormDocument:
        """The canonical form, whose parts can be compared one by one."""
        return FormDocument(to_current_draft(self.canonical.to_json_schema(), self._draft), self._engine)

    @cached_property
    def _validator(self) -> Validator:
        return self._engine.validator(self.schema, self._draft)

    def accepts(self, instance: Json) -> bool:
        """Return whether an instance is valid."""
        return accepts(self._validator, instance)


class ComparedSchema:
    """One of the two schemas of a comparison, without its invalid keywords."""

    def __init__(self, schema: Json, side: str, draft: str | None, engine: Engine) -> None:
        self._engine = engine
        self._side = side
        self.literal: SchemaReading | None = None
        self.invalid: list[InvalidKeyword] = []
        known = draft or draft_of(schema)
        if known is None:
            self.invalid.append(InvalidKeyword("/$schema", "is not a known draft; treated as 2020-12", side))
        self.draft = known or CURRENT
        self.text = repr(schema)
        self._schema = _without_draft(schema)
        if engine.assert_formats:
            self._schema = without_later_formats(self._schema, self.draft)
        has_names = may_have_names(self.text, self.draft)
        self.written = with_pointer_references(self._schema, self.draft) if has_names else self._schema

    @cached_property
    def validator(self) -> Validator:
        """The schema as given, compiled in its own draft."""
        return self._engine.validator(self._schema, self.draft)

    def accepts(self, instance: Json) -> bool:
        """Return whether an instance is valid against the schema as given."""
        return accepts(self.validator, instance)

    def read(self, draft: str) -> None:
        """Set `literal` to the schema in a draft, without invalid keywords; None if the library has no form of it."""
        if not isinstance(self.written, dict | bool):
            self.invalid.append(InvalidKeyword("", _NO_SCHEMA, self._side))
            return
        with suppress(InvalidSchema):
            self.literal = self._reading(draft)
            if self.literal is not None or "'$ref'" not in repr(self.written):
                return
        self.written, found = without_invalid_keywords(self.written, self.draft, self._engine)
        self._schema = self.written
        self.invalid += [InvalidKeyword(pointer, reason, self._side) for pointer, reason in found]
        try:
            self.literal = self._reading(draft)
        except InvalidSchema as error:
            self.invalid.append(InvalidKeyword("", str(error), self._side))

    def documented(self, literal: SchemaReading) -> SchemaReading | None:
        """Return the reading in which objects have no undeclared properties, None if there is no form of it."""
        try:
            narrowed = close_objects(literal.schema)
            return SchemaReading(narrowed, CURRENT, self._engine) if narrowed != literal.schema else literal
        except (InvalidSchema, Undecided, UntranslatableSchema, UnresolvedReference):
            return None

    def _reading(self, draft: str) -> SchemaReading | None:
        try:
            if draft == self.draft:
                return SchemaReading(self.written, draft, self._engine)
            self._engine.canonical(self.written, self.draft)  # raises InvalidSchema, which translating would hide
            return SchemaReading(to_current_draft(self.written, self.draft), draft, self._engine)
        except (Undecided, UntranslatableSchema):
            return None


def _without_draft(schema: Json) -> Json:
    if isinstance(schema, dict) and "$schema" in schema:
        return {keyword: value for keyword, value in schema.items() if keyword != "$schema"}
    return schema


def without_invalid_keywords(schema: Json, draft: str, engine: Engine) -> tuple[Json, list[tuple[str, str]]]:
    """Return a schema without its invalid keywords, and the pointer and the reason of each."""
    if not _is_schema(schema):
        return True, [("", _NO_SCHEMA)]
    repair = _Repair(schema, draft, engine)
    return repair.of(schema, ""), repair.found


def _is_number(value: Json) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isinstance(value, int) or isfinite(value)  # isfinite raises for an integer larger than any float


def _is_count(value: Json) -> bool:
    return _is_number(value) and value >= 0 and value == int(value)


def _is_name_list(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value) and len(set(value)) == len(value)


def _is_type(value: Json) -> bool:
    names = value if isinstance(value, list) else [value]
    return bool(names) and all(isinstance(name, str) and name in TYPES for name in names)


def _is_schema(value: Json) -> bool:
    return isinstance(value, dict | bool)


def _is_schema_list(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and all(_is_schema(held) for held in value)


_KeywordRule = tuple[Callable[[Json], bool], str]

_SCOPE_WORDS = ("'$id'", "'id'", "'$recursiveAnchor'")
_ANYTHING: _KeywordRule = (lambda _: True, "")
_NO_TUPLE: _KeywordRule = (lambda _: False, "is a list, not a schema")
_OBJECT: _KeywordRule = (lambda value: isinstance(value, dict), "is not an object")
_SCHEMA: _KeywordRule = (_is_schema, _NO_SCHEMA)
_SCHEMAS: _KeywordRule = (_is_schema_list, "is not a non-empty list of schemas")
_NUMBER: _KeywordRule = (_is_number, "is not a number")
_COUNT: _KeywordRule = (_is_count, "is not a non-negative integer")
_STRING: _KeywordRule = (lambda value: isinstance(value, str), "is not a string")
_BOOLEAN: _KeywordRule = (lambda value: isinstance(value, bool), "is not true or false")
_RULES_OF_DRAFT_4: dict[str, _KeywordRule] = {
    "exclusiveMaximum": _BOOLEAN,
    "exclusiveMinimum": _BOOLEAN,
    "required": (lambda value: _is_name_list(value) and bool(value), "is not a non-empty list of unique names"),
}
_RULES: dict[str, _KeywordRule] = {
    **dict.fromkeys(("$anchor", "$ref", "format", "pattern"), _STRING),
    **dict.fromkeys(("exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"), _NUMBER),
    **dict.fromkeys((f"{end}{what}" for end in ("max", "min") for what in ("Contains", "Items", "Length")), _COUNT),
    **dict.fromkeys(("maxProperties", "minProperties"), _COUNT),
    "dependentRequired": (
        lambda value: isinstance(value, dict) and all(_is_name_list(names) for names in value.values()),
        "is not an object of lists of names",
    ),
    "enum": (lambda value: isinstance(value, list), "is not a list"),
    "multipleOf": (lambda value: _is_number(value) and value > 0, "is not a number above zero"),
    "required": (_is_name_list, "is not a list of unique names"),
    "type": (_is_type, "is not a valid type"),
    "uniqueItems": _BOOLEAN,
}


class _Repair:
    """The removal of invalid keywords from one document."""

    def __init__(self, document: Json, draft: str, engine: Engine) -> None:
        self._document = document
        # Where parts have addresses of their own, only the library can resolve a reference.
        text = repr(document)
        self._has_scopes = any(word in text for word in _SCOPE_WORDS)
        self._draft = draft
        self._engine = engine
        self.found: list[tuple[str, str]] = []

    def of(self, schema: Json, pointer: str) -> Json:
        """Return a part of the document without its invalid keywords."""
        if not isinstance(schema, dict):
            return schema
        built: dict[str, Json] = {}
        for keyword, value in schema.items():
            here = step(pointer, keyword)
            reason = self._reason(keyword, value)
            if reason:
                self.found.append((here, reason))
            else:
                built[keyword] = self._below(keyword, value, here)
        return self._without_invalid_patterns(built, pointer)

    def _reason(self, keyword: str, value: Json) -> str:
        is_valid, reason = self._rule(keyword, value)
        if not is_valid(value):
            return reason
        return f"points to {value}, which does not exist" if keyword == "$ref" and self._has_no_target(value) else ""

    def _has_no_target(self, reference: str) -> bool:
        if self._has_scopes or not reference.startswith("#"):
            return False
        try:
            return not _is_schema(resolve(self._document, reference))
        except UnresolvedReference:
            return True

    def _rule(self, keyword: str, value: Json) -> _KeywordRule:
        if self._draft == "4" and keyword in _RULES_OF_DRAFT_4:
            return _RULES_OF_DRAFT_4[keyword]
        if keyword == "items" and isinstance(value, list):
            return _NO_TUPLE if self._draft == CURRENT else _SCHEMAS
        if keyword in NAMED:
            return _OBJECT
        if keyword in ONE:
            return _SCHEMA
        return _SCHEMAS if keyword in MANY else _RULES.get(keyword, _ANYTHING)

    def _below(self, keyword: str, value: Json, here: str) -> Json:
        if keyword in NAMED and isinstance(value, dict):
            return {name: self._named(keyword, held, step(here, name)) for name, held in value.items()}
        if keyword in MANY and isinstance(value, list):
            return [self.of(held, f"{here}/{index}") for index, held in enumerate(value)]
        return self.of(value, here) if keyword in ONE else value

    def _named(self, keyword: str, held: Json, here: str) -> Json:
        if _is_schema(held) or (keyword == "dependencies" and _is_name_list(held)):
            return self.of(held, here)
        self.found.append((here, _NO_SCHEMA))
        return {}

    def _without_invalid_patterns(self, built: dict[str, Json], pointer: str) -> dict[str, Json]:
        if "pattern" in built and not self._is_pattern(built["pattern"]):
            self.found.append((f"{pointer}/pattern", "is not a valid regular expression"))
            del built["pattern"]
        patterns = built.get("patternProperties", {})
        invalid = [pattern for pattern in patterns if not self._is_pattern(pattern)]
        for pattern in invalid:
            place = step(f"{pointer}/patternProperties", pattern)
            self.found.append((place, "is not a valid regular expression"))
        valid = {pattern: held for pattern, held in patterns.items() if pattern not in invalid}
        return {**built, "patternProperties": valid} if invalid else built

    def _is_pattern(self, pattern: str) -> bool:
        try:
            self._engine.canonical({"pattern": pattern})
        except (InvalidSchema, Undecided):
            return False
        return True
