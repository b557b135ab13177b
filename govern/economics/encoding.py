"""The tokenizers, from the vocabularies that ship in this package: no network, no cache directory, no download."""

from __future__ import annotations

import zlib
from binascii import a2b_base64
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from sys import byteorder
from threading import Lock, Thread
from typing import TYPE_CHECKING

from govern.errors import GovernError, InvalidInput, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tiktoken import Encoding

_VOCABULARY = Path(__file__).parent / "vocabulary"
_GZIP = 16 + zlib.MAX_WBITS
# The bytes of one token in the tokenizer's buffer.
_TOKEN = 4


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """One published vocabulary: the hash of its text, and how text is cut before its pairs are merged."""

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
# What no text holds, so that many can be encoded in one go and their tokens told apart: a token of its own. It does not
# end as it begins, so that no end of a text before one makes up another with it.
SEAM = "\ufdd0seam\ufdd1"


_LOADING = Lock()


def load(name: str) -> Encoding:
    """The tokenizer of this name, checked against its published hash; published special tokens are ordinary text."""
    with _LOADING:
        return _load(name)


def load_meanwhile(name: str) -> None:
    """Begin to load it: that takes as long as a small server takes to start."""
    Thread(target=_load_quietly, args=(name,), daemon=True).start()


def _load_quietly(name: str) -> None:
    # Whoever needs it meets the same error where it can be told.
    with suppress(GovernError):
        load(name)


@cache
def _load(name: str) -> Encoding:
    from tiktoken import Encoding

    if name not in _VOCABULARIES:
        raise UsageError(f"there is no encoding {name!r}", hint=f"Choose one of {', '.join(ENCODINGS)}.")
    vocabulary = _VOCABULARIES[name]
    ranks = _ranks(_VOCABULARY / f"{name}.tiktoken.gz", vocabulary.sha256)
    return Encoding(name, pat_str=vocabulary.pattern, mergeable_ranks=ranks, special_tokens={SEAM: len(ranks)})


def _ranks(path: Path, expected: str) -> dict[bytes, int]:
    """The tokens by rank. The text holds one a line, in order of rank; its hash vouches for the order too."""
    try:
        text = zlib.decompress(path.read_bytes(), _GZIP)
    except (OSError, zlib.error) as error:
        raise _damaged(path, str(error)) from None
    found = sha256(text).hexdigest()
    if found != expected:
        raise _damaged(path, f"its sha256 is {found}, not {expected}")
    tokens = text.split()[::2]
    return dict(zip(map(a2b_base64, tokens), range(len(tokens)), strict=True))


def counts_between_seams(encoder: Encoding, text: str) -> list[int]:
    """How many tokens lie before, between and behind the seams.

    They are counted in the tokenizer's own buffer, since to make a list of them holds up every other thread.
    """
    tokens = bytes(encoder._core_bpe.encode_to_tiktoken_buffer(text, {SEAM}))  # noqa: SLF001 - as its encode_to_numpy
    seam = encoder.encode_single_token(SEAM).to_bytes(_TOKEN, byteorder)
    ends = [*_aligned(tokens, seam), len(tokens)]
    starts = [0, *(end + _TOKEN for end in ends[:-1])]
    return [(end - start) // _TOKEN for start, end in zip(starts, ends, strict=True)]


def _aligned(tokens: bytes, token: bytes) -> Iterator[int]:
    """Where a token stands; its bytes may also be met across two others."""
    at = tokens.find(token)
    while at >= 0:
        if at % _TOKEN == 0:
            yield at
        at = tokens.find(token, at + 1)


def _damaged(path: Path, reason: str) -> InvalidInput:
    return InvalidInput(
        f"the vocabulary is missing or damaged: {reason}", where=str(path), hint="Install govern-mcp again."
    )
