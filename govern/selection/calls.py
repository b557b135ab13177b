"""The tool calls of an agent's runs, and how a suite names them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from govern.traces.run_facts import Usage


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A recorded call; `server` is empty if it is unknown."""

    server: str
    tool: str
    failed: bool = False

    @property
    def id(self) -> str:
        """Return `server.tool`, or the tool if the server is unknown."""
        return f"{self.server}.{self.tool}" if self.server else self.tool


@dataclass(frozen=True, slots=True)
class Run:
    """One run of an agent: its recording, its calls in order, and what the recording states about the run.

    `locks` are the digests of locks that it names, `usage` the tokens that the model used, and `distractors` the names
    of the distractors that the agent was offered.
    """

    file: str
    calls: tuple[ToolCall, ...]
    locks: frozenset[str] = frozenset()
    usage: Usage | None = None
    distractors: frozenset[str] | None = None


class CallNames:
    """The tools that the names in a suite stand for: a full id of the lock stands for that tool alone."""

    def __init__(self, tools: Mapping[str, Iterable[str]]) -> None:
        self.locked = tuple(ToolCall(server, tool) for server, held in tools.items() for tool in dict.fromkeys(held))
        self._ids = frozenset(call.id for call in self.locked)

    def means(self, name: str, call: ToolCall) -> bool:
        """Return whether a name in a suite means a call: by its full id, or by its tool on any server."""
        return name == call.id or (name == call.tool and name not in self._ids)

    def tools(self, name: str) -> tuple[ToolCall, ...]:
        """Return the locked tools that a name means."""
        return tuple(call for call in self.locked if self.means(name, call))
