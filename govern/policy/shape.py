"""From what TOML holds to Settings.

A file that is right is taken as it is, since importing pydantic alone (0.07 s) costs more than listing a small server.
Only what is not taken at once is put before pydantic, which judges it by the same classes and finds all that is wrong.
"""

from __future__ import annotations

import json
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from govern.dataclass import fields, is_dataclass
from govern.errors import did_you_mean
from govern.policy.problems import Place, Problem
from govern.policy.settings import Settings, toml_key

# Python spells `X | Y` in one of two ways, depending on what X and Y are.
UNIONS = (Union, UnionType)
_WANTED = {
    "bool_type": "true or false",
    "dict_type": "a table",
    "dataclass_type": "a table",
    "dataclass_exact_type": "a table",
    "float_type": "a number",
    "int_type": "a whole number",
    "list_type": "a list",
    "string_type": "a string",
}


class _NotTakenError(Exception):
    """The value needs explaining."""


def shaped(document: dict[str, Any]) -> Settings | list[Problem]:
    """The settings, or everything whose shape is wrong."""
    try:
        settings: Settings = _taken(Settings, document)
    except _NotTakenError:
        return _judged(document)
    return settings


def _taken(kind: Any, value: Any) -> Any:
    origin, inside = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return _taken_table(kind, value)
    if origin in UNIONS:
        return _taken_one_of(inside, value)
    if origin is dict and isinstance(value, dict):
        return {name: _taken(inside[1], inner) for name, inner in value.items()}
    if origin is list and isinstance(value, list):
        return [_taken(inside[0], inner) for inner in value]
    if kind is float and type(value) is int:
        return float(value)
    if kind is Any or type(value) is kind or (origin is Literal and isinstance(value, str) and value in inside):
        return value
    raise _NotTakenError


def _taken_table(kind: Any, value: Any) -> Any:
    known = _keys(kind)
    if not isinstance(value, dict) or not value.keys() <= known.keys():
        raise _NotTakenError
    return kind(**{name: _taken(inner_kind, value[key]) for key, (name, inner_kind) in known.items() if key in value})


def _taken_one_of(kinds: tuple[Any, ...], value: Any) -> Any:
    for kind in kinds:
        try:
            return _taken(kind, value)
        except _NotTakenError:
            continue
    raise _NotTakenError


@cache
def _keys(kind: Any) -> dict[str, tuple[str, Any]]:
    """The keys of a table in TOML, each with its field and type."""
    return {toml_key(field.name): (field.name, get_args(field.type)[0]) for field in fields(kind)}


def _judged(document: dict[str, Any]) -> Settings | list[Problem]:
    from pydantic import TypeAdapter, ValidationError

    try:
        # As JSON, since pydantic when strict takes no dict for a class, but does take an object.
        settings: Settings = TypeAdapter(Settings).validate_json(json.dumps(document, default=str))
    except ValidationError as error:
        return _problems(document, error.errors(include_url=False, include_context=True))
    return settings


def _problems(document: dict[str, Any], errors: Any) -> list[Problem]:
    found: dict[Place, list[str]] = {}
    for error in errors:
        place = _place(document, error["loc"])
        wanted = found.setdefault(place, [])
        message = _message(place, error)
        if message not in wanted:
            wanted.append(message)
    return [Problem(place, _together(messages)) for place, messages in found.items()]


def _place(document: Any, location: tuple[str | int, ...]) -> Place:
    """Without the names of a union's arms, which pydantic puts in between."""
    place: list[str | int] = []
    value = document
    for part in location:
        if part in value if isinstance(value, dict) else isinstance(value, list) and isinstance(part, int):
            value = value[part]
            place.append(part)
    return tuple(place)


def _message(place: Place, error: Any) -> str:
    kind, value = error["type"], error["input"]
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        return "no such key" + _meant(str(place[-1]), _siblings(place))
    if kind == "literal_error":
        choices = error["ctx"]["expected"].replace("'", "").replace(" or ", ", ").split(", ")
        return f"should be {' | '.join(choices)}" + (_meant(value, choices) if isinstance(value, str) else "")
    if place[-1:] in (("command",), ("args",)) and isinstance(value, str):
        return f"should be a list: {_as_list(value)}"
    quoted = "; put it in quotes" if kind == "string_type" and isinstance(value, (int, float)) else ""
    return f"should be {_WANTED.get(kind, error['msg'])}{quoted}"


def _together(messages: list[str]) -> str:
    first, *others = messages
    return " or ".join([first, *(other.removeprefix("should be ") for other in others)])


def _as_list(command: str) -> str:
    import shlex

    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


def _meant(given: str, known: list[str]) -> str:
    return did_you_mean(given.replace("_", "-"), known)


def _siblings(place: Place) -> list[str]:
    kind: Any = Settings
    for part in place[:-1]:
        table = _table(kind)
        kind = _keys(table)[str(part)][1] if isinstance(table, type) else get_args(table)[1]
    table = _table(kind)
    return list(_keys(table)) if isinstance(table, type) else []


def _table(kind: Any) -> Any:
    """Of the types that a value may have the one that holds keys."""
    arms = get_args(kind) if get_origin(kind) in UNIONS else (kind,)
    return next((arm for arm in arms if is_dataclass(arm) or get_origin(arm) is dict), None)
