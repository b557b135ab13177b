"""What the config says of servers and tools that are not there: no error, they may come back, but worth a word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.errors import did_you_mean
from govern.policy.problems import dotted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from govern.policy.problems import Place
    from govern.policy.settings import Settings

_SEVERITY: Place = ("policy", "severity")
_VALUES = {"severity", "reason"}


def unmatched(settings: Settings, names: Mapping[str, AbstractSet[str]]) -> list[str]:
    """Guards and severities that apply to nothing; `names` are the items of each server, as locked."""
    return [*_guards(settings, names), *_severities(settings, names)]


def _guards(settings: Settings, names: Mapping[str, AbstractSet[str]]) -> Iterator[str]:
    for server, keys in settings.servers.items():
        seen = [items for name, items in names.items() if name.partition("@")[0] == server]
        there = set().union(*seen)
        for tool in keys.guards if seen else ():
            if tool not in there:
                place = dotted(("servers", server, "guards", tool))
                yield f"{place} bounds nothing: {server} has no tool {tool}{_meant(tool, there)}"


def _severities(settings: Settings, names: Mapping[str, AbstractSet[str]]) -> Iterator[str]:
    known = {*names, *settings.servers}
    for key, value in settings.policy.severity.items():
        server, slash, tool = key.partition("/")
        if not _holds_rules(key, value):
            continue
        place = dotted((*_SEVERITY, key))
        if server not in known:
            yield f"{place} changes nothing: there is no server {server}{_meant(server, known)}"
        elif slash and server in names and tool not in names[server]:
            yield f"{place} changes nothing: {server} has no {tool}{_meant(tool, names[server])}"


def _holds_rules(key: str, value: Any) -> bool:
    """Whether this is about a server or one of its tools, and not about a rule everywhere."""
    return "/" in key or (isinstance(value, dict) and not value.keys() & _VALUES)


def _meant(given: str, known: AbstractSet[str]) -> str:
    return did_you_mean(given, sorted(known))
