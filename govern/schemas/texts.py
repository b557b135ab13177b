"""Strings that a form describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .budget import Exhausted
from .patterns.automaton import Length, find_word
from .patterns.syntax import NotRegular

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .budget import Budget

Json = Any

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

    def word(self, budget: Budget, *, other_than: list[str] | None = None) -> str | None:
        """Find a string that has all of this, None as a proof that there is none."""
        excluded = [*self.excluded, *(other_than or [])]
        length = Length(self.least, self.most)
        return find_word(self.wanted, self.unwanted, budget, length=length, other_than=excluded)


def texts(form: dict[str, Json], budget: Budget) -> Iterator[str]:
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


def _words(facets: Facets, budget: Budget) -> Iterator[str]:
    found: list[str] = []
    try:
        while len(found) < _FEW and (word := facets.word(budget, other_than=found)) is not None:
            yield word
            found.append(word)
    except (NotRegular, Exhausted):
        yield from _ORDINARY
        yield from _OF_FORMATS.values()
