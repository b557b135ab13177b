"""Find the tool of a recorded name: each client writes the server's name before it in its own way.

An exact name comes before one with a similar spelling, and of several tools that fit none is chosen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from govern.contract.surface import server_of
from govern.traces.call import Client, Guess

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.traces.call import Server

Whose = tuple[str, str] | Literal["ambiguous", "not ours"]
_NOT_A_WORD = re.compile(r"[^A-Za-z0-9]+")
# Separators that clients write between server and tool; a single `_` or `-` may also be part of a name.
_CERTAIN = ("__", ".", ":", "/")
_SEPARATORS = (*_CERTAIN, "_", "-", " ")


@dataclass(frozen=True)
class Names:
    """The tools of a lock by server; `own` are the names that servers give themselves.

    `aliases` are names that clients use for servers; `default` is the server of tools recorded without one.
    """

    tools: Mapping[str, frozenset[str]]
    own: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    default: str | None = None

    def whose(self, server: Server, tool: str) -> Whose:
        """Return the server and tool as the lock names them; the lock may lack the tool if the server is certain."""
        if isinstance(server, Client):
            return "not ours"
        if isinstance(server, str):
            return self._of(self._server(server), tool)
        if isinstance(server, Guess):
            return self._guessed(server.name, tool)
        return self._bare(tool)

    def _of(self, server: str | None, tool: str) -> Whose:
        """Return the tool of a certain server, which may be spelled as a model's API allows, or be missing."""
        if server is None:
            return "not ours"
        if tool in self.tools[server]:
            return server, tool
        alike = self._folded[server].get(_folded(tool), [])
        if len(alike) == 1:
            return server, alike[0]
        found = self._among(self._prefixed(tool, [server]))
        return found if found and found != "ambiguous" else (server, tool)

    def _guessed(self, name: str, tool: str) -> Whose:
        """Return the tool of a log of MCP, in which every tool belongs to a server."""
        server = self._server(name) if name else None
        if server:
            return self._of(server, tool)
        if self.default:
            return self._of(self.default, tool)
        if len(self.tools) == 1 and not name:
            return self._of(next(iter(self.tools)), tool)
        return self._bare(tool)

    def _bare(self, tool: str) -> Whose:
        """Return the tool of a name in a model's log: with or without its server, or a tool of the client."""
        if self.default and tool in self.tools[self.default]:
            return self.default, tool
        exact = {(server, tool) for server, held in self.tools.items() if tool in held}
        found = self._among(exact | set(self._prefixed(tool, self.tools))) or self._among(set(self._alike(tool)))
        return found or self._unknown_of_known(tool)

    def _server(self, name: str) -> str | None:
        """Return the server by its name, an alias, the name that it gives itself, or a similar spelling."""
        name = self.aliases.get(name, name)
        if name in self.tools:
            return name
        for named in (self._by_own_name.get(name, []), self._by_folded_name.get(_folded(name), [])):
            if found := _plain(named):
                return found
        return None

    def _prefixed(self, tool: str, servers: Mapping[str, frozenset[str]] | list[str]) -> Iterator[tuple[str, str]]:
        for server, lead, _ in self._leads:
            if lead in tool and server in servers:
                for before in (lead, f"mcp__{lead}", f"mcp_{lead}"):
                    for separator in _SEPARATORS:
                        rest = tool.removeprefix(before + separator)
                        if rest != tool and rest in self.tools[server]:
                            yield server, rest

    def _alike(self, tool: str) -> Iterator[tuple[str, str]]:
        """Yield tools whose name fits if `_` stands for characters that a model's API refuses."""
        folded = _folded(tool)
        for server, lead, alike in self._leads:
            yield from ((server, name) for name in self._folded[server].get(folded, ()) if lead == server)
            if alike in folded:
                for before in (f"{alike}_", f"mcp_{alike}_"):
                    rest = folded.removeprefix(before)
                    yield from ((server, name) for name in self._folded[server].get(rest, ()) if rest != folded)

    def _unknown_of_known(self, tool: str) -> Whose:
        """Return a missing tool of a known server, where only that server can be meant."""
        found = {
            (server, tool[len(before) + len(separator) :])
            for server, lead, alike in self._leads
            if lead in tool or alike in tool
            for before in (lead, f"mcp__{lead}", f"mcp__{alike}")
            for separator in (_CERTAIN if before == lead else ("__",))
            if tool.startswith(before + separator)
        }
        return self._among(found) or "not ours"

    def _among(self, found: set[tuple[str, str]] | Iterator[tuple[str, str]]) -> Whose | None:
        """Return the only tool, of several profiles that of the server itself, "ambiguous", or None."""
        found = set(found)
        if len(found) > 1:
            plain = {(server, tool) for server, tool in found if server == server_of(server)}
            same = len({(server_of(server), tool) for server, tool in found}) == 1
            found = plain if plain and same else found
        return next(iter(found)) if len(found) == 1 else "ambiguous" if found else None

    @cached_property
    def _leads(self) -> list[tuple[str, str, str]]:
        """Return each server with the prefixes that clients write for it, and their similar spellings."""
        aliased = [(server, alias) for alias, server in self.aliases.items() if alias]
        named = [*((server, server) for server in self.tools), *aliased]
        return [(server, lead, _folded(lead)) for server, lead in named]

    @cached_property
    def _folded(self) -> dict[str, dict[str, list[str]]]:
        folded: dict[str, dict[str, list[str]]] = {}
        for server, held in self.tools.items():
            names = folded.setdefault(server, {})
            for name in sorted(held):
                names.setdefault(_folded(name), []).append(name)
        return folded

    @cached_property
    def _by_own_name(self) -> dict[str, list[str]]:
        return _grouped((own, server) for server, own in self.own.items())

    @cached_property
    def _by_folded_name(self) -> dict[str, list[str]]:
        return _grouped((_folded(server), server) for server in self.tools)


def _folded(name: str) -> str:
    return _NOT_A_WORD.sub("_", name)


def _grouped(pairs: Iterator[tuple[str, str]]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for key, value in pairs:
        grouped.setdefault(key, []).append(value)
    return grouped


def _plain(servers: list[str]) -> str | None:
    """Return the only server, or the one that all others are profiles of, or None."""
    if len(servers) > 1 and len({*map(server_of, servers)}) == 1:
        servers = [server for server in servers if server == server_of(server)]
    return servers[0] if len(servers) == 1 else None
