"""Find and read the servers that MCP clients have configured; client_files.json lists the files of each client."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Literal

from govern.files import MAX_GENERATED_FILE, read_text
from govern.policy.client_formats import RepeatedKeys, parse_client_file, repeated_key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping


Level = Literal["project", "user"]
LEVELS: tuple[Level, ...] = ("project", "user")
_THIS_PROJECT = "<this project>"


@dataclass(frozen=True, slots=True)
class ClientFile:
    """A config file of a client: a glob below a folder, and the paths of keys under which it lists servers."""

    client: str
    level: Level
    folder: str
    path: str
    keys: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ClientServer:
    """A server entry of one file; `inputs` are the values that the client asks its user for, by id.

    `folder` is the project that a project's file belongs to, or else the current one.
    """

    name: str
    client: str
    file: Path
    folder: Path
    entry: Mapping[str, Any]
    inputs: Mapping[str, Any]
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class UnreadableFile:
    """A file, or an entry in it, that could not be read."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class LocatedFile:
    """A config file at its path, and the project that it belongs to."""

    kind: ClientFile
    path: Path
    folder: Path


@dataclass(frozen=True, slots=True)
class ClientPlaces:
    """The folders to search: the home folder, the project, and the folders that may hold its client configs.

    `platform` and `environ` decide where the user's configs are.
    """

    home: Path
    project: Path
    folders: tuple[Path, ...]
    platform: str
    environ: Mapping[str, str]


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = json.loads(Path(__file__).with_name("client_files.json").read_text(encoding="utf-8"))
    return table


@cache
def client_files(level: Level | None = None) -> tuple[ClientFile, ...]:
    """Return the files of all clients, those of the project first: a server is named after its first definition."""
    return tuple(
        ClientFile(
            row["client"],
            each,
            row.get("folder", ""),
            path,
            tuple(map(tuple, _table()["keys"][row.get("keys", "standard")])),
        )
        for each in LEVELS
        if level in (None, each)
        for row in _table()[each]
        for path in row["paths"]
    )


def any_client_file(path: str) -> ClientFile:
    """Return a file of no known client, which may list servers under any key that a client uses."""
    keys = {
        tuple(each): None for paths in _table()["keys"].values() for each in paths if each and _THIS_PROJECT not in each
    }
    return ClientFile("file", "user", "", path, tuple(keys))


def client_sources() -> Mapping[str, str]:
    """Return the page that documents the config of each client."""
    sources: dict[str, str] = _table()["sources"]
    return sources


def client_folders() -> Mapping[str, Mapping[str, list[str]]]:
    """Return the candidates for each folder of the user's by system; the first that is set counts."""
    folders: dict[str, dict[str, list[str]]] = _table()["folders"]
    return folders


def reads_dollar_variables(client: str) -> bool:
    """Return whether a client reads `$NAME` as well as `${NAME}` from the environment."""
    return client in _table()["dollar_variables"]


def located_files(
    places: ClientPlaces, levels: Collection[Level], client: str = ""
) -> Iterator[LocatedFile | UnreadableFile]:
    """Yield each file that exists, once, in the order of client_files.json, and each folder that cannot be read."""
    seen: set[Path] = set()
    for kind in client_files():
        if kind.level not in levels or client not in ("", kind.client):
            continue
        for folder in places.folders if kind.level == "project" else [_user_folder(kind.folder, places)]:
            try:
                found = [file for file in sorted(folder.glob(kind.path)) if file.is_file()]
            except OSError as error:
                yield UnreadableFile(folder / kind.path, str(error))
                continue
            for file in found:
                if file.resolve() not in seen:
                    seen.add(file.resolve())
                    yield LocatedFile(kind, file, folder if kind.level == "project" else places.project)


def _user_folder(name: str, places: ClientPlaces) -> Path:
    """Return the first of the candidates of a folder that is set; a `~` is always set."""
    rows = client_folders()[name]
    for candidate in rows.get(places.platform, rows["linux"]):
        if candidate.startswith("~"):
            return places.home.joinpath(*candidate.split("/")[1:])
        if value := places.environ.get(candidate.removeprefix("$")):
            return Path(value)
    return places.home


def servers_in_file(file: LocatedFile) -> Iterator[ClientServer | UnreadableFile]:
    """Yield the servers of a file, or the reason why it cannot be read."""
    try:
        text = read_text(file.path, MAX_GENERATED_FILE)
    except OSError as error:
        yield UnreadableFile(file.path, str(error))
        return
    yield from servers_in_text(file, text)


def servers_in_text(file: LocatedFile, text: str) -> Iterator[ClientServer | UnreadableFile]:
    """Yield the servers in the text of a file, or the reason why it cannot be read."""
    try:
        document = parse_client_file(file.path.name, text)
        for keys in file.kind.keys:
            for parent in _parents(document, keys, file.folder):
                yield from _servers_in_table(file, keys, parent)
    except (ValueError, RecursionError) as error:
        yield UnreadableFile(file.path, str(error) or type(error).__name__)


def entry_keys(document: Any, file: LocatedFile, name: str) -> tuple[str, ...] | None:
    """Return the keys that lead to the entry of a server, or None if they are not all names of tables."""
    for keys in file.kind.keys:
        found: list[tuple[tuple[str, ...], Any]] = [((), document)]
        for key in (*keys, name):
            found = [
                ((*path, each), table[each])
                for path, table in found
                if isinstance(table, dict)
                for each in (_project_keys(table, file.folder) if key == _THIS_PROJECT else (key,))
                if each in table
            ]
        if found:
            return found[0][0]
    return None


def _project_keys(table: Mapping[str, Any], project: Path) -> list[str]:
    return [path for path in table if Path(path) == project or Path(path) in project.parents]


def _parents(document: Any, keys: tuple[str, ...], project: Path) -> list[Mapping[str, Any]]:
    """Return the tables that may hold the last of the keys."""
    tables = [document]
    for key in keys[:-1]:
        tables = [inner for table in tables if isinstance(table, dict) for inner in _children(table, key, project)]
    return [table for table in tables if isinstance(table, dict)]


def _children(table: Mapping[str, Any], key: str, project: Path) -> list[Any]:
    if key == _THIS_PROJECT:
        return [table[path] for path in _project_keys(table, project)]
    _require_once(table, key)
    return [table[key]] if key in table else []


def _require_once(table: Mapping[str, Any], key: str) -> None:
    if isinstance(table, RepeatedKeys) and key in table.repeated:
        raise ValueError(f"the key {key!r} occurs more than once")


def _servers_in_table(
    file: LocatedFile, keys: tuple[str, ...], parent: Mapping[str, Any]
) -> Iterator[ClientServer | UnreadableFile]:
    if keys:
        _require_once(parent, keys[-1])
        servers = parent.get(keys[-1])
    else:
        # The file itself is the table, beside the keys of other layouts and texts such as `$schema`.
        known = {path[0] for path in file.kind.keys if path}
        servers = {name: entry for name, entry in parent.items() if isinstance(entry, dict) and name not in known}
    if servers is None:
        return
    if isinstance(servers, list) and all(isinstance(each, dict) or _is_reference(file, each) for each in servers):
        pairs = [_listed(each, at) for at, each in enumerate(servers, 1) if isinstance(each, dict)]
    elif isinstance(servers, dict):
        pairs = [*servers.items()]
    else:
        yield UnreadableFile(file.path, f"{keys[-1]} is not a table of servers")
        return
    if isinstance(servers, RepeatedKeys):
        yield UnreadableFile(file.path, f"{min(servers.repeated)} is defined more than once")
    for name, entry in pairs:
        yield _server(file, parent, name, entry)


def _is_reference(file: LocatedFile, entry: Any) -> bool:
    """Return whether an agent's profile names a server that is configured elsewhere."""
    return isinstance(entry, str) and file.path.suffix.lower() == ".md"


def _listed(entry: Mapping[str, Any], at: int) -> tuple[str, Mapping[str, Any]]:
    """Return the name and the entry of a server in a list: `{"name": NAME, …}`, or `{NAME: {…}}`."""
    if len(entry) == 1 and isinstance(inner := next(iter(entry.values())), dict):
        return next(iter(entry)), inner
    return str(entry.get("name", f"server {at}")), entry


def _server(file: LocatedFile, parent: Mapping[str, Any], name: str, entry: Any) -> ClientServer | UnreadableFile:
    if not isinstance(entry, dict):
        return UnreadableFile(file.path, f"{name} is not a table")
    if key := repeated_key(entry):
        return UnreadableFile(file.path, f"{name}: the key {key!r} occurs more than once")
    inputs = parent.get("inputs")
    known = {each["id"]: each for each in inputs if _is_input(each)} if isinstance(inputs, list) else {}
    rules = parent.get("mcp")
    excluded = rules.get("excluded") if isinstance(rules, dict) else None
    is_excluded = isinstance(excluded, list) and name in excluded
    return ClientServer(name, file.kind.client, file.path, file.folder, entry, known, excluded=is_excluded)


def _is_input(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("id"), str)


def client_kinds(path: str, level: Level = "project") -> Iterator[tuple[ClientFile, str]]:
    """Yield each kind of client config that a path may be, on any system, and the folder that it lies in."""
    opened = _as_opened(path)
    if not _pattern(kind.path for kind in client_files(level)).fullmatch(opened):
        return
    for kind in client_files(level):
        if found := _pattern([kind.path]).fullmatch(opened):
            depth = found[1].count("/") + 1 if found[1] else 0
            yield kind, "/".join(path.replace("\\", "/").split("/")[:depth])


def is_client_folder(path: str) -> bool:
    """Return whether a client may look for its config below a folder of this name."""
    return bool(_pattern(_client_folders()).fullmatch(_as_opened(path)))


@cache
def _client_folders() -> frozenset[str]:
    return frozenset(str(above) for kind in client_files("project") for above in PurePosixPath(kind.path).parents[:-1])


def _pattern(globs: Iterable[str]) -> re.Pattern[str]:
    return _compiled(tuple(sorted(globs)))


@cache
def _compiled(globs: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern for paths that end in one of the globs; its group is what comes before."""
    endings = "|".join("[^/]*".join(map(re.escape, each.casefold().split("*"))) for each in globs)
    return re.compile(rf"(?:(.*)/)?(?:{endings})", re.DOTALL)


def _as_opened(path: str) -> str:
    """Return the path that a file system may take for this one: Windows and macOS ignore case and some characters."""
    parts = path.replace("\\", "/").split("/")
    return "/".join(part.partition(":")[0].rstrip(". ") if part.strip(". ") else part for part in parts).casefold()
