"""The `profile` report in Markdown, for a pull request comment or a job summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.answer_costs import absent_words, check_words, outside_words, over_bound_words, saving_words
from govern.report.markdown.elements import cell, table
from govern.report.recordings import reading_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.traces.profile import AnswerCosts


def profile_markdown(costs: AnswerCosts) -> str:
    """Return the result, the tools with recorded answers, and a list of what was noticed."""
    lines = ["## Cost of answers", "", f"**{'passed' if costs.passes else 'failed'}**", ""]
    failed = [check for check in costs.checks if not check.passes]
    lines += [*(f"- {cell(check_words(check))}" for check in failed), *([""] if failed else [])]
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
