"""Turn a parsed TOML document into Settings, or into problems, each with its key and line."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, time
from functools import cache
from itertools import islice
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

from govern.errors import PolicyInvalid, did_you_mean
from govern.lockfile.toml import NotTomlError, read_toml
from govern.policy.settings import Settings, toml_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


KeyPath = tuple[str | int, ...]
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_HEADER = re.compile(r"\s*\[\[?[^\]]")
_CONFLICT = re.compile(r"^<{7} ", re.MULTILINE)
_MANY_LINES = re.compile(r"\"\"\"|'''")
_MOST_TRIED = 20
_QUOTED = re.compile(r"""\"{3}(?:\\.|[^\\])*?\"{3}|'{3}.*?'{3}|(?<!")"(?:\\.|[^"\\])*"(?!")|(?<!')'[^']*'(?!')|#.*""")


@dataclass(frozen=True, slots=True)
class ConfigProblem:
    """One problem, with the keys that lead to it."""

    path: KeyPath
    message: str


def dotted(path: KeyPath) -> str:
    """Return a key path in TOML syntax, with list positions in brackets."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += ("." if text else "") + (part if _BARE.fullmatch(part) else f'"{part}"')
    return text


def config_error(problems: Sequence[ConfigProblem], where: str, text: str, *, prefix: KeyPath = ()) -> PolicyInvalid:
    """Return one error that lists all problems, each with its line in the text of the file."""
    entries = described(problems, text, prefix)
    message = (
        entries[0] if len(entries) == 1 else f"{len(entries)} problems\n" + "\n".join(f"  {line}" for line in entries)
    )
    return PolicyInvalid(message, where=where)


def described(problems: Sequence[ConfigProblem], text: str, prefix: KeyPath = ()) -> list[str]:
    """Return each problem as a text with its line and key, in the order of the file."""
    lines = line_numbers(text)
    placed = sorted(((_line_of_key(lines, (*prefix, *each.path)), each) for each in problems), key=lambda pair: pair[0])
    # A row of an inventory has no text of its own.
    return [f"{f'line {line}: ' if text else ''}{dotted(each.path)}: {each.message}" for line, each in placed]


def conflict_line(text: str) -> int | None:
    """Return the line of the first merge conflict marker, or None."""
    found = _CONFLICT.search(text)
    return text.count("\n", 0, found.start()) + 1 if found else None


def line_numbers(text: str) -> dict[KeyPath, int]:
    """Return the line that sets each key, and each table on the way to it, first."""
    found: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, line in _statements(text):
        path = header = _key_names(line) if _HEADER.match(line) else ()
        if header:
            table = header
        elif key := _assigned_key(line):
            path = (*table, *key)
        for length in range(1, len(path) + 1):
            found.setdefault(path[:length], number)
    return found


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line that opens a table or sets a key; lines that continue a string or list are skipped."""
    depth, until = 0, ""
    for number, line in enumerate(text.split("\n"), start=1):
        rest = line
        if until:
            _, closed, rest = line.partition(until)
            until = "" if closed else until
        elif not depth:
            yield number, line
        bare = "" if until else _QUOTED.sub("", rest)
        if opened := _MANY_LINES.search(bare):
            until, bare = opened[0], bare[: opened.start()]
        depth += sum((each in "[{") - (each in "]}") for each in bare)


def _assigned_key(line: str) -> KeyPath:
    """Return the names before the `=` that assigns the key; a quoted name may contain another `=`."""
    ends = islice((at for at, each in enumerate(line) if each == "="), _MOST_TRIED)
    return next((names for at in ends if (names := _key_names(f"{line[:at]} = 0"))), ())


def _key_names(line: str) -> KeyPath:
    try:
        value: Any = read_toml(line)
    except NotTomlError:
        return ()
    names: list[str] = []
    while value:
        if isinstance(value, list):
            value = value[0]
        elif isinstance(value, dict):
            name, value = next(iter(value.items()))
            names.append(name)
        else:
            break
    return tuple(names)


def _line_of_key(lines: dict[KeyPath, int], path: KeyPath) -> int:
    """Return the line of the key or of its closest parent that has one; 1 if there is none."""
    return next((lines[path[:length]] for length in range(len(path), 0, -1) if path[:length] in lines), 1)


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
    return "[" + ", ".join(f'"{word}"' for word in shell_words(command)) + "]"


def shell_words(command: str) -> list[str]:
    """Return the words of a command line, also of one with an open quote."""
    import shlex

    try:
        return shlex.split(command)
    except ValueError:
        return command.split()
