"""Keep what servers' answers announced to one client: tasks to ask for, and URIs to read."""

from __future__ import annotations

from typing import Final

# Of each server, the latest are remembered.
_MOST: Final = 1_000
_LONGEST: Final = 8_192


class Announced:
    """The names that each server announced. A name that two servers announced belongs to neither."""

    def __init__(self) -> None:
        self._tools: dict[str, dict[str, str]] = {}

    def add(self, server: str, name: object, tool: str = "") -> None:
        """Note that an answer of a server, or of a tool, announced a name."""
        if not isinstance(name, str) or len(name) > _LONGEST:
            return
        tools = self._tools.setdefault(server, {})
        tools.setdefault(name, tool)
        if len(tools) > _MOST:
            tools.pop(next(iter(tools)))

    def place(self, name: object) -> tuple[str, str] | None:
        """Return the server and the tool that a name came from; None if that is unknown or not clear."""
        found = [
            (server, tools[name]) for server, tools in self._tools.items() if isinstance(name, str) and name in tools
        ]
        return found[0] if len(found) == 1 else None

    @property
    def servers(self) -> tuple[str, ...]:
        """Return the servers that announced anything."""
        return tuple(self._tools)
