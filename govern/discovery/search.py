"""Search an index: exact names first, then by score, with spelling corrected and synonyms counted at half."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from heapq import nsmallest
from math import log
from typing import TYPE_CHECKING

from govern.discovery.words import is_stop_word, stem, synonyms, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from govern.discovery.index import IndexedTool, ToolIndex

# A synonym adds this much of what the word itself would.
_SYNONYM_WEIGHT = 0.5
# A word is taken for a misspelling of another that differs by this many edits, by the length of the word.
_EDITS_BY_LENGTH = ((8, 2), (4, 1))
_TRY_ALSO = 5
# The best hits are read for words to try also.
_READ_HITS = 5


@dataclass(frozen=True, slots=True)
class Hit:
    """A tool that was found, and its score; the score of an exact name is above every other."""

    tool: IndexedTool
    score: float


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: hits in order, the words it looked for, and those of them that it corrected."""

    hits: tuple[Hit, ...]
    words: tuple[str, ...]
    corrected: Mapping[str, str]

    @property
    def ids(self) -> list[str]:
        """Return the ids of the hits in order."""
        return [hit.tool.id for hit in self.hits]


def search(index: ToolIndex, query: str, limit: int = 10) -> Found:
    """Return the tools that fit a query best, at most `limit`; ties are in the order of their ids."""
    asked = list(dict.fromkeys(word for word in words(query) if not is_stop_word(word)))
    corrected = _corrected(index, asked)
    known = tuple(corrected.get(word, word) for word in asked)
    scores = _scores(index, known)
    best = max(scores.values(), default=0)
    for each in set(_named(index, query)):
        scores[each] += best + 1
    ranked = nsmallest(limit, scores.items(), key=lambda item: (-item[1], item[0]))
    hits = tuple(Hit(index.tools[each], score) for each, score in ranked)
    return Found(hits, known, corrected)


def try_also(index: ToolIndex, found: Found) -> list[str]:
    """Return words of the best hits that were not asked for and that several tools use, the rarest first."""
    known = set(map(stem, found.words))
    rarity: dict[str, tuple[float, str]] = {}
    for hit in found.hits[:_READ_HITS]:
        for word in hit.tool.words():
            term = stem(word)
            if word.isalpha() and not is_stop_word(word) and term not in known and len(index.postings(term)) > 1:
                rarity[term] = min(rarity.get(term, (0, word)), (-_rarity(index, term), word))
    return [word for _, word in sorted(rarity.values())[:_TRY_ALSO]]


def _corrected(index: ToolIndex, asked: Iterable[str]) -> dict[str, str]:
    """Return the known word for each word that no tool uses and that differs from a known one by a slip."""
    corrected = {}
    for word in asked:
        if not word.isalpha() or word in index.vocabulary or index.postings(stem(word)) or stem(word) in synonyms():
            continue
        edits = next((edits for length, edits in _EDITS_BY_LENGTH if len(word) >= length), 0)
        if edits and (nearest := _nearest(index, word, edits)):
            corrected[word] = nearest
    return corrected


def _nearest(index: ToolIndex, word: str, edits: int) -> str | None:
    """Return the known word with the fewest edits; of several, the one that most tools use."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    known = extract(word, list(index.vocabulary), scorer=OSA.distance, score_cutoff=edits, limit=None)
    return min(known, key=lambda found: (found[1], -index.vocabulary[found[0]], found[0]), default=(None,))[0]


def _scores(index: ToolIndex, asked: Iterable[str]) -> defaultdict[str, float]:
    """Return the score of each tool: the sum of what each term or its best synonym adds."""
    scores: defaultdict[str, float] = defaultdict(float)
    terms = dict.fromkeys(map(stem, asked))
    for term in terms:
        best = {each: _rarity(index, term) * frequency for each, frequency in index.postings(term).items()}
        for synonym in synonyms().get(term, frozenset()) - terms.keys():
            rarity = _SYNONYM_WEIGHT * _rarity(index, synonym)
            for each, frequency in index.postings(synonym).items():
                best[each] = max(best.get(each, 0.0), rarity * frequency)
        for each, score in best.items():
            scores[each] += score
    return scores


def _rarity(index: ToolIndex, term: str) -> float:
    """Return the inverse document frequency of a term, which is never negative."""
    tools = len(index.postings(term))
    return log(1 + (len(index.tools) - tools + 0.5) / (tools + 0.5))


def _named(index: ToolIndex, query: str) -> Iterator[str]:
    """Yield the tools that the query names: it is the name or id of one, or holds an identifier that is."""
    asked = query.strip().casefold()
    spelled = list(words(query))
    compound = {word for word in spelled if not word.isalnum()}
    for name in {asked, "_".join(asked.split()), *compound}:
        yield from index.names.get(name, ())
        for each in (name, name.replace("/", "."), name.replace("/", ":")):
            if each in index.tools:
                yield each
