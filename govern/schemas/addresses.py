"""References by anchor, by `$id` or by the address of the whole, written as JSON pointers: others read only those."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urljoin

from .dialect import CURRENT, draft_of, rewrite, subschemas
from .references import LeadsNowhere, resolve

if TYPE_CHECKING:
    from collections.abc import Callable

Json = Any

_HERE = "http://here.invalid/"
_NAMING = ("'$id'", "'$anchor'", "'$dynamicAnchor'")
# What these lead to depends on the way that led to them.
_DYNAMIC = ("'$dynamicRef'", "'$recursiveRef'", "'$recursiveAnchor'")
_ANCHORS = {"2019-09": ("$anchor",), CURRENT: ("$anchor", "$dynamicAnchor")}
_NAMED_BY_ID = ("4", "6", "7")
_SAFE = "/~!$&'()*+,;=:@"


class CannotBeFollowed(LookupError):
    """What a reference leads to depends on more than the document says."""


def pointed(schema: Json, draft: str | None = None) -> Json:
    """Write every reference into the document as a JSON pointer, and leave out the names that nobody needs then."""
    if not isinstance(schema, dict):
        return schema
    text, draft = repr(schema), draft or draft_of(schema) or CURRENT
    if any(word in text for word in _DYNAMIC):
        raise CannotBeFollowed
    return _Addresses(schema, draft).document() if has_names(text, draft) else schema


def has_names(text: str, draft: str) -> bool:
    """Tell by its text whether a schema may have other ways to its parts than pointers."""
    if draft == "4" and "'id'" in text:
        return True
    return "'$" in text and any(word in text for word in (*_NAMING, *_DYNAMIC))


def as_pointed(schema: Json, draft: str | None = None) -> Json:
    """The same, or the schema as it came where that cannot be done."""
    with suppress(CannotBeFollowed):
        return pointed(schema, draft)
    return schema


def can_be_followed(schema: Json) -> bool:
    """Tell whether JSON pointers can say all that a schema refers to."""
    try:
        pointed(schema)
    except CannotBeFollowed:
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
            raise CannotBeFollowed
        base = self._base(schema, outer)
        self._known.add(pointer)
        if base != outer or not pointer:
            self._name((base, ""), pointer)
        for anchor in self._anchors(schema):
            self._name((base, anchor), pointer)
        for path, held in subschemas(schema):
            self._collect(held, pointer + "".join(f"/{_escaped(str(step))}" for step in path), base)

    def _speaks_otherwise(self, schema: dict[str, Json]) -> bool:
        """Tell whether a part is written in another draft, or has a name that its reference may silence."""
        if "$schema" in schema and draft_of(schema) != self._draft:
            return True
        return self._draft in _NAMED_BY_ID and "$ref" in schema and self._id in schema

    def _name(self, name: tuple[str, str], pointer: str) -> None:
        if self._places.setdefault(name, pointer) != pointer:
            raise CannotBeFollowed

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
        built = rewrite(schema, self._change(base))
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
            raise CannotBeFollowed
        return found

    def _leads_somewhere(self, reference: str) -> bool:
        try:
            resolve(self._document, reference)
        except LeadsNowhere:
            return False
        return True


def _joined(base: str, reference: str) -> str:
    # Names like `urn:a:b` have no paths that could be joined, only fragments.
    return base + reference if reference.startswith("#") else urljoin(base, reference)


def _escaped(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")
