"""Strings: what a form requires of them, samples of them, the rule of `Inclusion`, and the search that all of it needs.

It finds the shortest text that matches some patterns and does not match others, by running their automata.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from govern.schemas.budget import BudgetExceeded
from govern.schemas.forms import listed_values
from govern.schemas.patterns import (
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
    from collections.abc import Callable, Iterable, Iterator

    from govern.schemas.budget import StepBudget
    from govern.schemas.inclusion import Inclusion
    from govern.schemas.patterns import CharSet, Node

Json = Any
Search = Generator[Json, None, bool]

_ORDINARY = ("", "a", "0", "A b", "1c-z00Z0", "true", "not a format", "-", "#", "/", "é")
_OF_FORMATS = {
    "date": "2024-02-29",
    "date-time": "2024-02-29T12:00:00Z",
    "duration": "P1D",
    "email": "a@example.com",
    "hostname": "example.com",
    "idn-email": "a@example.com",
    "idn-hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "iri": "http://example.com/é",
    "iri-reference": "/é",
    "json-pointer": "/a",
    "regex": "^a$",
    "relative-json-pointer": "0/a",
    "time": "12:00:00Z",
    "uri": "http://example.com/",
    "uri-reference": "/a",
    "uri-template": "http://example.com/{a}",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
}
_LINE_END = "[\\n\\r\\u2028\\u2029]"
# The second is one more than the largest round bound that servers set on a text.
_LONG, _LONGEST = 4_096, 100_001
_MOST_WORDS = 3


class StringFacets:
    """The length, the patterns, the excluded values and the format that a form requires of a string."""

    def __init__(self, form: dict[str, Json]) -> None:
        self.least = int(form.get("minLength", 0))
        self.most = None if form.get("maxLength") is None else int(form["maxLength"])
        self.wanted: list[str] = []
        self.unwanted: list[str] = []
        self.excluded: list[str] = []
        self.format: str | None = form.get("format")
        for part in (form, *form.get("allOf", [])):
            if isinstance(part, dict):
                self._add(part)

    def _add(self, part: dict[str, Json]) -> None:
        if "pattern" in part:
            self.wanted.append(part["pattern"])
        denied = part.get("not")
        if not isinstance(denied, dict) or len(denied.keys() - {"type"}) != 1:
            return  # several keywords are denied only together
        if denied.get("type", "string") != "string":
            return
        if "pattern" in denied:
            self.unwanted.append(denied["pattern"])
        self.excluded += [value for value in listed_values(denied) or [] if isinstance(value, str)]

    def find_word(self, budget: StepBudget, *, other_than: list[str] | None = None) -> str | None:
        """Return a string with these facets, disregarding the format; None proves that there is none."""
        excluded = [*self.excluded, *(other_than or [])]
        length = LengthRange(self.least, self.most)
        return find_word(self.wanted, self.unwanted, budget, length=length, other_than=excluded)


def sample_strings(form: dict[str, Json], budget: StepBudget) -> Iterator[str]:
    """Yield strings: one of the format, then the shortest that match the patterns, or else ordinary ones."""
    facets = StringFacets(form)
    if facets.format in _OF_FORMATS:
        yield _OF_FORMATS[facets.format]
    if facets.wanted or facets.unwanted or facets.excluded:
        yield from _sample_words(facets, budget)
    elif facets.least <= _LONGEST and (facets.most is None or facets.least <= facets.most):
        for text in _ORDINARY if facets.least <= _LONG else _ORDINARY[1:2]:
            yield (text + "a" * (facets.least - len(text)))[: facets.most]


def _sample_words(facets: StringFacets, budget: StepBudget) -> Iterator[str]:
    found: list[str] = []
    try:
        while len(found) < _MOST_WORDS and (word := facets.find_word(budget, other_than=found)) is not None:
            yield word
            found.append(word)
    except (UnsupportedPattern, BudgetExceeded):
        yield from _ORDINARY
        yield from _OF_FORMATS.values()


def strings_within(inclusion: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Search:
    """Prove that all strings of `a` are in `b`, or yield candidates."""
    own, other = StringFacets(a), StringFacets(b)
    if not (other.wanted or own.wanted or own.unwanted):
        return (yield from inclusion.by_library(a, b))
    is_proven = b.get("format") in {None, a.get("format")}
    if other.least > own.least:
        is_proven = (yield from _none_avoids(inclusion, own, own.unwanted, 0, other.least - 1)) and is_proven
    if other.most is not None and (own.most is None or own.most > other.most):
        is_proven = (yield from _none_avoids(inclusion, own, own.unwanted, other.most + 1, None)) and is_proven
    for pattern in other.wanted:
        if pattern not in own.wanted:
            is_proven = (yield from _all_match(inclusion, own, pattern)) and is_proven
    return is_proven or (yield from inclusion.by_library(a, b))


def _all_match(inclusion: Inclusion, own: StringFacets, pattern: str) -> Search:
    """Prove that every string of `a` matches a pattern, or yield one that does not."""
    unwanted = [*own.unwanted, pattern]
    try:
        # The search without lengths is smaller. If it finds nothing, there is nothing with lengths either.
        if find_word(own.wanted, unwanted, inclusion.budget) is None:
            return True
    except UnsupportedPattern:
        return False
    return (yield from _none_avoids(inclusion, own, unwanted, 0, None))


def _none_avoids(inclusion: Inclusion, own: StringFacets, unwanted: list[str], least: int, most: int | None) -> Search:
    """Prove that no string of `a` has such a length and avoids the unwanted patterns, or yield one."""
    upper = min((limit for limit in (most, own.most) if limit is not None), default=None)
    length = LengthRange(max(least, own.least), upper)
    budget = inclusion.budget
    try:
        word = find_word(own.wanted, unwanted, budget, length=length, other_than=own.excluded)
        if word is None:
            return True
    except UnsupportedPattern:
        return False
    if any(end in word for end in "\n\r\u2028\u2029"):
        # Validators disagree about `.` and `$` at line ends, so a string without one comes first.
        try:
            single_line = find_word(own.wanted, [*unwanted, _LINE_END], budget, length=length)
        except UnsupportedPattern:
            single_line = None
        if single_line is not None:
            yield single_line
    yield word
    return False


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
