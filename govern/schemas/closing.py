"""The documented reading: whoever sends, sends only what its schema declares."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from .dialect import UntranslatableSchema
from .references import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def close_objects(schema: Json) -> Json:
    """Close each object schema that declares properties and leaves other names open; never let more through."""
    return _Closing(schema).document() if isinstance(schema, dict) else schema


class _Closing:
    """One document being close_objects, with its own words at hand for the places that must keep them."""

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
        # Parts that declare properties side by side each speak for the other, so they are close_objects together.
        joined = stays_open or self._parts.are_joined(schema)
        built = {keyword: self._keyword(keyword, value, joined=joined) for keyword, value in schema.items()}
        self._choose_one(schema, built, joined=joined)
        if joined:
            self._open_up(schema, built)
            self._declare(built, required_names(schema) - schema.get("properties", {}).keys())
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

    def _declare(self, built: dict[str, Json], names: NameSet) -> None:
        """Let through the names that are asked for: to ask is to document."""
        if names and "additionalProperties" not in built and not self._counts:
            built["properties"] = {**built.get("properties", {}), **dict.fromkeys(sorted(names), True)}

    def _has_to_be_open(self, schema: dict[str, Json]) -> bool:
        """Tell whether nobody could send anything, were it close_objects."""
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
            raise UntranslatableSchema


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


NameSet = frozenset[str]

_DEEP = 20
_NOTHING: NameSet = frozenset()
_BRANCHES = ("allOf", "anyOf", "oneOf")


class Parts:
    """The parts of each object of one document."""

    def __init__(self, document: dict[str, Json]) -> None:
        self._document = document
        # Of each part and depth, since references multiply; the part is held, so that no other takes its place.
        self._surely: dict[tuple[int, int], tuple[Json, NameSet]] = {}
        self._counted: dict[tuple[int, int], tuple[Json, int]] = {}

    def are_joined(self, schema: dict[str, Json]) -> bool:
        """Tell whether the parts can only be closed together, since each speaks for the other."""
        declaring = self._declaring(schema)
        if declaring != 1 or schema.get("properties") or schema.get("patternProperties"):
            return declaring > 1
        return "minProperties" in schema or bool(self._lacking(schema))

    def undeclared(self, schema: dict[str, Json]) -> NameSet:
        """Return the names that any part asks for, and none declares."""
        parts = list(self._side_by_side(schema))
        return _NOTHING.union(*map(required_names, parts)).difference(*map(_declared_by, parts))

    def ask_for_more(self, schema: dict[str, Json]) -> bool:
        """Tell whether there have to be more names than are declared and asked for."""
        parts = list(self._side_by_side(schema))
        least = max(part.get("minProperties", 0) for part in parts)
        if not least or any(part.get("patternProperties") for part in parts):
            return False
        return bool(least > len(_NOTHING.union(*map(required_names, parts), *map(_declared_by, parts))))

    def _lacking(self, schema: dict[str, Json]) -> NameSet:
        """Return the names that are asked for beside the part that declares, and that it does not declare."""
        around = (*self._together(schema), *self._inner(schema))
        beside = [part for part in around if not self._declares(part, 0)]
        parts = [schema, *(inner for part in beside for inner in self._side_by_side(part))]
        return _NOTHING.union(*map(required_names, parts)) - self._surely_declared(schema)

    def _side_by_side(self, schema: Json, seen: dict[int, Json] | None = None) -> Iterator[dict[str, Json]]:
        """Yield a schema and all that is said of the same object, in all cases or in some; each part once."""
        seen = {} if seen is None else seen
        if not isinstance(schema, dict) or id(schema) in seen:
            return
        seen[id(schema)] = schema
        yield schema
        reference = schema.get("$ref")
        if isinstance(reference, str):
            yield from self._side_by_side(resolve(self._document, reference), seen)
        for part in self._inner(schema):
            yield from self._side_by_side(part, seen)

    def _inner(self, schema: dict[str, Json]) -> Iterator[Json]:
        for keyword in _BRANCHES:
            yield from schema.get(keyword, ())
        yield from (schema[keyword] for keyword in ("then", "else") if keyword in schema)
        yield from schema.get("dependentSchemas", {}).values()

    def _surely_declared(self, schema: Json, depth: int = 0) -> NameSet:
        if not isinstance(schema, dict) or depth > _DEEP:
            return _NOTHING
        at = id(schema), depth
        if at not in self._surely:
            self._surely[at] = schema, self._declared_in_all_cases(schema, depth)
        return self._surely[at][1]

    def _declared_in_all_cases(self, schema: dict[str, Json], depth: int) -> NameSet:
        found = _declared_by(schema).union(*(self._surely_declared(part, depth + 1) for part in self._together(schema)))
        for keyword in ("anyOf", "oneOf"):
            of_each = [self._surely_declared(branch, depth + 1) for branch in schema.get(keyword, ())]
            found |= of_each[0].intersection(*of_each[1:]) if of_each else _NOTHING
        return found

    def _together(self, schema: dict[str, Json]) -> Iterator[Json]:
        yield from schema.get("allOf", ())
        if isinstance(schema.get("$ref"), str):
            yield resolve(self._document, schema["$ref"])

    def _declaring(self, schema: dict[str, Json], depth: int = 0) -> int:
        """Count the parts, side by side, that declare properties."""
        at = id(schema), depth
        if at not in self._counted:
            self._counted[at] = schema, self._count_declaring(schema, depth)
        return self._counted[at][1]

    def _count_declaring(self, schema: dict[str, Json], depth: int) -> int:
        own = [bool(schema.get("properties") or schema.get("patternProperties"))]
        own += [self._declares(part, depth) for part in self._together(schema)]
        choices = [schema.get("anyOf", ()), schema.get("oneOf", ()), schema.get("dependentSchemas", {}).values()]
        choices.append([schema[keyword] for keyword in ("if", "then", "else") if keyword in schema])
        return sum(own) + sum(any(self._declares(branch, depth) for branch in branches) for branches in choices)

    def _declares(self, schema: Json, depth: int) -> bool:
        # The limit ends references that lead to nothing but one another.
        return isinstance(schema, dict) and depth < _DEEP and self._declaring(schema, depth + 1) > 0


def required_names(schema: dict[str, Json]) -> NameSet:
    """Return the names that a schema itself asks for."""
    return frozenset(schema.get("required", ())).union(*schema.get("dependentRequired", {}).values())


def _declared_by(schema: dict[str, Json]) -> NameSet:
    return frozenset(schema.get("properties", ()))
