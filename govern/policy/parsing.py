"""Turn a parsed TOML document into Settings, or into a list of type errors.

A valid document is converted directly: importing pydantic takes 0.07 s, more than listing a small server. Only a
document with errors is passed to pydantic, for its messages.
"""

from __future__ import annotations

import json
import shlex
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

from govern.errors import did_you_mean
from govern.policy.problems import ConfigProblem
from govern.policy.settings import Settings, toml_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.policy.problems import KeyPath


# The origin of `X | Y` is one of these, depending on X and Y.
UNIONS = (Union, UnionType)


class _WrongTypeError(Exception):
    """The value does not have the type of its key."""


def parse_settings(document: dict[str, Any]) -> Settings | list[ConfigProblem]:
    """Return the settings, or every type error in the document."""
    try:
        settings: Settings = _parse(Settings, document)
    except _WrongTypeError:
        return explain_type_errors(document)
    return settings


@cache
def fields_by_key(table: Any) -> Mapping[str, Any]:
    """Return the fields of a settings class by their TOML keys."""
    return {toml_key(each.name): each for each in fields(table)}


def _parse(kind: Any, value: Any) -> Any:
    if is_dataclass(kind):
        return _parse_table(kind, value)
    form, inside = get_origin(kind), get_args(kind)
    if form in UNIONS:
        return _parse_union(inside, value)
    if form is dict and isinstance(value, dict):
        return {name: _parse(inside[1], inner) for name, inner in value.items()}
    if form is list and isinstance(value, list):
        return [_parse(inside[0], inner) for inner in value]
    if kind is float and type(value) is int:
        return float(value)
    if kind is Any or type(value) is kind or (form is Literal and isinstance(value, str) and value in inside):
        return value
    raise _WrongTypeError


def _parse_table(kind: Any, value: Any) -> Any:
    known = fields_by_key(kind)
    if not isinstance(value, dict) or not value.keys() <= known.keys():
        raise _WrongTypeError
    return kind(**{known[key].name: _parse(known[key].type, inner) for key, inner in value.items()})


def _parse_union(kinds: tuple[Any, ...], value: Any) -> Any:
    for kind in kinds:
        try:
            return _parse(kind, value)
        except _WrongTypeError:
            continue
    raise _WrongTypeError


_TOO_DEEP = "is nested too deeply"
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


def explain_type_errors(document: dict[str, Any]) -> Settings | list[ConfigProblem]:
    """Return the type errors that pydantic finds, or the settings if it accepts the document after all."""
    from pydantic import TypeAdapter, ValidationError

    try:
        # As JSON: in strict mode pydantic accepts an object for a class, but no dict.
        settings: Settings = TypeAdapter(Settings).validate_json(json.dumps(document, default=str))
    except RecursionError:
        return [ConfigProblem((), _TOO_DEEP)]
    except ValidationError as error:
        if any(each["type"] == "json_invalid" for each in error.errors(include_input=False)):
            return [ConfigProblem((), _TOO_DEEP)]
        return _type_problems(document, error.errors(include_url=False, include_context=True))
    return settings


def _type_problems(document: dict[str, Any], errors: Any) -> list[ConfigProblem]:
    found: dict[KeyPath, list[str]] = {}
    for error in errors:
        path = _key_path(document, error["loc"])
        wanted = found.setdefault(path, [])
        message = _message(path, error)
        if message not in wanted:
            wanted.append(message)
    return [ConfigProblem(path, _together(messages)) for path, messages in found.items()]


def _key_path(document: Any, location: tuple[str | int, ...]) -> KeyPath:
    """Return the keys of a location, without the names of union members that pydantic inserts."""
    path: list[str | int] = []
    value = document
    for part in location:
        if part in value if isinstance(value, dict) else isinstance(value, list) and isinstance(part, int):
            value = value[part]
            path.append(part)
    return tuple(path)


def _message(path: KeyPath, error: Any) -> str:
    kind, value = error["type"], error["input"]
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        return "unknown key" + _suggestion(str(path[-1]), _siblings(path))
    if kind == "literal_error":
        choices = error["ctx"]["expected"].replace("'", "").replace(" or ", ", ").split(", ")
        return f"should be {' | '.join(choices)}" + (_suggestion(value, choices) if isinstance(value, str) else "")
    if path[-1:] in (("command",), ("args",)) and isinstance(value, str):
        return f"should be a list: {_as_list(value)}"
    quoted = "; put it in quotes" if kind == "string_type" and isinstance(value, (int, float)) else ""
    return f"should be {_WANTED.get(kind, error['msg'])}{quoted}"


def _together(messages: list[str]) -> str:
    first, *others = messages
    return " or ".join([first, *(other.removeprefix("should be ") for other in others)])


def _as_list(command: str) -> str:
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


def _suggestion(given: str, known: list[str]) -> str:
    return did_you_mean(given.replace("_", "-"), known)


def _siblings(path: KeyPath) -> list[str]:
    kind: Any = Settings
    for part in path[:-1]:
        table = _table_type(kind)
        kind = fields_by_key(table)[str(part)].type if isinstance(table, type) else get_args(table)[1]
    table = _table_type(kind)
    return list(fields_by_key(table)) if isinstance(table, type) else []


def _table_type(kind: Any) -> Any:
    """Return the type that holds keys, of those that a value may have."""
    arms = get_args(kind) if get_origin(kind) in UNIONS else (kind,)
    return next((arm for arm in arms if is_dataclass(arm) or get_origin(arm) is dict), None)
