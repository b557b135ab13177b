"""A search for the shortest text that matches some patterns and does not match others, by running their automata."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from .patterns import (
    ALL_CHARS,
    Choice,
    Edge,
    One,
    Repeat,
    Sequence,
    UnsupportedPattern,
    alphabet,
    char_set,
    contains,
    parse,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .budget import StepBudget
    from .patterns import CharSet, Node

_MOST_STATES = 3_000
_MOST_STEPS = 2_000
_MOST_COMBINATIONS = 16


class Automaton:
    """A nondeterministic automaton that finds a pattern anywhere in a text; a set of states is a bit mask.

    `silent` steps read no character; those in `at_start` and `at_end` are allowed only at the edges of the text.
    """

    def __init__(self, node: Node) -> None:
        self.reading: list[list[tuple[CharSet, int]]] = []
        self._silent: list[list[int]] = []
        self._at_start: list[list[int]] = []
        self._at_end: list[list[int]] = []
        self._steps: dict[tuple[int, int], int] = {}
        entry, goal = self._new(), self._new()
        self.matched = 1 << goal
        for loop in (entry, goal):
            self.reading[loop].append((ALL_CHARS, loop))
        self._add(node, entry, goal)
        states = range(len(self.reading))
        self._closures = [self._closure(state) for state in states]
        self.initial = self._settled(self._closure(entry, at_start=True))
        self._accepts_empty = bool(self._closure(entry, at_start=True, at_end=True) & self.matched)
        self._accepting = sum(1 << state for state in states if self._closure(state, at_end=True) & self.matched)

    def step(self, states: int, code: int) -> int:
        """Return the states after one more character."""
        known = self._steps.get((states, code))
        if known is None:
            known, left = 0, states
            while left:
                state = (left & -left).bit_length() - 1
                left &= left - 1
                for chars, to in self.reading[state]:
                    if contains(chars, code):
                        known |= self._closures[to]
            known = self._steps[states, code] = self._settled(known)
        return known

    def accepts(self, states: int, *, is_empty: bool) -> bool:
        """Return whether a text that led to these states matches if it ends here."""
        return self._accepts_empty if is_empty else bool(states & self._accepting)

    def _settled(self, states: int) -> int:
        """Drop the other states once the pattern has matched: it then matches whatever follows."""
        return self.matched if states & self.matched else states

    def _closure(self, state: int, *, at_start: bool = False, at_end: bool = False) -> int:
        seen, todo = 1 << state, [state]
        while todo:
            reached = todo.pop()
            onward = [*self._silent[reached], *(self._at_start[reached] if at_start else ())]
            for following in [*onward, *(self._at_end[reached] if at_end else ())]:
                if not seen >> following & 1:
                    seen |= 1 << following
                    todo.append(following)
        return seen

    def _new(self) -> int:
        if len(self.reading) >= _MOST_STATES:
            raise UnsupportedPattern
        for steps in (self.reading, self._silent, self._at_start, self._at_end):
            steps.append([])
        return len(self.reading) - 1

    def _add(self, node: Node, source: int, target: int) -> None:
        match node:
            case One():
                self.reading[source].append((node.chars, target))
            case Edge():
                (self._at_start if node.is_start else self._at_end)[source].append(target)
            case Sequence():
                for part in node.parts[:-1]:
                    source = self._added(part, source)
                if node.parts:
                    self._add(node.parts[-1], source, target)
                else:
                    self._silent[source].append(target)
            case Choice():
                for part in node.parts:
                    self._add(part, source, target)
            case Repeat():
                self._add_repeat(node, source, target)

    def _added(self, node: Node, source: int) -> int:
        """Add an expression that leads to a new state, and return that state."""
        target = self._new()
        self._add(node, source, target)
        return target

    def _add_repeat(self, node: Repeat, source: int, target: int) -> None:
        for _ in range(node.least):
            source = self._added(node.part, source)
        if node.most is None:
            loop = self._new()
            self._silent[source].append(loop)
            self._add(node.part, loop, loop)
            source = loop
        else:
            for _ in range(node.most - node.least):
                self._silent[source].append(target)
                source = self._added(node.part, source)
        self._silent[source].append(target)


@dataclass(frozen=True, slots=True)
class Condition:
    """An automaton that a text must match, or must not."""

    automaton: Automaton
    wanted: bool


@lru_cache(maxsize=512)
def _conditions(pattern: str, *, wanted: bool) -> tuple[tuple[Condition, ...], ...]:
    """Return a pattern, or its negation, as alternatives that are each a list of conditions."""
    held = parse(pattern)
    parts = [Condition(Automaton(held.body), wanted)]
    parts += [Condition(Automaton(part), wanted) for part in held.required]
    parts += [Condition(Automaton(part), not wanted) for part in held.forbidden]
    return (tuple(parts),) if wanted else tuple((part,) for part in parts)


class LengthRange(NamedTuple):
    """The lengths that a text may have."""

    least: int = 0
    most: int | None = None


def find_word(
    wanted: Iterable[str],
    unwanted: Iterable[str],
    budget: StepBudget,
    *,
    length: LengthRange = LengthRange(),  # noqa: B008 - it never changes
    other_than: Iterable[str] = (),
) -> str | None:
    """Return a shortest text that matches all wanted patterns and no unwanted one; None proves that there is none.

    Raise UnsupportedPattern if a pattern cannot be parsed or the search takes more steps than it may.
    """
    choices = [_conditions(pattern, wanted=True) for pattern in wanted]
    choices += [_conditions(pattern, wanted=False) for pattern in unwanted]
    combinations: list[tuple[Condition, ...]] = [()]
    for choice in choices:
        combinations = [(*before, *now) for before in combinations for now in choice]
        if len(combinations) > _MOST_COMBINATIONS:
            raise UnsupportedPattern
    steps = iter(range(_MOST_STEPS))

    def spend() -> None:
        budget.spend()
        if next(steps, None) is None:
            raise UnsupportedPattern

    excluded = frozenset(other_than)
    found = (_shortest(conditions, spend, length, excluded) for conditions in combinations)
    return next((word for word in found if word is not None), None)


def _shortest(
    conditions: tuple[Condition, ...], spend: Callable[[], None], length: LengthRange, excluded: frozenset[str]
) -> str | None:
    """Search all texts breadth first, treating texts that lead to the same states as one."""
    automata = [condition.automaton for condition in conditions]
    characters = _characters(automata, excluded)
    # A text that may still become an excluded one is not interchangeable with others that lead to the same states.
    prefixes = {word[:end] for word in excluded for end in range(len(word) + 1)}
    cap = length.least if length.most is None else length.most + 1
    first = (tuple(each.initial for each in automata), 0, "" if excluded else None)
    todo = deque([(first, "")])
    seen: set[tuple[tuple[int, ...], int, str | None]] = set()  # without `first`, the only one at the text's start
    while todo:
        (states, count, _), word = todo.popleft()
        fits = count >= length.least and (length.most is None or count <= length.most) and word not in excluded
        if fits and _is_end(conditions, states, is_empty=not word):
            return word
        if length.most is not None and count >= length.most:
            continue
        for code in characters:
            spend()
            after = tuple(map(Automaton.step, automata, states, repeat(code)))
            longer = word + chr(code)
            following = (after, min(count + 1, cap), longer if longer in prefixes else None)
            if following not in seen and not _is_dead(conditions, after):
                seen.add(following)
                todo.append((following, longer))
    return None


def _characters(automata: list[Automaton], excluded: frozenset[str]) -> tuple[int, ...]:
    """Return one character for each class that the automata or the excluded texts distinguish."""
    sets = {chars for each in automata for row in each.reading for chars, _ in row}
    return alphabet(frozenset(sets | {char_set(character) for word in excluded for character in word}))


def _is_end(conditions: tuple[Condition, ...], states: tuple[int, ...], *, is_empty: bool) -> bool:
    pairs = zip(conditions, states, strict=True)
    return all(each.automaton.accepts(held, is_empty=is_empty) == each.wanted for each, held in pairs)


def _is_dead(conditions: tuple[Condition, ...], states: tuple[int, ...]) -> bool:
    """Return whether no continuation fits: a wanted match is out of reach, or an unwanted one is complete."""
    pairs = zip(conditions, states, strict=True)
    return any(not held if each.wanted else held == each.automaton.matched for each, held in pairs)
