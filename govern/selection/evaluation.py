"""The figures of an agent's runs and the gates on them."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

from govern.selection.sets import percent, select
from govern.selection.trajectory import follows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from govern.lockfile.document import Lock
    from govern.selection.calls import CallNames, Run
    from govern.selection.sets import SelectionScore
    from govern.selection.suite import Agent, Expectation, FunctionClass, Number

DEFAULT_F1 = 50
_GRADES = ((90, "A"), (80, "B"), (70, "C"), (60, "D"))


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure, or why it is absent."""

    value: Number | None
    absent: str = ""


@dataclass(frozen=True, slots=True)
class EvalCheck:
    """A gate: what it is about, what is expected, what was found, and why it fails if the figure alone does not say."""

    target: str
    expected: str
    found: Number | None
    passes: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """One agent test: its figures, its checks, and the letter that stands for its F1."""

    suite: str
    name: str
    runs: int
    figures: Mapping[str, Number | None]
    checks: tuple[EvalCheck, ...]
    selection: SelectionScore | None = None
    grade: str | None = None

    @property
    def passes(self) -> bool:
        """Return whether every check passes."""
        return all(check.passes for check in self.checks)


@dataclass(frozen=True, slots=True)
class EvalBasis:
    """The contract that runs are judged by: the lock and its names; `other_surface` accepts those of another."""

    lock: Lock
    names: CallNames
    other_surface: bool = False


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The result of `govern eval`; `skipped` are the parts of suites that were left out."""

    lock_digest: str
    encoding: str
    agents: tuple[Evaluated, ...]
    skipped: tuple[str, ...] = ()

    @property
    def passes(self) -> bool:
        """Return whether every agent test passes."""
        return all(agent.passes for agent in self.agents)


def evaluate(agent: Agent, suite: str, runs: Sequence[Run], basis: EvalBasis) -> Evaluated:
    """Return the figures of an agent's runs, and check them."""
    selection, figures = None, dict[str, Figure]()
    if sets := agent.equal_function_sets:
        selection = select(_members(sets.classes), runs, basis.names, require_success=sets.require_success)
        figures |= selection_figures(selection)
    if efficiency := agent.token_efficiency:
        if efficiency.classes or selection is None:
            own = select(_members(efficiency.classes or []), runs, basis.names)
        else:
            own = selection
        selection = selection or own
        figures |= efficiency_figures(own, surface_tokens(basis.lock, agent.servers), runs)
    if agent.trajectory:
        expected, mode = agent.trajectory.calls, agent.trajectory.match
        followed = sum(follows(expected, run.calls, mode, basis.names) for run in runs)
        figures["trajectory.matched"] = Figure(percent(followed, len(runs)))
    checks = (*_run_checks(agent, runs, basis), *_figure_checks(agent, figures))
    values = {name: figure.value for name, figure in figures.items()}
    letter = grade(selection.f1) if selection else None
    return Evaluated(suite, agent.name, len(runs), values, checks, selection, letter)


def _members(classes: Sequence[FunctionClass]) -> dict[str, Sequence[str]]:
    return {each.name: each.members for each in classes}


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
    cost, none_correct = _cost(runs), "no selection was correct"
    why = surface.absent or none_correct
    per_correct = round(cost.value / correct, 8) if cost.value is not None and correct else None
    figures = {
        "f1": Figure(selection.f1),
        "tool_surface_tokens": surface,
        "correct_selections": Figure(correct),
        "cost": cost,
        "tokens_per_correct": Figure(_per_correct(tokens, len(runs), correct), why),
        "tokens_per_correct_pooled": Figure(_per_correct(tokens, 1, correct), why),
        "cost_per_correct": Figure(per_correct, cost.absent or none_correct),
    }
    return {f"token_efficiency.{name}": figure for name, figure in figures.items()}


def _cost(runs: Sequence[Run]) -> Figure:
    """Return what the models of all runs cost in US dollars."""
    known = [run.cost for run in runs if run.cost is not None]
    if not known:
        return Figure(None, "recordings hold no prices")
    if len(known) < len(runs):
        return Figure(None, f"{len(runs) - len(known):,} of {len(runs):,} recordings hold no price")
    return Figure(round(fsum(known), 8))


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


def grade(f1: int | None) -> str | None:
    """Return the letter of an F1."""
    return None if f1 is None else next((letter for least, letter in _GRADES if f1 >= least), "F")


def _run_checks(agent: Agent, runs: Sequence[Run], basis: EvalBasis) -> Iterator[EvalCheck]:
    """Yield the checks of the recordings themselves: are they enough, and of this lock."""
    if len(runs) < agent.least_runs:
        why = f"{len(runs):,} of {agent.least_runs:,} runs are recorded"
        yield EvalCheck("runs", f">= {agent.least_runs:,}", len(runs), passes=False, why=why)
    digest = basis.lock.digest
    others = [run.file for run in runs if run.locks - {digest}]
    if others and not basis.other_surface:
        why = f"{', '.join(others[:3])} saw another lock than {digest[:19]}…; --allow-other-surface accepts it"
        yield EvalCheck("lock", digest, None, passes=False, why=why)


def _figure_checks(agent: Agent, figures: Mapping[str, Figure]) -> Iterator[EvalCheck]:
    """Yield a check for each expectation, and for each block without one its default."""
    for each in agent.expect:
        yield _expected_check(each, figures.get(each.target) or Figure(None, f"the agent has no `{_block(each)}`"))
    gated = {each.target.partition(".")[0] for each in agent.expect}
    defaults = (
        ("tool_selection.f1", DEFAULT_F1, agent.equal_function_sets),
        ("token_efficiency.f1", DEFAULT_F1, agent.token_efficiency),
        ("trajectory.matched", 100, agent.trajectory),
    )
    for target, least, block in defaults:
        if block and target.partition(".")[0] not in gated:
            yield _eval_check(target, f">= {least}", figures[target], _at_least(figures[target].value, least))


def _at_least(value: Number | None, least: int) -> bool:
    return value is not None and value >= least


def _block(expectation: Expectation) -> str:
    prefix = expectation.target.partition(".")[0]
    return "equal_function_sets" if prefix == "tool_selection" else prefix


def _expected_check(expectation: Expectation, figure: Figure) -> EvalCheck:
    matcher, value = expectation.matcher, figure.value
    return _eval_check(expectation.target, matcher.words, figure, value is not None and matcher.accepts(value))


def _eval_check(target: str, expected: str, figure: Figure, passes: bool) -> EvalCheck:  # noqa: FBT001
    return EvalCheck(target, expected, figure.value, passes, figure.absent if figure.value is None else "")
