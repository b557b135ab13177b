"""`govern init --wrap` and `--unwrap`: make MCP clients start their servers through govern, and undo it."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.commands.project import replace_config
from govern.errors import UsageError
from govern.files import MAX_GENERATED_FILE, MAX_USER_FILE, decode_text, read_bytes, read_text, state_folder
from govern.lockfile.store import load
from govern.lockfile.writing import replace_file
from govern.policy.client_entries import EntryConverter, UnusableEntryError, Variables
from govern.policy.client_files import ClientServer, entry_keys, servers_in_text
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
from govern.policy.config import load_config
from govern.policy.coverage import differences, table_of
from govern.policy.targets import servers_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.policy.client_files import LocatedFile
    from govern.policy.config import Config


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
        replace_config(path, text)
    return found


def _secrets_left(server: ClientServer, config: Config) -> tuple[str, ...]:
    """Return the variables for the secrets in a wrapped entry."""
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
        reason = f"its settings differ from {config.file.name}; make both the same (`govern init --check` lists them)"
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
    return [shutil.which("govern") or "govern", "run", name, "--config", str(config.file)]


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
            replace_config(path, text)
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
