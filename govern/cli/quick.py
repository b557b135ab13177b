"""Reading a verb's words without typer, whose import takes as long as most of what govern does.

Only what is plainly right is read here. Whatever is not (a typing error, a call for help, a rare spelling) is left to
typer, which reads the same declarations and explains.
"""

from __future__ import annotations

from enum import Enum
from types import NoneType, UnionType

from govern.cli.flags import Argument, Option

TYPE_CHECKING = False
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any


class _NotPlainError(Exception):
    """Typer should look at it."""


def read(verb: Callable[..., int], words: Sequence[str]) -> dict[str, Any] | None:
    """The verb's parameters by these words, or None where they are not plain."""
    parameters = dict(_parameters(verb))
    flags = {key: said.word for key, said in parameters.items() if isinstance(said.word, Option)}
    options = {name: key for key, flag in flags.items() for name in flag.names}
    given: dict[str, list[str]] = {}
    try:
        places = list(_options(words, options, parameters, given))
        arguments = {key: said.kind for key, said in parameters.items() if isinstance(said.word, Argument)}
        values = dict(_arguments(places, arguments))
        for key, texts in given.items():
            values[key] = _valued(parameters[key].kind, texts, parameters[key].word.settings)
    except (_NotPlainError, ValueError):
        return None
    return values


def _parameters(verb: Callable[..., int]) -> Iterator[tuple[str, Any]]:
    return ((key, said) for key, said in verb.__annotations__.items() if key != "return")


def _options(
    words: Sequence[str], options: Mapping[str, str], parameters: Mapping[str, Any], given: dict[str, list[str]]
) -> Iterator[str]:
    """Take the options out; what is left are words by their places."""
    rest = iter(words)
    for word in rest:
        if not word.startswith("-"):
            yield word
            continue
        name, equals, value = word.partition("=")
        key = options.get(name)
        if key is None:
            raise _NotPlainError
        if parameters[key].kind is bool:
            if equals:
                raise _NotPlainError
            given[key] = [name]
            continue
        value = value if equals else next(rest, "-")
        if not value or value.startswith("-"):
            raise _NotPlainError
        given.setdefault(key, []).append(value)


def _arguments(words: list[str], arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, kind in arguments.items():
        several = _is_list(kind)
        taken = words if several else words[:1]
        if taken:
            yield key, _valued(kind, taken, {})
        words = [] if several else words[1:]
    if words:
        raise _NotPlainError


def _valued(kind: Any, texts: list[str], settings: Mapping[str, Any]) -> Any:
    """What the last of the texts, or all of them, say."""
    if kind is bool:
        return True
    if _is_list(kind):
        return [_one(_inner(kind).__args__[0], text, settings) for text in texts]
    return _one(_inner(kind), texts[-1], settings)


def _one(kind: Any, text: str, settings: Mapping[str, Any]) -> Any:
    if kind.__module__ == "datetime":
        from datetime import datetime

        return datetime.strptime(text, settings["formats"][0])  # noqa: DTZ007 - a day, wherever one is
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(text)
    value = kind(text)
    if isinstance(value, (int, float)) and value < settings.get("min", value):
        raise _NotPlainError
    return value


def _is_list(kind: Any) -> bool:
    return getattr(_inner(kind), "__origin__", None) is list


def _inner(kind: Any) -> Any:
    """Of `X | None` the X."""
    arms = kind.__args__ if isinstance(kind, UnionType) else (kind,)
    return next(arm for arm in arms if arm is not NoneType)
