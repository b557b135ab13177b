"""Whose tool a recorded name is: clients write the server's name before it, each in its own way.

An exact name comes before one that is only spelled alike, and where several tools fit, none is taken.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from govern.contract.tool_names import server_of
from govern.traces.call import Client, Guess

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.traces.call import Server

Whose = tuple[str, str] | Literal["ambiguous", "not ours"]
_NOT_A_WORD = re.compile(r"[^A-Za-z0-9]+")
# What clients put between the server and the tool: behind these nothing else is meant, behind one `_` or `-` it may be.
_CERTAIN = ("__", ".", ":", "/")
_SEPARATORS = (*_CERTAIN, "_", "-", " ")


@dataclass(frozen=True)
class Names:
    """The tools of a lock by server; `own` are the names that servers give themselves.

    `aliases` are names that clients know servers by, and `default` is whose the tools are that no server is named for.
    """

    tools: Mapping[str, frozenset[str]]
    own: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    default: str | None = None

    def whose(self, server: Server, tool: str) -> Whose:
        """The server and the tool as the lock names them; the lock need not hold the tool, where the server is sure."""
        if isinstance(server, Client):
            return "not ours"
        if isinstance(server, str):
            return self._of(self._server(server), tool)
        if isinstance(server, Guess):
            return self._guessed(server.name, tool)
        return self._bare(tool)

    def _of(self, server: str | None, tool: str) -> Whose:
        """A server that is sure: the tool may be spelled as a model's API allows, or is one that is not there."""
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
        """A log of MCP alone, so that every tool in it is a server's."""
        server = self._server(name) if name else None
        if server:
            return self._of(server, tool)
        if self.default:
            return self._of(self.default, tool)
        if len(self.tools) == 1 and not name:
            return self._of(next(iter(self.tools)), tool)
        return self._bare(tool)

    def _bare(self, tool: str) -> Whose:
        """A name in a model's log: with the server before it or not, or a tool of the client's own."""
        if self.default and tool in self.tools[self.default]:
            return self.default, tool
        exact = {(server, tool) for server, held in self.tools.items() if tool in held}
        found = self._among(exact | set(self._prefixed(tool, self.tools))) or self._among(set(self._alike(tool)))
        return found or self._unknown_of_known(tool)

    def _server(self, name: str) -> str | None:
        """The server of that name: by it, by an alias, by what it calls itself, or spelled alike."""
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
        """Where a client wrote `_` for whatever the API of a model does not take."""
        folded = _folded(tool)
        for server, lead, alike in self._leads:
            yield from ((server, name) for name in self._folded[server].get(folded, ()) if lead == server)
            if alike in folded:
                for before in (f"{alike}_", f"mcp_{alike}_"):
                    rest = folded.removeprefix(before)
                    yield from ((server, name) for name in self._folded[server].get(rest, ()) if rest != folded)

    def _unknown_of_known(self, tool: str) -> Whose:
        """A tool that is not there, of a server that is: only where nothing but the server can be meant."""
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
        """The one that is meant; of a server's profiles the server itself."""
        found = set(found)
        if len(found) > 1:
            plain = {(server, tool) for server, tool in found if server == server_of(server)}
            same = len({(server_of(server), tool) for server, tool in found}) == 1
            found = plain if plain and same else found
        return next(iter(found)) if len(found) == 1 else "ambiguous" if found else None

    @cached_property
    def _leads(self) -> list[tuple[str, str, str]]:
        """The servers, each with what may stand before a tool's name in its place, and how that may be spelled."""
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
    """The only one, or the one that the others are profiles of."""
    if len(servers) > 1 and len({*map(server_of, servers)}) == 1:
        servers = [server for server in servers if server == server_of(server)]
    return servers[0] if len(servers) == 1 else None
