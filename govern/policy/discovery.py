"""Collect the servers of all MCP clients, each once, under a name that govern.toml accepts."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from govern.contract.characters import has_hidden, has_lone_surrogate
from govern.policy.client_entries import EntryConverter, UnusableEntryError, Variables
from govern.policy.client_files import LocatedFile, UnreadableFile, client_files, located_files, servers_in_file
from govern.policy.client_wrapping import governed_name
from govern.policy.parsing import dotted, parse_settings
from govern.policy.validation import find_problems

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from govern.policy.client_files import ClientPlaces, ClientServer, Level


@dataclass(frozen=True, slots=True)
class ServerOrigin:
    """The client and the file that list a server."""

    client: str
    file: Path


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A server as a table of govern.toml, and every file that lists it."""

    name: str
    table: Mapping[str, Any]
    sources: tuple[ServerOrigin, ...]


@dataclass(frozen=True, slots=True)
class SkippedServer:
    """A server that govern.toml cannot hold, with the reason."""

    name: str
    source: ServerOrigin
    reason: str


@dataclass(frozen=True, slots=True)
class Discovery:
    """The result of reading client files; `moved` are the variables for secrets, each with the files that contain it.

    `absent` are the clients that have no file at the levels that were read; `wrapped` entries run govern already.
    """

    levels: tuple[Level, ...]
    files: tuple[ServerOrigin, ...]
    absent: tuple[str, ...]
    found: tuple[FoundServer, ...]
    skipped: tuple[SkippedServer, ...]
    unreadable: tuple[UnreadableFile, ...]
    moved: Mapping[str, Sequence[Path]]
    wrapped: int = 0


def discover_servers(places: ClientPlaces, levels: Collection[Level], client: str = "") -> Discovery:
    """Read the config files of all clients, or of one; return the servers, with identical entries merged into one."""
    located = [*located_files(places, levels, client)]
    clients = dict.fromkeys(kind.client for level in levels for kind in client_files(level))
    with_file = {each.kind.client for each in located if isinstance(each, LocatedFile)}
    absent = tuple(sorted(each for each in clients if each not in with_file and client in ("", each)))
    return servers_of_files(located, places.project, tuple(levels), absent)


def servers_of_files(
    located: Sequence[LocatedFile | UnreadableFile],
    project: Path,
    levels: tuple[Level, ...] = (),
    absent: tuple[str, ...] = (),
) -> Discovery:
    """Read client files; return the servers, with identical entries merged into one."""
    variables = Variables()
    found: list[FoundServer] = []
    skipped: list[SkippedServer] = []
    files = [each for each in located if isinstance(each, LocatedFile)]
    entries = [entry for file in files for entry in servers_in_file(file)]
    unreadable = [each for each in (*located, *entries) if isinstance(each, UnreadableFile)]
    servers = [each for each in entries if not isinstance(each, UnreadableFile)]
    own = [each for each in servers if not governed_name(each.entry)]
    for server in own:
        origin = ServerOrigin(server.client, server.file)
        try:
            table = EntryConverter(server, project, variables).table()
        except UnusableEntryError as error:
            skipped.append(SkippedServer(server.name, origin, str(error)))
            continue
        if reason := unusable_reason(table):
            skipped.append(SkippedServer(server.name, origin, reason))
        else:
            _add(found, server, table, origin)
    origins = tuple(ServerOrigin(each.kind.client, each.path) for each in files)
    return Discovery(
        levels=levels,
        files=origins,
        absent=absent,
        found=tuple(found),
        skipped=tuple(skipped),
        unreadable=tuple(unreadable),
        moved=variables.files,
        wrapped=len(servers) - len(own),
    )


def unusable_reason(table: dict[str, Any]) -> str | None:
    """Return why govern.toml would be invalid with this table in it, or None."""
    if has_lone_surrogate(json.dumps(table, ensure_ascii=False)):
        return "contains a lone surrogate, which UTF-8 cannot encode"
    settings = parse_settings({"servers": {"it": table}})
    problems = settings if isinstance(settings, list) else find_problems(settings)
    return f"{dotted(problems[0].path[2:])}: {problems[0].message}" if problems else None


def _add(found: list[FoundServer], server: ClientServer, table: dict[str, Any], origin: ServerOrigin) -> None:
    for at, other in enumerate(found):
        if other.table == table:
            found[at] = replace(other, sources=(*other.sources, origin))
            return
    name = usable_name(server.name)
    taken = {other.name for other in found}
    numbered = (f"{name}-{number}" for number in range(2, len(found) + 3))
    found.append(FoundServer(next(free for free in (name, *numbered) if free not in taken), table, (origin,)))


def usable_name(name: str) -> str:
    """Return the closest name that is valid in govern.toml: without `/`, `@` and hidden characters."""
    seen = "".join(character for character in name if character.isprintable() and not has_hidden(character))
    return re.sub(r"[/@]+", "-", seen).strip(" -") or "server"


@dataclass(frozen=True, slots=True)
class Variable:
    """An environment variable that added servers read; `was_inline` if a client's file held its value."""

    name: str
    servers: tuple[str, ...]
    was_inline: bool
    is_set: bool


@dataclass(frozen=True, slots=True)
class ChangedServer:
    """A server whose entry in a client's config differs from govern.toml, with the value on each side."""

    name: str
    source: ServerOrigin
    differences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InitReport:
    """The result of `govern init`; `read` names the files that were read, each with its client.

    `place` is the path of the config from the current folder; `secrets` are the variables for secrets by their file.
    `added_text` is what was added to the config, or would be without `--dry-run`; `configured` is set if it had
    servers before.
    """

    discovery: Discovery
    read: tuple[str, ...]
    added: tuple[str, ...]
    kept: tuple[str, ...]
    changed: tuple[ChangedServer, ...]
    placeholders: tuple[Variable, ...]
    path: Path
    place: str
    secrets: Mapping[str, Sequence[str]]
    wrote: bool
    added_text: str = ""
    configured: bool = False

    @property
    def found(self) -> tuple[FoundServer, ...]:
        """Return every server that was found."""
        return self.discovery.found
