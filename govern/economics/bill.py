"""All that `govern cost` has to say, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from govern.economics.budgets import BrokenBudget
    from govern.economics.costed import Costed
    from govern.economics.split import Split
    from govern.economics.summary import LockSummary

_LEAST = 0.0001


@dataclass(frozen=True, slots=True)
class Bill:
    """Each tool with its numbers, what they come to, and the budgets that they break; `splits` go with the tools."""

    encoding: str
    window: int
    prices_date: str
    tools: tuple[Costed, ...]
    summary: LockSummary
    broken: tuple[BrokenBudget, ...] = ()
    splits: tuple[Split, ...] = ()

    def share(self, tokens: int) -> float:
        """The share of all definition tokens that these are."""
        return tokens / (self.summary.whole.definition_tokens or 1)

    def parts(self) -> dict[str, int]:
        """All definition tokens by part."""
        names = ("name", "description", "parameters", "structure")
        return {name: sum(getattr(split, name) for split in self.splits) for name in names}

    def prices(self) -> str:
        """What a call costs with each model; what is next to nothing is not told as nothing."""
        return ", ".join(f"{model} {_dollars(price)}" for model, price in self.summary.whole.usd_per_call.items())


def _dollars(price: float) -> str:
    return f"${price:.4f}" if price == 0 or price >= _LEAST else f"<${_LEAST:.4f}"
