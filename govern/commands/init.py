"""`govern init`: write govern.toml from the configs of MCP clients, and `--wrap` and `--unwrap` their servers."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.errors import PolicyInvalid, UsageError, did_you_mean
from govern.files import (
    MAX_GENERATED_FILE,
    MAX_USER_FILE,
    decode_text,
    path_exists,
    read_bytes,
    read_text,
    relative_path,
    state_folder,
)
from govern.lockfile.store import load
from govern.lockfile.writing import replace_file
from govern.policy.client_entries import EntryConverter, UnusableEntryError, Variables
from govern.policy.client_files import (
    LEVELS,
    ClientPlaces,
    ClientServer,
    LocatedFile,
    any_client_file,
    client_files,
    client_kinds,
    entry_keys,
    located_files,
    servers_in_text,
)
from govern.policy.client_formats import parse_client_file
from govern.policy.client_wrapping import (
    NotWrappableError,
    WrapOutcome,
    WrappedEntry,
    entry_text,
    governed_name,
    replace_entry,
    with_entry_text,
    wrapped_entry,
)
from govern.policy.config import FILE, PYPROJECT, has_govern_table, load_config
from govern.policy.config_writing import extended_config_text, new_config_text, replace_user_file, short_path
from govern.policy.coverage import differences, table_of
from govern.policy.discovery import ChangedServer, InitReport, Variable, discover_servers, servers_of_files
from govern.policy.parsing import config_error
from govern.policy.placeholders import PLACEHOLDER, value_of
from govern.policy.redaction import literal_secrets
from govern.policy.targets import servers_of
from govern.programs import find_program

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from govern.policy.client_files import Level
    from govern.policy.config import Config
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
    replace_user_file(path, text)


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
    new, kept, changed = _compared(discovery, held, path.name, places)
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
    discovery: Discovery, held: Mapping[str, Mapping[str, Any]], config: str, places: ClientPlaces
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
                        each.between(config, short_path(found.sources[0].file, places))
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
        yield Variable(name, tuple(servers), name in moved, bool(value_of(name, environ)))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (Mapping, list)):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _strings(inner)


def wrap(files: Sequence[LocatedFile], start: Path, *, dry_run: bool = False) -> list[WrapOutcome]:
    """Put `govern run NAME` in place of each locked server's command; return what was done by server."""
    config = load_config(None, start)
    locked = {server.name for server in load(config.lock).servers}
    return [outcome for file in files for outcome in _wrap_file(file, config, locked, dry_run=dry_run)]


def unwrap(files: Sequence[LocatedFile], *, dry_run: bool = False) -> list[WrapOutcome]:
    """Put the original entries back; return what was done by server."""
    return [outcome for file in files for outcome in _unwrap_file(file.path, dry_run=dry_run)]


def _wrap_file(file: LocatedFile, config: Config, locked: set[str], *, dry_run: bool) -> list[WrapOutcome]:
    path = file.path
    before = text = _text(path)
    found: list[WrapOutcome] = []
    entries: list[WrappedEntry] = []
    for server in servers_in_text(file, text):
        if not isinstance(server, ClientServer) or governed_name(server.entry):
            continue
        keys = entry_keys(parse_client_file(path.name, text), file, server.name)
        try:
            name = _locked_name(server, config, locked)
            entry = wrapped_entry(server.entry, _command(file, config, name))
            after = replace_entry(path.name, text, keys, entry)
            held = WrappedEntry(name, keys or (), entry_text(path.name, text, keys or ()))
        except (UnusableEntryError, NotWrappableError) as error:
            pasted = json.dumps(error.entry, indent=2) if isinstance(error, NotWrappableError) else ""
            found.append(WrapOutcome(path, server.name, str(error), pasted))
        else:
            text = after
            entries.append(held)
            found.append(WrapOutcome(path, name, secrets=_secrets_left(replace(server, entry=entry), config)))
    if entries and not dry_run:
        _store(path, before, text, entries)
        replace_user_file(path, text)
    return found


def _secrets_left(server: ClientServer, config: Config) -> tuple[str, ...]:
    variables = Variables()
    EntryConverter(server, config.root, variables).table()
    return tuple(variables.by_name)


def _locked_name(server: ClientServer, config: Config, locked: set[str]) -> str:
    """Return the configured name of a client's server; raise UnusableEntryError if it is unknown or not locked."""
    variables = Variables()
    table = EntryConverter(server, config.root, variables).table()
    moved = variables.by_name.keys()
    known = {name: table_of(each) for name, each in servers_of(config).items()}
    same = [name for name, each in known.items() if not differences(each, table, moved)]
    if not same and server.name in known:
        reason = f"settings differ from {config.file.name}; make both the same (`govern init --check` lists them)"
        raise UnusableEntryError(reason)
    if not same:
        raise UnusableEntryError(f"{config.file.name} has no such server; add it with `govern init`")
    name = server.name if server.name in same else same[0]
    if name not in locked:
        raise UnusableEntryError(f"not in the lock; review and lock it with `govern lock {name}`")
    return name


def _command(file: LocatedFile, config: Config, name: str) -> list[str]:
    """Return the command for a client: portable in a project, with absolute paths in a home folder."""
    if file.kind.level == "project" and file.folder == config.root:
        return ["govern", "run", name]
    return [find_program("govern") or "govern", "run", name, "--config", str(config.file)]


def _unwrap_file(path: Path, *, dry_run: bool) -> list[WrapOutcome]:
    state = _state_file(path)
    if not state.exists():
        return []
    stored = json.loads(read_text(state, MAX_GENERATED_FILE))
    entries = [WrappedEntry(each["name"], tuple(each["keys"]), each["before"]) for each in stored["entries"]]
    now = text = _text(path)
    found = [WrapOutcome(path, each.name) for each in entries]
    if now == stored["after"] and stored["before"] is not None:
        text = stored["before"]
    else:
        found = []
        for each in entries:
            text, reason = _restored(path, text, each)
            found.append(WrapOutcome(path, each.name, reason))
    if not dry_run:
        if text != now:
            replace_user_file(path, text)
        if not any(each.reason for each in found):
            state.unlink()
    return found


def _restored(path: Path, text: str, entry: WrappedEntry) -> tuple[str, str]:
    """Return the text with an entry put back, and why not if that is impossible; another entry there is kept."""
    try:
        document: Any = parse_client_file(path.name, text)
        for key in entry.keys:
            document = document[key]
    except (LookupError, TypeError, ValueError):
        return text, "its entry is gone"
    if governed_name(document) != entry.name:
        return text, "its entry has changed since"
    if not entry.before:
        return text, "the file has changed since, and only JSON files can be restored in part"
    return with_entry_text(text, entry.keys, entry.before), ""


def _state_file(path: Path) -> Path:
    return Path(state_folder("wrapped")) / f"{sha256(str(path.resolve()).encode()).hexdigest()[:32]}.json"


def _store(path: Path, before: str, after: str, entries: Sequence[WrappedEntry]) -> None:
    """Keep the original outside the project, since it may hold secrets; earlier originals stay."""
    state = _state_file(path)
    known: dict[str, Any] = {"entries": [], "before": before, "after": before}
    if state.exists():
        known = json.loads(read_text(state, MAX_GENERATED_FILE))
    whole = known["before"] if known["after"] == before else None
    added = [{"name": each.name, "keys": each.keys, "before": each.before} for each in entries]
    document = {"path": str(path), "before": whole, "after": after, "entries": [*known["entries"], *added]}
    state.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    state.touch(mode=0o600)
    replace_file(state, json.dumps(document).encode())


def _text(path: Path) -> str:
    try:
        return decode_text(read_bytes(path, MAX_USER_FILE), path)
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", where=str(path)) from None
