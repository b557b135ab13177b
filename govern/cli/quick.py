"""A parser for plain command lines that does without typer.

Importing typer, and the pydantic that typer imports, takes as long as a whole `govern diff` (docs/decisions/0005). This
parser accepts only command lines that are certainly valid. Mistakes, `--help` and unusual spellings are left to typer,
which reads the same declarations.
"""

from __future__ import annotations

from datetime import datetime
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_origin

from govern.cli.options import Argument, Option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


class _NotPlainError(Exception):
    """This command line is left to typer."""


class _Parameter(NamedTuple):
    kind: Any
    is_list: bool
    declared: Option | Argument

    def value(self, texts: Sequence[str]) -> Any:
        """Return the texts as the parameter's type: all of them for a list, else the last."""
        if self.kind is bool:
            return True
        values = [self._one(text) for text in texts]
        replaced = self.declared.settings.get("callback")
        value = values if self.is_list else values[-1]
        return replaced(value) if replaced else value

    def _one(self, text: str) -> Any:
        settings = self.declared.settings
        if self.kind is datetime:
            return datetime.strptime(text, settings["formats"][0])  # noqa: DTZ007 - a date without a time zone
        value = self.kind(text)
        if "min" in settings and not settings["min"] <= value <= settings.get("max", value):
            raise _NotPlainError
        return value


def parse(command: Callable[..., int], words: Sequence[str]) -> dict[str, Any] | None:
    """Return the command's parameters from the command line, or None if typer has to parse it."""
    parameters = {name: _parameter(hint) for name, hint in command.__annotations__.items() if name != "return"}
    texts: dict[str, list[str]] = {}
    try:
        positional = list(_options(words, parameters, texts))
        _arguments(positional, parameters, texts)
        return {name: parameters[name].value(given) for name, given in texts.items()}
    except (_NotPlainError, ValueError):
        return None


def _parameter(hint: Any) -> _Parameter:
    kind, declared = get_args(hint)
    if isinstance(kind, UnionType):
        kind = next(arm for arm in get_args(kind) if arm is not NoneType)
    if get_origin(kind) is list:
        return _Parameter(get_args(kind)[0], is_list=True, declared=declared)
    return _Parameter(kind, is_list=False, declared=declared)


def _options(words: Sequence[str], parameters: Mapping[str, _Parameter], texts: dict[str, list[str]]) -> Iterator[str]:
    """Yield the positional words, and add the texts of options to `texts`."""
    options = {
        flag: name
        for name, parameter in parameters.items()
        if isinstance(parameter.declared, Option)
        for flag in parameter.declared.names
    }
    rest = iter(words)
    for word in rest:
        if not word.startswith("-"):
            yield word
            continue
        flag, equals, value = word.partition("=")
        name = options.get(flag)
        if name is None or (equals and parameters[name].kind is bool):
            raise _NotPlainError
        if parameters[name].kind is not bool:
            value = value if equals else next(rest, "-")
            if not value or value.startswith("-"):
                raise _NotPlainError
        texts.setdefault(name, []).append(value)


def _arguments(words: list[str], parameters: Mapping[str, _Parameter], texts: dict[str, list[str]]) -> None:
    """Assign the positional words to the arguments in order, and add them to `texts`."""
    for name, parameter in parameters.items():
        if isinstance(parameter.declared, Argument):
            taken = words if parameter.is_list else words[:1]
            words = words[len(taken) :]
            if taken:
                texts[name] = taken
    if words:
        raise _NotPlainError
