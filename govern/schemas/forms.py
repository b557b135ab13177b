"""Canonical forms of schemas: a form with its definitions, and the structure of its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.json_text import canonical
from govern.schemas.dialect import has_text_keyword, map_subschemas, resolve
from govern.schemas.engine import InvalidSchema, Undecided, accepts, is_understood

if TYPE_CHECKING:
    from govern.schemas.engine import Canonical, Engine, Validator

Json = Any

TYPES = ("number", "string", "boolean", "array", "object", "null")
_NUMBERS = frozenset({"integer", "number"})
KEYWORDS_OF_TYPE: dict[str, frozenset[str]] = {
    "null": frozenset(),
    "boolean": frozenset(),
    "number": frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}),
    "string": frozenset({"minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"}),
    "array": frozenset({"minItems", "maxItems", "uniqueItems", "items", "prefixItems"})
    | {"contains", "minContains", "maxContains"},
    "object": frozenset({"properties", "patternProperties", "additionalProperties", "propertyNames"})
    | {"required", "minProperties", "maxProperties"},
}
KEYWORDS_OF_TYPE["integer"] = KEYWORDS_OF_TYPE["number"]
TYPED_KEYWORDS = frozenset[str]().union(*KEYWORDS_OF_TYPE.values()) | {"type"}
_CONDITION = frozenset({"if", "then", "else"})
_UNEVALUATED = frozenset({"unevaluatedItems", "unevaluatedProperties"})  # their meaning depends on other keywords
_ROOT = "~root"
_SCOPE_WORDS = ("$id", "$dynamicRef", "$recursiveRef")
_DEFINITIONS = ("$defs", "definitions")
_ANNOTATIONS = frozenset({"$schema", *_DEFINITIONS, "$comment", "title", "description", "default", "examples"}) | {
    "deprecated",
    "readOnly",
    "writeOnly",
    "$id",
}


class FormDocument:
    """A form in 2020-12 with its definitions."""

    def __init__(self, form: Json, engine: Engine) -> None:
        self.engine = engine
        text = repr(form)
        self._schema = _with_named_root(form) if isinstance(form, dict) and "'$ref': '#'" in text else form
        self.definitions: dict[str, Json] = {}
        self.root = assertions(self._schema)
        if isinstance(form, dict):
            self.definitions = {name: self._schema[name] for name in _DEFINITIONS if name in self._schema}
        self.has_independent_parts = not has_text_keyword(text, _SCOPE_WORDS) and "'$ref': 'http" not in text
        self._canonicals: dict[str, Canonical | None] = {}
        self._validators: dict[str, Validator] = {}

    def follow(self, reference: str) -> Json:
        """Return the target of a reference."""
        return assertions(resolve(self._schema, reference))

    def canonical(self, part: Json) -> Canonical | None:
        """Return the canonical form of a part, None if the library has none."""
        text = repr(part)
        if text not in self._canonicals:
            try:
                self._canonicals[text] = self.engine.canonical(self._standalone(part))
            except (Undecided, InvalidSchema):
                self._canonicals[text] = None
        return self._canonicals[text]

    def merged(self, parts: list[Json]) -> Json:
        """Return one form that is equivalent to all parts together."""
        parts = [part for part in parts if part is not True]
        if len(parts) <= 1:
            return parts[0] if parts else True
        held = self.canonical({"allOf": parts})
        if held is None or not is_understood(held):
            return {"allOf": parts}
        return self._adopted(held.to_json_schema())

    def is_empty(self, part: Json) -> bool:
        """Return whether it is proven that a part has no instance."""
        if part is False or part == {"not": {}}:
            return True
        held = self.canonical(part)
        return held is not None and self.engine.is_empty(held)

    def accepts(self, part: Json, instance: Json) -> bool:
        """Return whether an instance is valid against a part."""
        return part if isinstance(part, bool) else accepts(self._validator(part), instance)

    def rejected(self, part: Json, instances: list[Json]) -> list[Json]:
        """Return the instances that are invalid against a part."""
        if isinstance(part, bool):
            return [] if part else instances
        validator = self._validator(part)
        return [instance for instance in instances if not accepts(validator, instance)]

    def _standalone(self, part: Json) -> Json:
        """Return a part with the definitions that it may refer to."""
        if isinstance(part, dict) and self.definitions and "'$ref'" in repr(part):
            return {**self.definitions, **part}
        return part

    def _adopted(self, form: Json) -> Json:
        """Return a form of the library's after moving its definitions into the document."""
        if not isinstance(form, dict):
            return form
        if "$defs" in form:
            own = self.definitions.setdefault("$defs", {})
            self._schema = {**self._schema, "$defs": own}
            for name, held in form["$defs"].items():
                own.setdefault(name, held)
        bare = assertions(form)
        return False if bare == {"not": {}} else bare

    def _validator(self, part: Json) -> Validator:
        text = repr(part)
        if text not in self._validators:
            self._validators[text] = self.engine.validator(self._standalone(part))
        return self._validators[text]


def assertions(schema: Json) -> Json:
    """Return a schema without annotations and definitions."""
    if not isinstance(schema, dict):
        return schema
    held = {keyword: value for keyword, value in schema.items() if keyword not in _ANNOTATIONS}
    return held or True


def _with_named_root(form: dict[str, Json]) -> dict[str, Json]:
    """Return a form whose root is among its definitions, so that a part of it can refer to the root."""
    pointed = _without_root_references(form)
    body = {keyword: value for keyword, value in pointed.items() if keyword not in {"$schema", *_DEFINITIONS}}
    return {**pointed, "$defs": {**pointed.get("$defs", {}), _ROOT: body}}


def _without_root_references(schema: Json) -> Json:
    if not isinstance(schema, dict):
        return schema
    built = map_subschemas(schema, _without_root_references)
    return {**built, "$ref": f"#/$defs/{_ROOT}"} if built.get("$ref") == "#" else built


def equal(a: Json, b: Json) -> bool:
    """Return whether two forms are written alike; `==` alone would treat 1, 1.0 and true as equal."""
    return bool(a == b) and repr(a) == repr(b)


def is_true(form: Json) -> bool:
    """Return whether a form has no constraints."""
    return form is True or form == {}


def is_false(form: Json) -> bool:
    """Return whether a form is written as one that rejects everything."""
    return form is False or form == {"not": {}}


def is_reference(form: Json) -> bool:
    """Return whether a form is only a reference."""
    return isinstance(form, dict) and set(form) == {"$ref"}


def has_reference(form: Json) -> bool:
    """Return whether a form contains a reference."""
    return "'$ref'" in repr(form)


def listed_values(form: Json) -> list[Json] | None:
    """Return the values that `const` or `enum` lists, None without these keywords."""
    if not isinstance(form, dict):
        return None
    return [form["const"]] if "const" in form else form.get("enum")


def alternatives(form: dict[str, Json]) -> list[Json] | None:
    """Return the alternatives that a form is equivalent to, None if it is not a plain union."""
    if set(form) == {"anyOf"} or set(form) == {"oneOf"}:
        return list(next(iter(form.values())))
    types = form.get("type", TYPES)
    if isinstance(types, str) or form.keys() - TYPED_KEYWORDS:
        return None
    return [
        {keyword: form[keyword] for keyword in form.keys() & KEYWORDS_OF_TYPE[name]} | {"type": name} for name in types
    ]


def constraints(form: dict[str, Json]) -> tuple[list[Json], bool]:
    """Return the independent constraints of a form, and whether they are all it has."""
    typed = {keyword: value for keyword, value in form.items() if keyword in TYPED_KEYWORDS}
    condition = {keyword: value for keyword, value in form.items() if keyword in _CONDITION}
    parts: list[Json] = [part for part in (typed, condition) if part]
    for keyword in sorted(form.keys() - TYPED_KEYWORDS - _CONDITION - _UNEVALUATED):
        parts += form["allOf"] if keyword == "allOf" else [{keyword: form[keyword]}]
    return parts, not form.keys() & _UNEVALUATED


def may_overlap(a: Json, b: Json) -> bool:
    """Return whether two forms may have a common instance, by a quick look; "no" is a proof."""
    if (
        not isinstance(a, dict)
        or not isinstance(b, dict)
        or listed_values(b) is not None
        or not isinstance(a.get("type"), str)
    ):
        return not is_false(b)
    own, other = a["type"], b.get("type", TYPES)
    names = {other} if isinstance(other, str) else set(other)
    if own in _NUMBERS:
        return bool(_NUMBERS & names)
    return own in names and not (own == "object" and _have_distinct_constants(a, b))


def _have_distinct_constants(a: dict[str, Json], b: dict[str, Json]) -> bool:
    """Return whether a required property lists values in both forms, but no common one."""
    own, other = a.get("properties", {}), b.get("properties", {})
    for name in a.get("required", ()):
        values, others = listed_values(own.get(name)), listed_values(other.get(name))
        if values is not None and others is not None and not {*map(canonical, values)} & {*map(canonical, others)}:
            return True
    return False
