"""The `bench` and `eval` reports in Markdown, for a pull request comment or a job summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.markdown.elements import cell, folded, table
from govern.report.terminal.evaluations import check_words, intent_lines, selection_lines, summary_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.discovery.benchmark import Bench, GatewaySearch, Retrieval, SessionCost
    from govern.selection.evaluation import Evaluated, Evaluation


def bench_markdown(bench: Bench) -> str:
    """Return the checks, the modes, the metrics and the queries of a benchmark."""
    lines = ["## Tool discovery", "", f"**{'passed' if bench.passes else 'failed'}**", ""]
    if bench.checks:
        lines += [*_check_table(bench), ""]
    lines += [*table(("mode", "+tokens", "+savings", "+tools", "basis"), _mode_rows(bench)), ""]
    if bench.retrieval:
        metrics = bench.retrieval.metrics.items()
        rows = ((name, f"{each.mean:.3f}", f"{each.low:.3f} to {each.high:.3f}") for name, each in metrics)
        lines += [*table(("metric", "+mean", "95% interval"), rows), ""]
        lines += folded("Queries", table(("query", "+recall@5", "first"), _query_rows(bench.retrieval)))
    if bench.gateway:
        lines += _gateway_lines(bench.gateway)
    if bench.sessions:
        head = ("mode", "+sessions", "+total", "+menu", "+discovery", "+retries", "+answers")
        lines += ["", "Mean tokens of a session", "", *table(head, map(_session_row, bench.sessions)), ""]
    return "\n".join(lines)


def _gateway_lines(search: GatewaySearch) -> Iterator[str]:
    each, metrics = search.latency, search.retrieval.metrics.items()
    rows = [(name, f"{each.mean:.3f}", f"{each.low:.3f} to {each.high:.3f}") for name, each in metrics]
    yield from ("", f"Search through {cell(search.tool)} of {cell(search.server)}", "")
    yield from table(("metric", "+mean", "95% interval"), rows)
    latency = f"p50 {each.p50:.1f} ms, p95 {each.p95:.1f} ms, p99 {each.p99:.1f} ms, max {each.max:.1f} ms"
    yield from (
        "",
        f"Latency: {latency}; {search.answer_tokens:,} tokens in an answer; failed searches: {search.failed:,}",
        "",
    )


def _session_row(each: SessionCost) -> Sequence[str]:
    numbers = (each.sessions, each.total, each.menu, each.discovery, each.retries, each.answers)
    return (cell(each.mode), *(f"{number:,}" for number in numbers))


def _check_table(bench: Bench) -> list[str]:
    rows = [
        (
            each.metric,
            "not measured" if each.found is None else f"{each.found:.3f}",
            f"{each.baseline:.3f}",
            f"{each.tolerance:g}",
            "ok" if each.passes else "**failed**",
        )
        for each in bench.checks
    ]
    lines = table(("metric", "+now", "+baseline", "+tolerance", "check"), rows)
    lost = ", ".join(map(cell, bench.lost))
    return [*lines, *(["", f"Lost since the baseline: {lost}"] if lost else [])]


def _mode_rows(bench: Bench) -> Iterator[Sequence[str]]:
    baseline = bench.modes[0]
    for mode in bench.modes:
        savings = None if mode is baseline else mode.savings(baseline)
        share = "" if savings is None else f"{savings:.1%}"
        yield cell(mode.name), f"{mode.tokens:,}", share, f"{mode.tools:,}", mode.basis


def _query_rows(retrieval: Retrieval) -> Iterator[Sequence[str]]:
    for each in retrieval.queries:
        first = cell(each.ranked[0]) if each.ranked else "nothing"
        yield cell(each.query.query), f"{each.scores['recall@5']:.2f}", first


def eval_markdown(evaluation: Evaluation) -> str:
    """Return the checks and figures of every agent."""
    lines = ["## Tool selection", "", f"**{'passed' if evaluation.passes else 'failed'}**", ""]
    for agent in evaluation.agents:
        lines += [*_agent_lines(agent), ""]
    lines += [f"- skipped: {cell(each)}" for each in evaluation.skipped]
    return "\n".join(lines).rstrip("\n") + "\n"


def _agent_lines(agent: Evaluated) -> Iterator[str]:
    yield f"### {cell(agent.name)}"
    yield ""
    yield summary_words(agent)
    yield ""
    rows = (
        (cell(each.target), cell(check_words(each)), "ok" if each.passes else "**failed**") for each in agent.checks
    )
    yield from table(("figure", "found", "check"), rows)
    yield ""
    about = (*selection_lines(agent), *(intent_lines(agent.intents) if agent.intents else ()))
    if lines := [f"- {cell(line)}" for line in about]:
        yield from (*lines, "")
    figures = ((cell(name), "absent" if value is None else f"{value:,}") for name, value in agent.figures.items())
    yield from folded("Figures", table(("figure", "+value"), figures))
