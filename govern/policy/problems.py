"""Problems in a config file, each with its key and line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from govern.errors import PolicyInvalid
from govern.lockfile.toml import NotTomlError, read_toml

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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


def config_error(
    problems: Sequence[ConfigProblem], where: str, text: str, *, prefix: KeyPath = (), hint: str = ""
) -> PolicyInvalid:
    """Return one error that lists all problems, each with its line in the text of the file."""
    entries = described(problems, text, prefix)
    message = (
        entries[0] if len(entries) == 1 else f"{len(entries)} problems\n" + "\n".join(f"  {line}" for line in entries)
    )
    return PolicyInvalid(message, where=where, hint=hint)


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
