"""Titles that generators make out of names: they say nothing that is not said already."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.schemas.edits.words import Path

_BETWEEN = re.compile(r"[\s_.-]+")
_HOLDERS = ("$defs", "definitions")
# What `app__models__User` and `User-Input` are called by pydantic, which tells two classes of one name apart.
_APART = re.compile(r"^.*__|-(?:Input|Output)$")
# What classes of arguments and answers are called.
_CLASS = re.compile(
    r"[A-Za-z]\w*(?:Args|Arguments|Input|Item|Model|Output|Params|Parameters|Request|Response|Results?|Schema)"
)
# The whole is no choice among others that a word could be the label of, but one word may still say what it is. Classes
# are of other classes at times: `ResultPage[list[dict[str, Any]]]`.
_WHOLE = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+|\w+\[[\w.,| \[\]-]{1,80}\]")


def definitions_of(schema: Any) -> frozenset[str]:
    """What a schema calls its definitions, as far as a title repeats it."""
    held = [schema[holder] for holder in _HOLDERS if holder in schema] if isinstance(schema, dict) else []
    names = [name for definitions in held if isinstance(definitions, dict) for name in definitions]
    return frozenset(_plain(spelled) for name in names for spelled in (name, _APART.sub("", name)))


def repeats_a_name(title: Any, path: Path, node: Mapping[str, Any], definitions: frozenset[str]) -> bool:
    """Whether a title says no more than what its place, or its class, is called.

    A class has fields, or values to choose from; what stands on anything else is a text, however short.
    """
    if not isinstance(title, str):
        return False
    if path[-2:-1] == ("properties",) and _joined(title) == _joined(str(path[-1])):
        return True
    is_object = node.get("type") == "object" or "properties" in node
    if _plain(title) in definitions:
        return is_object or "enum" in node
    return is_object and bool(_CLASS.fullmatch(title) or (not path and _WHOLE.fullmatch(title)))


def _joined(name: str) -> str:
    """A name without what stands between its words; any other sign may be a unit."""
    return _BETWEEN.sub("", name).casefold()


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()
