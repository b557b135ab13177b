"""The `cost`, `bench`, `eval`, `replay` and `profile` reports in Markdown, for a comment or a job summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.economics.advice import grouped
from govern.report.markdown.elements import cell, code, folded, table
from govern.report.terminal.cost import advice_sections, affected, exceeded_budget, max_answer
from govern.report.terminal.evaluations import check_words, intent_lines, selection_lines, summary_words
from govern.report.terminal.page import count, first_of
from govern.report.terminal.recordings import (
    absent_words,
    called_changes,
    example_words,
    hit_words,
    outside_words,
    outsider_words,
    over_bound_words,
    profile_check_words,
    reading_words,
    reason_words,
    replay_headline,
    saving_words,
)
from govern.report.wording import item_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.discovery.benchmark import Bench, GatewaySearch, Retrieval, SessionCost
    from govern.economics.advice import AdviceGroup
    from govern.economics.bill import Bill
    from govern.selection.evaluation import Evaluated, Evaluation
    from govern.traces.outcome import Replay, ToolReplay
    from govern.traces.profile import AnswerCosts

_MOST_TOOLS = 50
_MOST_PLACES = 5


def cost_markdown(bill: Bill) -> str:
    """Return the cost of a lock: total, exceeded budgets, servers, tools and advice."""
    whole = bill.summary.whole
    share = f"{whole.context_share:.1%} of a {bill.window:,}-token context (computed, {bill.encoding})"
    total = f"**{whole.definition_tokens:,} tokens** on every model call: {whole.tool_count:,} tools, {share}."
    lines = ["## Token cost of tools", "", total, ""]
    if bill.broken:
        lines += ["### Over budget", "", *(f"- {code(exceeded_budget(each))}" for each in bill.broken), ""]
    rows = []
    for each in bill.summary.servers:
        tokens, share = f"{each.definition_tokens:,}", f"{bill.share(each.definition_tokens):.1%}"
        rows.append((cell(each.name), tokens, share, f"{each.tool_count:,}", each.risk))
    lines += table(("server", "+tokens", "+share", "+tools", "risk"), rows)
    lines += ["", *folded("Tools", _tool_table(bill))]
    for title, advice in advice_sections(bill):
        lines += folded(title.capitalize(), map(_advice_line, grouped(advice)))
    return "\n".join(lines)


def _tool_table(bill: Bill) -> Iterator[str]:
    rows = (
        (
            cell(each.place),
            f"{each.tokens:,}",
            f"{bill.share(each.tokens):.1%}",
            f"{each.assessment.fields:,}",
            max_answer(each),
            each.assessment.risk,
        )
        for each in bill.tools[:_MOST_TOOLS]
    )
    yield from table(("tool", "+tokens", "+share", "+fields", "+max answer", "risk"), rows)
    left = len(bill.tools) - _MOST_TOOLS
    yield from ("", f"and {left:,} more") if left > 0 else ()


def _advice_line(group: AdviceGroup) -> str:
    named = first_of([*map(code, group.places)], _MOST_PLACES)
    return f"- **{group.title}** ({affected(group)}): {code(group.message)} {named}"


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


# Bots find their earlier comment by this line and update it.
MARKER = "<!-- govern replay -->"
_MOST_REPLAYED = 30
_MOST_REASONS = 8
_MOST_HITS = 50
_MOST_NAMES = 20
_LONGEST = 600


def replay_markdown(replay: Replay) -> str:
    """Return the result of a replay: the changes with affected calls, then the tools with calls that fail."""
    verdict = "breaks" if replay.breaks else "fits"
    lines = [MARKER, f"## govern replay: {verdict}", "", code(replay_headline(replay), _LONGEST), ""]
    lines += _hits_table(replay)
    tools = [tool for tool in replay.replayed.tools if tool.reasons]
    for tool in tools[:_MOST_REPLAYED]:
        lines += _tool_lines(tool)
    if len(tools) > _MOST_REPLAYED:
        lines += [f"and {len(tools) - _MOST_REPLAYED:,} more tools", ""]
    return "\n".join([*lines, *folded("Recordings", _reading_lines(replay))])


def _hits_table(replay: Replay) -> Iterator[str]:
    found, uncalled = called_changes(replay)
    rows = (
        (each.severity.value, f"`{each.change.rule}`", f"`{each.change.id}`",
         cell(f"{each.change.server} {item_of(each.change)}"), hit_words(recorded))
        for each, recorded in found[:_MOST_HITS]
    )  # fmt: skip
    if found:
        yield from (*table(("severity", "rule", "change", "item", "recorded calls"), rows), "")
    if len(found) > _MOST_HITS:
        yield from (f"and {len(found) - _MOST_HITS:,} more changes", "")
    if uncalled:
        yield from (uncalled, "")


def _tool_lines(tool: ToolReplay) -> Iterator[str]:
    yield from (
        f"**{code(f'{tool.server}/{tool.tool}', _LONGEST)}**: {tool.tally.broken:,} of {tool.tally.worked:,} calls",
        "",
    )
    for reason in tool.reasons[:_MOST_REASONS]:
        yield f"- {code(reason_words(reason), _LONGEST)}"
        yield from (f"  - {code(example_words(each), _LONGEST)}" for each in reason.examples[:1])
    if len(tool.reasons) > _MOST_REASONS:
        yield f"- and {len(tool.reasons) - _MOST_REASONS:,} more reasons"
    yield ""


def _reading_lines(replay: Replay) -> Iterator[str]:
    yield from (f"- {code(line, _LONGEST)}" for line in reading_words(replay.notes))
    outsiders = replay.replayed.outsiders
    if outsiders:
        named = code(outsider_words(outsiders, _MOST_NAMES), _LONGEST)
        yield f"- {count(replay.replayed.outside, 'call')} skipped: {named}"


def profile_markdown(costs: AnswerCosts) -> str:
    """Return the result, the tools with recorded answers, and a list of what was noticed."""
    lines = ["## Cost of answers", "", f"**{'passed' if costs.passes else 'failed'}**", ""]
    failed = [check for check in costs.checks if not check.passes]
    lines += [*(f"- {cell(profile_check_words(check))}" for check in failed), *([""] if failed else [])]
    lines += [
        *table(("tool", "+p50", "+p95", "+max", "+bound", "+answers", "+total", "+estimated", "risk"), _rows(costs)),
        "",
    ]
    lines += [f"- {word}" for word in _notes(costs)]
    return "\n".join([*lines, ""])


def _rows(costs: AnswerCosts) -> Iterator[Sequence[str]]:
    for tool in costs.measured:
        bound = "none" if tool.bound is None else f"{tool.bound:,}"
        sizes = (f"{tool.p50:,}", f"{tool.p95:,}", f"{tool.most:,}", bound, f"{tool.answers:,}")
        yield cell(tool.place), *sizes, f"{tool.tokens:,}", f"{tool.estimated_tokens:,}", str(tool.risk)


def _notes(costs: AnswerCosts) -> Iterator[str]:
    yield from (f"{cell(tool.place)}: {over_bound_words(tool)}" for tool in costs.over_bound)
    yield from (f"{cell(tool.place)}: {word}" for tool in costs.measured for word in saving_words(tool))
    others = (absent_words(costs), outside_words(costs), *reading_words(costs.notes))
    yield from (cell(word) for word in others if word)
