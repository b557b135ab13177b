"""Find tools: the words of texts, an index over tools by BM25F, and its search."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from heapq import nsmallest
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import snowballstemmer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from govern.contract.json_text import Json

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


# How soon repeating a term stops adding to the score.
_SATURATION = 1.2
# Schemas are a stranger's: this many names and descriptions of one are enough to find it by.
_MOST_PARAMETER_TEXTS = 2_000


class _Field(NamedTuple):
    """The weight of a field, its usual number of terms, and how much a longer one counts less (0 to 1)."""

    weight: float
    usual_length: int
    length_penalty: float


# The usual lengths are the medians of real servers' tools.
FIELDS: Mapping[str, _Field] = {
    "name": _Field(3, 3, 0.3),
    "title": _Field(3, 3, 0.3),
    "description": _Field(1, 40, 0.75),
    "parameters": _Field(0.25, 20, 0.75),
}


@dataclass(frozen=True, slots=True)
class IndexedTool:
    """A tool as search sees it. Its id is `server.tool` where it comes from a lock; a corpus has ids of its own."""

    id: str
    server: str
    name: str
    title: str = ""
    description: str = ""
    parameters: str = ""

    def words(self) -> Iterator[str]:
        """Yield the words of the texts that describe the tool as a whole."""
        for text in (self.name, self.title, self.description):
            yield from words(text)


class ToolIndex:
    """An index of tools that can be changed one server at a time."""

    def __init__(self, tools: Iterable[IndexedTool] = ()) -> None:
        self.tools: dict[str, IndexedTool] = {}
        self.names: dict[str, set[str]] = {}
        self.vocabulary: Counter[str] = Counter()
        self._postings: dict[str, dict[str, float]] = {}
        self._ids: dict[str, set[str]] = {}
        for tool in tools:
            self._add(tool)

    def replace(self, server: str, tools: Iterable[IndexedTool]) -> None:
        """Replace the tools of one server."""
        for each in self._ids.pop(server, ()):
            self._remove(self.tools.pop(each))
        for tool in tools:
            self._add(tool)

    def postings(self, term: str) -> Mapping[str, float]:
        """Return the tools that a term occurs in, with the term's weight in each, from 0 to 1."""
        return self._postings.get(term, {})

    def _add(self, tool: IndexedTool) -> None:
        if tool.id in self.tools:
            raise ValueError(f"two tools have the id {tool.id!r}")
        self.tools[tool.id] = tool
        self._ids.setdefault(tool.server, set()).add(tool.id)
        self.names.setdefault(tool.name.casefold(), set()).add(tool.id)
        weights, spelled = _weights(tool)
        self.vocabulary.update(spelled)
        for term, weight in weights.items():
            self._postings.setdefault(term, {})[tool.id] = weight / (_SATURATION + weight)

    def _remove(self, tool: IndexedTool) -> None:
        weights, spelled = _weights(tool)
        self.names[tool.name.casefold()].discard(tool.id)
        for word in spelled:
            self.vocabulary[word] -= 1
            if not self.vocabulary[word]:
                del self.vocabulary[word]
        for term in weights:
            del self._postings[term][tool.id]


def _weights(tool: IndexedTool) -> tuple[Mapping[str, float], set[str]]:
    """Return the weighted frequency of each term of a tool, and the words as they are spelled."""
    weights: defaultdict[str, float] = defaultdict(float)
    spelled: set[str] = set()
    for name, field in FIELDS.items():
        found = [word for word in words(getattr(tool, name)) if not is_stop_word(word)]
        spelled.update(found)
        length = 1 - field.length_penalty + field.length_penalty * len(found) / field.usual_length
        for term, times in Counter(map(stem, found)).items():
            weights[term] += field.weight * times / length
    return weights, spelled


def parameter_texts(schema: Json) -> str:
    """Return the names and descriptions of a schema's properties, at every depth."""
    texts: list[str] = []
    pending: list[Json] = [schema]
    while pending and len(texts) < _MOST_PARAMETER_TEXTS:
        value = pending.pop()
        if isinstance(value, list):
            pending.extend(reversed(value))
        elif isinstance(value, dict):
            properties = value.get("properties")
            texts.extend(properties if isinstance(properties, dict) else ())
            description = value.get("description")
            texts.extend([description] if isinstance(description, str) else ())
            pending.extend(reversed(list(value.values())))
    return "\n".join(texts)


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
