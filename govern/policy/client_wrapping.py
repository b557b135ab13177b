"""Replace the command of a server in an MCP client's config by `govern run NAME`, in place."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from govern.policy.client_entries import URL_KEYS, usual_form
from govern.policy.client_formats import blank_comments, parse_client_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_GOVERN: Final = re.compile(r"(?:.*[/\\])?govern(?:-mcp)?(?:\.exe)?")
# The keys of an entry that a command needs no more; `type` and `transport` name what a URL speaks.
_OF_A_URL: Final = {*URL_KEYS, "headers", "http_headers", "type", "transport", "oauth", "bearer_token_env_var"}
_DECODER: Final = json.JSONDecoder()


class NotWrappableError(Exception):
    """The entry cannot be edited in place; `entry` is what a person may put there."""

    def __init__(self, reason: str, entry: Mapping[str, Any]) -> None:
        super().__init__(reason)
        self.entry = entry


@dataclass(frozen=True, slots=True)
class WrappedEntry:
    """A server in the text of a config: the keys that lead to its entry, and the entry's text before."""

    name: str
    keys: tuple[str, ...]
    before: str


@dataclass(frozen=True, slots=True)
class WrapOutcome:
    """A server in a client config: what was done, or why nothing, with an entry that a person may paste.

    `secrets` are the variables for the secrets that its wrapped entry still contains.
    """

    file: Path
    name: str
    reason: str = ""
    entry: str = ""
    secrets: tuple[str, ...] = ()


def governed_name(entry: Mapping[str, Any]) -> str | None:
    """Return the server that an entry runs by `govern run NAME`, or None."""
    words = governed_words(entry)
    return words[1] if words else None


def governed_words(entry: Mapping[str, Any]) -> list[str]:
    """Return the arguments of govern in an entry that runs it, beginning with `run`; empty for any other entry."""
    usual = usual_form(entry)
    program, args = usual.get("command"), usual.get("args")
    if not isinstance(program, str) or not _GOVERN.fullmatch(program) or not isinstance(args, list):
        return []
    words = [word for word in args if isinstance(word, str)]
    return words if len(words) == len(args) and len(words) > 1 and words[0] == "run" else []


def wrapped_entry(entry: Mapping[str, Any], command: Sequence[str]) -> dict[str, Any]:
    """Return an entry that starts the command instead; all its other keys stay, except those that belong to a URL."""
    program = {"command": command[0], "args": [*command[1:]]}
    if isinstance(entry.get("command"), str):
        return {**entry, **program}
    rest = {key: value for key, value in entry.items() if key not in _OF_A_URL}
    if "command" in entry or not any(key in entry for key in URL_KEYS):
        raise NotWrappableError("govern does not know the form of its entry", program | rest)
    return program | rest


def replace_entry(file: str, text: str, keys: Sequence[str] | None, entry: Mapping[str, Any]) -> str:
    """Return the text of a config with another entry under these keys; everything else stays as it is."""
    kind = PurePath(file).suffix.lower()
    if keys is None:
        raise NotWrappableError("its list of servers is not edited in place", entry)
    if kind in (".yaml", ".yml", ".md"):
        raise NotWrappableError(f"{kind} files are not edited in place", entry)
    after = _in_toml(text, keys, entry) if kind == ".toml" else _in_json(text, keys, entry)
    if _entry_at(parse_client_file(file, after), keys) != entry:
        raise NotWrappableError("it is written in a way that cannot be edited in place", entry)
    return after


def entry_text(file: str, text: str, keys: Sequence[str]) -> str:
    """Return the text of a JSON entry; empty in other formats, where only whole files are restored."""
    if PurePath(file).suffix.lower() == ".toml":
        return ""
    start, end = _span(blank_comments(text), keys)
    return text[start:end]


def with_entry_text(text: str, keys: Sequence[str], before: str) -> str:
    """Return the text of a JSON config with the text of an entry put back."""
    start, end = _span(blank_comments(text), keys)
    return text[:start] + before + text[end:]


def _in_toml(text: str, keys: Sequence[str], entry: Mapping[str, Any]) -> str:
    import tomlkit

    document: Any = tomlkit.parse(text)
    table = document
    for key in keys:
        table = table[key]
    for gone in [key for key in table if key not in entry]:
        del table[gone]
    for key, value in entry.items():
        if table.get(key) != value:
            table[key] = value
    return tomlkit.dumps(document)


def _in_json(text: str, keys: Sequence[str], entry: Mapping[str, Any]) -> str:
    start, end = _span(blank_comments(text), keys)
    before = _DECODER.decode(blank_comments(text)[start:end])
    if before.keys() - entry.keys():
        indent = re.search(r"(?:^|\n)([ \t]*)[^\n]*\Z", text[:start])
        written = json.dumps(entry, indent=2, ensure_ascii=False)
        return text[:start] + written.replace("\n", f"\n{indent[1] if indent else ''}") + text[end:]
    for key in ("args", "command"):
        value = json.dumps(entry[key], ensure_ascii=False)
        if key in before:
            start, end = _span(blank_comments(text), (*keys, key))
            text = text[:start] + value + text[end:]
        else:
            _, end = _span(blank_comments(text), (*keys, "command"))
            text = f'{text[:end]}, "{key}": {value}{text[end:]}'
    return text


def _span(plain: str, keys: Sequence[str]) -> tuple[int, int]:
    """Return where the value under these keys begins and ends in a text without comments."""
    try:
        at = _skip(plain, 1 if plain.startswith("\ufeff") else 0)
        for key in keys:
            at = _member(plain, at, key)
        return at, _DECODER.raw_decode(plain, at)[1]
    except (LookupError, ValueError):
        raise NotWrappableError("it is written in a way that cannot be edited in place", {}) from None


def _member(plain: str, at: int, wanted: str) -> int:
    """Return where the value of a key begins in the object at `at`."""
    at = _skip(plain, at + 1)
    while plain[at] == '"':
        key, at = _DECODER.raw_decode(plain, at)
        at = _skip(plain, _skip(plain, at) + 1)
        if key == wanted:
            return at
        at = _skip(plain, _DECODER.raw_decode(plain, at)[1])
        at = _skip(plain, at + 1) if plain[at] == "," else at
    raise KeyError(wanted)


def _skip(plain: str, at: int) -> int:
    while plain[at : at + 1].isspace():
        at += 1
    return at


def _entry_at(document: Any, keys: Sequence[str]) -> Any:
    for key in keys:
        document = document[key]
    return document
