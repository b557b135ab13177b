"""How often the parts of a schema are asked about one value, and what lies inside, when its references are followed.

Three references to something that holds three references, thirty times over, are a kilobyte, and validators ask each of
the ways through them. Nobody can stop them, so what unfolds too far is not put to them.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .references import LeadsNowhere, resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = Any

_AT_MOST = 30_000
_LISTS = ("allOf", "anyOf", "oneOf")
_ONE = ("not", "if", "then", "else")
_NAMED = ("dependentSchemas", "dependencies")
_WORDS = ("'$ref'", "Ref'")
_FEW = 12  # which at the worst multiply by a hundred
_OTHER_NAMES = ("additionalProperties", "unevaluatedProperties")
_OTHER_PLACES = ("items", "additionalItems", "unevaluatedItems")
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


def unfolds_too_far(schema: Json, text: str) -> bool:
    """Tell whether any part of a schema, given with its `repr`, is asked more often than we wait for.

    With few references none is.
    """
    if sum(map(text.count, _WORDS)) < _FEW:
        return False
    try:
        return _Unfolding(schema).is_too_far(schema)
    except RecursionError:
        return True


class _Unfolding:
    """The parts of one document, each counted once."""

    def __init__(self, document: Json) -> None:
        self._document = document
        self._counts: dict[int, int] = {}

    def is_too_far(self, held: Json) -> bool:
        """Tell it of everything that may be a schema, wherever it stands."""
        if isinstance(held, dict):
            return self._count(held) > _AT_MOST or any(map(self.is_too_far, held.values()))
        return isinstance(held, list) and any(map(self.is_too_far, held))

    def _count(self, schema: Json) -> int:
        """Count what a value, and of each that lies inside it the one inside that, is held against."""
        if not isinstance(schema, dict):
            return 1
        if id(schema) not in self._counts:
            # What leads back to itself is not followed again.
            self._counts[id(schema)] = 1
            found = 1 + sum(map(self._count, self._in_place(schema))) + self._inside(schema)
            self._counts[id(schema)] = min(found, _AT_MOST + 1)
        return self._counts[id(schema)]

    def _in_place(self, schema: dict[str, Json]) -> Iterator[Json]:
        for keyword in _LISTS:
            if isinstance(held := schema.get(keyword), list):
                yield from held
        yield from (schema[keyword] for keyword in _ONE if keyword in schema)
        for keyword in _NAMED:
            if isinstance(held := schema.get(keyword), dict):
                yield from held.values()
        for keyword in _REFERENCES:
            if keyword in schema:
                with suppress(LeadsNowhere):
                    yield resolve(self._document, schema[keyword])

    def _inside(self, schema: dict[str, Json]) -> int:
        """Count for the one property or item that most is said of, by all that speak of it at once."""
        named, patterns = (_values(schema, keyword) for keyword in ("properties", "patternProperties"))
        items = schema.get("items")
        placed = [*(items if isinstance(items, list) else []), *_values(schema, "prefixItems")]
        of_object = self._most([*named, *(schema.get(keyword) for keyword in _OTHER_NAMES)])
        of_array = self._most([*placed, *(schema.get(keyword) for keyword in _OTHER_PLACES)])
        return max(of_object + sum(map(self._count, patterns)), of_array + self._most([schema.get("contains")]))

    def _most(self, schemas: list[Json]) -> int:
        return max((self._count(schema) for schema in schemas if isinstance(schema, dict)), default=0)


def _values(schema: dict[str, Json], keyword: str) -> list[Json]:
    held = schema.get(keyword)
    return held if isinstance(held, list) else [*held.values()] if isinstance(held, dict) else []
