"""Budgets for the tokens of definitions, and the tools and servers that exceed them."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.contract.surface import Item
    from govern.economics.assess import Assessment

    BudgetName = Literal["server-tokens", "tool-tokens", "growth-percent"]


@dataclass(frozen=True, slots=True)
class Costed:
    """One tool of one server, with its estimates; `tokens` are those of its definition."""

    server: str
    tool: Item
    tokens: int
    assessment: Assessment

    @property
    def name(self) -> str:
        """Return the tool's name."""
        return self.tool.key

    @property
    def place(self) -> str:
        """Return the tool as `server/tool`."""
        return f"{self.server}/{self.name}"


@dataclass(frozen=True, slots=True)
class Budget:
    """The most definition tokens of a server and of a tool, and their largest growth; None means no limit."""

    server_tokens: int | None = None
    tool_tokens: int | None = None
    growth_percent: float | None = None


@dataclass(frozen=True, slots=True)
class BrokenBudget:
    """A server or tool above its budget; `before` holds its old tokens where it grew too much."""

    budget: BudgetName
    server: str
    tool: str | None
    tokens: int
    allowed: float
    before: int | None = None

    def describe(self, when: str = "before") -> str:
        """Describe the exceeded budget; `when` describes the old number."""
        place = self.server if self.tool is None else f"{self.server}/{self.tool}"
        was = "" if self.before is None else f", {self.before:,} {when}"
        return f"{place}: {self.tokens:,} tokens{was}; {self.budget} allows {int(self.allowed):,}"


def broken_budgets(
    tools: Sequence[Costed], budget: Budget, before: Mapping[str, Mapping[str, int]] | None = None
) -> list[BrokenBudget]:
    """Return every exceeded budget; growth needs `before`, the old tokens by server and tool."""
    now: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for costed in tools:
        now[costed.server][costed.name] += costed.tokens
    broken = [*_above(tools, now, budget), *_grown(now, before or {}, budget.growth_percent)]
    return sorted(broken, key=lambda each: (each.server, each.tool or "", each.budget))


def _above(tools: Sequence[Costed], now: Mapping[str, Counter[str]], budget: Budget) -> Iterator[BrokenBudget]:
    if budget.tool_tokens is not None:
        for costed in tools:
            if costed.tokens > budget.tool_tokens:
                yield BrokenBudget("tool-tokens", costed.server, costed.name, costed.tokens, budget.tool_tokens)
    if budget.server_tokens is not None:
        for server, tokens in now.items():
            if tokens.total() > budget.server_tokens:
                yield BrokenBudget("server-tokens", server, None, tokens.total(), budget.server_tokens)


def _grown(
    now: Mapping[str, Counter[str]], before: Mapping[str, Mapping[str, int]], percent: float | None
) -> Iterator[BrokenBudget]:
    """Yield tools and servers that grew too much; a new tool counts as growth of its server."""
    if percent is None:
        return
    for server in now.keys() & before.keys():
        pairs = [(name, tokens, before[server][name]) for name, tokens in now[server].items() if name in before[server]]
        for tool, tokens, was in [*pairs, (None, now[server].total(), sum(before[server].values()))]:
            allowed = was * (100 + percent) / 100
            if tokens > allowed:
                yield BrokenBudget("growth-percent", server, tool, tokens, allowed, was)
