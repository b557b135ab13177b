"""Turn a parsed TOML document into Settings, or into a list of type errors."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from datetime import date, time
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

from govern.errors import did_you_mean
from govern.policy.problems import ConfigProblem
from govern.policy.settings import Settings, toml_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.policy.problems import KeyPath

# The origin of `X | Y` is one of these, depending on X and Y.
UNIONS = (Union, UnionType)
_NAMES = {bool: "true or false", int: "a whole number", float: "a number", list: "a list", str: "a string"}


def parse_settings(document: dict[str, Any]) -> Settings | list[ConfigProblem]:
    """Return the settings, or every type error in the document."""
    problems: list[ConfigProblem] = []
    settings: Settings = _parse(Settings, document, (), problems)
    return problems or settings


@cache
def fields_by_key(table: Any) -> Mapping[str, Any]:
    """Return the fields of a settings class by their TOML keys."""
    return {toml_key(each.name): each for each in fields(table)}


def _parse(kind: Any, value: Any, path: KeyPath, problems: list[ConfigProblem]) -> Any:
    """Return the value of a key as its type has it, and add its type errors to the problems."""
    form, inside = get_origin(kind), get_args(kind)
    if form in UNIONS:
        return _parse_union(kind, value, path, problems)
    if is_dataclass(kind) and isinstance(value, dict):
        return _parse_table(kind, value, path, problems)
    if form is dict and isinstance(value, dict):
        return {name: _parse(inside[1], inner, (*path, name), problems) for name, inner in value.items()}
    if form is list and isinstance(value, list):
        return [_parse(inside[0], inner, (*path, at), problems) for at, inner in enumerate(value)]
    return _parse_scalar(kind, value, path, problems)


def _parse_scalar(kind: Any, value: Any, path: KeyPath, problems: list[ConfigProblem]) -> Any:
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    if kind is Any or type(value) is kind or (isinstance(value, str) and value in choices):
        return value
    if kind is float and type(value) is int:
        return float(value)
    if kind is str and isinstance(value, (date, time)):
        return str(value)
    problems.append(ConfigProblem(path, _mismatch([kind], value, path)))
    return None


def _parse_table(kind: Any, table: dict[str, Any], path: KeyPath, problems: list[ConfigProblem]) -> Any:
    known, values = fields_by_key(kind), {}
    for key, value in table.items():
        if field := known.get(key):
            values[field.name] = _parse(field.type, value, (*path, key), problems)
        else:
            suggestion = did_you_mean(key.replace("_", "-"), known)
            problems.append(ConfigProblem((*path, key), f"unknown key{suggestion}"))
    return kind(**values)


def _parse_union(kind: Any, value: Any, path: KeyPath, problems: list[ConfigProblem]) -> Any:
    """Return the value by the first type of the union that it has; a table or list reports the errors inside it."""
    kinds = [each for each in get_args(kind) if each is not NoneType]
    inner: list[ConfigProblem] = []
    for each in kinds:
        found: list[ConfigProblem] = []
        parsed = _parse(each, value, path, found)
        if not found:
            return parsed
        inner += (problem for problem in found if problem.path != path)
    problems += inner or [ConfigProblem(path, _mismatch(kinds, value, path))]
    return None


def _mismatch(kinds: list[Any], value: Any, path: KeyPath) -> str:
    """Return the message for a value that has none of these types."""
    if path[-1:] in (("command",), ("args",)) and isinstance(value, str):
        return f"should be a list: {as_list(value)}"
    if path[-1:] == ("sandbox",) and isinstance(value, str):
        return "should be a table with `network` or `image`; the kind of sandbox is an option, such as --sandbox none"
    expected = f"should be {' or '.join(map(_type_name, kinds))}"
    if str in kinds and isinstance(value, (int, float)):
        return f"{expected}; put it in quotes"
    words = [word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)]
    return expected + (did_you_mean(value, words) if isinstance(value, str) else "")


def _type_name(kind: Any) -> str:
    form = get_origin(kind)
    return " | ".join(get_args(kind)) if form is Literal else _NAMES.get(form or kind, "a table")


def as_list(command: str) -> str:
    """Return a command line as a TOML list of words."""
    import shlex

    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"
