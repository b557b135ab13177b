"""The changes of a fleet as an Atom feed (RFC 4287)."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape

from govern import __version__
from govern.contract.characters import visible
from govern.fleet.objects import public_url
from govern.report.fleet_wording import first_of
from govern.report.terminal.changes import place_of
from govern.report.terminal.page import count, limited, name_of, shown
from govern.report.wording import WORST_FIRST, by_severity_and_item

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.fleet.publishing import PublishedChange
    from govern.rules.finding import Finding

_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
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
    counts = ", ".join(f"{numbers[each]:,} {each}" for each in WORST_FIRST if numbers[each])
    others = f" and {count(len(change.servers) - 1, 'other server')}" if len(change.servers) > 1 else ""
    yield "  <entry>"
    yield f"    <id>{uuid5(NAMESPACE_URL, change.id).urn}</id>"
    yield f"    <title>{_feed_text(f'{name_of(change.servers[0])}{others}: {counts}')}</title>"
    yield f"    <updated>{_feed_text(change.at)}</updated>"
    yield f'    <category term="{change.worst.value}"/>'
    yield f'    <content type="text">{_feed_text(chr(10).join(_content_lines(change)))}</content>'
    yield "  </entry>"


def _content_lines(change: PublishedChange) -> Iterator[str]:
    listed = sorted(change.findings, key=by_severity_and_item)
    yield from (_sentence(each) for each in listed[:_MOST_CHANGES])
    if len(listed) > _MOST_CHANGES:
        yield f"and {len(listed) - _MOST_CHANGES:,} more"
    if len(change.servers) > 1:
        names = [name_of(name) for name in change.servers]
        yield f"In {count(len(names), 'server')} of one family: {first_of(names, _MOST_SERVERS)}"


def _sentence(finding: Finding) -> str:
    message = limited(shown(finding.message), _LONGEST_MESSAGE)
    return f"{finding.severity} {finding.rule.id} {place_of(finding.change)}: {message} ({finding.change.id})"


def _feed_text(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", visible(text)))
