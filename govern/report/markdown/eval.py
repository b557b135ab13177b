"""The `eval` report in Markdown, for a pull request comment or a job summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.evaluations import check_words, intent_lines, selection_lines, summary_words
from govern.report.markdown.elements import cell, folded, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.selection.evaluation import Evaluated, Evaluation


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
