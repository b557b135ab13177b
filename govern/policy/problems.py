"""What is wrong in a file that people own, all of it together, each with its place."""

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
    """One thing that is wrong, and the keys that lead to it."""

    place: KeyPath
    message: str


def dotted(place: KeyPath) -> str:
    """The place as TOML would spell it, list positions in brackets."""
    text = ""
    for part in place:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += ("." if text else "") + (part if _BARE.fullmatch(part) else f'"{part}"')
    return text


def config_error(
    problems: Sequence[ConfigProblem], where: str, text: str, *, prefix: KeyPath = (), hint: str = ""
) -> PolicyInvalid:
    """Return all of it as one error, each with its line in the text of the file."""
    lines = line_numbers(text)
    placed = sorted(((_line(lines, (*prefix, *each.place)), each) for each in problems), key=lambda pair: pair[0])
    said = [f"line {line}: {dotted(each.place)}: {each.message}" for line, each in placed]
    message = said[0] if len(said) == 1 else f"{len(said)} problems\n" + "\n".join(f"  {line}" for line in said)
    return PolicyInvalid(message, where=where, hint=hint)


def conflict_line(text: str) -> int | None:
    """The line of the first mark that a merge left."""
    found = _CONFLICT.search(text)
    return text.count("\n", 0, found.start()) + 1 if found else None


def line_numbers(text: str) -> dict[KeyPath, int]:
    """Return where each key, and each table that is named on the way to one, is set first."""
    found: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, line in _statements(text):
        place = header = _names(line) if _HEADER.match(line) else ()
        if header:
            table = header
        elif key := _key(line):
            place = (*table, *key)
        for length in range(1, len(place) + 1):
            found.setdefault(place[:length], number)
    return found


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line that opens a table or sets a key; a text or a list may go on over the next ones."""
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


def _key(line: str) -> KeyPath:
    """Return the names before the `=` that ends them; some may stand in a quoted name before it."""
    ends = islice((at for at, each in enumerate(line) if each == "="), _MOST_TRIED)
    return next((names for at in ends if (names := _names(f"{line[:at]} = 0"))), ())


def _names(line: str) -> KeyPath:
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


def _line(lines: dict[KeyPath, int], place: KeyPath) -> int:
    """Return the line of the nearest place above that has one; what no line sets is missing in the file as a whole."""
    return next((lines[place[:length]] for length in range(len(place), 0, -1) if place[:length] in lines), 1)
