"""Schemas that are compared in this process: small, and without any keyword that makes comparing costly.

Nearly all schemas of real tools are. All others are compared in a child process that has limits, so this may call
many a harmless schema not plain; what it calls plain must be cheap.
"""

from __future__ import annotations

import re
from typing import Any

from .loops import has_loop

Json = Any

_LONGEST = 16_000
_DEEPEST = 60
_FEW_BRACKETS = 60
_BRANCHES = {"allOf": 4, "anyOf": 30, "items": 20, "oneOf": 8, "prefixItems": 20}
_CHOICES = ("Of'", "prefixItems'", "'items': [")
_MOST = {"'anyOf'": 40, "'$ref'": 12, "'pattern'": 8, "'allOf'": 3, "'oneOf'": 3, "'propertyNames'": 3}
# They multiply cases, or ask of one instance what depends on another part of the schema, or count.
_COSTLY = re.compile(
    r"'(?:not|if|dependentSchemas|dependencies|patternProperties|contains|multipleOf|unevaluated\w+|(?:min|max)Contains"
    r"|\$id|\$anchor|\$(?:dynamic|recursive)\w+)'"
    r"|'min(?:Items|Length|Properties)': (?:\d{4}|\d+[.e])"
    r"|: -?(?:\d{25}|\d[\d.]*e[+-]\d\d|inf\b|nan\b)"
)
# Groups that repeat, look around or are referred to, large counts, and what is long.
_COSTLY_PATTERN = re.compile(r"""\)[*+{]|\(\?[=!<]|\\[1-9pP]|\{\d*,?\d{4}|'pattern': (?:'[^']{200}|"[^"]{200})""")


def is_plain(*schemas: Json) -> bool:
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
    if any(text.count(word) > most for word, most in _MOST.items() if word in text):
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
