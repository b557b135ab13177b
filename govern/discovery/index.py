"""A search index over tools: BM25F with fixed field lengths, so that changing one server changes nothing else."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from govern.discovery.words import is_stop_word, stem, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from govern.contract.json_text import Json

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
