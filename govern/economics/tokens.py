"""Token counts of tool definitions, exact in the encoding of the lock.

The vocabularies ship in this package: counting needs no network, no cache directory and no download.
"""

from __future__ import annotations

import re
import zlib
from binascii import a2b_base64
from bisect import bisect_left
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from itertools import accumulate, chain, pairwise
from pathlib import Path
from sys import byteorder
from threading import Lock, Thread
from typing import TYPE_CHECKING

from govern.contract.json_text import canonical, sorted_keys
from govern.contract.surface import ABSENT
from govern.errors import GovernError, InvalidInput, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tiktoken import Encoding

    from govern.contract.json_text import Json
    from govern.contract.surface import Item

_VOCABULARY = Path(__file__).parent / "vocabulary"
_GZIP = 16 + zlib.MAX_WBITS
# Bytes per token in the tokenizer's buffer.
_TOKEN = 4
# A token that no text contains, so that many texts can be encoded in one call. It does not begin as it ends, so that
# the end of a text never forms another one with it.
SEAM = "\ufdd0seam\ufdd1"
# The tokenizer fails on a million white-space characters in a row, so this many are encoded at a time. A match begins
# where its run does, so that no run is read twice.
_MOST_SPACE = 100_000
_LONG_SPACE = re.compile(rf"(?<!\s)(?:\s{{{_MOST_SPACE}}})+")
_LOADING = Lock()
_PROSE = ("description", "title")
_KNOWN_TEXTS = 4_096
# Keys are names of the server's choice under the first, and data is under the second.
_NAMES = frozenset({"$defs", "definitions", "dependentSchemas", "patternProperties", "properties"})
_DATA = frozenset({"const", "default", "enum", "examples"})


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """A published vocabulary: the hash of its file, and the pattern that splits text before merging."""

    sha256: str
    pattern: str


_VOCABULARIES = {
    "cl100k_base": _Vocabulary(
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
        r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
    ),
    "o200k_base": _Vocabulary(
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    ),
}
ENCODINGS = tuple(_VOCABULARIES)


def load(name: str) -> Encoding:
    """Return the tokenizer of this name, checked against its published hash, without special tokens."""
    with _LOADING:
        return _load(name)


def load_meanwhile(name: str) -> None:
    """Start to load a tokenizer in a thread, which takes as long as a small server takes to start."""
    Thread(target=_load_quietly, args=(name,), daemon=True).start()


def _load_quietly(name: str) -> None:
    # The next call of `load` raises the same error where it can be reported.
    with suppress(GovernError):
        load(name)


@cache
def _load(name: str) -> Encoding:
    from tiktoken import Encoding

    if name not in _VOCABULARIES:
        raise UsageError(f"unknown encoding {name!r}", hint=f"choose one of {', '.join(ENCODINGS)}")
    vocabulary = _VOCABULARIES[name]
    ranks = _ranks(_VOCABULARY / f"{name}.tiktoken.gz", vocabulary.sha256)
    return Encoding(name, pat_str=vocabulary.pattern, mergeable_ranks=ranks, special_tokens={SEAM: len(ranks)})


def _ranks(path: Path, expected: str) -> dict[bytes, int]:
    """Return the rank of each token. The file holds one per line, by rank; its hash covers the order."""
    try:
        text = zlib.decompress(path.read_bytes(), _GZIP)
    except (OSError, zlib.error) as error:
        raise _damaged(path, str(error)) from None
    found = sha256(text).hexdigest()
    if found != expected:
        raise _damaged(path, f"sha256 {found}, expected {expected}")
    tokens = text.split()[::2]
    return dict(zip(map(a2b_base64, tokens), range(len(tokens)), strict=True))


def encode(text: str, encoder: Encoding) -> list[int]:
    """Return the tokens of a text, which may hold any number of white-space characters in a row."""
    tokens, end = list[int](), 0
    for found in _LONG_SPACE.finditer(text) if len(text) >= _MOST_SPACE else ():
        edges = [end, *range(found.start(), found.end() + 1, _MOST_SPACE)]
        for one, other in pairwise(edges):
            tokens += encoder.encode_ordinary(text[one:other])
        end = found.end()
    return tokens + encoder.encode_ordinary(text[end:])


def count_tokens(text: str, encoding: str) -> int:
    """Return the number of tokens of a text."""
    return len(encode(text_of(text), load(encoding)))


def counts_between_seams(encoder: Encoding, text: str) -> list[int]:
    """Return the numbers of tokens before, between and after the seams.

    They are counted in the tokenizer's own buffer, since making a list of them would block all other threads.
    """
    tokens = bytes(encoder._core_bpe.encode_to_tiktoken_buffer(text, {SEAM}))  # noqa: SLF001 - as its encode_to_numpy
    seam = encoder.encode_single_token(SEAM).to_bytes(_TOKEN, byteorder)
    ends = [*_aligned(tokens, seam), len(tokens)]
    starts = [0, *(end + _TOKEN for end in ends[:-1])]
    return [(end - start) // _TOKEN for start, end in zip(starts, ends, strict=True)]


def _aligned(tokens: bytes, token: bytes) -> Iterator[int]:
    """Yield the positions of a token, skipping its bytes across two other tokens."""
    at = tokens.find(token)
    while at >= 0:
        if at % _TOKEN == 0:
            yield at
        at = tokens.find(token, at + 1)


def _damaged(path: Path, reason: str) -> InvalidInput:
    return InvalidInput(f"vocabulary missing or damaged: {reason}", where=str(path), hint="reinstall govern-mcp")


def definition(tool: Item) -> str:
    """Return the text that is counted: name, description, and the input schema as canonical JSON."""
    head, schema = definition_halves(tool)
    return head + schema


def definition_halves(tool: Item) -> tuple[str, str]:
    """Return the definition before its schema, and its schema.

    No token spans both: the first half ends with a newline, and neither encoding joins that to JSON.
    """
    head = f"{text_of(tool.raw.get(tool.kind.key))}\n{text_of(tool.raw.get('description'))}"
    schema = tool.part("input")
    return (head, "") if schema is ABSENT else (f"{head}\n", canonical(schema).decode())


class TokenCounter:
    """A counter of definition tokens that remembers each text, since similar tools share their schemas."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        self._known: dict[str, int] = {"": 0}
        self._asked = {""}
        self._last: Thread | None = None

    def begin(self, tools: Sequence[Item]) -> Callable[[], list[int]]:
        """Start to count in another thread and return a function that waits for the counts."""
        halves = [definition_halves(tool) for tool in tools]
        fresh = [text for text in dict.fromkeys(chain.from_iterable(halves)) if text not in self._asked]
        self._asked.update(fresh)
        counting = Thread(target=self._count_behind, args=(self._last, fresh), daemon=True)
        counting.start()
        # Only now, as another thread may begin too, and none can wait for one that has not started.
        self._last = counting

        def numbers() -> list[int]:
            counting.join()
            # If the thread failed, this raises its error.
            self._count([text for text in dict.fromkeys(chain.from_iterable(halves)) if text not in self._known])
            return [self._known[head] + self._known[schema] for head, schema in halves]

        return numbers

    def _count_behind(self, before: Thread | None, texts: list[str]) -> None:
        """Count texts after the thread before: two at a time would only delay the first."""
        if before:
            before.join()
        with suppress(Exception):
            self._count(texts)

    def _count(self, texts: list[str]) -> None:
        if not texts:
            return
        encoder = load(self._encoding)
        if any(SEAM in text or (len(text) >= _MOST_SPACE and _LONG_SPACE.search(text)) for text in texts):
            counts = [len(encode(text, encoder)) for text in texts]
        else:
            counts = counts_between_seams(encoder, SEAM.join(texts))
        self._known.update(zip(texts, counts, strict=True))


def text_of(value: object) -> str:
    """Return the text with lone surrogates as escapes, as in the canonical form."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class Split:
    """The tokens of a definition by part; `title` is not part of the definition and is counted apart."""

    name: int
    title: int
    description: int
    parameters: int
    structure: int


def split(tool: Item, encoding: str) -> Split:
    """Return the tokens by part; a token belongs to the part of its first byte."""
    encoder, sizes = load(encoding), _token_sizes(encoding)
    tokens = encode(definition(tool), encoder)
    starts = list(accumulate(map(sizes.__getitem__, tokens), initial=0))[:-1]
    counts = dict.fromkeys(("name", "description", "parameters", "structure"), 0)
    begun = 0
    for part, end in _definition_pieces(tool):
        until = bisect_left(starts, end, begun)
        counts[part] += until - begun
        begun = until
    return Split(title=count_tokens(text_of(tool.raw.get("title")), encoding), **counts)


@cache
def _token_sizes(encoding: str) -> list[int]:
    """Return the number of bytes of each token, by its rank."""
    encoder = load(encoding)
    return [len(encoder.decode_single_token_bytes(token)) for token in range(encoder.max_token_value)]


def _definition_pieces(tool: Item) -> Iterator[tuple[str, int]]:
    """Yield the pieces of a definition, each with its part and the byte at which it ends."""
    schema = tool.part("input")
    end = len(f"{text_of(tool.raw.get(tool.kind.key))}\n".encode())
    yield "name", end
    end += len(text_of(tool.raw.get("description")).encode()) + (0 if schema is ABSENT else 1)
    yield "description", end
    if schema is ABSENT:
        return
    spans: list[tuple[int, int]] = []
    whole = _find_prose(schema, "", end, spans)
    for start, stop in spans:
        yield "structure", start
        yield "parameters", stop
    yield "structure", whole


def _find_prose(value: Json, key: str, at: int, found: list[tuple[int, int]]) -> int:
    """Add the span of each description in a schema's canonical JSON, and return where the JSON ends.

    `key` is the keyword of the value, and `at` is where its JSON begins.
    """
    if not isinstance(value, (list, dict)) or not value or key in _DATA:
        return at + (_json_bytes(value) if isinstance(value, str) else len(canonical(value)))
    if isinstance(value, list):
        for inner in value:
            at = _find_prose(inner, "", at + 1, found)
        return at + 1
    has_names = key in _NAMES
    for name in sorted_keys(value):
        at += 1 + _json_bytes(name) + 1
        inner = value[name]
        if not has_names and name in _PROSE and isinstance(inner, str):
            end = at + _json_bytes(inner)
            found.append((at + 1, end - 1))
            at = end
        else:
            at = _find_prose(inner, "" if has_names else name, at, found)
    return at + 1


@lru_cache(_KNOWN_TEXTS)
def _json_bytes(text: str) -> int:
    """Return the number of bytes of a text in JSON; cached, because schemas repeat few words."""
    return len(canonical(text))
