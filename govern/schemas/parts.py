"""Parts of a schema that speak of one and the same object: what they declare, and what they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .references import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = Any
Names = frozenset[str]

_DEEP = 20
_NOTHING: Names = frozenset()
_BRANCHES = ("allOf", "anyOf", "oneOf")


class Parts:
    """The parts of each object of one document."""

    def __init__(self, document: dict[str, Json]) -> None:
        self._document = document
        # Of each part and depth, since references multiply; the part is held, so that no other takes its place.
        self._surely: dict[tuple[int, int], tuple[Json, Names]] = {}
        self._counted: dict[tuple[int, int], tuple[Json, int]] = {}

    def are_joined(self, schema: dict[str, Json]) -> bool:
        """Tell whether the parts can only be closed together, since each speaks for the other."""
        declaring = self._declaring(schema)
        if declaring != 1 or schema.get("properties") or schema.get("patternProperties"):
            return declaring > 1
        return "minProperties" in schema or bool(self._lacking(schema))

    def undeclared(self, schema: dict[str, Json]) -> Names:
        """Return the names that any part asks for, and none declares."""
        parts = list(self._side_by_side(schema))
        return _NOTHING.union(*map(asked_by, parts)).difference(*map(_declared_by, parts))

    def ask_for_more(self, schema: dict[str, Json]) -> bool:
        """Tell whether there have to be more names than are declared and asked for."""
        parts = list(self._side_by_side(schema))
        least = max(part.get("minProperties", 0) for part in parts)
        if not least or any(part.get("patternProperties") for part in parts):
            return False
        return bool(least > len(_NOTHING.union(*map(asked_by, parts), *map(_declared_by, parts))))

    def _lacking(self, schema: dict[str, Json]) -> Names:
        """Return the names that are asked for beside the part that declares, and that it does not declare."""
        around = (*self._together(schema), *self._inner(schema))
        beside = [part for part in around if not self._declares(part, 0)]
        parts = [schema, *(inner for part in beside for inner in self._side_by_side(part))]
        return _NOTHING.union(*map(asked_by, parts)) - self._surely_declared(schema)

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

    def _surely_declared(self, schema: Json, depth: int = 0) -> Names:
        if not isinstance(schema, dict) or depth > _DEEP:
            return _NOTHING
        at = id(schema), depth
        if at not in self._surely:
            self._surely[at] = schema, self._declared_in_all_cases(schema, depth)
        return self._surely[at][1]

    def _declared_in_all_cases(self, schema: dict[str, Json], depth: int) -> Names:
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


def asked_by(schema: dict[str, Json]) -> Names:
    """Return the names that a schema itself asks for."""
    return frozenset(schema.get("required", ())).union(*schema.get("dependentRequired", {}).values())


def _declared_by(schema: dict[str, Json]) -> Names:
    return frozenset(schema.get("properties", ()))
