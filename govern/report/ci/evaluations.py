"""The checks of `govern eval` as annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.ci.annotations import Annotation, Annotations
from govern.report.evaluations import check_words, selection_lines

if TYPE_CHECKING:
    from govern.selection.evaluation import Evaluation


def eval_annotations(evaluation: Evaluation) -> Annotations:
    """Return an annotation for each check of each agent."""
    found = tuple(
        Annotation(
            rule=check.target,
            title=check.target,
            level="error",
            message=check_words(check),
            server=agent.name,
            fails=not check.passes,
            kind="agent",
            details=()
            if check.passes or not check.target.startswith("tool_selection.")
            else (*selection_lines(agent),),
        )
        for agent in evaluation.agents
        for check in agent.checks
    )
    return Annotations("eval", evaluation.lock.digest, {}, found, every=True)
