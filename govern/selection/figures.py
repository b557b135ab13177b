"""Figures of recorded runs: how well tools were chosen, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.selection.sets import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.lockfile.document import Lock
    from govern.selection.calls import CallNames, Run
    from govern.selection.sets import SelectionScore

    Number = float


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure, or the reason why it is absent."""

    value: Number | None
    absent: str = ""


def selection_figures(selection: SelectionScore) -> dict[str, Figure]:
    """Return the figures of `equal_function_sets`."""
    correct = selection.correct
    per_correct = round(selection.calls / correct, 2) if correct else None
    figures = {
        "f1": Figure(selection.f1),
        "precision": Figure(selection.precision, "no call was in a class or unexpected"),
        "recall": Figure(selection.recall),
        "true_positives": Figure(correct),
        "false_positives": Figure(selection.false_positives),
        "false_negatives": Figure(selection.false_negatives),
        "redundant_calls": Figure(selection.redundant),
        "failed_calls": Figure(selection.failed),
        "calls_per_correct": Figure(per_correct, "no selection was correct"),
    }
    return {f"tool_selection.{name}": figure for name, figure in figures.items()}


def efficiency_figures(selection: SelectionScore, surface: Figure, runs: Sequence[Run]) -> dict[str, Figure]:
    """Return the figures of `token_efficiency`; each run pays for the whole surface."""
    correct, tokens = selection.correct, surface.value
    why = surface.absent or "no selection was correct"
    cost = run_cost(runs)
    per_correct = None if cost.value is None or not correct else round(cost.value / correct, 6)
    figures = {
        "f1": Figure(selection.f1),
        "tool_surface_tokens": surface,
        "correct_selections": Figure(correct),
        "cost": cost,
        "tokens_per_correct": Figure(_per_correct(tokens, len(runs), correct), why),
        "tokens_per_correct_pooled": Figure(_per_correct(tokens, 1, correct), why),
        "cost_per_correct": Figure(per_correct, cost.absent or why),
    }
    return {f"token_efficiency.{name}": figure for name, figure in figures.items()}


def _per_correct(tokens: Number | None, times: int, correct: int) -> int | None:
    return None if tokens is None or not correct else -(-int(tokens) * times // correct)


def surface_tokens(lock: Lock, servers: Sequence[str]) -> Figure:
    """Return the locked definition tokens of these servers, or of all."""
    locked = {server.name: server for server in lock.servers}
    if missing := [name for name in servers if name not in locked]:
        return Figure(None, f"the lock has no server {', '.join(missing)}")
    chosen = [locked[name] for name in dict.fromkeys(servers)] if servers else lock.servers
    if uncounted := [each.name for each in chosen if any(tool.numbers is None for tool in each.tools)]:
        return Figure(None, f"the lock has no token counts for {', '.join(uncounted)}")
    return Figure(sum(server.definition_tokens for server in chosen))


def run_cost(runs: Sequence[Run]) -> Figure:
    """Return the price of all runs in dollars."""
    unpriced = [run.file for run in runs if run.usage is None or run.usage.cost is None]
    if unpriced:
        return Figure(None, f"{unpriced[0]} states no cost")
    return Figure(round(sum(run.usage.cost or 0.0 for run in runs if run.usage), 6))


def choice_figures(tools: Sequence[str], runs: Sequence[Run], names: CallNames) -> dict[str, Figure]:
    """Return the share of runs that call one of the tools, and the most tokens that a run used."""
    chosen = sum(any(names.means(tool, call) for tool in tools for call in run.calls) for run in runs)
    unstated = [run.file for run in runs if run.usage is None]
    tokens = max((run.usage.tokens for run in runs if run.usage), default=None) if not unstated else None
    return {
        "tool_selection.rate": Figure(percent(chosen, len(runs)), "there is no run"),
        "tool_selection.tokens": Figure(tokens, f"{unstated[0]} states no usage" if unstated else "there is no run"),
    }
