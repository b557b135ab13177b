"""Read the servers that MCP clients have configured."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from govern.files import MAX_GENERATED_FILE, read_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


_STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_STRING_OR_COMMA = re.compile(r'"(?:\\.|[^"\\])*"|,(?=\s*[}\]])')


def read_jsonc(text: str) -> Any:
    """The value; what is wrong is told with its line, as in the text."""
    plain = _STRING_OR_COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else _blank(found[0]), text)
    plain = _STRING_OR_COMMA.sub(lambda found: found[0] if found[0][0] == '"' else " ", plain)
    return json.loads(plain) if plain.strip() else {}


def _blank(comment: str) -> str:
    return "\n" * comment.count("\n") or " "


Base = Literal["project", "home", "config", "codex"]
Keys = tuple[str, ...]
THIS_PROJECT = "<this project>"
_MCP_SERVERS: tuple[Keys, ...] = (("mcpServers",),)
_VS_CODE: tuple[Keys, ...] = (("servers",), ("mcpServers",))
_VS_CODE_SETTINGS: tuple[Keys, ...] = (("mcp", "servers"), ("mcp.servers",))
_VS_CODES = ("Code", "Code - Insiders", "VSCodium")
# Claude Desktop from the Microsoft Store has a roaming folder of its own.
_STORE_CLAUDE = "AppData/Local/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json"


@dataclass(frozen=True, slots=True)
class ClientFile:
    """One kind of file: whose it is, where it is (a glob), and under which keys it lists servers."""

    client: str
    base: Base
    path: str
    keys: tuple[Keys, ...] = _MCP_SERVERS


# The first definition of a server gives it its name: what belongs to the project comes first, then what is a person's.
_client_files = (
    ClientFile("project", "project", ".mcp.json"),
    ClientFile("VS Code", "project", ".vscode/mcp.json", _VS_CODE),
    ClientFile("VS Code", "project", ".vscode/settings.json", _VS_CODE_SETTINGS),
    ClientFile("Cursor", "project", ".cursor/mcp.json"),
    ClientFile("Codex", "project", ".codex/config.toml", (("mcp_servers",),)),
    ClientFile("Gemini CLI", "project", ".gemini/settings.json"),
    ClientFile("Claude Code", "home", ".claude.json", (("projects", THIS_PROJECT, "mcpServers"), ("mcpServers",))),
    ClientFile("Claude Desktop", "config", "Claude/claude_desktop_config.json"),
    ClientFile("Claude Desktop", "home", _STORE_CLAUDE),
    *(
        ClientFile("VS Code", "config", f"{code}/User/{folder}{name}", keys)
        for code in _VS_CODES
        for folder in ("", "profiles/*/")
        for name, keys in (("mcp.json", _VS_CODE), ("settings.json", _VS_CODE_SETTINGS))
    ),
    ClientFile("Cursor", "home", ".cursor/mcp.json"),
    ClientFile("Windsurf", "home", ".codeium/windsurf/mcp_config.json"),
    ClientFile("Codex", "codex", "config.toml", (("mcp_servers",),)),
    ClientFile("Gemini CLI", "home", ".gemini/settings.json"),
)


@dataclass(frozen=True, slots=True)
class ClientServer:
    """What one file says of one server, as the client reads it."""

    name: str
    client: str
    file: Path
    entry: Mapping[str, Any]
    inputs: Mapping[str, Any]
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class UnreadableFile:
    """A file, or a server in it, that told us nothing."""

    path: Path
    reason: str


def client_servers(
    home: Path, project: Path, platform: str, environ: Mapping[str, str]
) -> Iterator[ClientServer | UnreadableFile]:
    """Every server of every client, in order; a file that cannot be read is told and the rest goes on."""
    bases: dict[Base, Path] = {
        "project": project,
        "home": home,
        "config": _config_home(home, platform, environ),
        "codex": Path(environ.get("CODEX_HOME") or home / ".codex"),
    }
    seen: set[Path] = set()
    for place in _client_files:
        try:
            files = [file for file in sorted(bases[place.base].glob(place.path)) if file.is_file()]
        except OSError as error:
            yield UnreadableFile(bases[place.base] / place.path, str(error))
            continue
        for file in files:
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield from _in_file(place, file, project)


def _config_home(home: Path, platform: str, environ: Mapping[str, str]) -> Path:
    if platform == "win32":
        return Path(environ.get("APPDATA") or home / "AppData" / "Roaming")
    if platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(environ.get("XDG_CONFIG_HOME") or home / ".config")


def _in_file(place: ClientFile, file: Path, project: Path) -> Iterator[ClientServer | UnreadableFile]:
    try:
        text = read_text(file, MAX_GENERATED_FILE).removeprefix("\ufeff")
        document = tomllib.loads(text) if file.suffix == ".toml" else read_jsonc(text)
    except (OSError, ValueError, RecursionError) as error:
        yield UnreadableFile(file, str(error) or type(error).__name__)
        return
    for keys in place.keys:
        for above in _above(document, keys, project):
            yield from _servers(place, file, above, above.get(keys[-1]))


def _above(document: Any, keys: Keys, project: Path) -> list[Mapping[str, Any]]:
    """The tables that may hold the last of the keys."""
    tables = [document]
    for key in keys[:-1]:
        tables = [inner for table in tables if isinstance(table, dict) for inner in _under(table, key, project)]
    return [table for table in tables if isinstance(table, dict)]


def _under(table: Mapping[str, Any], key: str, project: Path) -> list[Any]:
    if key == THIS_PROJECT:
        return [inner for path, inner in table.items() if Path(path) == project or Path(path) in project.parents]
    return [table[key]] if key in table else []


def _servers(
    place: ClientFile, file: Path, above: Mapping[str, Any], servers: Any
) -> Iterator[ClientServer | UnreadableFile]:
    if servers is None:
        return
    if not isinstance(servers, dict):
        yield UnreadableFile(file, f"{place.keys[0][-1]} holds no table of servers")
        return
    inputs = above.get("inputs")
    known = {each["id"]: each for each in inputs if _is_input(each)} if isinstance(inputs, list) else {}
    rules = above.get("mcp")
    excluded = rules.get("excluded") if isinstance(rules, dict) else None
    for name, entry in servers.items():
        if isinstance(entry, dict):
            yield ClientServer(
                name, place.client, file, entry, known, excluded=isinstance(excluded, list) and name in excluded
            )
        else:
            yield UnreadableFile(file, f"{name} is no table")


def _is_input(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("id"), str)
