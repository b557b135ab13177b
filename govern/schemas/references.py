"""References inside a schema: resolve them, and rewrite references by anchor or `$id` as JSON pointers."""

from __future__ import annotations

from contextlib import suppress
from functools import reduce
from typing import Any
from urllib.parse import quote, unquote, urljoin

from govern.facts.change import pointer_keys, step
from govern.schemas.dialect import CURRENT, draft_of, map_subschemas, subschemas

Json = Any

_BASE = "http://here.invalid/"
_NAME_WORDS = ("'$id'", "'$anchor'", "'$dynamicAnchor'")
# The target of these depends on the references that were followed to get there.
_DYNAMIC_WORDS = ("'$dynamicRef'", "'$recursiveRef'", "'$recursiveAnchor'")
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
    if any(word in text for word in _DYNAMIC_WORDS):
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
    return "'$" in text and any(word in text for word in (*_NAME_WORDS, *_DYNAMIC_WORDS))


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
