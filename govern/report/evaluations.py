"""The words that all formats use for an evaluation. Texts of servers and suites in them are not escaped yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.terminal.page import count

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.selection.evaluation import EvalCheck, Evaluated

_MOST_NAMED = 10


def summary_words(agent: Evaluated) -> str:
    """Return how many runs there are, and the grade."""
    return count(agent.runs, "run") + (f", grade {agent.grade}" if agent.grade else "")


def check_words(check: EvalCheck) -> str:
    """Return what was found and what is expected."""
    if check.found is None:
        return f"absent: {check.why}; expected {check.expected}" if check.target != "lock" else check.why
    return f"{check.found:,}, expected {check.expected}" + (f": {check.why}" if check.why else "")


def selection_lines(agent: Evaluated) -> Iterator[str]:
    """Yield which classes were missed and which calls were in no class, with how often."""
    if selection := agent.selection:
        for label, counts in (("missed", selection.missed), ("unexpected", selection.unexpected)):
            if counts:
                yield f"{label}: {_listed(counts)}"


def _listed(counts: Mapping[str, int]) -> str:
    first = [name if times == 1 else f"{name} ({times:,} times)" for name, times in [*counts.items()][:_MOST_NAMED]]
    rest = len(counts) - len(first)
    return ", ".join(first) + (f" and {rest:,} more" if rest else "")
