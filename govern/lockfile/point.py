"""What a lock was at one moment of its history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.dataclass import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class Point:
    """The lock as a commit left it; `problem` says why nothing is known where it cannot be read or was taken away.

    `tokens` are those of definitions by server, as that lock counted them by its `encoding`. `tags` are the releases
    that held it so.
    """

    commit: str
    when: datetime
    subject: str
    tags: tuple[str, ...]
    encoding: str = ""
    tools: Mapping[str, int] = field(default_factory=dict)
    tokens: Mapping[str, int] = field(default_factory=dict)
    problem: str = ""

    @property
    def total_tools(self) -> int:
        """The tools of all servers."""
        return sum(self.tools.values())

    @property
    def total_tokens(self) -> int:
        """The tokens of all servers."""
        return sum(self.tokens.values())
