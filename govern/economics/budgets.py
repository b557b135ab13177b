"""Budgets for the tokens of definitions, and the tools and servers that exceed them."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from govern.contract.surface import Item
    from govern.economics.assess import Assessment

    BudgetName = Literal["server-tokens", "tool-tokens", "growth-percent"]


GROWTH_PERCENT = 25
_FEWEST_SHARED = 2


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
    """The most definition tokens of a server and of a tool, and their largest growth; None means no limit.

    Growth of a server or a lock is always a finding above both a percentage and `growth_tokens`.
    """

    server_tokens: int | None = None
    tool_tokens: int | None = None
    growth_percent: float | None = None
    growth_tokens: int = 1_000

    @property
    def is_set(self) -> bool:
        """Return whether a definition can exceed the budget."""
        return any(each is not None for each in (self.server_tokens, self.tool_tokens, self.growth_percent))

    def is_outgrown(self, growth: int, before: Iterable[int]) -> bool:
        """Return whether this growth is a finding; of the old sizes, only as many are read as decide it."""
        percent = GROWTH_PERCENT if self.growth_percent is None else self.growth_percent
        return growth > self.growth_tokens and all(total * percent < growth * 100 for total in accumulate(before))


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
    renamed = renamed_servers(before, now)
    for server in now.keys() & (before.keys() | renamed.keys()):
        old = before[renamed.get(server, server)]
        pairs = [(name, tokens, old[name]) for name, tokens in now[server].items() if name in old]
        for tool, tokens, was in [*pairs, (None, now[server].total(), sum(old.values()))]:
            allowed = was * (100 + percent) / 100
            if tokens > allowed:
                yield BrokenBudget("growth-percent", server, tool, tokens, allowed, was)


def renamed_servers(old: Mapping[str, Collection[str]], new: Mapping[str, Collection[str]]) -> dict[str, str]:
    """Return the old name of each renamed server, from the names of the tools by server.

    It is the server that is gone and of whose tools at least half, and at least two, are in the new one.
    """
    gone, renamed = {*old} - {*new}, {}
    for name in sorted({*new} - {*old}) if gone else ():
        shared = {each: len({*old[each]} & {*new[name]}) for each in sorted(gone)}
        origin = max(shared, key=lambda each: shared[each], default=None)
        if origin is not None and shared[origin] >= max(_FEWEST_SHARED, len(old[origin]) / 2):
            renamed[name] = origin
            gone.remove(origin)
    return renamed
