"""The drafts of JSON Schema: which one a schema uses, where its subschemas are, what its references lead to.

Older drafts are translated to 2020-12, and references by anchor or `$id` rewritten as JSON pointers.
"""

from __future__ import annotations

from contextlib import suppress
from functools import reduce
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urljoin

from govern.facts.change import pointer_keys, step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Json = Any

CURRENT = "2020-12"
DRAFTS = ("4", "6", "7", "2019-09", CURRENT)

_BY_ADDRESS = {
    "json-schema.org/draft-04/schema": "4",
    "json-schema.org/draft-06/schema": "6",
    "json-schema.org/draft-07/schema": "7",
    "json-schema.org/draft/2019-09/schema": "2019-09",
    "json-schema.org/draft/2020-12/schema": CURRENT,
}

TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
# Keywords that hold one schema, a list of schemas, or schemas by name.
ONE = frozenset({"additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then"}) | {
    "additionalItems",
    "contentSchema",
    "unevaluatedItems",
    "unevaluatedProperties",
}
MANY = frozenset({"allOf", "anyOf", "items", "oneOf", "prefixItems"})
NAMED = frozenset({"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"})

_SINCE_2019 = frozenset(
    {"$anchor", "$recursiveAnchor", "$recursiveRef", "dependentRequired", "dependentSchemas", "maxContains"}
) | {"minContains", "unevaluatedItems", "unevaluatedProperties"}
_SINCE_2020 = frozenset({"$dynamicAnchor", "$dynamicRef", "prefixItems"})
_UNKNOWN_TO = {
    "4": _SINCE_2020 | _SINCE_2019 | {"const", "contains", "else", "if", "propertyNames", "then"},
    "6": _SINCE_2020 | _SINCE_2019 | {"else", "if", "then"},
    "7": _SINCE_2020 | _SINCE_2019,
    "2019-09": _SINCE_2020,
}
# Formats added after draft 4, by the drafts that do not define them.
_LATER_FORMATS = {
    ("4",): ("json-pointer", "uri-reference", "uri-template"),
    ("4", "6"): ("date", "idn-email", "idn-hostname", "iri", "iri-reference", "regex", "relative-json-pointer", "time"),
    ("4", "6", "7"): ("duration", "uuid"),
}


class UntranslatableSchema(Exception):
    """A schema uses a construct that 2020-12 cannot express."""


def draft_of(schema: Json) -> str | None:
    """Return the draft that `$schema` names, 2020-12 if it is missing, None for an unknown one."""
    address = schema.get("$schema") if isinstance(schema, dict) else None
    if address is None:
        return CURRENT
    if not isinstance(address, str):
        return None
    return _BY_ADDRESS.get(address.removeprefix("https://").removeprefix("http://").rstrip("#"))


def subschemas(schema: dict[str, Json]) -> Iterator[tuple[tuple[str | int, ...], Json]]:
    """Yield the schemas directly below a schema, each with its path."""
    for keyword, value in schema.items():
        if isinstance(value, dict):
            if keyword in NAMED:
                yield from (((keyword, name), held) for name, held in value.items())
            elif keyword in ONE:
                yield (keyword,), value
        elif keyword in MANY and isinstance(value, list):
            yield from (((keyword, index), held) for index, held in enumerate(value))
        elif keyword in ONE and isinstance(value, bool):
            yield (keyword,), value


def applied_subschemas(schema: dict[str, Json]) -> Iterator[tuple[str, Json]]:
    """Yield the subschemas that apply to the same value as a schema, each with its keyword."""
    for keyword in ("allOf", "anyOf", "oneOf"):
        if isinstance(held := schema.get(keyword), list):
            yield from ((keyword, each) for each in held)
    yield from ((keyword, schema[keyword]) for keyword in ("not", "if", "then", "else") if keyword in schema)
    for keyword in ("dependentSchemas", "dependencies"):
        if isinstance(held := schema.get(keyword), dict):
            yield from ((keyword, each) for each in held.values())


def map_subschemas(schema: dict[str, Json], change: Callable[[Json], Json]) -> dict[str, Json]:
    """Return a copy of a schema with `change` applied to each schema directly below it."""
    built: dict[str, Json] = {}
    for keyword, value in schema.items():
        if isinstance(value, dict) and keyword in NAMED:
            built[keyword] = {name: change(held) for name, held in value.items()}
        elif isinstance(value, list) and keyword in MANY:
            built[keyword] = [change(held) for held in value]
        elif keyword in ONE and isinstance(value, dict | bool):
            built[keyword] = change(value)
        else:
            built[keyword] = value
    return built


def to_current_draft(schema: Json, draft: str) -> Json:
    """Return a schema of an older draft translated to 2020-12, or raise UntranslatableSchema."""
    if draft == CURRENT or not isinstance(schema, dict):
        return schema
    if draft != "2019-09" and isinstance(schema.get("$ref"), str):
        held = {name: schema[name] for name in ("definitions", "$defs", "$id", "id") if name in schema}
        schema = {"$ref": schema["$ref"], **held}  # up to draft 7, keywords beside `$ref` are ignored
    known = {keyword: value for keyword, value in schema.items() if keyword not in _UNKNOWN_TO[draft]}
    built = map_subschemas(known, lambda held: to_current_draft(held, draft))
    _translate_tuples(built)
    _translate_dependencies(built)
    if draft == "2019-09":
        _translate_contains(built)
    if draft == "4":
        _translate_exclusive_bounds(built)
    _translate_identifiers(built, draft)
    return built


def without_later_formats(schema: Json, draft: str) -> Json:
    """Return a schema without each `format` that its draft does not define, since validators ignore those."""
    later = frozenset(name for drafts, names in _LATER_FORMATS.items() if draft in drafts for name in names)
    return _without_formats(schema, later) if later and "'format'" in repr(schema) else schema


def _without_formats(schema: Json, formats: frozenset[str]) -> Json:
    if not isinstance(schema, dict):
        return schema
    built = map_subschemas(schema, lambda held: _without_formats(held, formats))
    if isinstance(built.get("format"), str) and built["format"] in formats:
        del built["format"]
    return built


def _translate_tuples(schema: dict[str, Json]) -> None:
    rest = schema.pop("additionalItems", None)
    if isinstance(schema.get("items"), list):
        schema["prefixItems"] = schema.pop("items")
        if rest is not None:
            schema["items"] = rest
        if not schema["prefixItems"]:
            del schema["prefixItems"]  # an empty list is invalid in 2020-12


def _translate_dependencies(schema: dict[str, Json]) -> None:
    # Each becomes a condition in `allOf`, so that existing keywords are not overwritten.
    dependencies = schema.pop("dependencies", None)
    for name, needed in dependencies.items() if isinstance(dependencies, dict) else ():
        then = {"required": needed} if isinstance(needed, list) else needed
        schema["allOf"] = [*schema.get("allOf", []), {"if": {"type": "object", "required": [name]}, "then": then}]


def _translate_contains(schema: dict[str, Json]) -> None:
    # In 2019-09 `contains` does not mark items as evaluated. In 2020-12 it does, except below `not`.
    if "unevaluatedItems" in schema and "contains" in schema:
        counts = {name: schema.pop(name) for name in ("contains", "minContains", "maxContains") if name in schema}
        schema["allOf"] = [*schema.get("allOf", []), {"not": {"not": counts}}]


def _translate_exclusive_bounds(schema: dict[str, Json]) -> None:
    for bound in ("minimum", "maximum"):
        exclusive = "exclusive" + bound.capitalize()
        is_exclusive = schema.pop(exclusive, False)
        if is_exclusive is True and bound in schema:
            schema[exclusive] = schema.pop(bound)


def _translate_identifiers(schema: dict[str, Json], draft: str) -> None:
    if draft == "4" and "id" in schema:
        schema["$id"] = schema.pop("id")
    if isinstance(schema.get("$id"), str) and schema["$id"].startswith("#"):
        schema["$anchor"] = schema.pop("$id").removeprefix("#")
    if schema.pop("$recursiveAnchor", False):
        raise UntranslatableSchema
    if "$recursiveRef" in schema:
        schema["$ref"] = schema.pop("$recursiveRef")


_BASE = "http://here.invalid/"
_NAME_WORDS = ("$id", "$anchor", "$dynamicAnchor")
# The target of these depends on the references that were followed to get there.
_DYNAMIC_WORDS = ("$dynamicRef", "$recursiveRef")
_ANCHORS = {"2019-09": ("$anchor",), CURRENT: ("$anchor", "$dynamicAnchor")}
_ANCHORED_BY_ID = ("4", "6", "7")
_SAFE = "/~!$&'()*+,;=:@"


class UnresolvedReference(LookupError):
    """A reference has no target in its document."""


class UnsupportedReference(LookupError):
    """A reference cannot be written as a JSON pointer."""


def resolve(document: Json, reference: Json) -> Json:
    """Return the target of a reference by JSON pointer or anchor, or raise UnresolvedReference."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        raise UnresolvedReference(reference)
    fragment = unquote(reference[1:])
    if fragment and not fragment.startswith("/"):
        return _find_anchor(document, fragment)
    held = document
    for name in pointer_keys(fragment):
        try:
            held = held[int(name)] if isinstance(held, list) else held[name]
        except (KeyError, IndexError, ValueError, TypeError) as error:
            raise UnresolvedReference(reference) from error
    return held


def _find_anchor(held: Json, anchor: str) -> Json:
    if isinstance(held, dict):
        if held.get("$anchor") == anchor or held.get("$dynamicAnchor") == anchor:
            return held
        held = list(held.values())
    for inner in held if isinstance(held, list) else []:
        with suppress(UnresolvedReference):
            return _find_anchor(inner, anchor)
    raise UnresolvedReference(anchor)


def to_pointer_references(schema: Json, draft: str | None = None) -> Json:
    """Return a schema with each internal reference as a JSON pointer, or raise UnsupportedReference."""
    if not isinstance(schema, dict):
        return schema
    text, draft = repr(schema), draft or draft_of(schema) or CURRENT
    if _is_dynamic(text):
        raise UnsupportedReference
    return _NamedParts(schema, draft).document() if may_have_names(text, draft) else schema


def with_pointer_references(schema: Json, draft: str | None = None) -> Json:
    """Return a schema with each internal reference as a JSON pointer, or unchanged if that is impossible."""
    with suppress(UnsupportedReference):
        return to_pointer_references(schema, draft)
    return schema


def has_static_references(schema: Json) -> bool:
    """Return whether each internal reference can be written as a JSON pointer."""
    try:
        to_pointer_references(schema)
    except UnsupportedReference:
        return False
    return True


def may_have_names(text: str, draft: str) -> bool:
    """Return whether the text of a schema suggests that it names parts with `$id` or anchors."""
    if draft == "4" and "'id'" in text:
        return True
    return "'$" in text and (has_text_keyword(text, _NAME_WORDS) or _is_dynamic(text))


def has_text_keyword(text: str, keywords: Sequence[str]) -> bool:
    """Return whether the text of a schema has one of these keywords with a text; a property so named has a schema."""
    return any(f"'{keyword}': {quoted}" in text for keyword in keywords for quoted in "'\"")


def _is_dynamic(text: str) -> bool:
    return has_text_keyword(text, _DYNAMIC_WORDS) or "'$recursiveAnchor': True" in text


class _NamedParts:
    """The parts of one document that have an address or an anchor."""

    def __init__(self, document: dict[str, Json], draft: str) -> None:
        self._document = document
        self._draft = draft
        self._id = "id" if draft == "4" else "$id"
        self._pointers: dict[tuple[str, str], str] = {}  # by address and anchor
        self._parts: set[str] = set()
        self._collect(document, "", _BASE)

    def document(self) -> dict[str, Json]:
        """Return the document without these names and with pointers in place of references to them."""
        rewritten: dict[str, Json] = self._rewritten(self._document, _BASE)
        return rewritten

    def _collect(self, schema: Json, pointer: str, outer: str) -> None:
        if not isinstance(schema, dict):
            return
        if pointer and self._is_unsupported(schema):
            raise UnsupportedReference
        base = self._base(schema, outer)
        self._parts.add(pointer)
        if base != outer or not pointer:
            self._name((base, ""), pointer)
        for anchor in self._anchors(schema):
            self._name((base, anchor), pointer)
        for path, held in subschemas(schema):
            self._collect(held, reduce(step, path, pointer), base)

    def _is_unsupported(self, schema: dict[str, Json]) -> bool:
        """Return whether a part is in another draft, or has an `$id` that the `$ref` beside it may disable."""
        if "$schema" in schema and draft_of(schema) != self._draft:
            return True
        return self._draft in _ANCHORED_BY_ID and "$ref" in schema and self._id in schema

    def _name(self, name: tuple[str, str], pointer: str) -> None:
        if self._pointers.setdefault(name, pointer) != pointer:
            raise UnsupportedReference

    def _base(self, schema: dict[str, Json], outer: str) -> str:
        named = schema.get(self._id)
        address = named.partition("#")[0] if isinstance(named, str) else ""
        return _join(outer, address) if address else outer

    def _anchors(self, schema: dict[str, Json]) -> list[str]:
        if self._draft in _ANCHORED_BY_ID:
            named = schema.get(self._id)
            return [named.partition("#")[2]] if isinstance(named, str) and named.partition("#")[2] else []
        anchors = [schema.get(word) for word in _ANCHORS[self._draft]]
        return [anchor for anchor in anchors if isinstance(anchor, str)]

    def _rewritten(self, schema: Json, outer: str) -> Json:
        if not isinstance(schema, dict):
            return schema
        base = self._base(schema, outer)
        built = map_subschemas(schema, lambda held: self._rewritten(held, base))
        for word in (self._id, *_ANCHORS.get(self._draft, ())):
            if isinstance(built.get(word), str):
                del built[word]
        if isinstance(schema.get("$ref"), str):
            built["$ref"] = self._pointer(schema["$ref"], base)
        return built

    def _pointer(self, reference: str, base: str) -> str:
        target = _join(base, reference)
        address, _, fragment = target.partition("#")
        fragment = unquote(fragment)
        inner = fragment if fragment.startswith("/") else ""
        place = self._pointers.get((address, "" if inner else fragment))
        if place is None:
            return reference if (address, "") in self._pointers else target.removeprefix(_BASE)
        found = f"#{quote(place + inner, safe=_SAFE)}"
        if place + inner not in self._parts:
            # The target is not in a place for schemas, so the references inside it are not rewritten.
            with suppress(UnresolvedReference):
                resolve(self._document, found)
                raise UnsupportedReference
        return found


def _join(base: str, reference: str) -> str:
    # Addresses such as `urn:a:b` have no path that urljoin could use, only fragments.
    return base + reference if reference.startswith("#") else urljoin(base, reference)
