"""How many cases a schema falls into when its alternatives are multiplied out, which is what the library does.

Its work grows with them, up to a second for a kilobyte of conditions, and nobody can stop it. So what has too many is
not put to it.
"""

from __future__ import annotations

from math import prod
from typing import Any

from .dialect import subschemas

Json = Any

_AT_MOST = 2_000
_BRANCHES = {"anyOf": 120, "oneOf": 40}  # it compares each with each
_COSTLY = frozenset({"properties", "pattern"})
_FEW_WORDS = 4
_SHORT = 2_500
_OF_A_CONDITION = 4  # both ways, and what is not "this property has this value" falls apart again
_CHOICES = ("'anyOf'", "'oneOf'", "'if'")


def has_too_many(schema: Json, text: str) -> bool:
    """Tell whether any part of a schema, given with its `repr`, has more cases than we wait for."""
    if len(text) < _SHORT and sum(map(text.count, _CHOICES)) <= _FEW_WORDS:
        return False
    return _is_too_much(schema)


def _is_too_much(schema: Json) -> bool:
    if not isinstance(schema, dict):
        return False
    return _cases(schema) > _AT_MOST or any(_is_too_much(held) for _, held in subschemas(schema))


def _cases(schema: Json) -> int:
    """Count the ways through one schema, without what lies inside an instance."""
    if not isinstance(schema, dict):
        return 1
    count = _OF_A_CONDITION if "if" in schema else 1
    if isinstance(schema.get("allOf"), list):
        count *= prod(map(_cases, schema["allOf"]))
    for keyword, at_most in _BRANCHES.items():
        branches = schema.get(keyword)
        if isinstance(branches, list):
            costly = sum(isinstance(branch, dict) and bool(branch.keys() & _COSTLY) for branch in branches)
            count *= _AT_MOST + 1 if costly > at_most else max(1, sum(map(_cases, branches)))
    return count
