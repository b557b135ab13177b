"""Collect the servers of all MCP clients, each once, under a name that govern.toml accepts."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from govern.contract.characters import has_hidden, has_lone_surrogate
from govern.policy.client_entries import EntryConverter, UnusableEntryError, Variables
from govern.policy.client_files import UnreadableFile, client_servers
from govern.policy.parsing import parse_settings
from govern.policy.problems import dotted
from govern.policy.validation import find_problems

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from govern.policy.client_files import ClientServer


@dataclass(frozen=True, slots=True)
class ServerOrigin:
    """Where a server was found."""

    client: str
    file: Path


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A server as govern.toml will say it, and every place that lists it."""

    name: str
    table: Mapping[str, Any]
    sources: tuple[ServerOrigin, ...]


@dataclass(frozen=True, slots=True)
class SkippedServer:
    """A server that was left out, and why."""

    name: str
    source: ServerOrigin
    reason: str


@dataclass(frozen=True, slots=True)
class Discovery:
    """Everything that looking around brought."""

    found: tuple[FoundServer, ...]
    skipped: tuple[SkippedServer, ...]
    unreadable: tuple[UnreadableFile, ...]
    moved: frozenset[str]


def discover_servers(home: Path, project: Path, platform: str, environ: Mapping[str, str]) -> Discovery:
    """Look into every client's files; the same server in several of them is one."""
    variables = Variables()
    found: list[FoundServer] = []
    skipped: list[SkippedServer] = []
    unreadable: list[UnreadableFile] = []
    for listing in client_servers(home, project, platform, environ):
        if isinstance(listing, UnreadableFile):
            unreadable.append(listing)
            continue
        source = ServerOrigin(listing.client, listing.file)
        try:
            table = EntryConverter(listing, project, home, variables).table()
        except UnusableEntryError as error:
            skipped.append(SkippedServer(listing.name, source, str(error)))
            continue
        if reason := _unusable(table):
            skipped.append(SkippedServer(listing.name, source, reason))
        else:
            _add(found, listing, table, source)
    return Discovery(tuple(found), tuple(skipped), tuple(unreadable), frozenset(variables.by_name))


def _unusable(table: dict[str, Any]) -> str | None:
    """Why govern.toml would not be accepted with this table in it."""
    if has_lone_surrogate(json.dumps(table, ensure_ascii=False)):
        return "it holds text that no file can hold"
    settings = parse_settings({"servers": {"it": table}})
    problems = settings if isinstance(settings, list) else find_problems(settings)
    return f"{dotted(problems[0].place[2:])}: {problems[0].message}" if problems else None


def _add(found: list[FoundServer], listing: ClientServer, table: dict[str, Any], source: ServerOrigin) -> None:
    for at, other in enumerate(found):
        if other.table == table:
            found[at] = replace(other, sources=(*other.sources, source))
            return
    name = usable_name(listing.name)
    taken = {other.name for other in found}
    numbered = (f"{name}-{number}" for number in range(2, len(found) + 3))
    found.append(FoundServer(next(free for free in (name, *numbered) if free not in taken), table, (source,)))


def usable_name(name: str) -> str:
    """The nearest name that SERVER/TOOL and SERVER@PROFILE leave room for."""
    seen = "".join(character for character in name if character.isprintable() and not has_hidden(character))
    return re.sub(r"[/@]+", "-", seen).strip(" -") or "server"


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable that an added server reads: who reads it, whether it was a secret inline, whether it is set now."""

    name: str
    servers: tuple[str, ...]
    was_inline: bool
    is_set: bool


@dataclass(frozen=True, slots=True)
class InitReport:
    """What was found and what came of it."""

    found: tuple[FoundServer, ...]
    added: tuple[str, ...]
    kept: tuple[str, ...]
    skipped: tuple[SkippedServer, ...]
    placeholders: tuple[Variable, ...]
    unreadable: tuple[UnreadableFile, ...]
    path: Path
    wrote: bool
