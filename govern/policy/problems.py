"""What is wrong in a file that people own, all of it together, each with its place."""

from __future__ import annotations

import re

from govern.dataclass import dataclass
from govern.errors import PolicyInvalid
from govern.files import OWN_BYTES, read_text
from govern.lockfile.toml_reading import NotTomlError, read_toml
from govern.regex import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Any

Place = tuple[str | int, ...]
_BARE = regex(r"[A-Za-z0-9_-]+")
_HEADER = regex(r"\s*\[\[?[^\]]")
_CONFLICT = regex(r"^<{7} ", re.MULTILINE)
_KEY = regex(r"\s*([^\s=#\[{][^=#]*?)\s*=")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and the keys that lead to it."""

    place: Place
    message: str


def dotted(place: Place) -> str:
    """The place as TOML would spell it, list positions in brackets."""
    text = ""
    for part in place:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += ("." if text else "") + (part if _BARE.fullmatch(part) else f'"{part}"')
    return text


def refusal(
    problems: Sequence[Problem], file: Path, *, prefix: Place = (), hint: str = "", called: str = ""
) -> PolicyInvalid:
    """All of it as one error; `called` names a text that is not the file's, whose lines would be other ones."""
    lines = {} if called else line_numbers(file)
    placed = sorted(((_line(lines, (*prefix, *each.place)), each) for each in problems), key=lambda pair: pair[0])
    said = [f"{f'line {line}: ' if line else ''}{dotted(each.place)}: {each.message}" for line, each in placed]
    message = said[0] if len(said) == 1 else f"{len(said)} problems\n" + "\n".join(f"  {line}" for line in said)
    return PolicyInvalid(message, where=called or str(file), hint=hint)


def conflict_line(text: str) -> int | None:
    """The line of the first mark that a merge left."""
    found = _CONFLICT.search(text)
    return text.count("\n", 0, found.start()) + 1 if found else None


def line_numbers(file: Path) -> dict[Place, int]:
    """Where each key is set, as far as single lines tell: good enough to point at, and cheap."""
    found: dict[Place, int] = {}
    table: Place = ()
    try:
        text = read_text(file, OWN_BYTES).removeprefix("\ufeff")
    except OSError:
        return found
    for number, line in enumerate(text.splitlines(), start=1):
        if _HEADER.match(line):
            table = _names(line)
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            found.setdefault((*table, *_names(f"{key[1]} = 0")), number)
    return found


def _names(line: str) -> Place:
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


def _line(lines: dict[Place, int], place: Place) -> int:
    return next((lines[place[:length]] for length in range(len(place), 0, -1) if place[:length] in lines), 0)
