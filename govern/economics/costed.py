"""A tool with its numbers: what summaries, budgets and advice are about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from govern.contract.surface import Item
    from govern.economics.assess import Assessment


@dataclass(frozen=True, slots=True)
class Costed:
    """One tool of one server; `tokens` are those of its definition."""

    server: str
    tool: Item
    tokens: int
    assessment: Assessment

    @property
    def name(self) -> str:
        """The tool's name."""
        return self.tool.key

    @property
    def place(self) -> str:
        """The tool among those of all servers."""
        return f"{self.server}/{self.name}"
