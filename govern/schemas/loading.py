"""One of the two schemas: as it is written, as it is read, and the validators that judge instances of it."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from .closing import close_objects
from .dialect import CURRENT, MANY, NAMED, ONE, UntranslatableSchema, draft_of, to_current_draft, without_later_formats
from .document import Document
from .engine import InvalidSchema, Undecided, accepts
from .references import UnresolvedReference, has_names, resolve, with_pointer_references

if TYPE_CHECKING:
    from .engine import Canonical, Engine, Validator

Json = Any


class InvalidKeyword(NamedTuple):
    """A keyword that is left out of the comparison: where it stands, why, and in which of the two schemas."""

    pointer: str
    reason: str
    side: str


class SchemaReading:
    """A schema in one reading and in one draft, known to be well formed."""

    def __init__(self, schema: Json, draft: str, engine: Engine) -> None:
        self.schema = schema
        self.canonical: Canonical = engine.canonical(schema, draft)
        self._draft = draft
        self._engine = engine
        self._document: Document | None = None
        self._validator: Validator | None = None

    @property
    def document(self) -> Document:
        """The canonical form, ready to be asked about its parts."""
        if self._document is None:
            self._document = Document(to_current_draft(self.canonical.to_json_schema(), self._draft), self._engine)
        return self._document

    def takes(self, instance: Json) -> bool:
        """Ask a validator."""
        if self._validator is None:
            self._validator = self._engine.validator(self.schema, self._draft)
        return accepts(self._validator, instance)


class ComparedSchema:
    """One schema with its draft; what is invalid in it is named and left out."""

    def __init__(self, schema: Json, name: str, draft: str | None, engine: Engine) -> None:
        self._engine = engine
        self._name = name
        self._validator: Validator | None = None
        self.invalid: list[InvalidKeyword] = []
        known = draft or draft_of(schema)
        if known is None:
            self.invalid.append(InvalidKeyword("/$schema", "names no draft we know; read as 2020-12", name))
        self.draft = known or CURRENT
        self._came = _without_dialect(schema)
        if engine.assert_formats:
            self._came = without_later_formats(self._came, self.draft)
        self.text = repr(schema)
        self.written = (
            with_pointer_references(self._came, self.draft) if has_names(self.text, self.draft) else self._came
        )

    def literal(self, draft: str) -> SchemaReading | None:
        """Read the schema as it is written, in the draft that both sides share."""
        if not isinstance(self.written, dict | bool):
            self.invalid.append(InvalidKeyword("", "is neither an object nor true or false", self._name))
            return None
        try:
            reading = self._read(draft)
            if reading is not None or "'$ref'" not in repr(self.written):
                return reading
        except InvalidSchema:
            pass
        self.written, found = without_invalid_keywords(self.written, self.draft, self._engine)
        self._came = self.written
        self.invalid += [InvalidKeyword(pointer, reason, self._name) for pointer, reason in found]
        try:
            return self._read(draft)
        except InvalidSchema as error:
            self.invalid.append(InvalidKeyword("", str(error), self._name))
            return None

    def _read(self, draft: str) -> SchemaReading | None:
        try:
            if draft == self.draft:
                return SchemaReading(self.written, draft, self._engine)
            self._engine.canonical(self.written, self.draft)  # it must be well formed before it is translated
            return SchemaReading(to_current_draft(self.written, self.draft), draft, self._engine)
        except (Undecided, UntranslatableSchema):
            return None

    def documented(self, literal: SchemaReading) -> SchemaReading | None:
        """Read what whoever sends says that it sends."""
        try:
            narrowed = close_objects(literal.schema)
            return SchemaReading(narrowed, CURRENT, self._engine) if narrowed != literal.schema else literal
        except (InvalidSchema, Undecided, UntranslatableSchema, UnresolvedReference):
            return None

    @property
    def validator(self) -> Validator:
        """The schema as it came, compiled in its own draft."""
        if self._validator is None:
            self._validator = self._engine.validator(self._came, self.draft)
        return self._validator

    def takes(self, instance: Json) -> bool:
        """Ask a validator about the schema as it came."""
        return accepts(self.validator, instance)


def _without_dialect(schema: Json) -> Json:
    if isinstance(schema, dict) and "$schema" in schema:
        return {keyword: value for keyword, value in schema.items() if keyword != "$schema"}
    return schema


_SCOPES = ("'$id'", "'id'", "'$recursiveAnchor'")
_TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


def _is_number(value: Json) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    # An integer is finite, however many digits it has, though no float may hold it.
    return isinstance(value, int) or isfinite(value)


def _is_count(value: Json) -> bool:
    return _is_number(value) and value >= 0 and value == int(value)


def _is_names(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value) and len(set(value)) == len(value)


def _is_type(value: Json) -> bool:
    names = value if isinstance(value, list) else [value]
    return bool(names) and all(isinstance(name, str) and name in _TYPES for name in names)


def _is_schema(value: Json) -> bool:
    return isinstance(value, dict | bool)


def _is_schemas(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and all(_is_schema(held) for held in value)


_Rule = tuple[Callable[[Json], bool], str]

_ANYTHING: _Rule = (lambda _: True, "")
_NOT_NOW: _Rule = (lambda _: False, "is a list, not a schema")
_AN_OBJECT: _Rule = (lambda value: isinstance(value, dict), "is no object")
_A_SCHEMA: _Rule = (_is_schema, "is neither an object nor true or false")
_SCHEMAS: _Rule = (_is_schemas, "is no list of schemas")
_A_NUMBER: _Rule = (_is_number, "is no number")
_A_COUNT: _Rule = (_is_count, "is no whole number from zero up")
_A_TEXT: _Rule = (lambda value: isinstance(value, str), "is no text")
_A_FLAG: _Rule = (lambda value: isinstance(value, bool), "is neither true nor false")
_RULES_OF_DRAFT_4: dict[str, _Rule] = {
    "exclusiveMaximum": _A_FLAG,
    "exclusiveMinimum": _A_FLAG,
    "required": (lambda value: _is_names(value) and bool(value), "is no list of different names"),
}
_RULES: dict[str, _Rule] = {
    "$anchor": _A_TEXT,
    "$ref": _A_TEXT,
    "dependentRequired": (
        lambda value: isinstance(value, dict) and all(_is_names(names) for names in value.values()),
        "is no object of lists of names",
    ),
    "enum": (lambda value: isinstance(value, list), "is no list"),
    "exclusiveMaximum": _A_NUMBER,
    "exclusiveMinimum": _A_NUMBER,
    "format": _A_TEXT,
    "maxContains": _A_COUNT,
    "maxItems": _A_COUNT,
    "maxLength": _A_COUNT,
    "maxProperties": _A_COUNT,
    "maximum": _A_NUMBER,
    "minContains": _A_COUNT,
    "minItems": _A_COUNT,
    "minLength": _A_COUNT,
    "minProperties": _A_COUNT,
    "minimum": _A_NUMBER,
    "multipleOf": (lambda value: _is_number(value) and value > 0, "is no number above zero"),
    "pattern": _A_TEXT,
    "required": (_is_names, "is no list of different names"),
    "type": (_is_type, "names no type"),
    "uniqueItems": _A_FLAG,
}


def without_invalid_keywords(schema: Json, draft: str, engine: Engine) -> tuple[Json, list[tuple[str, str]]]:
    """Leave out each keyword that is not allowed, and say where and why."""
    found: list[tuple[str, str]] = []
    if not _is_schema(schema):
        return True, [("", "is neither an object nor true or false")]
    return _Repair(schema, draft, engine, found).of(schema, ""), found


class _Repair:
    """One schema being without_invalid_keywords, in its draft."""

    def __init__(self, document: Json, draft: str, engine: Engine, found: list[tuple[str, str]]) -> None:
        self._document = document
        # Where parts have names of their own, what a reference leads to is the library's to say.
        self._has_scopes = any(word in repr(document) for word in _SCOPES)
        self._draft = draft
        self._engine = engine
        self._found = found

    def of(self, schema: Json, place: str) -> Json:
        if not isinstance(schema, dict):
            return schema
        built: dict[str, Json] = {}
        for keyword, value in schema.items():
            here = f"{place}/{_escaped(keyword)}"
            reason = self._reason(keyword, value)
            if reason:
                self._found.append((here, reason))
            else:
                built[keyword] = self._inside(keyword, value, here)
        return self._checked(built, place)

    def _reason(self, keyword: str, value: Json) -> str:
        is_allowed, reason = self._rule(keyword, value)
        if is_allowed(value) and keyword == "$ref" and self._leads_nowhere(value):
            return f"leads nowhere: there is no {value}"
        return "" if is_allowed(value) else reason

    def _leads_nowhere(self, reference: str) -> bool:
        if self._has_scopes or not reference.startswith("#"):
            return False
        try:
            return not _is_schema(resolve(self._document, reference))
        except UnresolvedReference:
            return True

    def _rule(self, keyword: str, value: Json) -> _Rule:
        if self._draft == "4" and keyword in _RULES_OF_DRAFT_4:
            return _RULES_OF_DRAFT_4[keyword]
        if keyword == "items" and isinstance(value, list):
            return _NOT_NOW if self._draft == CURRENT else _SCHEMAS
        if keyword in NAMED:
            return _AN_OBJECT
        if keyword in ONE:
            return _A_SCHEMA
        return _SCHEMAS if keyword in MANY else _RULES.get(keyword, _ANYTHING)

    def _inside(self, keyword: str, value: Json, here: str) -> Json:
        if keyword in NAMED and isinstance(value, dict):
            return {name: self._named(keyword, held, f"{here}/{_escaped(name)}") for name, held in value.items()}
        if keyword in MANY and isinstance(value, list):
            return [self.of(held, f"{here}/{index}") for index, held in enumerate(value)]
        return self.of(value, here) if keyword in ONE else value

    def _named(self, keyword: str, held: Json, here: str) -> Json:
        if _is_schema(held) or (keyword == "dependencies" and _is_names(held)):
            return self.of(held, here)
        self._found.append((here, "is neither an object nor true or false"))
        return {}

    def _checked(self, built: dict[str, Json], place: str) -> dict[str, Json]:
        """Ask the library about what only it can read: regular expressions."""
        if "pattern" in built and not self._is_readable(built["pattern"]):
            self._found.append((f"{place}/pattern", "is no regular expression"))
            built = {keyword: value for keyword, value in built.items() if keyword != "pattern"}
        patterns = built.get("patternProperties", {})
        readable = {pattern: held for pattern, held in patterns.items() if self._is_readable(pattern)}
        for pattern in patterns.keys() - readable.keys():
            self._found.append((f"{place}/patternProperties/{_escaped(pattern)}", "is no regular expression"))
        return {**built, "patternProperties": readable} if patterns.keys() - readable.keys() else built

    def _is_readable(self, pattern: str) -> bool:
        try:
            self._engine.canonical({"pattern": pattern})
        except (InvalidSchema, Undecided):
            return False
        return True


def _escaped(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")
