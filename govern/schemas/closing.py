"""The documented reading of a schema: a sender sends only the properties that the schema declares."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from govern.schemas.dialect import UntranslatableSchema, has_text_keyword, resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = Any
NameSet = frozenset[str]

_AS_WRITTEN = "~as-written"
_IN_PLACE = frozenset({"allOf", "anyOf", "dependentSchemas", "else", "then"})
_NAMED = frozenset({"$defs", "definitions", "dependentSchemas", "patternProperties", "properties"})
_BELOW = frozenset({"additionalProperties", "items", "prefixItems", "unevaluatedItems", "unevaluatedProperties"})
# Closing these would accept more values or change which other part applies, so they stay as written.
_DECIDING = frozenset({"contains", "if", "not", "oneOf", "propertyNames"})
_STRUCTURE = _IN_PLACE | _NAMED | _BELOW | _DECIDING | {"$ref"}
_REQUIRING = frozenset({"dependentRequired", "required"})
_NOT_TO_COPY = ("$dynamicRef", "$anchor", "$dynamicAnchor", "$id")
_DEEPEST = 20
_NO_NAMES: NameSet = frozenset()


def close_objects(schema: Json) -> Json:
    """Return a schema that also rejects undeclared properties of each object that declares some.

    Raise UntranslatableSchema if parts would have to be copied that cannot be.
    """
    return _Closing(schema).document() if isinstance(schema, dict) else schema


class _Closing:
    """The closing of one document."""

    def __init__(self, document: dict[str, Json]) -> None:
        self._document = document
        self._parts = _Parts(document)
        self._keeps_original = False

    def document(self) -> dict[str, Json]:
        """Return the closed document."""
        built: dict[str, Json] = self._close(self._document)
        if self._keeps_original:
            original = _with_references_below(self._document, f"#/$defs/{_AS_WRITTEN}")
            built["$defs"] = {**built.get("$defs", {}), _AS_WRITTEN: original}
        return built

    def _close(self, schema: Json, *, stays_open: bool = False) -> Json:
        relevant = _STRUCTURE | _REQUIRING if stays_open else _STRUCTURE
        if not isinstance(schema, dict) or not schema.keys() & relevant:
            return schema
        # Parts that declare properties of the same object are closed together, not one by one.
        joined = stays_open or self._parts.are_joined(schema)
        built = {keyword: self._keyword(keyword, value, joined=joined) for keyword, value in schema.items()}
        self._close_one_of(schema, built, joined=joined)
        if joined:
            self._open(schema, built)
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
        """Declare names that are required: a required property counts as documented."""
        if names and "additionalProperties" not in built and not self._has_unevaluated:
            built["properties"] = {**built.get("properties", {}), **dict.fromkeys(sorted(names), True)}

    def _has_to_be_open(self, schema: dict[str, Json]) -> bool:
        """Return whether the schema would have no instance if it were closed."""
        return self._parts.need_undeclared(schema) or (bool(self._parts.undeclared(schema)) and self._has_unevaluated)

    @cached_property
    def _has_unevaluated(self) -> bool:
        """Return whether the document depends on which part declares a property, so that none may be added."""
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

    def _close_one_of(self, schema: dict[str, Json], built: dict[str, Json], *, joined: bool) -> None:
        # Closed branches overlap less, so `oneOf` stays as written and `anyOf` of the closed branches is added.
        if isinstance(schema.get("oneOf"), list):
            branches = [self._close(branch, stays_open=joined) for branch in schema["oneOf"]]
            if branches != schema["oneOf"]:
                built["allOf"] = [*built.get("allOf", []), {"anyOf": branches}]

    def _open(self, schema: dict[str, Json], built: dict[str, Json]) -> None:
        for keyword in ("additionalProperties", "unevaluatedProperties"):
            if keyword in built and _is_open(built[keyword]):
                del built[keyword]
        if "$ref" in schema:
            self._check_copies()
            target = self._close(resolve(self._document, schema["$ref"]), stays_open=True)
            built["allOf"] = [*built.get("allOf", []), target]
            del built["$ref"]

    def _as_written(self, held: Json) -> Json:
        if "'$ref'" not in repr(held):
            return held
        self._check_copies()
        self._keeps_original = True
        return _with_references_below(held, f"#/$defs/{_AS_WRITTEN}")

    def _check_copies(self) -> None:
        if has_text_keyword(repr(self._document), _NOT_TO_COPY):
            raise UntranslatableSchema


def _is_open(rest: Json) -> bool:
    return rest is True or rest == {}


def _with_references_below(held: Json, place: str) -> Json:
    """Return JSON with each reference into the document changed to lead to the copy of it at `place`."""
    if isinstance(held, list):
        return [_with_references_below(item, place) for item in held]
    if not isinstance(held, dict):
        return held
    return {
        key: place + value.removeprefix("#")
        if key == "$ref" and isinstance(value, str) and value.startswith("#")
        else _with_references_below(value, place)
        for key, value in held.items()
    }


class _Parts:
    """The parts of a document that apply to the same object."""

    def __init__(self, document: dict[str, Json]) -> None:
        self._document = document
        # By id and depth; the part is kept with the result, so that no other part gets the same id.
        self._declared: dict[tuple[int, int], tuple[Json, NameSet]] = {}
        self._counted: dict[tuple[int, int], tuple[Json, int]] = {}

    def are_joined(self, schema: dict[str, Json]) -> bool:
        """Return whether several parts declare properties of one object, so that they must be closed together."""
        declaring = self._declaring_count(schema)
        if declaring != 1 or schema.get("properties") or schema.get("patternProperties"):
            return declaring > 1
        return "minProperties" in schema or bool(self._missing(schema))

    def undeclared(self, schema: dict[str, Json]) -> NameSet:
        """Return the names that a part requires and no part declares."""
        parts = list(self._side_by_side(schema))
        return _NO_NAMES.union(*map(required_names, parts)).difference(*map(_declared_names, parts))

    def need_undeclared(self, schema: dict[str, Json]) -> bool:
        """Return whether an object needs more properties than the parts declare and require."""
        parts = list(self._side_by_side(schema))
        least = max(part.get("minProperties", 0) for part in parts)
        if not least or any(part.get("patternProperties") for part in parts):
            return False
        return bool(least > len(_NO_NAMES.union(*map(required_names, parts), *map(_declared_names, parts))))

    def _missing(self, schema: dict[str, Json]) -> NameSet:
        """Return the names that parts without declarations require and the declaring part does not declare."""
        around = (*self._always_applied(schema), *self._branches(schema))
        beside = [part for part in around if not self._declares(part, 0)]
        parts = [schema, *(inner for part in beside for inner in self._side_by_side(part))]
        return _NO_NAMES.union(*map(required_names, parts)) - self._always_declared(schema)

    def _side_by_side(self, schema: Json, seen: dict[int, Json] | None = None) -> Iterator[dict[str, Json]]:
        """Yield a schema and every part that may apply to the same object, each once."""
        seen = {} if seen is None else seen
        if not isinstance(schema, dict) or id(schema) in seen:
            return
        seen[id(schema)] = schema
        yield schema
        if isinstance(schema.get("$ref"), str):
            yield from self._side_by_side(resolve(self._document, schema["$ref"]), seen)
        for part in self._branches(schema):
            yield from self._side_by_side(part, seen)

    def _branches(self, schema: dict[str, Json]) -> Iterator[Json]:
        for keyword in ("allOf", "anyOf", "oneOf"):
            yield from schema.get(keyword, ())
        yield from (schema[keyword] for keyword in ("then", "else") if keyword in schema)
        yield from schema.get("dependentSchemas", {}).values()

    def _always_applied(self, schema: dict[str, Json]) -> Iterator[Json]:
        yield from schema.get("allOf", ())
        if isinstance(schema.get("$ref"), str):
            yield resolve(self._document, schema["$ref"])

    def _always_declared(self, schema: Json, depth: int = 0) -> NameSet:
        """Return the names that are declared whichever branches apply."""
        if not isinstance(schema, dict) or depth > _DEEPEST:
            return _NO_NAMES
        at = id(schema), depth
        if at not in self._declared:
            always = (self._always_declared(part, depth + 1) for part in self._always_applied(schema))
            found = _declared_names(schema).union(*always)
            for keyword in ("anyOf", "oneOf"):
                of_each = [self._always_declared(branch, depth + 1) for branch in schema.get(keyword, ())]
                found |= of_each[0].intersection(*of_each[1:]) if of_each else _NO_NAMES
            self._declared[at] = schema, found
        return self._declared[at][1]

    def _declaring_count(self, schema: dict[str, Json], depth: int = 0) -> int:
        """Count the parts that declare properties; alternatives count as one."""
        at = id(schema), depth
        if at not in self._counted:
            own = [bool(schema.get("properties") or schema.get("patternProperties"))]
            own += [self._declares(part, depth) for part in self._always_applied(schema)]
            choices = [schema.get("anyOf", ()), schema.get("oneOf", ()), schema.get("dependentSchemas", {}).values()]
            choices.append([schema[keyword] for keyword in ("if", "then", "else") if keyword in schema])
            count = sum(own) + sum(any(self._declares(branch, depth) for branch in branches) for branches in choices)
            self._counted[at] = schema, count
        return self._counted[at][1]

    def _declares(self, schema: Json, depth: int) -> bool:
        # The limit on depth ends loops of references.
        return isinstance(schema, dict) and depth < _DEEPEST and self._declaring_count(schema, depth + 1) > 0


def required_names(schema: dict[str, Json]) -> NameSet:
    """Return the names that a schema itself requires."""
    return frozenset(schema.get("required", ())).union(*schema.get("dependentRequired", {}).values())


def _declared_names(schema: dict[str, Json]) -> NameSet:
    return frozenset(schema.get("properties", ()))
