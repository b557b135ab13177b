"""Strings: what a form requires of them, samples of them, and the rule of `Inclusion`."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from .automaton import LengthRange, find_word
from .budget import BudgetExceeded
from .forms import listed_values
from .patterns import UnsupportedPattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .budget import StepBudget
    from .inclusion import Inclusion

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
_LONG, _LONGEST = 4_096, 100_000
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
