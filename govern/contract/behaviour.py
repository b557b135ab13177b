"""What a part means, apart from how it is ordered: the form that digests are taken of.

JSON Schema gives the order of `required`, `type`, `enum`, `dependentRequired`, `allOf`, `anyOf` and `oneOf` no meaning,
and a prompt's arguments go by name. Data inside a schema (defaults, constants, examples) is left as it is. A hint that
restates the protocol's default says nothing.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from govern.contract.json_text import Json, canonical, sorted_keys

_ONE = frozenset({"additionalProperties", "additionalItems", "contains", "contentSchema", "else", "if", "items", "not",
                  "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"})  # fmt: skip
_MAPS = frozenset({"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"})
_LISTS = frozenset({"prefixItems"})
_UNORDERED_SCHEMAS = frozenset({"allOf", "anyOf", "oneOf"})
ANNOTATION_DEFAULTS: Mapping[str, bool] = {
    "readOnlyHint": False, "destructiveHint": True, "idempotentHint": False, "openWorldHint": True,
}  # fmt: skip
_DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "annotations": ANNOTATION_DEFAULTS,
    "execution": {"taskSupport": "forbidden"},
}
_UNORDERED_DATA = frozenset({"enum", "required", "type"})


def behaviour(part: str, value: Json) -> Json:
    """The part's value with every list that is a set sorted."""
    form = _FORMS.get(part)
    meant: Json = form(value) if form else value
    return meant


def as_shown(part: str, value: Json) -> Json:
    """The part's value as the lock shows it: keywords sorted, properties and lists in the order that they came in."""
    shown: Json = _shown_schema(value) if part in ("input", "output") else _sorted(value)
    return shown


def _schema(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: _keyword(key, inner) if isinstance(inner, (dict, list)) else inner for key, inner in value.items()}


def _keyword(key: str, value: Any) -> Any:
    if isinstance(value, list):
        return _listed(key, value)
    if key in _ONE:
        return _schema(value)
    if key in _MAPS:
        return {name: _as_set(inner) if isinstance(inner, list) else _schema(inner) for name, inner in value.items()}
    if key == "dependentRequired":
        return {name: _as_set(inner) if isinstance(inner, list) else inner for name, inner in value.items()}
    return value


def _listed(key: str, values: list[Any]) -> list[Any]:
    if key in _UNORDERED_DATA:
        return _as_set(values)
    if key in _UNORDERED_SCHEMAS:
        return _as_set(_schema(inner) for inner in values)
    return [_schema(inner) for inner in values] if key in _LISTS or key == "items" else values


def _arguments(value: Any) -> Any:
    return _as_set(value) if isinstance(value, list) else value


def _hints(value: Any) -> Any:
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


def _as_set(values: Iterable[Any]) -> list[Any]:
    return sorted(values, key=canonical)


def _shown_schema(value: Any) -> Any:
    if not isinstance(value, dict):
        return _sorted(value)
    return {key: _shown_keyword(key, value[key]) for key in sorted_keys(value)}


def _shown_keyword(key: str, value: Any) -> Any:
    if isinstance(value, dict):
        if key in _MAPS:
            names = value if key == "properties" else sorted_keys(value)
            return {name: _shown_schema(value[name]) for name in names}
        return _shown_schema(value) if key in _ONE else _sorted(value)
    if isinstance(value, list):
        schemas = key in _UNORDERED_SCHEMAS or key in _LISTS or key == "items"
        return [_shown_schema(inner) if schemas else _sorted(inner) for inner in value]
    return value


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted_keys(value)}
    if isinstance(value, list):
        return [_sorted(inner) for inner in value]
    return value


_FORMS: dict[str, Callable[[Any], Any]] = {
    "input": _schema,
    "output": _schema,
    "arguments": _arguments,
    "hints": _hints,
}
