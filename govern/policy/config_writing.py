"""Write govern.toml for `govern init`, `govern add` and `govern upgrade`."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.contract.launchers import unpinned_reason
from govern.errors import UsageError
from govern.lockfile.writing import replace_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.policy.client_files import ClientPlaces
    from govern.policy.discovery import FoundServer
    from govern.policy.installations import Installation
    from govern.policy.parsing import KeyPath
    from govern.policy.server_inputs import ServerInput
    from govern.policy.server_json import RegistryServer


_HEAD = """\
# The MCP servers that capability.lock covers, and the policy for changes to them. `govern lock` writes the lock.
# `${NAME}` is read from the environment when a server is started.

"""
_POLICY = """\
[policy]
# strict: every change needs approval; balanced: RISKY and BREAKING changes; compatible: balanced without rewording
preset = "balanced"
fail-on = "risky"  # safe | risky | breaking | never

# [policy.budget]  # `govern cost` fails if a definition costs more
# server-tokens = 20000
# tool-tokens = 1500
"""
_EXAMPLES = """
# Each server has a table, with one of command, url, python or catalog:
#
# [servers.time]
# command = ["uvx", "mcp-server-time==2025.9.25"]
#
# [servers.docs]
# url = "https://docs.example.com/mcp"
# headers = { Authorization = "Bearer ${DOCS_TOKEN}" }
#
# [servers.weather]
# python = "examples.weather:server"
#
# [servers.captured]
# catalog = "catalogs/github.json"
"""


def new_config_text(found: Sequence[FoundServer], places: ClientPlaces) -> str:
    """Return the text of a new govern.toml."""
    return _HEAD + _POLICY + (_server_blocks(found, (), places) or _EXAMPLES)


def extended_config_text(text: str, found: Sequence[FoundServer], above: KeyPath, places: ClientPlaces) -> str:
    """Return the text with more servers at its end, and otherwise unchanged."""
    return _appended(text, _server_blocks(found, above, places))


def config_with_server(text: str, name: str, table: Mapping[str, Any], origin: str, above: KeyPath) -> str:
    """Return the text of a config, empty for a new one, with one more server at its end; `origin` is a comment."""
    return _appended(text or _HEAD + _POLICY, "\n" + _server_block(name, table, origin, above))


def edited_config_text(text: str, edits: Mapping[KeyPath, str | None]) -> str:
    """Return the text of a config with these values replaced, or removed where None; all else stays as it is."""
    import tomlkit

    document: Any = tomlkit.parse(text)
    for path, value in edits.items():
        table = document
        for key in path[:-1]:
            table = table[key]
        if value is not None:
            table[path[-1]] = value
        elif path[-1] in table:
            del table[path[-1]]
    return tomlkit.dumps(document)


def _appended(text: str, blocks: str) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text or text.endswith("\n") else newline
    return text + gap + blocks.replace("\n", newline)


def _server_blocks(found: Sequence[FoundServer], above: KeyPath, places: ClientPlaces) -> str:
    return "".join(f"\n{_found_block(each, above, places)}" for each in found)


def _found_block(found: FoundServer, above: KeyPath, places: ClientPlaces) -> str:
    files = ", ".join(f"{short_path(each.file, places)} ({each.client})" for each in found.sources)
    return _server_block(found.name, found.table, f"found in {files}", above)


def _server_block(name: str, values: Mapping[str, Any], origin: str, above: KeyPath) -> str:
    import tomlkit

    table = _toml_table(values)
    for key in (name, "servers", *reversed(above)):
        inner, table = table, tomlkit.table(is_super_table=True)
        table.add(str(key), inner)
    comments = [origin, *filter(None, [unpinned_reason(values.get("command", []))])]
    return "".join(f"# {_one_line(comment)}\n" for comment in comments) + tomlkit.dumps(table).lstrip("\n")


def _toml_table(values: Mapping[str, Any]) -> Any:
    import tomlkit

    table = tomlkit.table()
    for key, value in values.items():
        if isinstance(value, dict):
            inline = tomlkit.inline_table()
            inline.update(value)
            table.add(key, inline)
        else:
            table.add(key, value)
    return table


def replace_user_file(path: Path, text: str) -> None:
    """Replace a file of the user's in one step; raise UsageError if it cannot be written."""
    try:
        replace_file(path, text.encode())
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}; the file is unchanged", where=str(path)) from None


def short_path(file: Path, places: ClientPlaces) -> str:
    """Return a path relative to the config if both are in the project, or to the home folder."""
    if any(file.is_relative_to(folder) for folder in (places.project, *places.folders)):
        return Path(os.path.relpath(file, places.project)).as_posix()
    return f"~/{file.relative_to(places.home).as_posix()}" if file.is_relative_to(places.home) else file.as_posix()


def _one_line(comment: str) -> str:
    """Replace control characters, which TOML comments may not contain."""
    return re.sub(r"[^\S ]|[^\x20-\x7e\xa0-\ud7ff\ue000-\U0010ffff]", " ", comment)


@dataclass(frozen=True, slots=True)
class AddPlan:
    """A server as it would be added: its table, what the user has to export, and what may still be set.

    `text` is the new text of the config, `above` the keys of govern's table in it. `present` if it has the server.
    """

    server: RegistryServer
    installation: Installation
    registry: str
    name: str
    table: Mapping[str, Any]
    unset: tuple[str, ...]
    optional: tuple[ServerInput, ...]
    path: Path
    place: str
    above: KeyPath
    before: str = field(repr=False)
    text: str = field(repr=False)
    present: bool = False

    @property
    def added(self) -> str:
        """Return the part of the text that is new."""
        return self.text.removeprefix(self.before)
