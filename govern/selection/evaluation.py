"""The figures of an agent's runs and the gates on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from govern.selection.distractors import distractor_figures
from govern.selection.intents import intent_figures, score_intents
from govern.selection.runs import (
    Figure,
    choice_figures,
    efficiency_figures,
    follows,
    percent,
    select,
    selection_figures,
    surface_tokens,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from govern.lockfile.document import Lock
    from govern.selection.intents import IntentScore
    from govern.selection.runs import CallNames, Number, Run, SelectionScore
    from govern.selection.suite import Agent

# What a block needs if the suite states no gate on its figures.
_DEFAULTS: Mapping[str, int] = {
    "tool_selection.f1": 50,
    "token_efficiency.f1": 50,
    "distractors.accuracy": 50,
    "trajectory.matched": 100,
    "intents.recall@5": 50,
}
_OF_CHOICE = ("rate", "tokens")
_GRADES = ((90, "A"), (80, "B"), (70, "C"), (60, "D"))


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
    """One agent test: its figures, its checks, and the letter that stands for its F1.

    `unscored` are the blocks that need recordings, if there are none. `unlocked` are the members of its classes that a
    locked server does not list.
    """

    suite: str
    name: str
    runs: int
    figures: Mapping[str, Number | None]
    checks: tuple[EvalCheck, ...]
    selection: SelectionScore | None = None
    grade: str | None = None
    intents: IntentScore | None = None
    unscored: tuple[str, ...] = ()
    members: Mapping[str, Sequence[str]] = field(default_factory=dict)
    unlocked: tuple[str, ...] = ()

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

    lock: Lock
    path: Path
    agents: tuple[Evaluated, ...]
    skipped: tuple[str, ...] = ()

    @property
    def passes(self) -> bool:
        """Return whether every agent test passes."""
        return all(agent.passes for agent in self.agents)


def evaluate(agent: Agent, suite: str, runs: Sequence[Run], basis: EvalBasis) -> Evaluated:
    """Return the figures of an agent's runs and intents, and check them. Without runs, only intents are scored."""
    selection, figures, checks = None, dict[str, Figure](), list[EvalCheck]()
    members = {each.name: each.members for each in agent.classes}
    if runs:
        selection, figures = _run_figures(agent, members, runs, basis)
        checks += [*_run_checks(agent, runs, basis)]
    intents = score_intents(agent.intents, members, basis.lock, agent.servers) if agent.intents else None
    if intents:
        figures |= intent_figures(intents)
    checks += _figure_checks(agent, figures, is_recorded=bool(runs))
    return Evaluated(
        suite=suite,
        name=agent.name,
        runs=len(runs),
        figures={name: figure.value for name, figure in figures.items()},
        checks=tuple(checks),
        selection=selection,
        grade=grade(selection.f1) if selection else None,
        intents=intents,
        unscored=() if runs else agent.recorded_blocks,
        members=members,
        unlocked=tuple(dict.fromkeys(filter(basis.names.is_unlocked, _all_members(agent)))),
    )


def _all_members(agent: Agent) -> Iterator[str]:
    for block in (agent.equal_function_sets, agent.token_efficiency):
        for each in (block.classes if block else None) or ():
            yield from each.members


def _run_figures(
    agent: Agent, members: Mapping[str, Sequence[str]], runs: Sequence[Run], basis: EvalBasis
) -> tuple[SelectionScore | None, dict[str, Figure]]:
    """Return the score of the classes, and the figures of all blocks about recorded runs."""
    selection, figures = None, dict[str, Figure]()
    if sets := agent.equal_function_sets:
        selection = select(members, runs, basis.names, require_success=sets.require_success)
        figures |= selection_figures(selection)
    if efficiency := agent.token_efficiency:
        if efficiency.classes or selection is None:
            own = select({each.name: each.members for each in efficiency.classes or ()}, runs, basis.names)
        else:
            own = selection
        selection = selection or own
        figures |= efficiency_figures(own, surface_tokens(basis.lock, agent.servers), runs)
    if choice := agent.tool_selection:
        figures |= choice_figures(choice.tools, runs, basis.names)
    if distractors := agent.distractors:
        right = [*distractors.of, *(member for each in members.values() for member in each)]
        figures |= distractor_figures(distractors, right, runs, basis.lock, basis.names)
    if agent.trajectory:
        expected, mode = agent.trajectory.calls, agent.trajectory.match
        followed = sum(follows(expected, run.calls, mode, basis.names) for run in runs)
        figures["trajectory.matched"] = Figure(percent(followed, len(runs)))
    return selection, figures


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


def _figure_checks(agent: Agent, figures: Mapping[str, Figure], *, is_recorded: bool) -> Iterator[EvalCheck]:
    """Yield a check for each expectation, for the limits of `tool_selection`, and for each block without one."""
    for each in agent.expect:
        missing = is_recorded or each.target.startswith("intents.")
        why = f"the agent has no `{block_of(each.target)}`" if missing else "there is no recording"
        figure = figures.get(each.target) or Figure(None, why)
        accepted = figure.value is not None and each.matcher.accepts(figure.value)
        yield _eval_check(each.target, each.matcher.words, figure, passes=accepted)
    if (choice := agent.tool_selection) and is_recorded:
        rate, tokens = figures["tool_selection.rate"], figures["tool_selection.tokens"]
        yield _eval_check("tool_selection.rate", f">= {choice.min_rate}", rate, passes=_least(rate, choice.min_rate))
        if choice.max_tokens:
            few = tokens.value is not None and tokens.value <= choice.max_tokens
            yield _eval_check("tool_selection.tokens", f"<= {choice.max_tokens:,}", tokens, passes=few)
    gated = {block_of(each.target) for each in agent.expect}
    for target, least in _DEFAULTS.items():
        if target in figures and block_of(target) not in gated:
            yield _eval_check(target, f">= {least}", figures[target], passes=_least(figures[target], least))


def _least(figure: Figure, least: int) -> bool:
    return figure.value is not None and figure.value >= least


def block_of(target: str) -> str:
    """Return the block of a suite that a figure belongs to."""
    prefix, _, name = target.partition(".")
    return "equal_function_sets" if prefix == "tool_selection" and name not in _OF_CHOICE else prefix


def _eval_check(target: str, expected: str, figure: Figure, *, passes: bool) -> EvalCheck:
    return EvalCheck(target, expected, figure.value, passes, figure.absent if figure.value is None else "")
