"""Versions by semver or by Python's rules: parsed from texts and tags, and ordered."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import total_ordering
from typing import Self

_NUMBER = r"\d{1,18}"
# After the numbers: a pre-release by semver or Python (1.2.0rc1), Python's post and development releases, and a build.
_REST = (
    rf"(?:-(?P<pre>[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)"
    rf"|[._]?(?P<word>alpha|beta|preview|pre|rc|a|b|c)[._-]?(?P<number>{_NUMBER})?)?"
    rf"(?P<post>[._-]?post(?P<posts>{_NUMBER})?)?(?P<dev>[._-]?dev(?P<devs>{_NUMBER})?)?"
    r"(?:\+(?P<build>[0-9A-Za-z-]+(?:[._][0-9A-Za-z-]+)*))?"
)


def _version(fewest: int) -> str:
    """Return the pattern of a version with at least this many numbers."""
    return rf"(?:(?P<epoch>{_NUMBER})!)?(?P<numbers>{_NUMBER}(?:\.{_NUMBER}){{{fewest - 1},7}}){_REST}"


_ANY_CASE = re.ASCII | re.IGNORECASE
_WHOLE = re.compile(f"v?{_version(3)}", _ANY_CASE)
_SHORT = re.compile(f"v?{_version(1)}", _ANY_CASE)
# Forms of tags, the most specific first. A single number is a version only after a `v`.
_TAGS = (
    re.compile(f"(?P<series>)(?:v?{_version(2)})", _ANY_CASE),
    re.compile(f"(?P<series>)v{_version(1)}", _ANY_CASE),
    re.compile(f"(?P<series>.+?)[-@/_.]v{_version(1)}", _ANY_CASE),
    re.compile(f"(?P<series>.+?)[-@/_]{_version(2)}", _ANY_CASE),
    re.compile(f"(?P<series>[a-z]+){_version(2)}", _ANY_CASE),
)
_LIKE_A_VERSION = re.compile(r"\d\.\d|(?:^|[^A-Za-z0-9])v\d", _ANY_CASE)
# Words before a version that are not a series.
_NO_SERIES = frozenset({"rel", "release", "releases", "tag", "tags", "v", "ver", "version", "versions"})
_PYTHONS_WORDS = {"alpha": "a", "beta": "b", "c": "rc", "pre": "rc", "preview": "rc"}

# Python does not parse numbers of thousands of digits; they are compared as words.
_LONGEST_NUMBER = 1_000


@total_ordering
@dataclass(frozen=True, slots=True)
class Version:
    """A version by semver 2.0.0, or by Python's rules.

    Versions that differ only in their build are not equal. `more` holds the numbers after the third.
    """

    major: int
    minor: int
    patch: int
    pre: tuple[str, ...] = ()
    build: str = ""
    epoch: int = 0
    more: tuple[int, ...] = ()
    post: int | None = None
    dev: int | None = None

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Parse a version of three or more numbers with an optional `v`, or return None."""
        found = _WHOLE.fullmatch(text)
        return cls._of(found) if found else None

    @classmethod
    def read_short(cls, text: str) -> Self | None:
        """Parse a version that may have fewer than three numbers, or return None."""
        found = _SHORT.fullmatch(text)
        return cls._of(found) if found else None

    @classmethod
    def in_tag(cls, tag: str) -> tuple[str, Self] | None:
        """Return the series and version of a tag, or None.

        `v1.2.3`, `1.2`, `v1` and `release/1.2.3` are of the unnamed series; `name-v1.2.3` and `name@1.2` of `name`.
        """
        found = next((match for pattern in _TAGS if (match := pattern.fullmatch(tag))), None)
        if found is None:
            return None
        series = found["series"]
        return "" if series.casefold() in _NO_SERIES else series, cls._of(found)

    @classmethod
    def _of(cls, found: re.Match[str]) -> Self:
        numbers = list(map(int, found["numbers"].split(".")))
        major, minor, patch, *more = numbers + [0] * (3 - len(numbers))
        while more and not more[-1]:
            more.pop()
        word = (found["word"] or "").lower()
        pre = tuple(found["pre"].split(".")) if found["pre"] else ()
        return cls(
            major,
            minor,
            patch,
            pre or ((_PYTHONS_WORDS.get(word, word), found["number"] or "0") if word else ()),
            found["build"] or "",
            int(found["epoch"] or 0),
            tuple(more),
            int(found["posts"] or 0) if found["post"] else None,
            int(found["devs"] or 0) if found["dev"] else None,
        )

    @property
    def final(self) -> bool:
        """Return whether this is not a pre-release."""
        return not self.pre and self.dev is None

    def __lt__(self, other: Version) -> bool:
        return self._order() < other._order()

    def __str__(self) -> str:
        epoch = f"{self.epoch}!" if self.epoch else ""
        numbers = ".".join(map(str, (self.major, self.minor, self.patch, *self.more)))
        pythons = self.post is not None or self.dev is not None
        pre = "".join(self.pre) if pythons else f"-{'.'.join(self.pre)}" if self.pre else ""
        post = f".post{self.post}" if self.post is not None else ""
        dev = f".dev{self.dev}" if self.dev is not None else ""
        return f"{epoch}{numbers}{pre}{post}{dev}{f'+{self.build}' if self.build else ''}"

    def _order(self) -> tuple[object, ...]:
        """Return the sort key: a pre-release before its release, numbers before words, fewer words before more.

        A development release comes before its release, and a post release after it.
        """
        words = tuple((0, int(word), "") if _is_number(word) else (1, 0, word) for word in self.pre)
        only_dev = self.dev is not None and not self.pre and self.post is None
        phase = -1 if only_dev else 0 if self.pre else 1
        dev = (1, 0) if self.dev is None else (0, self.dev)
        post = -1 if self.post is None else self.post
        numbers = (self.major, self.minor, self.patch, self.more)
        return self.epoch, numbers, phase, words, post, dev, self.build


def looks_like_version(tag: str) -> bool:
    """Return whether a person would read this tag as a version."""
    return bool(_LIKE_A_VERSION.search(tag))


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) <= _LONGEST_NUMBER
