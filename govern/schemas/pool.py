"""The last resort: instances made of what two schemas mention, tried one by one."""

from __future__ import annotations

from itertools import chain, islice, pairwise, product
from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = Any

_ORDINARY: tuple[Json, ...] = (None, True, False, 0, 1, -1, 1.5, "", "a", [], {})
_PLAIN = {"array": [], "boolean": True, "integer": 0, "null": None, "number": 0, "object": {}}
_NAMED = frozenset({"properties", "patternProperties", "dependentSchemas", "dependentRequired", "dependencies"})
_BOUNDS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})
_LIMIT = 400
_SOME = 14


def pool(sender: Json, receiver: Json) -> Iterator[Json]:
    """Draw values that either schema names, ordinary ones, and small arrays and objects of both."""
    found = _Mentioned()
    for schema in (sender, receiver):
        found.look(schema)
    values = _distinct([*found.values, *_ORDINARY])
    some = values[:_SOME]
    names = list(dict.fromkeys([*found.names, "extra"]))[:8]
    least = _least(sender)
    built = chain(
        values,
        ({**least, name: value} for value in some for name in names if least),
        ([value] for value in some),
        ({name: value} for value in some for name in names),
        ([value, value] for value in some),
        ([left, right] for left, right in product(some[:6], repeat=2)),
        ({left: value, right: other} for left, right in pairwise(names) for value in some[:4] for other in some[:4]),
        ({outer: {inner: value}} for outer in names[:4] for inner in names[:4] for value in some[:6]),
    )
    return islice(built, _LIMIT)


def _least(schema: Json) -> dict[str, Json]:
    """An object that has what a schema requires at its root, each as plain as its type allows."""
    if not isinstance(schema, dict):
        return {}
    required, properties = schema.get("required"), schema.get("properties")
    if not (isinstance(required, list) and isinstance(properties, dict)):
        return {}
    return {name: _plainest(properties.get(name)) for name in required if isinstance(name, str)}


def _plainest(schema: Json) -> Json:
    if not isinstance(schema, dict):
        return "a"
    named = schema.get("enum")
    if isinstance(named, list) and named:
        return named[0]
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) and kind else kind
    return schema.get("const", _PLAIN.get(kind, "a") if isinstance(kind, str) else "a")


class _Mentioned:
    """Values and names that a schema mentions."""

    def __init__(self) -> None:
        self.values: list[Json] = []
        self.names: dict[str, None] = {}

    def look(self, held: Json) -> None:
        """Walk all of a schema."""
        if isinstance(held, list):
            for item in held:
                self.look(item)
        if not isinstance(held, dict):
            return
        for keyword, value in held.items():
            if keyword == "const":
                self.values += [value]
            elif keyword in {"enum", "examples"} and isinstance(value, list):
                self.values += value[:_SOME]
            elif keyword in _BOUNDS and _is_finite(value):
                from .numbers import exact, plain

                self.values += [value, plain(exact(value) + 1), plain(exact(value) - 1), plain(exact(value) / 2)]
            else:
                self._look_below(keyword, value)

    def _look_below(self, keyword: str, value: Json) -> None:
        if keyword in _NAMED and isinstance(value, dict):
            self.names.update(dict.fromkeys(value))
        if keyword == "required" and isinstance(value, list):
            self.names.update(dict.fromkeys(name for name in value if isinstance(name, str)))
        self.look(value)


def _is_finite(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _distinct(values: list[Json]) -> list[Json]:
    return list({repr(value): value for value in values}.values())
