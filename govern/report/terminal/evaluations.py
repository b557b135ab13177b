"""The reports of `govern bench` and `govern eval`, and their words for all formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import clipped, count, first_of, shown
from govern.selection.intents import PROXY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.discovery.benchmark import (
        Bench,
        GatewaySearch,
        MetricCheck,
        Paired,
        QueryResult,
        Retrieval,
        SessionCost,
    )
    from govern.report.terminal.page import Page
    from govern.selection.evaluation import EvalCheck, Evaluated, Evaluation
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
    """Yield the classes without a call, the calls in no class, the ids of no locked tool, and the unscored blocks."""
    if agent.unscored:
        yield f"not scored without recordings: {', '.join(agent.unscored)}"
    if selection := agent.selection:
        for label, counts in (("missed", selection.missed), ("unexpected", selection.unexpected)):
            if counts:
                names = [name if times == 1 else f"{name} ({times:,} times)" for name, times in counts.items()]
                yield f"{label}: {first_of(names, _MOST_NAMED)}"
        if agent.unlocked:
            yield f"not in the lock: {first_of(agent.unlocked, _MOST_NAMED)}"


def intent_lines(score: IntentScore) -> Iterator[str]:
    """Yield which tool takes the queries of others, near duplicates, and what look-alikes change."""
    yield f"intents ({PROXY})"
    takers: dict[str, list[IntentRank]] = {}
    for each in score.ranks:
        if each.rank != 1:
            takers.setdefault(each.first.id if each.first else "", []).append(each)
    for taker, queries in takers.items():
        number = f"{len(queries):,} quer{'y' if len(queries) == 1 else 'ies'}"
        head = f"{taker} ranks first for {number} of others" if taker else "no tool is found for"
        yield f"{head}: {first_of([*map(rank_words, queries)], _MOST_NAMED)}"
    if score.near_duplicates:
        pairs = [f"{one.id} and {other.id}" for one, other in score.near_duplicates]
        yield f"near duplicates: {first_of(pairs, _MOST_NAMED)}"
    for step in score.sweep:
        beside = f"beside {count(step.look_alikes, 'look-alike')} of each right tool"
        yield f"{beside}: recall@1 {step.recall_at_1}, recall@5 {step.recall_at_5}"


def rank_words(ranked: IntentRank) -> str:
    """Return a query with the tool that it should find, and its rank."""
    place = f"rank {ranked.rank}" if ranked.rank else "not found"
    return f'"{ranked.query}" ({ranked.tool.id if ranked.tool else ranked.expect}: {place})'


_QUERY_WIDTH = 60
_MOST_QUERIES = 10


def bench_report(bench: Bench, page: Page, *, verbose: bool = False) -> str:
    """Return the modes, the metrics with their intervals, the queries that fail, and the checks."""
    lines = [page.paint("modes", "accent"), *_mode_table(bench, page)]
    if bench.retrieval:
        lines += ["", page.paint("retrieval", "accent"), *_metric_table(bench.retrieval, page)]
        lines += ["", *_query_lines(bench.retrieval, page, verbose=verbose)]
    if bench.gateway:
        title = f"{shown(bench.gateway.tool)} of {shown(bench.gateway.server)}"
        lines += ["", page.paint(title, "accent"), *_gateway_lines(bench.gateway, page, verbose=verbose)]
    if bench.sessions:
        lines += ["", page.paint("sessions, mean tokens", "accent"), *_session_table(bench.sessions, page)]
    if bench.compared:
        lines += ["", page.paint("compared, query by query", "accent"), *_compared_table(bench.compared, page)]
    if bench.checks:
        lines += ["", page.paint("gate", "accent"), *_check_lines(bench, page)]
    return "\n".join(lines) + "\n"


def _mode_table(bench: Bench, page: Page) -> list[str]:
    baseline = bench.modes[0]
    head: tuple[str, ...] = ("tokens", "savings", "tools", "mode", "searches to break even", "basis")
    rows: list[tuple[str, ...]] = []
    for mode in bench.modes:
        savings = None if mode is baseline else mode.savings(baseline)
        even = None if mode is baseline else mode.break_even(baseline)
        rows.append((
            f"{mode.tokens:,}",
            "" if savings is None else f"{savings:.1%}",
            f"{mode.tools:,}" if mode.tools else "",
            clipped(shown(mode.name), _QUERY_WIDTH),
            "" if even is None else f"{even:,}",
            mode.basis,
        ))  # fmt: skip
    if not any(even for *_, even, _ in rows):
        head, *rows = [(*first, basis) for *first, _, basis in (head, *rows)]
    return page.table(rows, head=head, right=frozenset({0, 1, 2}))


def _metric_table(retrieval: Retrieval, page: Page) -> list[str]:
    rows = [
        (name, f"{each.mean:.3f}", f"{each.low:.3f} to {each.high:.3f}") for name, each in retrieval.metrics.items()
    ]
    return page.table(rows, head=("metric", "mean", "95% interval"))


def _gateway_lines(search: GatewaySearch, page: Page, *, verbose: bool) -> Iterator[str]:
    yield from _metric_table(search.retrieval, page)
    each = search.latency
    yield ""
    yield f"latency: p50 {each.p50:.1f} ms, p95 {each.p95:.1f} ms, p99 {each.p99:.1f} ms, max {each.max:.1f} ms"
    failed = f"; failed searches: {search.failed:,}" if search.failed else ""
    yield f"an answer has {search.answer_tokens:,} tokens{failed}"
    yield from _query_lines(search.retrieval, page, verbose=verbose)


def _session_table(sessions: Sequence[SessionCost], page: Page) -> list[str]:
    head = ("total", "menu", "discovery", "retries", "answers", "sessions", "mode")
    rows = []
    for each in sessions:
        tokens = (each.total, each.menu, each.discovery, each.retries, each.answers, each.sessions)
        rows.append((*(f"{number:,}" for number in tokens), clipped(shown(each.mode), _QUERY_WIDTH)))
    return page.table(rows, head=head, right=frozenset(range(6)))


def _query_lines(retrieval: Retrieval, page: Page, *, verbose: bool) -> Iterator[str]:
    """Yield how many queries succeed, and those that fail, or all."""
    missed = [each for each in retrieval.queries if verbose or not each.scores["recall@1"]]
    found = sum(bool(each.scores["recall@1"]) for each in retrieval.queries)
    yield f"relevant tool ranked first: {found:,} of {len(retrieval.queries):,}"
    shown_queries = missed if verbose else missed[:_MOST_QUERIES]
    yield from page.table([_query_row(each) for each in shown_queries])
    if len(missed) > len(shown_queries):
        yield page.paint(f"  and {len(missed) - len(shown_queries):,} more (--verbose shows all)", "dim")


def _query_row(result: QueryResult) -> tuple[str, str, str]:
    relevance = result.query.relevance
    place = next((at for at, each in enumerate(result.ranked, 1) if relevance.get(each)), None)
    first = result.ranked[0] if result.ranked else "nothing"
    return (
        clipped(shown(result.query.id), _QUERY_WIDTH),
        f"rank {place}" if place else "not found",
        f"first: {clipped(shown(first), _QUERY_WIDTH)}",
    )


def _compared_table(compared: Mapping[str, Paired], page: Page) -> list[str]:
    head = ("metric", "wins", "losses", "ties", "difference", "95% interval")
    rows = []
    for name, each in compared.items():
        gap = each.difference
        interval = f"{gap.low:+.3f} to {gap.high:+.3f}"
        rows.append((name, f"{each.wins}", f"{each.losses}", f"{each.ties}", f"{gap.mean:+.3f}", interval))
    return page.table(rows, head=head)


def _check_lines(bench: Bench, page: Page) -> Iterator[str]:
    for each in bench.checks:
        state = page.paint("ok" if each.passes else "failed", "good" if each.passes else "bad")
        yield f"  {state}  {each.metric}: {metric_words(each)}"
    if bench.lost:
        yield f"  lost since the baseline: {', '.join(shown(query) for query in bench.lost)}"


_WIDTH = 60


def eval_report(evaluation: Evaluation, page: Page, *, verbose: bool = False) -> str:
    """Return the checks of every agent, and how many agents pass."""
    lines = [line for agent in evaluation.agents for line in (*_agent_lines(agent, page, verbose=verbose), "")]
    lines += [f"skipped: {shown(each)}" for each in evaluation.skipped]
    passed = sum(agent.passes for agent in evaluation.agents)
    verdict = page.paint("passed" if evaluation.passes else "failed", "good" if evaluation.passes else "bad")
    return "\n".join([*lines, f"{verdict}: {passed:,} of {len(evaluation.agents):,} agents passed"]) + "\n"


def _agent_lines(agent: Evaluated, page: Page, *, verbose: bool) -> Iterator[str]:
    name = page.paint(clipped(shown(agent.name), _WIDTH), "accent")
    yield f"{name}  {summary_words(agent)}"
    for check in agent.checks:
        state = page.paint("ok" if check.passes else "failed", "good" if check.passes else "bad")
        yield f"  {state}  {shown(check.target)}: {shown(check_words(check))}"
    yield from (f"  {shown(line)}" for line in selection_lines(agent))
    yield from (f"  {shown(line)}" for line in (intent_lines(agent.intents) if agent.intents else ()))
    if verbose:
        rows = [(name, "absent" if value is None else f"{value:,}") for name, value in agent.figures.items()]
        yield from page.table(rows)
