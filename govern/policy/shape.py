"""From what TOML holds to Settings.

A file that is right is taken as it is, since importing pydantic alone (0.07 s) costs more than listing a small server.
What is not taken at once is for misshapen.py to explain.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

from govern.policy.settings import Settings, toml_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.policy.problems import Problem


# Python spells `X | Y` in one of two ways, depending on what X and Y are.
UNIONS = (Union, UnionType)


class _NotTakenError(Exception):
    """The value needs explaining."""


def shaped(document: dict[str, Any]) -> Settings | list[Problem]:
    """The settings, or everything whose shape is wrong."""
    try:
        settings: Settings = _taken(Settings, document)
    except _NotTakenError:
        from govern.policy.misshapen import explained

        return explained(document)
    return settings


@cache
def keys(table: Any) -> Mapping[str, Any]:
    """The fields of a table by their keys in TOML."""
    return {toml_key(each.name): each for each in fields(table)}


def _taken(kind: Any, value: Any) -> Any:
    if is_dataclass(kind):
        return _taken_table(kind, value)
    form, inside = get_origin(kind), get_args(kind)
    if form in UNIONS:
        return _taken_one_of(inside, value)
    if form is dict and isinstance(value, dict):
        return {name: _taken(inside[1], inner) for name, inner in value.items()}
    if form is list and isinstance(value, list):
        return [_taken(inside[0], inner) for inner in value]
    if kind is float and type(value) is int:
        return float(value)
    if kind is Any or type(value) is kind or (form is Literal and isinstance(value, str) and value in inside):
        return value
    raise _NotTakenError


def _taken_table(kind: Any, value: Any) -> Any:
    known = keys(kind)
    if not isinstance(value, dict) or not value.keys() <= known.keys():
        raise _NotTakenError
    return kind(**{known[key].name: _taken(known[key].type, inner) for key, inner in value.items()})


def _taken_one_of(kinds: tuple[Any, ...], value: Any) -> Any:
    for kind in kinds:
        try:
            return _taken(kind, value)
        except _NotTakenError:
            continue
    raise _NotTakenError
