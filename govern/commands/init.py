"""`govern init`: find the servers in the configs of MCP clients and write govern.toml, as `add` and `upgrade` do."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.commands.project import replace_config
from govern.errors import PolicyInvalid, UsageError, did_you_mean
from govern.files import MAX_USER_FILE, path_exists, read_text
from govern.policy.client_entries import relative_path
from govern.policy.client_files import (
    LEVELS,
    ClientPlaces,
    LocatedFile,
    any_client_file,
    client_files,
    client_kinds,
    located_files,
)
from govern.policy.config import FILE, PYPROJECT, has_govern_table, load_config
from govern.policy.config_writing import extended_config_text, new_config_text, short_path
from govern.policy.coverage import differences, table_of
from govern.policy.discovery import ChangedServer, InitReport, Variable, discover_servers, servers_of_files
from govern.policy.parsing import config_error
from govern.policy.placeholders import PLACEHOLDER
from govern.policy.redaction import literal_secrets

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from govern.policy.client_files import Level
    from govern.policy.discovery import Discovery, FoundServer
    from govern.policy.parsing import KeyPath


def repository_of(folder: Path) -> Path | None:
    """Return the top of the repository that contains a folder, if any."""
    return next((above for above in (folder, *folder.parents) if path_exists(above / ".git")), None)


def config_place(folder: Path) -> tuple[Path, KeyPath]:
    """Return the path of the nearest config in the repository, or of a new one at its top, and of govern's table."""
    repository = repository_of(folder)
    for above in (folder, *folder.parents):
        if path_exists(above / FILE):
            return above / FILE, ()
        if has_govern_table(above / PYPROJECT):
            return above / PYPROJECT, ("tool", "govern")
        if above == repository:
            break
    return (repository or folder) / FILE, ()


def write_servers(path: Path, text: str, added: Collection[str], above: KeyPath) -> None:
    """Replace the config by a text, if that holds these servers as tables."""
    if not _holds(text, added, above):
        message = "cannot add servers, because they are not written as tables"
        raise PolicyInvalid(message, where=str(path), hint="write each server as its own table: [servers.NAME]")
    replace_config(path, text)


def _holds(text: str, names: Collection[str], above: KeyPath) -> bool:
    try:
        table: Any = tomllib.loads(text)
    except (ValueError, RecursionError):
        return False
    for key in (*above, "servers"):
        table = table.get(key, {}) if isinstance(table, dict) else {}
    return isinstance(table, dict) and table.keys() >= set(names)


@dataclass(frozen=True, slots=True, kw_only=True)
class InitRequest:
    """The arguments of `govern init`: whose configs to read, and one client or file to read alone."""

    levels: tuple[Level, ...] = ()
    source: str = ""
    dry_run: bool = False


def init(request: InitRequest, home: Path, folder: Path, platform: str, environ: Mapping[str, str]) -> InitReport:
    """Write govern.toml, or add new servers to it. Everything else in the file stays as it is."""
    path, above = config_place(folder)
    places = _places(path, home, folder, platform, environ)
    discovery = _discovery(request, places)
    there = path_exists(path)
    held = _held(path) if there else {}
    new, kept, changed = _compared(discovery, held, path.name)
    before = read_text(path, MAX_USER_FILE) if there else ""
    after = extended_config_text(before, new, above, places) if there else new_config_text(new, places)
    is_failed = bool(discovery.unreadable) and not discovery.found
    wrote = (bool(new) or not there) and not (request.dry_run or is_failed)
    if wrote:
        write_servers(path, after, [found.name for found in new], above)
    return InitReport(
        discovery=discovery,
        read=tuple(f"{short_path(each.file, places)} ({each.client})" for each in discovery.files),
        added=tuple(found.name for found in new),
        kept=kept,
        changed=changed,
        placeholders=tuple(_variables(new, discovery.moved, environ)),
        path=path,
        place=relative_path(path, folder),
        secrets=_secrets(discovery, places),
        wrote=wrote,
        added_text=after.removeprefix(before),
        configured=bool(held),
    )


def _secrets(discovery: Discovery, places: ClientPlaces) -> dict[str, list[str]]:
    """Return the variables for the secrets in each client config."""
    secrets: dict[str, list[str]] = {}
    for variable, files in discovery.moved.items():
        for file in dict.fromkeys(files):
            secrets.setdefault(short_path(file, places), []).append(variable)
    return secrets


def _places(config: Path, home: Path, folder: Path, platform: str, environ: Mapping[str, str]) -> ClientPlaces:
    """Return the folders whose client configs apply here: clients search upwards to the top of the repository."""
    chain, repository = (folder, *folder.parents), repository_of(folder)
    folders = chain[: chain.index(repository) + 1] if repository else (folder,)
    return ClientPlaces(home, config.parent, folders, platform, environ)


def _discovery(request: InitRequest, places: ClientPlaces) -> Discovery:
    if not request.source:
        default: Sequence[Level] = ("project",) if repository_of(places.folders[0]) else LEVELS
        return discover_servers(places, request.levels or default)
    names = {_plain(kind.client): kind.client for kind in client_files() if kind.client != "project"}
    if client := names.get(_plain(request.source)):
        return discover_servers(places, request.levels or LEVELS, client)
    file = places.folders[0] / Path(request.source).expanduser()
    if not file.is_file():
        known = sorted(names.values())
        message = f"no file and no client named {request.source!r}{did_you_mean(request.source, known)}"
        raise UsageError(message, hint=f"clients: {', '.join(known)}")
    return servers_of_files([_located(file, places)], places.project)


def requested_files(
    request: InitRequest, home: Path, folder: Path, platform: str, environ: Mapping[str, str]
) -> list[LocatedFile]:
    """Return the client configs that a request is about."""
    places = _places(config_place(folder)[0], home, folder, platform, environ)
    return [_located(origin.file, places) for origin in _discovery(request, places).files]


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _located(file: Path, places: ClientPlaces) -> LocatedFile:
    """Return a file that the user names, as the client's that keeps its servers in such a file."""
    for known in located_files(places, LEVELS):
        if isinstance(known, LocatedFile) and known.path.resolve() == file.resolve():
            return known
    for kind, folder in client_kinds(file.as_posix()):
        return LocatedFile(kind, file, Path(folder or file.anchor))
    for kind, _ in client_kinds(file.as_posix(), "user"):
        return LocatedFile(kind, file, places.project)
    return LocatedFile(any_client_file(file.name), file, places.project)


def _held(path: Path) -> dict[str, Mapping[str, Any]]:
    """Return the servers of the config; raise PolicyInvalid if it holds secrets, which would be committed."""
    config = load_config(path, path.parent)
    if problems := literal_secrets(config.settings):
        raise config_error(problems, config.where, config.text, prefix=config.prefix)
    return {name: table_of(server) for name, server in config.settings.servers.items()}


def _compared(
    discovery: Discovery, held: Mapping[str, Mapping[str, Any]], config: str
) -> tuple[list[FoundServer], tuple[str, ...], tuple[ChangedServer, ...]]:
    """Return the servers that are new, the names of those that the config has, and those that it has otherwise."""
    new, kept, changed = [], [], []
    for found in discovery.found:
        if any(not differences(table, found.table, discovery.moved) for table in held.values()):
            kept.append(found.name)
        elif table := held.get(found.name):
            changed.append(
                ChangedServer(
                    found.name,
                    found.sources[0],
                    tuple(
                        each.between(config, found.sources[0].file.name)
                        for each in differences(table, found.table, discovery.moved)
                    ),
                )
            )
        else:
            new.append(found)
    return new, tuple(kept), tuple(changed)


def _variables(new: list[FoundServer], moved: Collection[str], environ: Mapping[str, str]) -> Iterator[Variable]:
    """Yield each variable that a new server needs; one with a default need not be set."""
    readers: dict[str, list[str]] = {}
    for found in new:
        for text in _strings(found.table):
            for placeholder in PLACEHOLDER.finditer(text):
                if placeholder[2] is None and found.name not in (known := readers.setdefault(placeholder[1], [])):
                    known.append(found.name)
    for name, servers in readers.items():
        yield Variable(name, tuple(servers), name in moved, bool(environ.get(name)))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (Mapping, list)):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _strings(inner)
