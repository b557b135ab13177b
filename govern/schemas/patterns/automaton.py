"""Words that match all of some expressions and none of others, found by walking their automata side by side."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from ..budget import PortionSpent  # noqa: TID252 - the room above
from . import letters, syntax

if TYPE_CHECKING:
    from collections.abc import Iterable

    from govern.schemas.budget import Budget

    from .letters import Ranges

_STATE_LIMIT = 3_000
_WORD_STEPS = 2_000
_COMBINATIONS = 16  # more than anybody writes


class Automaton:
    """A nondeterministic automaton; sets of its states are the bits of a number.

    `starts` and `ends` are silent steps that only the edges of the text allow.
    """

    def __init__(self) -> None:
        self.letters: list[list[tuple[Ranges, int]]] = []
        self.silent: list[list[int]] = []
        self.starts: list[list[int]] = []
        self.ends: list[list[int]] = []
        self.entry, self.goal = self.new(), self.new()
        self.begins_accepted = False
        self.beginning = 0
        self.arrived = 1 << self.goal
        self._accepting = 0
        self._closures: list[int] = []
        self._steps: dict[tuple[int, int], int] = {}

    def new(self) -> int:
        """Add a state."""
        if len(self.letters) >= _STATE_LIMIT:
            raise syntax.NotRegular
        self.letters.append([])
        self.silent.append([])
        self.starts.append([])
        self.ends.append([])
        return len(self.letters) - 1

    def finish(self) -> Automaton:
        """Work out what does not depend on the text."""
        self._closures = [self._closure(state) for state in range(len(self.letters))]
        self.beginning = self._settled(self._closure(self.entry, at_start=True))
        self.begins_accepted = bool(self._closure(self.entry, at_start=True, at_end=True) & self.arrived)
        for state in range(len(self.letters)):
            if self._closure(state, at_end=True) & self.arrived:
                self._accepting |= 1 << state
        return self

    def _closure(self, state: int, *, at_start: bool = False, at_end: bool = False) -> int:
        seen, todo = 1 << state, [state]
        while todo:
            reached = todo.pop()
            onward = [*self.silent[reached], *(self.starts[reached] if at_start else ())]
            for following in [*onward, *(self.ends[reached] if at_end else ())]:
                if not seen >> following & 1:
                    seen |= 1 << following
                    todo.append(following)
        return seen

    def step(self, states: int, code: int) -> int:
        """Return the states after one more character."""
        known = self._steps.get((states, code))
        if known is None:
            known, left = 0, states
            while left:
                state = (left & -left).bit_length() - 1
                left &= left - 1
                for part, to in self.letters[state]:
                    if letters.holds(part, code):
                        known |= self._closures[to]
            known = self._steps[states, code] = self._settled(known)
        return known

    def _settled(self, states: int) -> int:
        """What has matched once has matched, whatever follows."""
        return self.arrived if states & self.arrived else states

    def accepts(self, states: int, *, is_beginning: bool) -> bool:
        """Tell whether the text may end here."""
        return self.begins_accepted if is_beginning else bool(states & self._accepting)


def build(node: syntax.Node) -> Automaton:
    """Build the automaton of all texts in which the expression matches somewhere."""
    made = Automaton()
    for loop in (made.entry, made.goal):
        made.letters[loop].append((letters.ALL, loop))
    _add(made, node, made.entry, made.goal)
    return made.finish()


def _add(made: Automaton, node: syntax.Node, source: int, target: int) -> None:
    match node:
        case syntax.One():
            made.letters[source].append((node.of, target))
        case syntax.Edge():
            (made.starts if node.is_start else made.ends)[source].append(target)
        case syntax.Sequence():
            for part in node.parts[:-1]:
                middle = made.new()
                _add(made, part, source, middle)
                source = middle
            if node.parts:
                _add(made, node.parts[-1], source, target)
            else:
                made.silent[source].append(target)
        case syntax.Choice():
            for part in node.parts:
                _add(made, part, source, target)
        case syntax.Repeat():
            _add_repeat(made, node, source, target)


def _add_repeat(made: Automaton, node: syntax.Repeat, source: int, target: int) -> None:
    for _ in range(node.least):
        middle = made.new()
        _add(made, node.part, source, middle)
        source = middle
    if node.most is None:
        loop = made.new()
        made.silent[source].append(loop)
        _add(made, node.part, loop, loop)
        made.silent[loop].append(target)
        return
    for _ in range(node.most - node.least):
        middle = made.new()
        made.silent[source].append(target)
        _add(made, node.part, source, middle)
        source = middle
    made.silent[source].append(target)


@dataclass(frozen=True, slots=True)
class Condition:
    """One automaton that a word must lead to its end, or must not."""

    automaton: Automaton
    wanted: bool


@lru_cache(maxsize=512)
def _conditions(pattern: str, *, wanted: bool) -> tuple[tuple[Condition, ...], ...]:
    """Read an expression as a choice of conjunctions, so that its conditions at the start can be denied too."""
    held = syntax.parse(pattern)
    parts = [Condition(build(held.body), wanted)]
    parts += [Condition(build(part), wanted) for part in held.also]
    parts += [Condition(build(part), not wanted) for part in held.never]
    return (tuple(parts),) if wanted else tuple((part,) for part in parts)


class Length(NamedTuple):
    """How long a word may be."""

    least: int = 0
    most: int | None = None


def find_word(
    wanted: Iterable[str],
    unwanted: Iterable[str],
    budget: Budget,
    *,
    length: Length = Length(),  # noqa: B008 - it never changes
    other_than: Iterable[str] = (),
) -> str | None:
    """Find a short word that matches all wanted patterns and no unwanted one; None is a proof that there is none.

    Raises NotRegular where a pattern is beyond this reader, or the search outgrows its portion of the budget.
    """
    choices = [_conditions(pattern, wanted=True) for pattern in wanted]
    choices += [_conditions(pattern, wanted=False) for pattern in unwanted]
    combinations: list[tuple[Condition, ...]] = [()]
    for choice in choices:
        combinations = [(*before, *now) for before in combinations for now in choice]
        if len(combinations) > _COMBINATIONS:
            raise syntax.NotRegular
    portion = budget.portion(_WORD_STEPS)
    excluded = frozenset(other_than)
    try:
        found = (_shortest(conditions, portion, length, excluded) for conditions in combinations)
        return next((word for word in found if word is not None), None)
    except PortionSpent as error:
        raise syntax.NotRegular from error


def _shortest(
    conditions: tuple[Condition, ...], budget: Budget, length: Length, excluded: frozenset[str]
) -> str | None:
    automata = [condition.automaton for condition in conditions]
    alphabet = _alphabet(automata, excluded)
    # Words that begin an excluded one are told apart from others that lead to the same states.
    beginnings = {word[:end] for word in excluded for end in range(len(word) + 1)}
    cap = length.least if length.most is None else length.most + 1
    first = (tuple(each.beginning for each in automata), 0, "" if excluded else None)
    todo = deque([(first, "")])
    seen: set[tuple[tuple[int, ...], int, str | None]] = set()  # without the first: only there is the text's start
    while todo:
        (states, count, _), word = todo.popleft()
        fits = count >= length.least and (length.most is None or count <= length.most) and word not in excluded
        if fits and _is_end(conditions, states, is_beginning=not word):
            return word
        if length.most is not None and count >= length.most:
            continue
        for code in alphabet:
            budget.spend()
            after = tuple(map(Automaton.step, automata, states, repeat(code)))
            longer = word + chr(code)
            following = (after, min(count + 1, cap), longer if longer in beginnings else None)
            if following not in seen and not _is_dead(conditions, after):
                seen.add(following)
                todo.append((following, longer))
    return None


def _alphabet(automata: list[Automaton], excluded: frozenset[str]) -> tuple[int, ...]:
    """Choose one character for each that the automata or the excluded words tell apart."""
    parts = {part for each in automata for row in each.letters for part, _ in row}
    return letters.kinds(frozenset(parts | {letters.of(character) for word in excluded for character in word}))


def _is_end(conditions: tuple[Condition, ...], states: tuple[int, ...], *, is_beginning: bool) -> bool:
    for condition, held in zip(conditions, states, strict=True):
        if condition.automaton.accepts(held, is_beginning=is_beginning) != condition.wanted:
            return False
    return True


def _is_dead(conditions: tuple[Condition, ...], states: tuple[int, ...]) -> bool:
    """Tell whether no longer text can do: a wanted match is out of reach, or an unwanted one is made."""
    for condition, held in zip(conditions, states, strict=True):
        if not held if condition.wanted else held == condition.automaton.arrived:
            return True
    return False
