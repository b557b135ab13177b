"""The `eval` report: each agent with its checks, and what it missed or called without need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.evaluations import check_words, intent_lines, selection_lines, summary_words
from govern.report.terminal.page import clipped, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.report.terminal.page import Page
    from govern.selection.evaluation import Evaluated, Evaluation

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
