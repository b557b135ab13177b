"""A text as a model reads it: without invisible characters, and with look-alikes as the letters they imitate.

Python's Unicode tables differ between its versions; they may be used here because no lock depends on this.
"""
# ruff: noqa: RUF001 -- look-alikes and marks of other scripts are what this file is about

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from govern.contract.characters import has_hidden

_CYRILLIC = dict(zip("асеорхуіјѕԁһԛѡвкмнтАВЕКМНОРСТХІЈЅУ", "aceopxyijsdhqwvkmhtABEKMHOPCTXIJSY", strict=True))
_GREEK = dict(zip("οιρυχκντΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "oipuxkvtABEZHIKMNOPTYX", strict=True))
_ARMENIAN = dict(zip("օոսհցք", "onuhgp", strict=True))
LOOK_ALIKES = {**_CYRILLIC, **_GREEK, **_ARMENIAN}
# The texts of one item are folded twice: for their cues, and for their sentences.
_RECENT = 8
_TAGS = range(0xE0020, 0xE007F)
_WORD = re.compile(r"[^\W\d_]+")
_SPACED = re.compile(r"(?<!\w)\w(?:[ .\-*_·|]{1,4}\w(?!\w)){4,}")
_TIGHT = re.compile(r"([ .\-*_·|])\1*")


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text, and the original position of each of its characters (None if nothing moved)."""

    text: str
    origins: list[int] | None = None

    def origin(self, position: int) -> int:
        """Return the position before folding."""
        return self.origins[position] if self.origins and position < len(self.origins) else position


@lru_cache(_RECENT)
def fold(text: str) -> Folded:
    """Return the text as a model reads it."""
    letters = set(text)
    if all(_folded(char) == char for char in letters):
        return Folded(text if LOOK_ALIKES.keys().isdisjoint(letters) else _WORD.sub(_unmasked, text))
    out: list[str] = []
    origins: list[int] = []
    for index, char in enumerate(text):
        plain = _folded(char)
        out.append(plain)
        origins.extend([index] * len(plain))
    return Folded(_WORD.sub(_unmasked, "".join(out)), origins)


def mixed_scripts(word: str) -> bool:
    """Return whether a word mixes Latin letters with look-alikes from another script."""
    return not LOOK_ALIKES.keys().isdisjoint(word) and any("a" <= char.lower() <= "z" for char in word)


def join_spaced(text: str) -> str:
    """Return the text with `s p a c e d` words joined; words that are spaced no wider run together."""
    return _SPACED.sub(lambda match: _TIGHT.sub(lambda gap: " " if len(gap[0]) > 1 else "", match[0]), text)


def _unmasked(match: re.Match[str]) -> str:
    word = match[0]
    return "".join(LOOK_ALIKES.get(char, char) for char in word) if mixed_scripts(word) else word


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    if ord(char) in _TAGS:
        return chr(ord(char) - 0xE0000)
    if char in "\r\n\t":
        return char
    if has_hidden(char):
        return ""
    plain = unicodedata.normalize("NFKD", char)
    if len(plain) > 1 and plain[0].isascii() and all(unicodedata.combining(mark) for mark in plain[1:]):
        return plain[0]
    return unicodedata.normalize("NFKC", char)
