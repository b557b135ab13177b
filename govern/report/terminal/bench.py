"""The `bench` report: tokens by mode, retrieval metrics, and what the gate found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.evaluations import metric_words
from govern.report.terminal.page import clipped, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.discovery.benchmark import Bench, QueryResult, Retrieval
    from govern.discovery.metrics import Paired
    from govern.discovery.running import GatewaySearch, SessionCost
    from govern.report.terminal.page import Page

_QUERY_WIDTH = 60
_MOST_QUERIES = 10


def bench_report(bench: Bench, page: Page, *, verbose: bool = False) -> str:
    """Return the modes, the metrics with their intervals, the queries that fail, and the checks."""
    lines = [page.paint("modes", "accent"), *_mode_table(bench, page)]
    if bench.retrieval:
        lines += ["", page.paint("retrieval", "accent"), *_metric_table(bench.retrieval, page)]
        lines += ["", *_query_lines(bench.retrieval, page, verbose=verbose)]
    if bench.gateway:
        lines += [
            "",
            page.paint(_gateway_title(bench.gateway), "accent"),
            *_gateway_lines(bench.gateway, page, verbose),
        ]
    if bench.sessions:
        lines += ["", page.paint("sessions, mean tokens", "accent"), *_session_table(bench.sessions, page)]
    if bench.compared:
        lines += ["", page.paint("compared, query by query", "accent"), *_compared_table(bench.compared, page)]
    if bench.checks:
        lines += ["", page.paint("gate", "accent"), *_check_lines(bench, page)]
    return "\n".join(lines) + "\n"


def _mode_table(bench: Bench, page: Page) -> list[str]:
    baseline = bench.modes[0]
    rows = [
        tuple(
            page.paint(cell, "dim")
            for cell in ("tokens", "savings", "tools", "mode", "searches to break even", "basis")
        )
    ]
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
    if not any(even for *_, even, _ in rows[1:]):
        rows = [(*first, basis) for *first, _, basis in rows]
    return page.table(rows, right=frozenset({0, 1, 2}))


def _metric_table(retrieval: Retrieval, page: Page) -> list[str]:
    rows = [tuple(page.paint(cell, "dim") for cell in ("metric", "mean", "95% interval"))]
    rows += [
        (name, f"{each.mean:.3f}", f"{each.low:.3f} to {each.high:.3f}") for name, each in retrieval.metrics.items()
    ]
    return page.table(rows)


def _gateway_title(search: GatewaySearch) -> str:
    return f"{shown(search.tool)} of {shown(search.server)}"


def _gateway_lines(search: GatewaySearch, page: Page, verbose: bool) -> Iterator[str]:  # noqa: FBT001
    yield from _metric_table(search.retrieval, page)
    each = search.latency
    yield ""
    yield f"latency: p50 {each.p50:.1f} ms, p95 {each.p95:.1f} ms, p99 {each.p99:.1f} ms, max {each.max:.1f} ms"
    failed = f"; failed searches: {search.failed:,}" if search.failed else ""
    yield f"an answer has {search.answer_tokens:,} tokens{failed}"
    yield from _query_lines(search.retrieval, page, verbose=verbose)


def _session_table(sessions: Sequence[SessionCost], page: Page) -> list[str]:
    head = ("total", "menu", "discovery", "retries", "answers", "sessions", "mode")
    rows = [tuple(page.paint(cell, "dim") for cell in head)]
    for each in sessions:
        tokens = (each.total, each.menu, each.discovery, each.retries, each.answers, each.sessions)
        rows.append((*(f"{number:,}" for number in tokens), clipped(shown(each.mode), _QUERY_WIDTH)))
    return page.table(rows, right=frozenset(range(6)))


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
    rows = [tuple(page.paint(cell, "dim") for cell in head)]
    for name, each in compared.items():
        gap = each.difference
        interval = f"{gap.low:+.3f} to {gap.high:+.3f}"
        rows.append((name, f"{each.wins}", f"{each.losses}", f"{each.ties}", f"{gap.mean:+.3f}", interval))
    return page.table(rows)


def _check_lines(bench: Bench, page: Page) -> Iterator[str]:
    for each in bench.checks:
        state = page.paint("ok" if each.passes else "failed", "good" if each.passes else "bad")
        yield f"  {state}  {each.metric}: {metric_words(each)}"
    if bench.lost:
        yield f"  lost since the baseline: {', '.join(shown(query) for query in bench.lost)}"
