"""The checks of `govern eval` and `govern bench` as annotations, and the tools that they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.lockfile.render import lines_of
from govern.report.ci.annotations import Annotation, AnnotationRule, Annotations
from govern.report.evaluations import check_words, metric_words, rank_words, selection_lines
from govern.report.terminal.page import count
from govern.selection.calls import CallNames
from govern.selection.intents import PROXY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.discovery.benchmark import Bench
    from govern.report.ci.annotations import Level, Lines
    from govern.selection.calls import ToolCall
    from govern.selection.evaluation import EvalCheck, Evaluated, Evaluation

_MISSED = AnnotationRule("A class of tools was not called", level="warning")
_UNEXPECTED = AnnotationRule("A tool was called that no class expects", level="warning")
_NOT_FIRST = AnnotationRule("A search ranks another tool first", level="note")
_LOST = AnnotationRule("A query no longer finds its tool", level="warning")
_TOOL_RULES = {"eval-missed": _MISSED, "eval-unexpected": _UNEXPECTED, "eval-intent": _NOT_FIRST}


def eval_annotations(evaluation: Evaluation, *, every: bool) -> Annotations:
    """Return the checks that failed and the tools that they are about, or with `every` all checks and no tools."""
    lock = evaluation.lock
    names = CallNames({server.name: [tool.key for tool in server.tools] for server in lock.servers})
    lines = {} if every else lines_of(lock)
    found = []
    for agent in evaluation.agents:
        tools = [*_tools(agent, names, lines)]
        found += [_check(agent, check, tools) for check in agent.checks if every or not check.passes]
        found += [] if every else tools
    targets = {check.target for agent in evaluation.agents for check in agent.checks}
    rules = {target: AnnotationRule(target, level="error") for target in targets} | _TOOL_RULES
    return Annotations("eval", evaluation.path.as_posix(), rules, tuple(found), every=every)


def _check(agent: Evaluated, check: EvalCheck, tools: Sequence[Annotation]) -> Annotation:
    """Return a check, at the line of the first tool that it is about."""
    own = ("eval-intent",) if check.target.startswith("intents.") else ("eval-missed", "eval-unexpected")
    explained = not check.passes and check.target.startswith("tool_selection.")
    return Annotation(
        rule=check.target,
        title=check.target,
        level="error",
        message=check_words(check),
        server=agent.name,
        line=next((each.line for each in tools if each.rule in own and each.line), None),
        fails=not check.passes,
        kind="agent",
        details=(*selection_lines(agent),) if explained else (),
    )


def _tools(agent: Evaluated, names: CallNames, lines: Lines) -> Iterator[Annotation]:
    """Yield the tools of missed classes, the tools called in no class, and those that a search ranks too low."""
    for name, times in agent.selection.missed.items() if agent.selection else ():
        for tool in dict.fromkeys(tool for member in agent.members.get(name, ()) for tool in names.tools(member)):
            yield _tool("eval-missed", tool, lines, f"{agent.name}: class {name} was missed in {count(times, 'run')}")
    for call, times in agent.selection.unexpected.items() if agent.selection else ():
        for tool in names.tools(call):
            yield _tool("eval-unexpected", tool, lines, f"{agent.name}: {count(times, 'call')} in no class")
    for ranked in agent.intents.ranks if agent.intents else ():
        if ranked.rank != 1 and ranked.tool:
            first = f"{ranked.first.id} ranks first" if ranked.first else "no tool is found"
            yield _tool("eval-intent", ranked.tool, lines, f"{agent.name}: {rank_words(ranked)}; {first} ({PROXY})")


def _tool(rule: str, tool: ToolCall, lines: Lines, message: str) -> Annotation:
    about = _TOOL_RULES[rule]
    level: Level = about.level or "note"
    line = lines.get((tool.server, tool.tool))
    return Annotation(
        rule=rule, title=about.title, level=level, message=message, server=tool.server, tool=tool.tool, line=line
    )


def bench_annotations(bench: Bench, *, every: bool) -> Annotations:
    """Return the metrics below their baseline and the tools of lost queries, or with `every` all metrics alone."""
    lines = lines_of(bench.lock) if bench.lock and not every else {}
    checks = [
        Annotation(each.metric, each.metric, "error", metric_words(each), "retrieval", fails=not each.passes)
        for each in bench.checks
        if every or not each.passes
    ]
    rules = {each.metric: AnnotationRule(each.metric, level="error") for each in bench.checks} | {"query-lost": _LOST}
    lost = () if every else _lost(bench, lines)
    path = bench.path.as_posix() if bench.path else ""
    return Annotations("bench", path, rules, (*checks, *lost), every=every)


def _lost(bench: Bench, lines: Lines) -> Iterator[Annotation]:
    results = {each.query.id: each for each in bench.retrieval.queries} if bench.retrieval else {}
    for name in bench.lost:
        result = results.get(name)
        for tool_id in (each for each, grade in result.query.relevance.items() if grade) if result else ():
            server, _, tool = tool_id.partition(":")
            message = f"query {name} finds less than in the baseline: {result.query.query}" if result else ""
            yield Annotation(
                rule="query-lost",
                title=_LOST.title,
                level="warning",
                message=message,
                server=server,
                tool=tool,
                line=lines.get((server, tool)),
            )
