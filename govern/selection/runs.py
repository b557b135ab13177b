"""Runs of an agent, scored: its tool calls, equal-function sets, trajectories and figures."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Literal

    from govern.lockfile.document import Lock
    from govern.traces.recording import Usage

    Number = float


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A recorded call; `server` is empty if it is unknown."""

    server: str
    tool: str
    failed: bool = False

    @property
    def id(self) -> str:
        """Return `server.tool`, or the tool if the server is unknown."""
        return f"{self.server}.{self.tool}" if self.server else self.tool


@dataclass(frozen=True, slots=True)
class Run:
    """One run of an agent: its recording, its calls in order, and what the recording states about the run.

    `locks` are the digests of locks that it names, `usage` the tokens that the model used, and `distractors` the names
    of the distractors that the agent was offered.
    """

    file: str
    calls: tuple[ToolCall, ...]
    locks: frozenset[str] = frozenset()
    usage: Usage | None = None
    distractors: frozenset[str] | None = None


class CallNames:
    """The tools that the names in a suite stand for: a full id of the lock stands for that tool alone."""

    def __init__(self, tools: Mapping[str, Iterable[str]]) -> None:
        self.locked = tuple(ToolCall(server, tool) for server, held in tools.items() for tool in dict.fromkeys(held))
        self._ids = frozenset(call.id for call in self.locked)

    def means(self, name: str, call: ToolCall) -> bool:
        """Return whether a name in a suite means a call: by its full id, or by its tool on any server."""
        return name == call.id or (name == call.tool and name not in self._ids)

    def tools(self, name: str) -> tuple[ToolCall, ...]:
        """Return the locked tools that a name means."""
        return tuple(call for call in self.locked if self.means(name, call))

    def is_unlocked(self, name: str) -> bool:
        """Return whether a name is an id with a locked server, but with no tool of it."""
        return any(name.startswith(f"{call.server}.") for call in self.locked) and not self.tools(name)


@dataclass(frozen=True, slots=True)
class SelectionScore:
    """Counts of one run, or their sums over several runs.

    A class is correct if a call of its own satisfies it. `unexpected` are the calls in no class, `missed` the classes
    without a call, each with how often. `failed` calls returned an error.
    """

    correct: int
    calls: int
    redundant: int
    failed: int
    missed: Mapping[str, int]
    unexpected: Mapping[str, int]

    @property
    def false_positives(self) -> int:
        """Return the calls in no class."""
        return sum(self.unexpected.values())

    @property
    def false_negatives(self) -> int:
        """Return the classes that no call satisfied."""
        return sum(self.missed.values())

    @property
    def precision(self) -> int | None:
        """Return the correct share of what was called, in whole percent."""
        return percent(self.correct, self.correct + self.false_positives)

    @property
    def recall(self) -> int | None:
        """Return the share of the classes that were satisfied, in whole percent."""
        return percent(self.correct, self.correct + self.false_negatives)

    @property
    def f1(self) -> int | None:
        """Return the harmonic mean of precision and recall, in whole percent."""
        return percent(2 * self.correct, 2 * self.correct + self.false_positives + self.false_negatives)


def percent(part: int, whole: int) -> int | None:
    """Return a share in whole percent, rounded down, or None of nothing."""
    return 100 * part // whole if whole else None


def select(
    classes: Mapping[str, Sequence[str]], runs: Sequence[Run], names: CallNames, *, require_success: bool = False
) -> SelectionScore:
    """Score every run by itself and return the sums."""
    scores = [_score(classes, run.calls, names, require_success=require_success) for run in runs]
    return SelectionScore(
        correct=sum(score.correct for score in scores),
        calls=sum(score.calls for score in scores),
        redundant=sum(score.redundant for score in scores),
        failed=sum(score.failed for score in scores),
        missed=_summed([score.missed for score in scores]),
        unexpected=_summed([score.unexpected for score in scores]),
    )


def _summed(counts: Sequence[Mapping[str, int]]) -> Mapping[str, int]:
    total = sum((Counter(each) for each in counts), Counter[str]())
    return dict(sorted(total.items()))


def _score(
    classes: Mapping[str, Sequence[str]], calls: Sequence[ToolCall], names: CallNames, *, require_success: bool
) -> SelectionScore:
    times = Counter(calls)
    fits = {
        call: [name for name, members in classes.items() if any(names.means(member, call) for member in members)]
        for call in times
    }
    usable = [call for call in times if fits[call] and not (require_success and call.failed)]
    # No class needs more calls of one kind than there are classes.
    slots = [call for call in usable for _ in range(min(times[call], len(classes)))]
    edges = {name: [slot for slot, call in enumerate(slots) if name in fits[call]] for name in classes}
    satisfied = matched(edges)
    return SelectionScore(
        correct=len(satisfied),
        calls=len(calls),
        redundant=sum(times[call] for call in usable) - len(satisfied),
        failed=sum(call.failed for call in calls),
        missed=dict.fromkeys((name for name in classes if name not in satisfied), 1),
        unexpected=Counter(call.id for call in calls if not fits[call]),
    )


def matched(edges: Mapping[str, Sequence[int]]) -> frozenset[str]:
    """Return the names in a maximum matching of names with slots; of several, the one with the first names.

    A name that is matched stays so while others are added, so the result depends on neither order.
    """
    owners: dict[int, str] = {}
    return frozenset(name for name in sorted(edges) if _augment(name, edges, owners))


def _augment(start: str, edges: Mapping[str, Sequence[int]], owners: dict[int, str]) -> bool:
    """Find a slot for a name, moving others to other slots if needed, and return whether there is one."""
    slots = {name: slot for slot, name in owners.items()}
    came: dict[int, str] = {}
    waiting = deque([start])
    while waiting:
        name = waiting.popleft()
        for slot in edges[name]:
            if slot in came:
                continue
            came[slot] = name
            if slot in owners:
                waiting.append(owners[slot])
                continue
            free: int | None = slot
            while free is not None:
                mover = came[free]
                owners[free] = mover
                free = slots.get(mover)
            return True
    return False


def follows(
    expected: Sequence[str],
    calls: Sequence[ToolCall],
    mode: Literal["strict", "subsequence", "subset"],
    names: CallNames,
) -> bool:
    """Return whether a run makes exactly the expected calls, or makes them in this order, or in any order."""
    if mode == "strict":
        return len(expected) == len(calls) and all(map(names.means, expected, calls))
    if mode == "subsequence":
        rest = iter(calls)
        return all(any(names.means(name, call) for call in rest) for name in expected)
    edges = {
        f"{at}": [slot for slot, call in enumerate(calls) if names.means(name, call)]
        for at, name in enumerate(expected)
    }
    return len(matched(edges)) == len(expected)


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
