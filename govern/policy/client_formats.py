"""Parse the config files of MCP clients: JSON with comments, TOML, YAML, and Markdown with a YAML header."""

from __future__ import annotations

import json
import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from govern.lockfile.toml import read_toml

if TYPE_CHECKING:
    from collections.abc import Iterable

# Possessive, and complete at the end of the text too, so that hostile texts are read in linear time.
_STRING = r'"(?:\\.|[^"\\])*+(?:"|\Z)'
_STRING_OR_COMMENT = re.compile(rf"{_STRING}|//[^\n]*+|/\*(?:.*?\*/|.*\Z)", re.DOTALL)
_STRING_OR_COMMA = re.compile(rf"{_STRING}|,(?=\s*+[}}\]])", re.DOTALL)
_HEADER = re.compile(r"---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
# PyYAML reads about 100 KB a second, and no config is as large as this.
_MAX_YAML = 256 * 1024


class RepeatedKeys(dict[str, Any]):
    """A table in which some keys occur more than once: clients differ in which value they take."""

    repeated: frozenset[str] = frozenset()


def parse_client_file(name: str, text: str) -> Any:
    """Return the document in a file of this name; raise ValueError if it is invalid."""
    text = text.removeprefix("\ufeff")
    match PurePath(name).suffix.lower():
        case ".toml":
            return read_toml(text)
        case ".yaml" | ".yml":
            return read_yaml(text)
        case ".md":
            header = _HEADER.match(text.lstrip())
            if header is None and text.lstrip().startswith("---"):
                raise ValueError("its header has no end")
            return read_yaml(header[1]) if header else {}
        case _:
            return read_jsonc(text)


def read_jsonc(text: str) -> Any:
    """Return the value of JSON with comments and trailing commas; errors name the place in the text."""
    plain = blank_comments(text)
    return json.loads(plain, object_pairs_hook=_table) if plain.strip() else {}


def blank_comments(text: str) -> str:
    """Return JSON without comments and trailing commas, in which every character is where it was."""
    plain = _STRING_OR_COMMENT.sub(lambda found: _blank(found[0]) if found[0][0] == "/" else found[0], text)
    return _STRING_OR_COMMA.sub(lambda found: " " if found[0] == "," else found[0], plain)


def _blank(comment: str) -> str:
    """Return spaces and line ends in place of a comment; one whose end is unclear stays, so that it is an error."""
    # Some clients end a comment at these characters, and read what follows.
    unclear = re.search(r"\r(?!\Z)|[\u2028\u2029]", comment) is not None
    if comment.startswith("/*"):
        unclear = len(comment) < len("/**/") or not comment.endswith("*/")
    return comment if unclear else re.sub(r"[^\n]", " ", comment)


def read_yaml(text: str) -> Any:
    """Return the value of a YAML document, with every scalar as text; raise ValueError if it is invalid."""
    import yaml

    class Loader(yaml.BaseLoader):
        """Builds tables that know their repeated keys."""

        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002
            """Return a table with the keys that are texts."""
            pairs = [(self.construct_object(each, deep=True), inner) for each, inner in node.value]
            if not all(isinstance(key, str) for key, _ in pairs):
                raise ValueError("a key is not a text")
            return _table((key, self.construct_object(inner, deep=deep)) for key, inner in pairs)

    if len(text) > _MAX_YAML:
        raise ValueError(f"larger than {_MAX_YAML // 1024} KiB")
    try:
        document = yaml.load(text, Loader)  # noqa: S506 - a BaseLoader builds only texts, lists and tables
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from None
    if _size(document, {}) > _MAX_YAML:
        raise ValueError("its aliases repeat too much")
    return document or {}


def _size(value: Any, known: dict[int, int]) -> int:
    """Return the number of values in a document with its aliases expanded; a few lines can stand for billions."""
    if id(value) not in known:
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        known[id(value)] = 1 + sum(_size(each, known) for each in inner)
    return known[id(value)]


def _table(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    pairs = list(pairs)
    table = dict(pairs)
    if len(table) == len(pairs):
        return table
    seen: set[str] = set()
    found = RepeatedKeys(table)
    found.repeated = frozenset(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    return found


def repeated_key(value: Any) -> str | None:
    """Return a key that occurs twice in a table or in a table inside it, or None."""
    waiting, seen = [value], set[int]()
    while waiting:
        value = waiting.pop()
        if id(value) in seen or not isinstance(value, (dict, list)):
            continue
        seen.add(id(value))
        if isinstance(value, RepeatedKeys):
            return min(value.repeated)
        waiting += value.values() if isinstance(value, dict) else value
    return None
