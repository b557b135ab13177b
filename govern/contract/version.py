"""Semantic versions: read from texts and tags, and put in order."""

from __future__ import annotations

import re
from functools import total_ordering

from govern.dataclass import dataclass
from govern.regex import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

# Python's spelling of a pre-release (1.2.0rc1) is read too, since many servers are Python packages.
_VERSION = (
    r"v?(?P<major>\d{1,18})\.(?P<minor>\d{1,18})\.(?P<patch>\d{1,18})"
    r"(?:-(?P<pre>[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)|(?P<word>a|b|rc|alpha|beta)\.?(?P<number>\d{1,18}))?"
    r"(?:\+(?P<build>[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?"
)
_ALONE = regex(_VERSION, re.ASCII)
_TAG = regex(rf"(?:(?P<series>.+?)[-@/_])?{_VERSION}", re.ASCII)

# Python refuses to read numbers of thousands of digits; such are compared as words.
_LONGEST_NUMBER = 1_000


@total_ordering
@dataclass(frozen=True, slots=True)
class Version:
    """A version by semver 2.0.0. Two that differ in their build alone are of one precedence, and still two."""

    major: int
    minor: int
    patch: int
    pre: tuple[str, ...] = ()
    build: str = ""

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The version that this text is, with or without a leading `v`; None where it is none."""
        found = _ALONE.fullmatch(text)
        return cls._of(found) if found else None

    @classmethod
    def in_tag(cls, tag: str) -> tuple[str, Self] | None:
        """The series and the version that a tag names: `v1.2.3`, `1.2.3`, `name-v1.2.3`, `name@1.2.3`, `name/1.2.3`."""
        found = _ALONE.fullmatch(tag)
        if found:
            return "", cls._of(found)
        found = _TAG.fullmatch(tag)
        return (found["series"], cls._of(found)) if found else None

    @classmethod
    def _of(cls, found: re.Match[str]) -> Self:
        word = (found["word"], found["number"]) if found["word"] else ()
        pre = tuple(found["pre"].split(".")) if found["pre"] else word
        return cls(int(found["major"]), int(found["minor"]), int(found["patch"]), pre, found["build"] or "")

    @property
    def final(self) -> bool:
        """Whether it is no pre-release."""
        return not self.pre

    def __lt__(self, other: Version) -> bool:
        return self._order() < other._order()

    def __str__(self) -> str:
        pre = f"-{'.'.join(self.pre)}" if self.pre else ""
        return f"{self.major}.{self.minor}.{self.patch}{pre}{f'+{self.build}' if self.build else ''}"

    def _order(self) -> tuple[object, ...]:
        """A pre-release comes before its release; numbers before words; fewer words before more of them."""
        words = tuple((0, int(word), "") if _is_number(word) else (1, 0, word) for word in self.pre)
        return self.major, self.minor, self.patch, self.final, words, self.build


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) <= _LONGEST_NUMBER
