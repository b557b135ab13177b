"""What a reference inside a document leads to."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urljoin

from .dialect import CURRENT, draft_of, map_subschemas, subschemas

if TYPE_CHECKING:
    from collections.abc import Callable

Json = Any


class UnresolvedReference(LookupError):
    """There is nothing at the place that a reference names."""


def resolve(document: Json, reference: Json) -> Json:
    """Follow a reference by JSON pointer, or by anchor, within its document."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        raise UnresolvedReference(reference)
    fragment = unquote(reference[1:])
    if fragment and not fragment.startswith("/"):
        return _anchored(document, fragment)
    held = document
    for step in fragment.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        try:
            held = held[int(name)] if isinstance(held, list) else held[name]
        except (KeyError, IndexError, ValueError, TypeError) as error:
            raise UnresolvedReference(reference) from error
    return held


def _anchored(held: Json, anchor: str) -> Json:
    if isinstance(held, dict):
        if held.get("$anchor") == anchor or held.get("$dynamicAnchor") == anchor:
            return held
        held = list(held.values())
    for inner in held if isinstance(held, list) else []:
        try:
            return _anchored(inner, anchor)
        except UnresolvedReference:
            continue
    raise UnresolvedReference(anchor)


_HERE = "http://here.invalid/"
_NAMING = ("'$id'", "'$anchor'", "'$dynamicAnchor'")
# What these lead to depends on the way that led to them.
_DYNAMIC = ("'$dynamicRef'", "'$recursiveRef'", "'$recursiveAnchor'")
_ANCHORS = {"2019-09": ("$anchor",), CURRENT: ("$anchor", "$dynamicAnchor")}
_NAMED_BY_ID = ("4", "6", "7")
_SAFE = "/~!$&'()*+,;=:@"


class UnsupportedReference(LookupError):
    """What a reference leads to depends on more than the document says."""


def to_pointer_references(schema: Json, draft: str | None = None) -> Json:
    """Write every reference into the document as a JSON pointer, and leave out the names that nobody needs then."""
    if not isinstance(schema, dict):
        return schema
    text, draft = repr(schema), draft or draft_of(schema) or CURRENT
    if any(word in text for word in _DYNAMIC):
        raise UnsupportedReference
    return _Addresses(schema, draft).document() if has_names(text, draft) else schema


def has_names(text: str, draft: str) -> bool:
    """Tell by its text whether a schema may have other ways to its parts than pointers."""
    if draft == "4" and "'id'" in text:
        return True
    return "'$" in text and any(word in text for word in (*_NAMING, *_DYNAMIC))


def with_pointer_references(schema: Json, draft: str | None = None) -> Json:
    """The same, or the schema as it came where that cannot be done."""
    with suppress(UnsupportedReference):
        return to_pointer_references(schema, draft)
    return schema


def has_static_references(schema: Json) -> bool:
    """Tell whether JSON pointers can say all that a schema refers to."""
    try:
        to_pointer_references(schema)
    except UnsupportedReference:
        return False
    return True


class _Addresses:
    """The places of one document that have a name: each resource by its address, and each anchor in it."""

    def __init__(self, document: dict[str, Json], draft: str) -> None:
        self._document = document
        self._draft = draft
        self._id = "id" if draft == "4" else "$id"
        self._places: dict[tuple[str, str], str] = {}
        self._known: set[str] = set()
        self._collect(document, "", _HERE)

    def document(self) -> dict[str, Json]:
        written: dict[str, Json] = self._written(self._document, _HERE)
        return written

    def _collect(self, schema: Json, pointer: str, outer: str) -> None:
        if not isinstance(schema, dict):
            return
        if pointer and self._speaks_otherwise(schema):
            raise UnsupportedReference
        base = self._base(schema, outer)
        self._known.add(pointer)
        if base != outer or not pointer:
            self._name((base, ""), pointer)
        for anchor in self._anchors(schema):
            self._name((base, anchor), pointer)
        for path, held in subschemas(schema):
            self._collect(held, pointer + "".join(f"/{_escape_step(str(step))}" for step in path), base)

    def _speaks_otherwise(self, schema: dict[str, Json]) -> bool:
        """Tell whether a part is written in another draft, or has a name that its reference may silence."""
        if "$schema" in schema and draft_of(schema) != self._draft:
            return True
        return self._draft in _NAMED_BY_ID and "$ref" in schema and self._id in schema

    def _name(self, name: tuple[str, str], pointer: str) -> None:
        if self._places.setdefault(name, pointer) != pointer:
            raise UnsupportedReference

    def _base(self, schema: dict[str, Json], outer: str) -> str:
        named = schema.get(self._id)
        address = named.partition("#")[0] if isinstance(named, str) else ""
        return _joined(outer, address) if address else outer

    def _anchors(self, schema: dict[str, Json]) -> list[str]:
        named = schema.get(self._id)
        if self._draft in _NAMED_BY_ID:
            return [named.partition("#")[2]] if isinstance(named, str) and named.partition("#")[2] else []
        anchors = [schema.get(word) for word in _ANCHORS[self._draft]]
        return [anchor for anchor in anchors if isinstance(anchor, str)]

    def _written(self, schema: Json, outer: str) -> Json:
        if not isinstance(schema, dict):
            return schema
        base = self._base(schema, outer)
        built = map_subschemas(schema, self._change(base))
        for word in (self._id, *_ANCHORS.get(self._draft, ())):
            if isinstance(built.get(word), str):
                del built[word]
        if isinstance(schema.get("$ref"), str):
            built["$ref"] = self._pointer(schema["$ref"], base)
        return built

    def _change(self, base: str) -> Callable[[Json], Json]:
        return lambda held: self._written(held, base)

    def _pointer(self, reference: str, base: str) -> str:
        target = _joined(base, reference)
        address, _, fragment = target.partition("#")
        fragment = unquote(fragment)
        inner = fragment if fragment.startswith("/") else ""
        place = self._places.get((address, "" if inner else fragment))
        if place is None:
            return reference if (address, "") in self._places else target.removeprefix(_HERE)
        found = f"#{quote(place + inner, safe=_SAFE)}"
        if place + inner not in self._known and self._leads_somewhere(found):
            raise UnsupportedReference
        return found

    def _leads_somewhere(self, reference: str) -> bool:
        try:
            resolve(self._document, reference)
        except UnresolvedReference:
            return False
        return True


def _joined(base: str, reference: str) -> str:
    # Names like `urn:a:b` have no paths that could be joined, only fragments.
    return base + reference if reference.startswith("#") else urljoin(base, reference)


def _escape_step(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")
