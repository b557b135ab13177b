"""Read the servers that MCP clients have configured; client_files.json lists the files of each client."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.files import MAX_GENERATED_FILE, read_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_THIS_PROJECT = "<this project>"
_STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_STRING_OR_COMMA = re.compile(r'"(?:\\.|[^"\\])*"|,(?=\s*[}\]])')


@dataclass(frozen=True, slots=True)
class ClientFile:
    """A config file of a client: a glob below a folder, and the paths of keys under which it lists servers."""

    client: str
    folder: str
    path: str
    keys: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ClientServer:
    """A server entry of one file; `inputs` are the values that the client asks its user for, by id."""

    name: str
    client: str
    file: Path
    entry: Mapping[str, Any]
    inputs: Mapping[str, Any]
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class UnreadableFile:
    """A file, or an entry in it, that could not be read."""

    path: Path
    reason: str


def client_files() -> list[ClientFile]:
    """Return the files of all clients, those of the project first: a server is named after its first definition."""
    rows = json.loads(Path(__file__).with_name("client_files.json").read_text(encoding="utf-8"))
    return [
        ClientFile(row["client"], row["folder"], row["path"], tuple(map(tuple, row.get("keys", [["mcpServers"]]))))
        for row in rows
    ]


def client_servers(
    home: Path, project: Path, platform: str, environ: Mapping[str, str]
) -> Iterator[ClientServer | UnreadableFile]:
    """Yield every server of every client in the order of client_files.json, and each file that cannot be read."""
    folders = {
        "project": project,
        "home": home,
        "config": _config_home(home, platform, environ),
        "codex": Path(environ.get("CODEX_HOME") or home / ".codex"),
    }
    seen: set[Path] = set()
    for kind in client_files():
        try:
            files = [file for file in sorted(folders[kind.folder].glob(kind.path)) if file.is_file()]
        except OSError as error:
            yield UnreadableFile(folders[kind.folder] / kind.path, str(error))
            continue
        for file in files:
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield from _servers_in_file(kind, file, project)


def read_jsonc(text: str) -> Any:
    """Return the value of JSON with comments and trailing commas; errors keep the line numbers of the text."""
    plain = _STRING_OR_COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else _blank(found[0]), text)
    plain = _STRING_OR_COMMA.sub(lambda found: found[0] if found[0][0] == '"' else " ", plain)
    return json.loads(plain) if plain.strip() else {}


def _blank(comment: str) -> str:
    return "\n" * comment.count("\n") or " "


def _config_home(home: Path, platform: str, environ: Mapping[str, str]) -> Path:
    if platform == "win32":
        return Path(environ.get("APPDATA") or home / "AppData" / "Roaming")
    if platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(environ.get("XDG_CONFIG_HOME") or home / ".config")


def _servers_in_file(kind: ClientFile, file: Path, project: Path) -> Iterator[ClientServer | UnreadableFile]:
    try:
        text = read_text(file, MAX_GENERATED_FILE).removeprefix("\ufeff")
        document = tomllib.loads(text) if file.suffix == ".toml" else read_jsonc(text)
    except (OSError, ValueError, RecursionError) as error:
        yield UnreadableFile(file, str(error) or type(error).__name__)
        return
    for keys in kind.keys:
        for parent in _parents(document, keys, project):
            yield from _servers_in_table(kind, file, parent, parent.get(keys[-1]))


def _parents(document: Any, keys: tuple[str, ...], project: Path) -> list[Mapping[str, Any]]:
    """Return the tables that may hold the last of the keys."""
    tables = [document]
    for key in keys[:-1]:
        tables = [inner for table in tables if isinstance(table, dict) for inner in _children(table, key, project)]
    return [table for table in tables if isinstance(table, dict)]


def _children(table: Mapping[str, Any], key: str, project: Path) -> list[Any]:
    if key == _THIS_PROJECT:
        return [inner for path, inner in table.items() if Path(path) == project or Path(path) in project.parents]
    return [table[key]] if key in table else []


def _servers_in_table(
    kind: ClientFile, file: Path, parent: Mapping[str, Any], servers: Any
) -> Iterator[ClientServer | UnreadableFile]:
    if servers is None:
        return
    if not isinstance(servers, dict):
        yield UnreadableFile(file, f"{kind.keys[0][-1]} is not a table of servers")
        return
    inputs = parent.get("inputs")
    known = {each["id"]: each for each in inputs if _is_input(each)} if isinstance(inputs, list) else {}
    rules = parent.get("mcp")
    excluded = rules.get("excluded") if isinstance(rules, dict) else None
    for name, entry in servers.items():
        if isinstance(entry, dict):
            is_excluded = isinstance(excluded, list) and name in excluded
            yield ClientServer(name, kind.client, file, entry, known, excluded=is_excluded)
        else:
            yield UnreadableFile(file, f"{name} is not a table")


def _is_input(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("id"), str)
