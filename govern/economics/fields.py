"""How many leaf fields a schema has, counted through references, arrays and unions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.economics.references import DEEPEST, referred

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_type import Json

_NAMED = ("properties", "patternProperties")
_ONE = ("items", "additionalProperties", "additionalItems", "contains", "then", "else")
_MANY = ("anyOf", "oneOf", "allOf", "prefixItems", "items")
# References that double at each step reach numbers that no file format holds.
_MOST = 1_000_000_000
_UNNAMED = frozenset({*_ONE, *_MANY})
_HOLDERS = frozenset({"$ref", *_NAMED, *_UNNAMED})


def count_fields(schema: Json) -> int:
    """The leaf fields of a schema; a root that is no object is one field itself, and one that says nothing is none."""
    if not isinstance(schema, dict):
        return 0
    return _Count(schema).inside(schema) or int(_is_scalar(schema))


class _Count:
    """One document's count; a schema is 1 while it is being counted, so that a recursive reference counts once."""

    def __init__(self, root: dict[str, Any]) -> None:
        self._root = root
        self._known: dict[int, int] = {}

    def inside(self, schema: Any, depth: int = 0) -> int:
        """The leaf fields below this schema."""
        if not isinstance(schema, dict) or schema.keys().isdisjoint(_HOLDERS):
            return 0
        known = self._known.get(id(schema))
        if known is None:
            self._known[id(schema)] = 1
            known = min(self._counted(schema, depth + 1), _MOST) if depth < DEEPEST else 1
            self._known[id(schema)] = known
        return known

    def _counted(self, schema: dict[str, Any], depth: int) -> int:
        fields = sum(self.inside(inner, depth) for inner in _held(schema))
        if "$ref" in schema:
            fields += self.inside(referred(self._root, schema["$ref"]), depth)
        for keyword in _NAMED:
            named = schema.get(keyword)
            if isinstance(named, dict):
                # By name, since what a recursive reference meets first must not hang on the order they were sent in.
                fields += sum(self.inside(named[name], depth) or 1 for name in sorted(named))
        return fields


def _held(schema: dict[str, Any]) -> Iterator[Any]:
    """The schemas that this one is made of, or that its unnamed values follow."""
    if _UNNAMED.isdisjoint(schema):
        return
    for keyword in _ONE:
        if isinstance(schema.get(keyword), dict):
            yield schema[keyword]
    for keyword in _MANY:
        inner = schema.get(keyword)
        if isinstance(inner, list):
            yield from inner


def _is_scalar(schema: dict[str, Any]) -> bool:
    declared = schema.get("type", "object")
    return declared != "object" and not (isinstance(declared, list) and "object" in declared)
