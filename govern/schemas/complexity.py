"""Schemas that are compared in this process: small, and without any keyword that makes comparing costly.

Nearly all schemas of real tools are. All others are compared in a child process that has limits, so this may call
many a harmless schema not plain; what it calls plain must be cheap.
"""

from __future__ import annotations

import re
from contextlib import suppress
from math import prod
from typing import TYPE_CHECKING, Any

from .dialect import subschemas
from .loops import has_loop
from .references import UnresolvedReference, resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = Any


_LONGEST = 16_000
_DEEPEST = 60
_FEW_BRACKETS = 60
_BRANCHES = {"allOf": 4, "anyOf": 30, "items": 20, "oneOf": 8, "prefixItems": 20}
_CHOICES = ("Of'", "prefixItems'", "'items': [")
_MOST_KEYWORDS = {"'anyOf'": 40, "'$ref'": 12, "'pattern'": 8, "'allOf'": 3, "'oneOf'": 3, "'propertyNames'": 3}
# They multiply cases, or ask of one instance what depends on another part of the schema, or count.
_COSTLY = re.compile(
    r"'(?:not|if|dependentSchemas|dependencies|patternProperties|contains|multipleOf|unevaluated\w+|(?:min|max)Contains"
    r"|\$id|\$anchor|\$(?:dynamic|recursive)\w+)'"
    r"|'min(?:Items|Length|Properties)': (?:\d{4}|\d+[.e])"
    r"|: -?(?:\d{25}|\d[\d.]*e[+-]\d\d|inf\b|nan\b)"
)
# Groups that repeat, look around or are referred to, large counts, and what is long.
_COSTLY_PATTERN = re.compile(r"""\)[*+{]|\(\?[=!<]|\\[1-9pP]|\{\d*,?\d{4}|'pattern': (?:'[^']{200}|"[^"]{200})""")


def is_cheap(*schemas: Json) -> bool:
    """Tell whether comparing these schemas is surely cheap."""
    try:
        return all(_is_plain(schema) for schema in schemas)
    except (RecursionError, ValueError):
        return False  # too deep, or a number of too many digits, to be written at all


def _is_plain(schema: Json) -> bool:
    if _is_vast(schema):
        return False
    text = repr(schema)
    if len(text) > _LONGEST or _COSTLY.search(text):
        return False
    if any(text.count(word) > most for word, most in _MOST_KEYWORDS.items() if word in text):
        return False
    if "'pattern'" in text and _COSTLY_PATTERN.search(text):
        return False
    is_to_be_walked = text.count("{") + text.count("[") > _FEW_BRACKETS or any(word in text for word in _CHOICES)
    if is_to_be_walked and isinstance(schema, dict) and not _is_small(schema, _DEEPEST):
        return False
    return "'$ref'" not in text or not has_loop(schema, text)


def _is_vast(schema: Json) -> bool:
    """Tell at once what needs no look at its text."""
    return isinstance(schema, dict) and any(
        isinstance(held, list | dict | str) and len(held) > _LONGEST for held in schema.values()
    )


def _is_small(held: Json, depth: int) -> bool:
    """Tell whether nothing is nested deeply, and no choice has many branches."""
    if depth == 0:
        return False
    if isinstance(held, list):
        return all(_is_small(each, depth - 1) for each in held if isinstance(each, dict | list))
    for word, value in held.items():
        if isinstance(value, list) and len(value) > _BRANCHES.get(word, _LONGEST):
            return False
        if isinstance(value, dict | list) and not _is_small(value, depth - 1):
            return False
    return True


_MOST_CASES = 2_000
_MOST_BRANCHES = {"anyOf": 120, "oneOf": 40}  # it compares each with each
_COSTLY_KEYWORDS = frozenset({"properties", "pattern"})
_FEW_CHOICES = 4
_SHORT = 2_500
_OF_A_CONDITION = 4  # both ways, and what is not "this property has this value" falls apart again
_CHOICE_KEYWORDS = ("'anyOf'", "'oneOf'", "'if'")


def has_too_many_cases(schema: Json, text: str) -> bool:
    """Tell whether any part of a schema, given with its `repr`, has more cases than we wait for."""
    if len(text) < _SHORT and sum(map(text.count, _CHOICE_KEYWORDS)) <= _FEW_CHOICES:
        return False
    return _is_too_much(schema)


def _is_too_much(schema: Json) -> bool:
    if not isinstance(schema, dict):
        return False
    return _cases(schema) > _MOST_CASES or any(_is_too_much(held) for _, held in subschemas(schema))


def _cases(schema: Json) -> int:
    """Count the ways through one schema, without what lies inside an instance."""
    if not isinstance(schema, dict):
        return 1
    count = _OF_A_CONDITION if "if" in schema else 1
    if isinstance(schema.get("allOf"), list):
        count *= prod(map(_cases, schema["allOf"]))
    for keyword, at_most in _MOST_BRANCHES.items():
        branches = schema.get(keyword)
        if isinstance(branches, list):
            costly = sum(isinstance(branch, dict) and bool(branch.keys() & _COSTLY_KEYWORDS) for branch in branches)
            count *= _MOST_CASES + 1 if costly > at_most else max(1, sum(map(_cases, branches)))
    return count


_MOST_EVALUATIONS = 30_000
_LISTS = ("allOf", "anyOf", "oneOf")
_SINGLE = ("not", "if", "then", "else")
_BY_NAME = ("dependentSchemas", "dependencies")
_REFERENCE_WORDS = ("'$ref'", "Ref'")
_FEW_REFERENCES = 12  # which at the worst multiply by a hundred
_OTHER_NAMES = ("additionalProperties", "unevaluatedProperties")
_OTHER_PLACES = ("items", "additionalItems", "unevaluatedItems")
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


def unfolds_too_far(schema: Json, text: str) -> bool:
    """Tell whether any part of a schema, given with its `repr`, is asked more often than we wait for.

    With few references none is.
    """
    if sum(map(text.count, _REFERENCE_WORDS)) < _FEW_REFERENCES:
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
            return self._count(held) > _MOST_EVALUATIONS or any(map(self.is_too_far, held.values()))
        return isinstance(held, list) and any(map(self.is_too_far, held))

    def _count(self, schema: Json) -> int:
        """Count what a value, and of each that lies inside it the one inside that, is held against."""
        if not isinstance(schema, dict):
            return 1
        if id(schema) not in self._counts:
            # What leads back to itself is not followed again.
            self._counts[id(schema)] = 1
            found = 1 + sum(map(self._count, self._in_place(schema))) + self._inside(schema)
            self._counts[id(schema)] = min(found, _MOST_EVALUATIONS + 1)
        return self._counts[id(schema)]

    def _in_place(self, schema: dict[str, Json]) -> Iterator[Json]:
        for keyword in _LISTS:
            if isinstance(held := schema.get(keyword), list):
                yield from held
        yield from (schema[keyword] for keyword in _SINGLE if keyword in schema)
        for keyword in _BY_NAME:
            if isinstance(held := schema.get(keyword), dict):
                yield from held.values()
        for keyword in _REFERENCES:
            if keyword in schema:
                with suppress(UnresolvedReference):
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
