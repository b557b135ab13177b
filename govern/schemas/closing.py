"""The documented reading: whoever sends, sends only what its schema declares."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from .dialect import NotTranslatable
from .parts import Parts, asked_by
from .references import resolve

if TYPE_CHECKING:
    from .parts import Names

Json = Any

_AS_WRITTEN = "~as-written"
_IN_PLACE = frozenset({"allOf", "anyOf", "dependentSchemas", "else", "then"})
_NAMED = frozenset({"$defs", "definitions", "dependentSchemas", "patternProperties", "properties"})
_BELOW = frozenset({"additionalProperties", "items", "prefixItems", "unevaluatedItems", "unevaluatedProperties"})
# Where a narrower schema lets more through, or where it only decides between others, the words stay.
_DECIDING = frozenset({"contains", "if", "not", "oneOf", "propertyNames"})
_STRUCTURE = _IN_PLACE | _NAMED | _BELOW | _DECIDING | {"$ref"}
_ASKING = frozenset({"dependentRequired", "required"})
_NOT_TO_COPY = ("'$dynamicRef'", "'$anchor'", "'$dynamicAnchor'", "'$id'")


def closed(schema: Json) -> Json:
    """Close each object schema that declares properties and leaves other names open; never let more through."""
    return _Closing(schema).document() if isinstance(schema, dict) else schema


class _Closing:
    """One document being closed, with its own words at hand for the places that must keep them."""

    def __init__(self, document: dict[str, Json]) -> None:
        self._document = document
        self._parts = Parts(document)
        self._keeps_words = False

    def document(self) -> dict[str, Json]:
        built: dict[str, Json] = self._close(self._document)
        if self._keeps_words:
            words = _pointing_into(self._document, f"#/$defs/{_AS_WRITTEN}")
            built["$defs"] = {**built.get("$defs", {}), _AS_WRITTEN: words}
        return built

    def _close(self, schema: Json, *, stays_open: bool = False) -> Json:
        if not isinstance(schema, dict) or not schema.keys() & (_STRUCTURE | (_ASKING if stays_open else frozenset())):
            return schema
        # Parts that declare properties side by side each speak for the other, so they are closed together.
        joined = stays_open or self._parts.are_joined(schema)
        built = {keyword: self._keyword(keyword, value, joined=joined) for keyword, value in schema.items()}
        self._choose_one(schema, built, joined=joined)
        if joined:
            self._open_up(schema, built)
            self._declare(built, asked_by(schema) - schema.get("properties", {}).keys())
        declares = schema.get("properties") and _is_open(schema.get("unevaluatedProperties", True))
        if joined and not stays_open and not self._has_to_be_open(schema):
            built.setdefault("unevaluatedProperties", False)
        elif not joined and declares and _is_open(schema.get("additionalProperties", True)):
            self._shut(schema, built)
        return built

    def _shut(self, schema: dict[str, Json], built: dict[str, Json]) -> None:
        if not self._has_to_be_open(schema):
            built.pop("additionalProperties", None)
            self._declare(built, self._parts.undeclared(schema))
            built["additionalProperties"] = False

    def _declare(self, built: dict[str, Json], names: Names) -> None:
        """Let through the names that are asked for: to ask is to document."""
        if names and "additionalProperties" not in built and not self._counts:
            built["properties"] = {**built.get("properties", {}), **dict.fromkeys(sorted(names), True)}

    def _has_to_be_open(self, schema: dict[str, Json]) -> bool:
        """Tell whether nobody could send anything, were it closed."""
        return self._parts.ask_for_more(schema) or (bool(self._parts.undeclared(schema)) and self._counts)

    @cached_property
    def _counts(self) -> bool:
        """Whether it matters somewhere who has declared a property: then nobody may declare more of them."""
        return "'unevaluatedProperties'" in repr(self._document)

    def _keyword(self, keyword: str, value: Json, *, joined: bool) -> Json:
        if keyword in _DECIDING:
            return self._as_written(value)
        if keyword not in _STRUCTURE or keyword == "$ref":
            return value
        stays_open = joined and keyword in _IN_PLACE
        if isinstance(value, list):
            return [self._close(held, stays_open=stays_open) for held in value]
        if isinstance(value, dict) and keyword in _NAMED:
            return {name: self._close(held, stays_open=stays_open) for name, held in value.items()}
        return self._close(value, stays_open=stays_open)

    def _choose_one(self, schema: dict[str, Json], built: dict[str, Json], *, joined: bool) -> None:
        # Narrower branches overlap less, so "exactly one" stays as it was and "at least one, closed" joins it.
        if isinstance(schema.get("oneOf"), list):
            branches = [self._close(branch, stays_open=joined) for branch in schema["oneOf"]]
            if branches != schema["oneOf"]:
                built["allOf"] = [*built.get("allOf", []), {"anyOf": branches}]

    def _open_up(self, schema: dict[str, Json], built: dict[str, Json]) -> None:
        for keyword in ("additionalProperties", "unevaluatedProperties"):
            if keyword in built and _is_open(built[keyword]):
                del built[keyword]
        if "$ref" in schema:
            self._refuse_copies()
            target = self._close(resolve(self._document, schema["$ref"]), stays_open=True)
            built["allOf"] = [*built.get("allOf", []), target]
            del built["$ref"]

    def _as_written(self, held: Json) -> Json:
        if "'$ref'" not in repr(held):
            return held
        self._refuse_copies()
        self._keeps_words = True
        if isinstance(held, list):
            return [_pointing_into(branch, f"#/$defs/{_AS_WRITTEN}") for branch in held]
        return _pointing_into(held, f"#/$defs/{_AS_WRITTEN}")

    def _refuse_copies(self) -> None:
        if any(word in repr(self._document) for word in _NOT_TO_COPY):
            raise NotTranslatable


def _is_open(rest: Json) -> bool:
    return rest is True or rest == {}


def _pointing_into(held: Json, place: str) -> Json:
    if isinstance(held, list):
        return [_pointing_into(item, place) for item in held]
    if not isinstance(held, dict):
        return held
    return {
        key: place + value.removeprefix("#")
        if key == "$ref" and isinstance(value, str) and value.startswith("#")
        else _pointing_into(value, place)
        for key, value in held.items()
    }
