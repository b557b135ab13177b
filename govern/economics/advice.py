"""What would make a surface cheaper or clearer: one table. Adding advice is adding a row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from govern.contract.tool_names import collisions
from govern.economics.arrays import unlimited_arrays
from govern.economics.assess import Basis
from govern.economics.budgets import Budget
from govern.economics.confusable import near_duplicates
from govern.economics.costed import Costed
from govern.economics.risk import Risk
from govern.economics.sentences import says_nothing

if TYPE_CHECKING:
    from collections.abc import Callable

_MANY_FIELDS = 15

Tools = Sequence[Costed]
Found = Iterator[tuple[Tools, str]]


@dataclass(frozen=True, slots=True)
class Row:
    """One piece of advice: `test` looks at a tool, a server or a whole lock, and yields tools with what it saw."""

    id: str
    title: str
    over: Literal["tool", "server", "lock"]
    priority: int
    test: Callable[[Tools, Budget], Found]
    message: str


@dataclass(frozen=True, slots=True)
class Advice:
    """One row that fits: the tools it is about as `server/tool`, or the server, and what to do; 1 comes first."""

    id: str
    title: str
    priority: int
    places: tuple[str, ...]
    message: str


def advise(tools: Tools, budget: Budget | None = None) -> list[Advice]:
    """All advice on these tools, most urgent first, and first for the tools that may cost most."""
    budget = budget or Budget()
    servers: defaultdict[str, list[Costed]] = defaultdict(list)
    for costed in tools:
        servers[costed.server].append(costed)
    scopes: dict[str, list[Tools]] = {
        "tool": [[each] for each in tools],
        "server": [*servers.values()],
        "lock": [tools],
    }
    found = [
        (max((each.assessment.risk.rank for each in about), default=0), row, about, saw)
        for row in ROWS
        for scope in scopes[row.over]
        for about, saw in row.test(scope, budget)
    ]
    found.sort(key=lambda each: (each[1].priority, -each[0], -sum(costed.tokens for costed in each[2])))
    return [
        Advice(row.id, row.title, row.priority, _places(row, about), row.message.format(saw))
        for _, row, about, saw in found
    ]


def _places(row: Row, about: Tools) -> tuple[str, ...]:
    return tuple(dict.fromkeys(costed.server if row.over == "server" else costed.place for costed in about))


def _tool_above_budget(tools: Tools, budget: Budget) -> Found:
    for costed in tools:
        if budget.tool_tokens is not None and costed.tokens > budget.tool_tokens:
            yield tools, f"{costed.tokens:,} tokens, {budget.tool_tokens:,} allowed"


def _server_above_budget(tools: Tools, budget: Budget) -> Found:
    tokens = sum(costed.tokens for costed in tools)
    if budget.server_tokens is not None and tokens > budget.server_tokens:
        yield tools, f"{tokens:,} tokens, {budget.server_tokens:,} allowed"


def _severe(tools: Tools, _: Budget) -> Found:
    for costed in tools:
        if costed.assessment.risk in (Risk.HIGH, Risk.CRITICAL):
            yield tools, f"{costed.assessment.max_tokens:,} tokens, risk {costed.assessment.risk}"


def _unbounded(tools: Tools, _: Budget) -> Found:
    for costed in tools:
        if costed.assessment.basis is Basis.DEFAULT:
            yield tools, ""


def _flooding(tools: Tools, _: Budget) -> Found:
    for costed in tools:
        arrays = [] if costed.assessment.bounded else unlimited_arrays(costed.tool.raw.get("outputSchema"))
        if arrays:
            yield tools, _some(arrays)


def _undeclared(tools: Tools, _: Budget) -> Found:
    for costed in tools:
        if costed.assessment.basis is Basis.UNDECLARED:
            yield tools, ""


def _many_fields(tools: Tools, _: Budget) -> Found:
    for costed in tools:
        if costed.assessment.fields > _MANY_FIELDS:
            yield tools, f"{costed.assessment.fields:,} fields"


def _empty_sentence(tools: Tools, _: Budget) -> Found:
    for costed in tools:
        if says_nothing(costed.name, costed.tool.description):
            yield tools, ""


def _confusable(tools: Tools, _: Budget) -> Found:
    for group in near_duplicates([costed.tool.description for costed in tools]):
        about = [tools[at] for at in group]
        yield about, _some(sorted({costed.place for costed in about}))


def _colliding(tools: Tools, _: Budget) -> Found:
    by_place: defaultdict[tuple[str, str], list[Costed]] = defaultdict(list)
    names: defaultdict[str, list[str]] = defaultdict(list)
    for costed in tools:
        by_place[costed.server, costed.name].append(costed)
        names[costed.server].append(costed.name)
    for collision in collisions(names):
        about = [costed for place in dict.fromkeys(collision.places) for costed in by_place[place]]
        yield about, _some(["/".join(place) for place in collision.places])


def _some(names: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    shown = ", ".join(names[:_SHOWN])
    return f"{shown} and {len(names) - _SHOWN} more" if len(names) > _SHOWN else shown


_SHOWN = 5

ROWS = (
    Row("tool-above-budget", "Definition above budget", "tool", 1, _tool_above_budget,
        "Shorten the description or the schema, or raise the budget: {}."),
    Row("server-above-budget", "Server above budget", "server", 1, _server_above_budget,
        "Offer fewer tools or shorter definitions, or raise the budget: {}."),
    Row("names-collide", "Names that are taken for one another", "lock", 1, _colliding,
        "Rename or prefix the tools, since a client or a model takes them for one another: {}."),
    Row("answer-too-large", "Answers may be very large", "tool", 2, _severe,
        "Cap the bytes of an answer (`max_bytes` in guards once the server does): up to {}."),
    Row("answer-unbounded", "Answers without a bound", "tool", 3, _unbounded,
        "Cap the collection: declare `maxItems` or a page size with a `maximum`, or set a guard."),
    Row("arrays-without-limit", "Arrays without a limit", "tool", 3, _flooding,
        "One call can flood the context; declare `maxItems` for {}."),
    Row("descriptions-alike", "Descriptions that say nearly the same", "lock", 3, _confusable,
        "Say what sets the tools apart: {}."),
    Row("many-fields", "Many fields", "tool", 4, _many_fields,
        "Ask for and return fewer fields: {}."),
    Row("first-sentence-empty", "The first sentence says nothing", "tool", 4, _empty_sentence,
        "Say in the first sentence what the name does not: what comes back, and when to use it."),
    Row("answer-undeclared", "Nothing is known of the answers", "tool", 5, _undeclared,
        "Declare an `outputSchema`, or set a guard with what you know of the server."),
)  # fmt: skip
