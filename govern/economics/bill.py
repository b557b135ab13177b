"""The result of `govern cost`: costs by tool and server, prices, advice and exceeded budgets."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.economics.advice import advise
from govern.economics.assess import Risk, Thresholds
from govern.errors import PolicyInvalid
from govern.files import MEGABYTE, read_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.economics.advice import Advice
    from govern.economics.budgets import BrokenBudget, Budget, Costed
    from govern.economics.tokens import Split

_SHIPPED = Path(__file__).with_name("prices.toml")
# US dollars; far above any real price.
_HIGHEST = 1e9
_TABLE = "usd-per-million"
_HINT = f'write `date = "2025-11-30"` and a table `[{_TABLE}]` of model names and US dollars'
CONTEXT_WINDOW = 200_000
_LEAST = 0.0001


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars per million input tokens by model, on a date."""

    date: str
    usd_per_million: Mapping[str, float]

    def per_call(self, tokens: int) -> dict[str, float]:
        """Return the price of reading this many tokens, by model."""
        return {model: price * tokens / 1_000_000 for model, price in self.usd_per_million.items()}


def read_prices(path: Path | None = None) -> Prices:
    """Return the price table of this file, or the one that ships with govern."""
    import tomllib

    path = path or _SHIPPED
    try:
        document = tomllib.loads(read_text(path, MEGABYTE))
    except OSError as error:
        raise PolicyInvalid(f"the price table cannot be read: {error.strerror}", where=str(path), hint=_HINT) from None
    except (ValueError, RecursionError) as error:
        raise PolicyInvalid(f"the price table is not valid TOML: {error}", where=str(path), hint=_HINT) from None
    prices = document.get(_TABLE)
    if not isinstance(prices, dict) or not all(map(_is_price, prices.values())):
        raise PolicyInvalid(f"`{_TABLE}` is not a table of prices", where=str(path), hint=_HINT)
    if not isinstance(document.get("date"), (str, date)):
        raise PolicyInvalid("the price table has no `date`", where=str(path), hint=_HINT)
    return Prices(str(document["date"]), {model: float(price) for model, price in sorted(prices.items())})


def _is_price(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= _HIGHEST


class Source(StrEnum):
    """The origin of a number: measured, computed or estimated."""

    MEASURED = "measured"
    COMPUTED = "computed"
    ESTIMATED = "estimated"


# Answers are estimated, since none was seen; so are prices, since each model has a tokenizer of its own.
SOURCES: Mapping[str, Source] = {
    "tool_count": Source.COMPUTED,
    "definition_tokens": Source.COMPUTED,
    "tokens": Source.COMPUTED,
    "fields_in": Source.COMPUTED,
    "fields_out": Source.COMPUTED,
    "fields": Source.COMPUTED,
    "min_tokens": Source.ESTIMATED,
    "max_tokens": Source.ESTIMATED,
    "context_share": Source.COMPUTED,
    "usd_per_call": Source.ESTIMATED,
}


@dataclass(frozen=True, slots=True)
class Summary:
    """The costs of one server or of all; `max_tokens` leaves out the tools in `undeclared`."""

    name: str
    tool_count: int
    definition_tokens: int
    context_share: float
    min_tokens: int
    max_tokens: int
    risk: Risk
    undeclared: tuple[str, ...]
    unbounded: tuple[str, ...]
    critical: tuple[str, ...]
    usd_per_call: Mapping[str, float] = field(default_factory=dict)

    @property
    def declared_unbounded(self) -> int:
        """Return how many tools declare an output schema without a bound; `unbounded` also has those without schema."""
        return len(self.unbounded) - len(self.undeclared)


@dataclass(frozen=True, slots=True)
class LockSummary:
    """The costs of all servers together and of each, with advice."""

    whole: Summary
    servers: tuple[Summary, ...]
    advice: tuple[Advice, ...]


def summarise(
    tools: Sequence[Costed], *, window: int = CONTEXT_WINDOW, prices: Prices | None = None, budget: Budget | None = None
) -> LockSummary:
    """Return the costs of these tools, by server and in all; tools are named `server/tool`."""
    servers: defaultdict[str, list[Costed]] = defaultdict(list)
    for costed in tools:
        servers[costed.server].append(costed)
    return LockSummary(
        whole=_summarise_tools("", tools, window, prices),
        servers=tuple(_summarise_tools(name, servers[name], window, prices) for name in sorted(servers)),
        advice=tuple(advise(tools, budget)),
    )


def _summarise_tools(name: str, tools: Sequence[Costed], window: int, prices: Prices | None) -> Summary:
    tokens = sum(costed.tokens for costed in tools)
    answers = [(costed.place, costed.assessment) for costed in tools]
    return Summary(
        name=name,
        tool_count=len(tools),
        definition_tokens=tokens,
        context_share=tokens / window,
        min_tokens=sum(answer.min_tokens for _, answer in answers),
        max_tokens=sum(answer.max_tokens or 0 for _, answer in answers),
        risk=max((answer.risk for _, answer in answers), key=lambda risk: risk.rank, default=Risk.LOW),
        undeclared=tuple(place for place, answer in answers if answer.max_tokens is None),
        unbounded=tuple(place for place, answer in answers if not answer.bounded),
        critical=tuple(place for place, answer in answers if answer.risk is Risk.CRITICAL),
        usd_per_call=prices.per_call(tokens) if prices else {},
    )


@dataclass(frozen=True)
class Bill:
    """The costs of all tools, their sums, and exceeded budgets.

    `own` are the servers that run the project's own code, `thresholds` those that risks were rated with.
    """

    encoding: str
    window: int
    prices_date: str
    tools: tuple[Costed, ...]
    summary: LockSummary
    broken: tuple[BrokenBudget, ...] = ()
    own: frozenset[str] = frozenset()
    thresholds: Thresholds = field(default_factory=Thresholds)

    @property
    def advice(self) -> tuple[list[Advice], list[Advice]]:
        """Return the advice on the project's own servers, and that on all others."""
        every = self.summary.advice
        own = [each for each in every if not self.own.isdisjoint(each.servers)]
        return own, [each for each in every if self.own.isdisjoint(each.servers)]

    def share(self, tokens: int) -> float:
        """Return the share that these tokens have of all definition tokens."""
        return tokens / (self.summary.whole.definition_tokens or 1)

    @cached_property
    def splits(self) -> list[Split]:
        """Return the tokens of each tool's definition by part, which takes longer than all the rest."""
        from govern.economics.tokens import split

        return [split(each.tool, self.encoding) for each in self.tools]

    def parts(self) -> dict[str, int]:
        """Return all definition tokens by part."""
        names = ("name", "description", "parameters", "structure")
        return {name: sum(getattr(split, name) for split in self.splits) for name in names}

    def prices(self) -> str:
        """Return the price of a call with each model as text; a tiny price is shown as less than the least."""
        return ", ".join(f"{model} {_dollars(price)}" for model, price in self.summary.whole.usd_per_call.items())


def _dollars(price: float) -> str:
    return f"${price:.4f}" if price == 0 or price >= _LEAST else f"<${_LEAST:.4f}"
