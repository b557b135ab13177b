"""A score of how much a sentence reads like an attempt to steer a model.

The score is a linear model over words, pairs of words and letter groups, trained by `python -m tests.texts.train`. It
is an estimate that orders what people read and decides how to warn; docs/limits.md states its error rates.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import nlargest
from itertools import pairwise
from math import fsum, inf, sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from govern.texts.folding import blobs, fold, join_spaced
from govern.texts.parts import KNOWN_SHORT, SHORT, added_parts, parts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from govern.texts.parts import Placed

MODEL = Path(__file__).with_name("steering.json")
_SENTENCE_END = re.compile("(?<=[.!?])\\s+|\n+|(?<=[\u3002\uff01\uff1f])")
_WORD = re.compile("([A-Za-z][A-Za-z0-9+.-]{1,20}://\\S+)|[A-Za-z]+(?:['\u2019][A-Za-z]+)?|[\u0370-\u1fff]+|[^\\W_]")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://(\S+)")
_BETWEEN_WORDS = re.compile(r"[^A-Za-z']+")
_FEWEST_WORDS, _MOST_WORDS = 4, 48
_MOST_SUSPECTS, _GRAMS_SHOWN = 20, 5
_KNOWN_WORDS = 4_096
# A sentence rewords an old one if they share more than this part of their words.
_REWORDED = 0.5
# Words that say nothing about why a sentence is suspicious; `^` is its beginning.
_STOP_WORDS = frozenset({
    "^", "a", "an", "and", "are", "as", "at", "be", "been", "but", "by", "for", "from", "has", "have", "he",
    "her", "his", "i", "if", "in", "into", "is", "it", "its", "me", "my", "now", "of", "on", "or", "our", "she",
    "so", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "to", "us",
    "was", "we", "were", "which", "will", "with", "you", "your",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or a part of a very long one, as a model reads it, with its words."""

    text: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suspect:
    """An added sentence with its score; above 0 it is suspicious."""

    sentence: Sentence
    pointer: str
    score: float


def suspects(old: Collection[Placed], new: Iterable[Placed]) -> list[Suspect]:
    """Return the most suspicious sentences that the new texts add, the highest score first.

    A sentence that rewords an old one counts only if its score is higher.
    """
    scored = (Suspect(each, pointer, score(each.words)) for pointer, each in added_sentences(old, new))
    highest = nlargest(_MOST_SUSPECTS, scored, key=lambda each: each.score)
    if not highest or highest[0].score <= 0:
        return highest
    words = [set(each.sentence.words) for each in highest]
    before = [-inf] * len(highest)
    for each in (each for _, text in old for _, part in parts(text) for each in sentences(part)):
        held = set(each.words)
        for at, mine in enumerate(words):
            if len(mine & held) > _REWORDED * max(len(mine), len(held)):
                before[at] = max(before[at], score(each.words))
    return [each for each, least in zip(highest, before, strict=True) if each.score > least]


def added_sentences(old: Collection[Placed], new: Iterable[Placed]) -> Iterator[tuple[str, Sentence]]:
    """Yield each sentence that the new texts add, once, with the pointer of its text."""
    # Sentences are kept as hashes, since the texts of one server may be megabytes.
    seen = {hash(each.words) for _, text in old for _, part in parts(text) for each in sentences(part)}
    for pointer, _, part in added_parts(old, new):
        for each in sentences(part):
            if hash(each.words) not in seen:
                seen.add(hash(each.words))
                yield pointer, each


def sentences(text: str) -> Iterator[Sentence]:
    """Return the sentences of a text, including encoded and spaced-out ones; neighbours of few words are one."""
    return iter(_sentences_of_short(text)) if len(text) <= SHORT else _sentences(text)


@lru_cache(KNOWN_SHORT)
def _sentences_of_short(text: str) -> Sequence[Sentence]:
    return tuple(_sentences(text))


def _sentences(text: str) -> Iterator[Sentence]:
    folded = fold(text).text
    together = join_spaced(folded)
    decoded = [plain for _, _, plain in blobs(folded) if plain]
    addresses = [_BETWEEN_WORDS.sub(" ", address) for address in _ADDRESS.findall(folded)] if "://" in folded else []
    for reading in (folded, *([together] if together != folded else ()), *decoded, *addresses):
        short: list[str] = []
        for sentence in _SENTENCE_END.split(reading):
            found = [*_in_parts(sentence)]
            if found and short:
                yield from _in_parts(" ".join(short))
                short.clear()
            elif not found:
                short.append(sentence)
            yield from found
        if short:
            yield from _in_parts(" ".join(short))


def _in_parts(sentence: str) -> Iterator[Sentence]:
    """Yield a sentence, or the parts of a very long one; nothing for one of few words."""
    found = list(_WORD.finditer(sentence))
    for at in range(0, len(found), _MOST_WORDS):
        part = found[at : at + _MOST_WORDS]
        if len(part) >= _FEWEST_WORDS:
            yield Sentence(sentence[part[0].start() : part[-1].end()], tuple(map(_word, part)))


def score(words: tuple[str, ...]) -> float:
    """Return the score of a sentence; above 0 it is suspicious."""
    weights = _weights()
    found = [*filter(None, map(weights.get, grams(words)))]
    # The grams are a set, whose order differs from run to run; only an exact sum does not depend on it.
    return weights[""] + fsum(found) / sqrt(len(found) or 1)


def heaviest_grams(words: tuple[str, ...]) -> list[str]:
    """Return the words and pairs of words that raise a sentence's score most; those of stop words only say nothing."""
    weights = _weights()
    known = [gram for gram in grams(words) if gram[0] != "#" and gram.islower() and weights.get(gram, 0) > 0]
    known = [gram for gram in known if not _STOP_WORDS.issuperset(gram.split())]
    return sorted(known, key=lambda gram: (-weights[gram], gram))[:_GRAMS_SHOWN]


def grams(words: tuple[str, ...]) -> set[str]:
    """Return the words, pairs of words, and groups of 4 and 5 letters of a sentence."""
    small = [word.lower() for word in words]
    found = {*words, *small, *map(" ".join, pairwise(("^", *small)))}
    for word in words:
        found.update(_letter_groups(word))
    return found


@lru_cache(_KNOWN_WORDS)
def _letter_groups(word: str) -> tuple[str, ...]:
    padded = f"_{word}_"
    return tuple("#" + padded[at : at + size] for size in (4, 5) for at in range(max(1, len(padded) - size + 1)))


def _word(match: re.Match[str]) -> str:
    """Return a matched word; any address is the word `://`, since addresses are cues of their own."""
    return "://" if match[1] else match[0].replace("\u2019", "'")


@cache
def _weights() -> dict[str, float]:
    """Return the weights by gram; the weight of "" is added to every score."""
    read: dict[str, float] = json.loads(MODEL.read_bytes())
    return read
