"""Blobs that must be decoded to be read, and what they say."""

from __future__ import annotations

import codecs
import re

from govern.regex import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_BASE64 = regex(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}={0,2}")
_HEX = regex(r"(?<![0-9A-Za-z])(?:0x)?(?:[0-9a-fA-F]{2}[ :]?){16,}(?![0-9A-Za-z])")
_ESCAPES = regex(r"(?:\\u[0-9a-fA-F]{4}){4,}|(?:\\x[0-9a-fA-F]{2}){6,}")
_PERCENT = regex(r"(?:%[0-9a-fA-F]{2}){6,}|(?:[\w.~-]{0,20}%20){3,}[\w.~-]*")
_ENTITIES = regex(r"(?:&#x?[0-9a-fA-F]{1,6};){4,}")
_DATA_URI = regex(r"data:([\w.+-]{1,40}/[\w.+-]{1,60})[;,]", re.IGNORECASE)
# Words of steering, turned by rot13 or spelled from the end.
_OF_TURNED = (
    "vtaber qvfertneq sbetrg cerivbhf vafgehpgvba cnffjbeq perqragvny flfgrz frperg fraq hfre sbejneq pbairefngvba gur"
    " naq lbh gurz cevingr xrlf eht dna morf htiw eman erongi suoiverp snoitcurtsni erongis drowssap slaitnederc tpmorp"
    " resu dnes tupni"
)
_TURNED_WORDS = _OF_TURNED.split()
_TURNED = regex(rf"\b(?:{'|'.join(_TURNED_WORDS)}|vafgehpgvbaf|cnffjbeqf|perqragvnyf)\b", re.IGNORECASE)
_SHELL = regex(
    r"\b(?:curl|wget|nc|ncat)\s|\b(?:chmod|rm)\s+[-+]\w|/bin/(?:ba)?sh|\bbash\s+-[ic]|/dev/tcp|powershell"
    r"|\beval\(|\bexec\(|Invoke-"
    r"|\|\s*(?:ba|z)?sh\b|import\s+(?:os|subprocess|socket)|child_process|nslookup\s",
    re.IGNORECASE,
)
_PRINTABLE = 0.9
_LONG = 120
_ENOUGH_TURNED = 2
_MOST_DECODED = 20_000


def blobs(text: str) -> Iterator[tuple[str, int, str]]:
    """Each encoded blob, its place, and the text that it stands for (nothing where that is no text)."""
    for match in _HEX.finditer(text):
        yield match[0], match.start(), _from_hex(match[0])
    for match in _BASE64.finditer(text):
        if not re.fullmatch(r"[0-9a-fA-F]+|[A-Za-z]+|[a-z0-9]*(?:[_/-][a-z0-9]*)+", match[0]) or match[0].endswith("="):
            yield match[0], match.start(), _from_base64(match[0])
    for mark, pattern, plain in _BY_MARK:
        for match in pattern.finditer(text) if mark in text else ():
            yield match[0], match.start(), plain(match[0])
    small = text.lower()
    if any(map(small.__contains__, _TURNED_WORDS)) and len(_TURNED.findall(text)) >= _ENOUGH_TURNED:
        head = text[:_MOST_DECODED]
        yield head[:80], 0, f"{codecs.decode(head, 'rot13')}\n\n{head[::-1]}"


def data_uris(text: str) -> Iterator[re.Match[str]]:
    """Each `data:` URI that is no picture."""
    found = _DATA_URI.finditer(text) if "data:" in text.lower() else ()
    return (match for match in found if not match[1].lower().startswith(("image/", "font/", "audio/")))


def is_command(plain: str) -> bool:
    """Whether a decoded text is for a shell."""
    return bool(_SHELL.search(plain))


def is_long(blob: str) -> bool:
    """Whether a blob that says nothing readable is long enough to be worth a look."""
    return len(blob) >= _LONG


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

    return unescape(blob)


def _readable(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    seen = sum(char.isprintable() or char in "\r\n\t" for char in text)
    return text if text and seen / len(text) >= _PRINTABLE else ""


# What no blob of a kind is without, and how it is found and read.
_BY_MARK = (("\\", _ESCAPES, _from_escapes), ("%", _PERCENT, _from_percent), ("&#", _ENTITIES, _from_entities))
