"""Hidden characters: those that a reader does not see, or that change what a reader sees.

The ranges are written out because Python's Unicode tables differ between versions, and a lock must not.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# Controls but tab and newline; soft hyphen; combining grapheme joiner; Arabic letter mark; Hangul fillers; Khmer
# inherent vowels; Mongolian separators; zero width, bidi and invisible operators; line and paragraph separators;
# Braille blank; variation selectors; BOM; interlinear marks; private use; hieroglyph, shorthand and musical controls;
# Khitan filler; musical null notehead; tags; noncharacters.
_RANGES = (
    "\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U00013430-\U0001343f\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff\U000f0000-\U0010ffff\ud800-\udfff"
)
# Selectors and joiners right after a pictograph are parts of an emoji, and hide nothing.
_PICTOGRAPH = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff]"
)
_EMOJI = f"(?:{_PICTOGRAPH}|[#*0-9](?=\ufe0f\u20e3))[\ufe0e\ufe0f]?(?:\u200d{_PICTOGRAPH}\ufe0f?)*"
_SHORT_ESCAPE = 4
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
# Not those that are between direction marks already.
_ARROW = re.compile("(?<!\u200e)→")
# No script needs as many combining marks on one letter; more of them cover the text around it.
_MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_EMOJI_OR_HIDDEN = re.compile(f"({_EMOJI})|([{_RANGES}]|(?<=[{_MARKS}]{{8}})[{_MARKS}])")
# The first and last character of each range.
_PAIRS = tuple((each[0], each[-1]) for each in re.findall(r".(?:-.)?", _RANGES + _MARKS, re.DOTALL))
_KNOWN_CHARACTERS = 4_096
_PLAIN = b"\t\n" + bytes(range(0x20, 0x7F))


def has_hidden(text: str) -> bool:
    """Return whether the text contains a hidden character."""
    return _may_hide(text) and any(match[2] for match in _EMOJI_OR_HIDDEN.finditer(text))


def hidden(text: str) -> list[tuple[int, str]]:
    """Return each hidden character with its index."""
    found = _EMOJI_OR_HIDDEN.finditer(text) if _may_hide(text) else ()
    return [(match.start(), match[2]) for match in found if match[2]]


def visible(text: str) -> str:
    """Return the text for people, with `‹U+200B›` for each hidden character."""
    return _replace(text, lambda char: f"‹U+{ord(char):04X}›")


def reads_right_to_left(text: str) -> bool:
    """Return whether a part of the text is read from right to left, so that what is around it may change places."""
    return not text.isascii() and bool(_RIGHT_TO_LEFT.search(text))


def directed(text: str) -> str:
    """Return a text for people whose arrows lead from left to right, also between right-to-left letters."""
    return _ARROW.sub("\u200e→\u200e", text) if "→" in text and reads_right_to_left(text) else text


def shortened(text: str, most: int) -> str:
    """Return the text, cut off with an ellipsis if it is longer."""
    return text if len(text) <= most else f"{text[:most]}…"


def without_hidden(text: str) -> str:
    """Return the text without hidden characters."""
    return _replace(text, lambda _: "")


def escape_toml(text: str) -> str:
    """Escape hidden characters as TOML's basic strings do."""
    return _replace(
        text, lambda char: f"\\u{ord(char):04X}" if len(f"{ord(char):X}") <= _SHORT_ESCAPE else f"\\U{ord(char):08X}"
    )


def escape_json(text: str) -> str:
    """Escape hidden characters inside a JSON text, except its own newlines."""
    return _replace(text, _json_escape)


def has_lone_surrogate(text: str) -> bool:
    """Return whether the text contains a lone surrogate, which UTF-8 cannot encode."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _may_hide(text: str) -> bool:
    """Return whether a full search is needed; for ASCII this takes almost no time."""
    if text.isascii():
        return not text.isprintable() and bool(text.encode().translate(None, _PLAIN))
    return any(map(_may_be_hidden, set(text)))


@lru_cache(_KNOWN_CHARACTERS)
def _may_be_hidden(char: str) -> bool:
    """Return whether one character is in the ranges; cached, which is faster than compiling a pattern."""
    return any(first <= char <= last for first, last in _PAIRS)


def _replace(text: str, shown: Callable[[str], str]) -> str:
    if not _may_hide(text):
        return text
    return _EMOJI_OR_HIDDEN.sub(lambda match: match[1] or shown(match[2]), text)


def _json_escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
