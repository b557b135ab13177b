"""The files that `govern fleet export` publishes: an Atom feed (RFC 4287) of changes, and the badges of servers."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape

from govern import __version__
from govern.fleet.objects import public_url
from govern.report.ci import valid_xml
from govern.report.documents import json_text
from govern.report.html.markup import element
from govern.report.terminal.diff import place_of
from govern.report.terminal.page import count, first_of, limited, name_of, shown
from govern.report.wording import by_severity_and_item, severity_counts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.fleet.publishing import PublishedChange, ServerBadge, Tone

_EPOCH = "1970-01-01T00:00:00Z"
_MOST_SERVERS = 5
_MOST_CHANGES = 50
_LONGEST_MESSAGE = 400


def feed(store: str, changes: Sequence[PublishedChange]) -> str:
    """Return the feed of a store, with an entry for the changes of each server or family in one scan."""
    updated = max((each.at for each in changes), default=_EPOCH)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"  <id>{uuid5(NAMESPACE_URL, public_url(store)).urn}</id>",
        "  <title>Changes of MCP servers</title>",
        f"  <updated>{_feed_text(updated)}</updated>",
        "  <author><name>govern</name></author>",
        f'  <generator version="{__version__}">govern</generator>',
        *(line for each in changes for line in _entry(each)),
        "</feed>",
    ]
    return "\n".join(lines) + "\n"


def _entry(change: PublishedChange) -> Iterator[str]:
    numbers = Counter(each.severity for each in change.findings)
    others = f" and {count(len(change.servers) - 1, 'other server')}" if len(change.servers) > 1 else ""
    yield "  <entry>"
    yield f"    <id>{uuid5(NAMESPACE_URL, change.id).urn}</id>"
    yield f"    <title>{_feed_text(f'{name_of(change.servers[0])}{others}: {severity_counts(numbers)}')}</title>"
    yield f"    <updated>{_feed_text(change.at)}</updated>"
    yield f'    <category term="{change.worst.value}"/>'
    yield f'    <content type="text">{_feed_text(chr(10).join(_content_lines(change)))}</content>'
    yield "  </entry>"


def _content_lines(change: PublishedChange) -> Iterator[str]:
    listed = sorted(change.findings, key=by_severity_and_item)
    for each in listed[:_MOST_CHANGES]:
        message = limited(shown(each.message), _LONGEST_MESSAGE)
        yield f"{each.severity} {each.rule.id} {place_of(each.change)}: {message} ({each.change.id})"
    if len(listed) > _MOST_CHANGES:
        yield f"and {len(listed) - _MOST_CHANGES:,} more"
    if len(change.servers) > 1:
        names = [name_of(name) for name in change.servers]
        yield f"In {count(len(names), 'server')} of one family: {first_of(names, _MOST_SERVERS)}"


def _feed_text(text: str) -> str:
    return escape(valid_xml(text))


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
