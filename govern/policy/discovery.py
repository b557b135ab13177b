"""The servers of all clients together: each once, by a name that govern.toml can hold."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from govern.contract.characters import has_hidden, has_lone_surrogate
from govern.policy.clients import Unreadable, listings
from govern.policy.entries import Entry, NotForUsError
from govern.policy.problems import dotted
from govern.policy.sense import senseless
from govern.policy.shape import shaped
from govern.policy.variables import Variables

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from govern.policy.clients import Listing


@dataclass(frozen=True, slots=True)
class Source:
    """Where a server was found."""

    client: str
    file: Path


@dataclass(frozen=True, slots=True)
class Found:
    """A server as govern.toml will say it, and every place that lists it."""

    name: str
    table: Mapping[str, Any]
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Skipped:
    """A server that was left out, and why."""

    name: str
    source: Source
    reason: str


@dataclass(frozen=True, slots=True)
class Discovery:
    """Everything that looking around brought."""

    found: tuple[Found, ...]
    skipped: tuple[Skipped, ...]
    unreadable: tuple[Unreadable, ...]
    moved: frozenset[str]


def find(home: Path, project: Path, platform: str, environ: Mapping[str, str]) -> Discovery:
    """Look into every client's files; the same server in several of them is one."""
    variables = Variables()
    found: list[Found] = []
    skipped: list[Skipped] = []
    unreadable: list[Unreadable] = []
    for listing in listings(home, project, platform, environ):
        if isinstance(listing, Unreadable):
            unreadable.append(listing)
            continue
        source = Source(listing.client, listing.file)
        try:
            table = Entry(listing, project, home, variables).table()
        except NotForUsError as error:
            skipped.append(Skipped(listing.name, source, str(error)))
            continue
        if reason := _unusable(table):
            skipped.append(Skipped(listing.name, source, reason))
        else:
            _add(found, listing, table, source)
    return Discovery(tuple(found), tuple(skipped), tuple(unreadable), frozenset(variables.by_name))


def _unusable(table: dict[str, Any]) -> str | None:
    """Why govern.toml would not be accepted with this table in it."""
    if has_lone_surrogate(json.dumps(table, ensure_ascii=False)):
        return "it holds text that no file can hold"
    settings = shaped({"servers": {"it": table}})
    problems = settings if isinstance(settings, list) else senseless(settings)
    return f"{dotted(problems[0].place[2:])}: {problems[0].message}" if problems else None


def _add(found: list[Found], listing: Listing, table: dict[str, Any], source: Source) -> None:
    for at, other in enumerate(found):
        if other.table == table:
            found[at] = replace(other, sources=(*other.sources, source))
            return
    name = usable_name(listing.name)
    taken = {other.name for other in found}
    numbered = (f"{name}-{number}" for number in range(2, len(found) + 3))
    found.append(Found(next(free for free in (name, *numbered) if free not in taken), table, (source,)))


def usable_name(name: str) -> str:
    """The nearest name that SERVER/TOOL and SERVER@PROFILE leave room for."""
    seen = "".join(character for character in name if character.isprintable() and not has_hidden(character))
    return re.sub(r"[/@]+", "-", seen).strip(" -") or "server"
