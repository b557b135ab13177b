"""What a server, and a whole lock, costs in all; each number with where it comes from."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from govern.economics.advice import advise
from govern.economics.risk import Risk

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.economics.advice import Advice
    from govern.economics.budgets import Budget
    from govern.economics.costed import Costed
    from govern.economics.prices import Prices

CONTEXT_WINDOW = 200_000


class Source(StrEnum):
    """Where a number comes from: recorded answers, the text itself, or a model of what is likely."""

    MEASURED = "measured"
    COMPUTED = "computed"
    ESTIMATED = "estimated"


# Every number of this room by its name. What answers cost is estimated, since none was seen; prices too, since each
# model counts with a tokenizer of its own.
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
    """One server's costs, or those of all; `max_tokens` leaves out the tools named in `undeclared`."""

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


@dataclass(frozen=True, slots=True)
class LockSummary:
    """All servers together, each by itself, and the advice on them."""

    whole: Summary
    servers: tuple[Summary, ...]
    advice: tuple[Advice, ...]


def summarise(
    tools: Sequence[Costed], *, window: int = CONTEXT_WINDOW, prices: Prices | None = None, budget: Budget | None = None
) -> LockSummary:
    """The costs of these tools, by server and in all; tools are named `server/tool` throughout."""
    servers: defaultdict[str, list[Costed]] = defaultdict(list)
    for costed in tools:
        servers[costed.server].append(costed)
    return LockSummary(
        whole=_summary("", tools, window, prices),
        servers=tuple(_summary(name, servers[name], window, prices) for name in sorted(servers)),
        advice=tuple(advise(tools, budget)),
    )


def _summary(name: str, tools: Sequence[Costed], window: int, prices: Prices | None) -> Summary:
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
