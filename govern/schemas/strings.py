"""Strings within strings: the library first, then automata."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .automaton import LengthRange, find_word
from .budget import BudgetExceeded
from .patterns import UnsupportedPattern

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from .budget import StepBudget
    from .inclusion import Inclusion

Json = Any


def strings(question: Inclusion, a: dict[str, Json], b: dict[str, Json]) -> Generator[Json, None, bool]:
    """Ask whether all strings of `a` are in `b`."""
    mine, theirs = Facets(a), Facets(b)
    if not (theirs.wanted or mine.wanted or mine.unwanted):
        return (yield from question.by_library(a, b))
    is_proven = b.get("format") in {None, a.get("format")}
    for demand in _demands(mine, theirs):
        is_proven = (yield from _meets(question, mine, demand)) and is_proven
    return is_proven or (yield from question.by_library(a, b))


def _demands(mine: Facets, theirs: Facets) -> list[tuple[str | None, int, int | None]]:
    """List what is asked for and not promised in the same words: a pattern, or a length."""
    demands: list[tuple[str | None, int, int | None]] = []
    if theirs.least > mine.least:
        demands.append((None, 0, theirs.least - 1))
    if theirs.most is not None and (mine.most is None or mine.most > theirs.most):
        demands.append((None, theirs.most + 1, None))
    return demands + [(pattern, 0, None) for pattern in theirs.wanted if pattern not in mine.wanted]


def _meets(
    question: Inclusion, mine: Facets, demand: tuple[str | None, int, int | None]
) -> Generator[Json, None, bool]:
    """Look for a word that has all of mine and fails one demand."""
    pattern, least, most = demand
    unwanted = [*mine.unwanted, *([] if pattern is None else [pattern])]
    try:
        # Without lengths the search is smaller, and what it does not find is not there with them either.
        if pattern is not None and find_word(mine.wanted, unwanted, question.budget) is None:
            return True
        upper = min((limit for limit in (most, mine.most) if limit is not None), default=None)
        length = LengthRange(max(least, mine.least), upper)
        word = find_word(mine.wanted, unwanted, question.budget, length=length, other_than=mine.excluded)
    except UnsupportedPattern:
        return False
    if word is None:
        return True
    if any(end in word for end in "\n\r\u2028\u2029"):
        yield from _on_one_line(question, mine, unwanted, length)
    yield word
    return False


def _on_one_line(
    question: Inclusion, mine: Facets, unwanted: list[str], length: LengthRange
) -> Generator[Json, None, None]:
    """Look for a word without line ends, about which readers of `.` and `$` do not agree."""
    try:
        word = find_word(mine.wanted, [*unwanted, "[\\n\\r\\u2028\\u2029]"], question.budget, length=length)
    except UnsupportedPattern:
        return
    if word is not None:
        yield word


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
_LONG, _LONGEST = 4_096, 100_000
_FEW = 3


class Facets:
    """What a form demands of a string: length, patterns that match, patterns that do not, and the rest."""

    def __init__(self, form: dict[str, Json]) -> None:
        self.least = int(form.get("minLength", 0))
        self.most = None if form.get("maxLength") is None else int(form["maxLength"])
        self.wanted: list[str] = []
        self.unwanted: list[str] = []
        self.excluded: list[str] = []
        self.format: str | None = form.get("format")
        for part in (form, *form.get("allOf", [])):
            self._take(part)

    def _take(self, part: Json) -> None:
        if not isinstance(part, dict):
            return
        if "pattern" in part:
            self.wanted.append(part["pattern"])
        denied = part.get("not")
        if not isinstance(denied, dict) or len(denied.keys() - {"type"}) != 1:
            return  # what is denied only together with more is not denied
        if denied.get("type", "string") != "string":
            return
        if "pattern" in denied:
            self.unwanted.append(denied["pattern"])
        listed = [denied["const"]] if "const" in denied else denied.get("enum", [])
        self.excluded += [value for value in listed if isinstance(value, str)]

    def word(self, budget: StepBudget, *, other_than: list[str] | None = None) -> str | None:
        """Find a string that has all of this, None as a proof that there is none."""
        excluded = [*self.excluded, *(other_than or [])]
        length = LengthRange(self.least, self.most)
        return find_word(self.wanted, self.unwanted, budget, length=length, other_than=excluded)


def texts(form: dict[str, Json], budget: StepBudget) -> Iterator[str]:
    """Draw strings: formats first, then the shortest that the patterns allow, then ordinary ones."""
    facets = Facets(form)
    if facets.format in _OF_FORMATS:
        yield _OF_FORMATS[facets.format]
    if facets.wanted or facets.unwanted or facets.excluded:
        yield from _words(facets, budget)
        return
    for text in _ORDINARY if facets.least <= _LONG else _ORDINARY[1:2]:
        if facets.most is None or facets.least <= facets.most:
            yield from _fitted(text, facets)


def _fitted(text: str, facets: Facets) -> Iterator[str]:
    if facets.least > _LONGEST:
        return
    padded = text + "a" * (facets.least - len(text))
    yield padded if facets.most is None else padded[: facets.most]


def _words(facets: Facets, budget: StepBudget) -> Iterator[str]:
    found: list[str] = []
    try:
        while len(found) < _FEW and (word := facets.word(budget, other_than=found)) is not None:
            yield word
            found.append(word)
    except (UnsupportedPattern, BudgetExceeded):
        yield from _ORDINARY
        yield from _OF_FORMATS.values()
