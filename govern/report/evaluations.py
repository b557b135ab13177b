"""Words of evaluations and benchmarks for all formats. Texts of servers and suites in them are not escaped yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import count
from govern.selection.intents import PROXY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from govern.discovery.benchmark import MetricCheck
    from govern.selection.evaluation import EvalCheck, Evaluated
    from govern.selection.intents import IntentRank, IntentScore

_MOST_NAMED = 10


def summary_words(agent: Evaluated) -> str:
    """Return how many runs and intents there are, and the grade."""
    runs = count(agent.runs, "run") if agent.runs else ""
    intents = count(len(agent.intents.ranks), "intent") if agent.intents else ""
    return ", ".join(filter(None, (runs, intents, f"grade {agent.grade}" if agent.grade else "")))


def check_words(check: EvalCheck) -> str:
    """Return what was found and what is expected."""
    if check.found is None:
        return f"absent: {check.why}; expected {check.expected}" if check.target != "lock" else check.why
    return f"{check.found:,}, expected {check.expected}" + (f": {check.why}" if check.why else "")


def metric_words(check: MetricCheck) -> str:
    """Return a metric beside its baseline."""
    found = "not measured" if check.found is None else f"{check.found:.3f}"
    return f"{found}, baseline {check.baseline:.3f}, tolerance {check.tolerance:g}"


def selection_lines(agent: Evaluated) -> Iterator[str]:
    """Yield which classes were missed, which calls were in no class, and what was not scored without recordings."""
    if agent.unscored:
        yield f"not scored without recordings: {', '.join(agent.unscored)}"
    if selection := agent.selection:
        for label, counts in (("missed", selection.missed), ("unexpected", selection.unexpected)):
            if counts:
                yield f"{label}: {_listed(counts)}"


def intent_lines(score: IntentScore) -> Iterator[str]:
    """Yield which tool takes the queries of others, near duplicates, and what look-alikes change."""
    yield f"intents ({PROXY})"
    takers: dict[str, list[IntentRank]] = {}
    for each in score.ranks:
        if each.rank != 1:
            takers.setdefault(each.first.id if each.first else "", []).append(each)
    for taker, queries in takers.items():
        head = f"{taker} ranks first for {_quantity(queries)} of others" if taker else "no tool is found for"
        yield f"{head}: {_first(map(rank_words, queries))}"
    if score.near_duplicates:
        yield f"near duplicates: {_first(f'{one.id} and {other.id}' for one, other in score.near_duplicates)}"
    for step in score.sweep:
        beside = f"beside {count(step.look_alikes, 'look-alike')} of each right tool"
        yield f"{beside}: recall@1 {step.recall_at_1}, recall@5 {step.recall_at_5}"


def rank_words(ranked: IntentRank) -> str:
    """Return a query with the tool that it should find, and its rank."""
    place = f"rank {ranked.rank}" if ranked.rank else "not found"
    return f'"{ranked.query}" ({ranked.tool.id if ranked.tool else ranked.expect}: {place})'


def _quantity(queries: Iterable[object]) -> str:
    number = len([*queries])
    return f"{number:,} quer{'y' if number == 1 else 'ies'}"


def _first(words: Iterable[str]) -> str:
    listed = [*words]
    rest = len(listed) - _MOST_NAMED
    return ", ".join(listed[:_MOST_NAMED]) + (f" and {rest:,} more" if rest > 0 else "")


def _listed(counts: Mapping[str, int]) -> str:
    return _first(name if times == 1 else f"{name} ({times:,} times)" for name, times in counts.items())
