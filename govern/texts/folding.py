"""A text as a model reads it: without invisible characters, look-alikes as letters, encoded blobs decoded.

Python's Unicode tables differ between its versions; they may be used here because no lock depends on this.
"""
# ruff: noqa: RUF001 -- look-alikes and marks of other scripts are what this file is about

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from govern.contract.characters import has_hidden

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_CYRILLIC = dict(zip("асеорхуіјѕԁһԛѡԝӏвкмнтАВЕКМНОРСТХІЈЅУ", "aceopxyijsdhqwwlvkmhtABEKMHOPCTXIJSY", strict=True))
_GREEK = dict(zip("οιρυχκντϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "oipuxkvtcjABEZHIKMNOPTYX", strict=True))
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
    if has_hidden(char):
        return "\n" if char.isspace() else ""
    plain = unicodedata.normalize("NFKD", char)
    if len(plain) > 1 and plain[0].isascii() and all(unicodedata.combining(mark) for mark in plain[1:]):
        return plain[0]
    return unicodedata.normalize("NFKC", char)


_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}={0,2}")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:0x)?(?:[0-9a-fA-F]{2}[ :]?){16,}(?![0-9A-Za-z])")
_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4}){4,}|(?:\\x[0-9a-fA-F]{2}){6,}")
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2}){6,}|(?:[\w.~-]{0,20}%20){3,}[\w.~-]*")
_ENTITIES = re.compile(r"(?:&#x?[0-9a-fA-F]{1,6};){4,}")
_DATA_URI = re.compile(r"data:(?!image/|font/|audio/)[\w.+-]{1,40}/[\w.+-]{1,60}[;,]", re.IGNORECASE)
# Words that only look like a blob: hashes, identifiers, paths.
_PLAIN_WORD = re.compile(r"[0-9a-fA-F]+|[A-Za-z]+|[a-z0-9]*(?:[_/-][a-z0-9]*)+")
# Frequent words of instructions in rot13.
_ROT13 = re.compile(
    r"\b(?:vtaber|qvfertneq|cerivbhf|vafgehpgvbaf?|cnffjbeqf?|perqragvnyf?|flfgrz|frperg|sbejneq|pbairefngvba|hfre|cevingr"
    r"|erirny)\b",
    re.IGNORECASE,
)
# Frequent words, and words of instructions, spelled backwards.
_REVERSED = re.compile(
    r"\b(?:eht|morf|htiw|eman|erongi|suoiverp|snoitcurtsni|drowssap|slaitnederc|tpmorp|dnes|terces)\b"
)
_SHELL = re.compile(
    r"\b(?:curl|wget|nc|ncat)\s|\b(?:chmod|rm)\s+[-+]\w|/bin/(?:ba)?sh|\bbash\s+-[ic]|/dev/tcp|powershell"
    r"|\beval\(|\bexec\(|Invoke-|\|\s*(?:ba|z)?sh\b|import\s+(?:os|subprocess|socket)|child_process|nslookup\s",
    re.IGNORECASE,
)
# As many texts as `folding.fold` keeps.
_PRINTABLE = 0.9
_LONG = 120
_TURNED_WORDS = 2
_MOST_DECODED = 20_000


@lru_cache(_RECENT)
def blobs(text: str) -> Sequence[tuple[str, int, str]]:
    """Return each encoded blob with its position and its decoded text ("" where it does not decode to text)."""
    return tuple(_blobs(text))


def _blobs(text: str) -> Iterator[tuple[str, int, str]]:
    for match in _HEX.finditer(text):
        yield match[0], match.start(), _from_hex(match[0])
    for match in _BASE64.finditer(text):
        if match[0].endswith("=") or not _PLAIN_WORD.fullmatch(match[0]):
            yield match[0], match.start(), _from_base64(match[0])
    for mark, pattern, decode in (("\\", _ESCAPES, _from_escapes), ("%", _PERCENT, _from_percent)):
        for match in pattern.finditer(text) if mark in text else ():
            yield match[0], match.start(), decode(match[0])
    for match in _ENTITIES.finditer(text) if "&#" in text else ():
        yield match[0], match.start(), _from_entities(match[0])
    for match in _DATA_URI.finditer(text):
        yield match[0], match.start(), ""
    yield from _turned(text[:_MOST_DECODED])


def is_command(plain: str) -> bool:
    """Return whether a decoded text is a shell command."""
    return bool(_SHELL.search(plain))


def is_long(blob: str) -> bool:
    """Return whether a blob that does not decode to text is long enough to be a cue."""
    return len(blob) >= _LONG or blob.lower().startswith("data:")


def _turned(text: str) -> Iterator[tuple[str, int, str]]:
    if len(_ROT13.findall(text)) >= _TURNED_WORDS:
        import codecs

        yield text[:80], 0, codecs.decode(text, "rot13")
    if len(_REVERSED.findall(text)) >= _TURNED_WORDS:
        yield text[:80], 0, text[::-1]


def _from_hex(blob: str) -> str:
    return _readable(bytes.fromhex(re.sub(r"[^0-9a-fA-F]", "", blob.removeprefix("0x"))[: _MOST_DECODED * 2]))


def _from_base64(blob: str) -> str:
    import binascii

    usual = blob.rstrip("=").translate(str.maketrans("-_", "+/"))[:_MOST_DECODED]
    usual = usual[: len(usual) - (len(usual) % 4 == 1)]
    try:
        return _readable(binascii.a2b_base64(usual + "=" * (-len(usual) % 4)))
    except (binascii.Error, ValueError):
        return ""


def _from_escapes(blob: str) -> str:
    return re.sub(r"\\[ux]([0-9a-fA-F]{2,4})", lambda match: chr(int(match[1], 16)), blob[:_MOST_DECODED])


def _from_percent(blob: str) -> str:
    from urllib.parse import unquote_to_bytes

    return _readable(unquote_to_bytes(blob[:_MOST_DECODED]))


def _from_entities(blob: str) -> str:
    from html import unescape

    return unescape(blob[:_MOST_DECODED])


def _readable(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    printable = sum(character.isprintable() or character in "\r\n\t" for character in text)
    return text if text and printable / len(text) >= _PRINTABLE else ""
