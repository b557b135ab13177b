"""Encoded blobs in a text, and the texts that they decode to."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
_RECENT = 8
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
