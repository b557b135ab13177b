"""The badge of a server of a fleet: a picture, and the JSON that shields.io draws one from."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

from govern.report.documents import json_text
from govern.report.html.markup import element

if TYPE_CHECKING:
    from govern.fleet.publishing import ServerBadge, Tone

LABEL = "MCP contract"
_COLOURS: dict[Tone, str] = {"breaking": "#a8201a", "risky": "#8a5300", "safe": "#1c6236", "unseen": "#5a5e66"}
_GREY = "#3c3f44"
# The mean width of a character of 11 px in the fonts below, and the room around a text.
_CHARACTER, _ROOM, _HEIGHT = 6.6, 12, 20
_PLAIN_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,99}(?:\.[a-z0-9_-]+)*")
_LONGEST_STEM = 60
# Names of devices, which are no names of files on Windows, and names that other files of an export have.
_TAKEN = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?|index|.*-[0-9a-f]{12}")


def badge_svg(badge: ServerBadge) -> str:
    """Return the badge as a picture that loads nothing."""
    left, right = (round(len(words) * _CHARACTER) + _ROOM for words in (LABEL, badge.words))
    size = {"height": _HEIGHT, "y": 0}
    drawn = element(
        "svg",
        element("title", f"{LABEL}: {badge.words}"),
        element("rect", x=0, width=left, fill=_GREY, **size),
        element("rect", x=left, width=right, fill=_COLOURS[badge.tone], **size),
        _words(LABEL, left / 2),
        _words(badge.words, left + right / 2),
        xmlns="http://www.w3.org/2000/svg",
        width=left + right,
        height=_HEIGHT,
        role="img",
        aria_label=f"{LABEL}: {badge.words}",
    )
    return f"{drawn}\n"


def _words(words: str, middle: float) -> str:
    fonts = "font: 11px Verdana, DejaVu Sans, sans-serif; text-anchor: middle"
    return element("text", words, x=middle, y=14, fill="#fff", style=fonts)


def badge_json(badge: ServerBadge) -> str:
    """Return the badge as shields.io reads it from an endpoint."""
    return json_text(
        {"schemaVersion": 1, "label": LABEL, "message": badge.words, "color": _COLOURS[badge.tone].removeprefix("#")}
    )


def badge_name(server: str) -> str:
    """Return the name of a server's badge, without its ending, which is a name of a file on every system.

    A name with other characters than lower-case letters, digits, dots and dashes ends in a part of its hash.
    """
    if _PLAIN_NAME.fullmatch(server) and not _TAKEN.fullmatch(server):
        return server
    stem = re.sub(r"[^a-z0-9]+", "-", server.lower())[:_LONGEST_STEM].strip("-")
    return f"{stem or 'server'}-{sha256(server.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
