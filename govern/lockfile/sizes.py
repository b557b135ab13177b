"""The size of each server before and after a change: its tools, and what their definitions cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from govern.lockfile.document import Lock, LockedServer


@dataclass(frozen=True, slots=True)
class ContractSize:
    """The number of tools, and the tokens of their definitions on every model call."""

    tools: int
    tokens: int


@dataclass(frozen=True, slots=True)
class ServerSize:
    """The size of a server in two locks; None in a lock that lacks the server."""

    server: str
    before: ContractSize | None
    after: ContractSize | None


def server_sizes(old: Lock, new: Lock, names: Collection[str]) -> tuple[ServerSize, ...]:
    """Return the sizes of these servers in two locks."""
    sides = [{server.name: _size(server) for server in lock.servers if server.name in names} for lock in (old, new)]
    return tuple(ServerSize(name, *(side.get(name) for side in sides)) for name in sorted({*sides[0], *sides[1]}))


def _size(server: LockedServer) -> ContractSize:
    return ContractSize(len(server.tools), server.definition_tokens)
