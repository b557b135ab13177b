"""The words of texts and identifiers, and their stems."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import snowballstemmer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Words joined by these characters form one identifier; an apostrophe ends a word.
_IDENTIFIER = re.compile(r"\w+(?:[-./:]\w+)*")
# Where camelCase, PascalCase, digits and separators divide an identifier; a plural such as `URLs` is one word.
_SEAM = re.compile(
    r"[-_./:]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])(?![A-Z]s(?![a-z]))"
    r"|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])"
)
_ENGLISH = json.loads(Path(__file__).with_name("english.json").read_text(encoding="utf-8"))
# The words of grammar, which say nothing about a tool.
_STOP_WORDS = frozenset(_ENGLISH["stop words"])
_stemmer = snowballstemmer.stemmer("english")


def words(text: str) -> Iterator[str]:
    """Yield the words of a text in lower case: an identifier as a whole, and then its parts."""
    for found in _IDENTIFIER.findall(text):
        parts = [part for part in _SEAM.split(found) if part]
        if len(parts) > 1:
            yield found.casefold()
        for part in parts:
            yield part.casefold()


@cache
def stem(word: str) -> str:
    """Return the stem of a word in lower case, by the Snowball stemmer for English."""
    stemmed: str = _stemmer.stemWord(word)
    return stemmed


def is_stop_word(word: str) -> bool:
    """Return whether a word in lower case is one of grammar."""
    return word in _STOP_WORDS


@cache
def synonyms() -> Mapping[str, frozenset[str]]:
    """Return the stems that mean much the same as a stem, if it has any."""
    similar: dict[str, set[str]] = {}
    for group in _ENGLISH["synonyms"]:
        stems = {stem(word) for word in group}
        for each in stems:
            similar.setdefault(each, set()).update(stems - {each})
    return {word: frozenset(others) for word, others in similar.items()}
