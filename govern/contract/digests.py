"""The meaning of a part regardless of order, and digests: sha256 of the canonical form of the meaning.

In JSON Schema the order of `required`, `type`, `enum`, `dependentRequired`, `allOf`, `anyOf` and `oneOf` has no
meaning, except where a `$ref` refers to a list member by index. A prompt's arguments are identified by name. Data
inside a schema (defaults, constants, examples) stays as it is. Hints that equal the protocol's default are dropped.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from govern.contract.json_text import ENCODERS, canonical, sorted_keys
from govern.contract.surface import ABSENT, Absent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from govern.contract.json_text import Json
    from govern.contract.surface import Item

    _Arrange = Callable[[list[Any]], list[Any]]
    _Form = Callable[[Any, _Arrange], Any]

_ONE = frozenset({"additionalProperties", "additionalItems", "contains", "contentSchema", "else", "if", "not",
                  "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"})  # fmt: skip
_MAPS = frozenset({"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"})
_BRANCHES = frozenset({"allOf", "anyOf", "oneOf"})
_SETS = frozenset({"enum", "required", "type"})
ANNOTATION_DEFAULTS: Mapping[str, bool] = {
    "readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": True,
}  # fmt: skip
_DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "annotations": ANNOTATION_DEFAULTS,
    "execution": {"taskSupport": "forbidden"},
}
# A reference with a numeric step; its slashes and digits may be percent-encoded.
_SLASH, _DIGIT = "(?:/|%2[fF])", "(?:[0-9]|%3[0-9])"
_COUNTING = re.compile(
    rf'"\$(?:dynamicRef|recursiveRef|ref)":"(?:[^"\\]|\\.)*?{_SLASH}{_DIGIT}+(?:{_SLASH}|")'.encode()
)


def behaviour(part: str, value: Json) -> Json:
    """Return the part's value with every list that is a set sorted."""
    return _meant(part, value)[0]


def as_shown(part: str, value: Json) -> Json:
    """Return the part's value as the lock shows it: keywords sorted, properties and lists in their original order."""
    shown: Json = _shown_schema(value) if part in ("input", "output") else _sorted(value)
    return shown


def _meant(part: str, value: Json) -> tuple[Json, bytes]:
    form = _FORMS.get(part)
    meant = form(value, _as_set) if form else value
    text = canonical(meant)
    if form is _schema and b'ef":"' in text and _COUNTING.search(text):
        meant = _schema(value, list)
        text = canonical(meant)
    return meant, text


def _schema(value: Any, arrange: _Arrange) -> Any:
    if not isinstance(value, dict):
        return value
    return {
        key: _KEYWORDS[key](inner, arrange) if key in _KEYWORDS and not isinstance(inner, str) else inner
        for key, inner in value.items()
    }


def _items(value: Any, arrange: _Arrange) -> Any:
    return _tuple(value, arrange) if isinstance(value, list) else _schema(value, arrange)


def _tuple(value: Any, arrange: _Arrange) -> Any:
    return [_schema(inner, arrange) for inner in value] if isinstance(value, list) else value


def _branches(value: Any, arrange: _Arrange) -> Any:
    return arrange(_tuple(value, arrange)) if isinstance(value, list) else value


def _schemas_by_name(value: Any, arrange: _Arrange) -> Any:
    """Return schemas by name; a list is a `dependencies` entry with the properties that have to be present."""
    if not isinstance(value, dict):
        return value
    return {
        name: _as_set(inner) if isinstance(inner, list) else _schema(inner, arrange) for name, inner in value.items()
    }


def _names(value: Any, _: _Arrange) -> Any:
    return {name: _set(inner) for name, inner in value.items()} if isinstance(value, dict) else value


def _set(value: Any, _: _Arrange | None = None) -> Any:
    return _as_set(value) if isinstance(value, list) else value


def _hints(value: Any, _: _Arrange) -> Any:
    if not isinstance(value, dict):
        return value
    hints = {key: _without(_DEFAULTS[key], inner) if key in _DEFAULTS else inner for key, inner in value.items()}
    return {key: inner for key, inner in hints.items() if inner != {} or key not in _DEFAULTS}


def _without(defaults: Mapping[str, Any], value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {
        key: inner
        for key, inner in value.items()
        if key not in defaults or inner != defaults[key] or type(inner) is not type(defaults[key])
    }


def _as_set(values: list[Any]) -> list[Any]:
    return sorted(values) if _are_words(values) else sorted(values, key=canonical)


def _are_words(values: list[Any]) -> bool:
    """Return whether all are strings that sort like their canonical forms: letters, digits and underscores only."""
    try:
        return "_".join(values).isidentifier()
    except TypeError:
        return False


def _shown_schema(value: Any) -> Any:
    if not isinstance(value, dict):
        return _sorted(value)
    return {
        key: _SHOWN.get(key, _sorted)(inner) if isinstance(inner := value[key], (dict, list)) else inner
        for key in sorted_keys(value)
    }


def _shown_schemas(value: Any) -> Any:
    return [_shown_schema(inner) for inner in value] if isinstance(value, list) else _shown_schema(value)


def _shown_names(value: Any) -> Any:
    return (
        {name: _shown_schema(value[name]) for name in sorted_keys(value)} if isinstance(value, dict) else _sorted(value)
    )


def _shown_properties(value: Any) -> Any:
    return {name: _shown_schema(inner) for name, inner in value.items()} if isinstance(value, dict) else _sorted(value)


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted_keys(value)}
    if isinstance(value, list):
        return [_sorted(inner) for inner in value]
    return value


_KEYWORDS: Mapping[str, _Form] = {
    **dict.fromkeys(_ONE, _schema),
    "items": _items,
    "prefixItems": _tuple,
    **dict.fromkeys(_MAPS, _schemas_by_name),
    "dependentRequired": _names,
    **dict.fromkeys(_BRANCHES, _branches),
    **dict.fromkeys(_SETS, _set),
}
_SHOWN: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys((*_ONE, *_BRANCHES, "items", "prefixItems"), _shown_schemas),
    **dict.fromkeys(_MAPS, _shown_names),
    "properties": _shown_properties,
}
_FORMS: Mapping[str, _Form] = {"input": _schema, "output": _schema, "arguments": _set, "hints": _hints}


SHORT = 16
NONE = "-"


def digest(value: Json) -> str:
    """Return the digest of a JSON value."""
    return _hashed(canonical(value))


def part_digest(name: str, value: Json | Absent) -> str:
    """Return the digest of the meaning of one part, or "-" for a missing part or empty hints."""
    if value is ABSENT or isinstance(value, Absent):
        return NONE
    _, text = _meant(name, value)
    return NONE if name == "hints" and text == b"{}" else _hashed(text)


def part_digests(item: Item) -> dict[str, str]:
    """Return the digest of each part of an item."""
    return {name: part_digest(name, item.part(name)) for name in item.kind.part_names}


def item_digest(parts: Mapping[str, str]) -> str:
    """Return an item's digest from the digests of its parts by name."""
    return digest(dict(parts))


def short(part: str) -> str:
    """Shorten a part's digest for the lock; the item's digest covers it in full."""
    return part.removeprefix("sha256:")[:SHORT]


def _hashed(text: bytes) -> str:
    found: str = ENCODERS.sha256(text).hexdigest()
    return f"sha256:{found}"
