"""Reading many versions of one lock: a block that stood word for word in an earlier one is not read again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from govern.contract.surface import KIND_ORDER, KINDS
from govern.dataclass import replace
from govern.errors import LockfileInvalid, LockfileTooNew
from govern.lockfile.as_rendered import item_as_rendered
from govern.lockfile.parse import parse
from govern.regex import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.surface import KindName
    from govern.lockfile.document import Lock, LockedItem, LockedServer

# What every heading begins with; a block is all that stands behind it, up to the next.
_HEADING = "\n[[server"
# What would be a list of tables in one place and something else in another.
_ELSEWHERE = regex(rf"^\s*[\"']?(?:server|{'|'.join(KINDS)})[\"']?\s*[.=]", re.MULTILINE)
_OWN = "]]\n"
_TOP = 'lock = 1\neconomics = 1\nencoding = "cl100k_base"\ndigest = ""\n'
_SERVER = f'{_TOP}{_HEADING}{_OWN}name = ""\nsource = ""\ndigest = ""\ncapabilities = []\n'
_HEADINGS: dict[str, KindName] = {f".{kind}]]": kind for kind in KINDS}


class Alike:
    """What was read so far, by its text.

    A text is cut where headings stand. One inside a string is no heading, and leaves a string open before it, so what
    is cut there cannot be read: then, as wherever anything is odd, the text is read as a whole.
    """

    def __init__(self) -> None:
        self._servers: dict[str, LockedServer] = {}
        self._items: dict[str, LockedItem] = {}

    def parse(self, text: str) -> Lock:
        """The lock of a text, as `parse` reads it."""
        text = text.replace("\r\n", "\n") if "\r" in text else text
        try:
            return self._assembled(text)
        except (LockfileInvalid, LockfileTooNew):
            return parse(text)

    def _assembled(self, text: str) -> Lock:
        head, *blocks = _cut(text)
        return replace(self._head(head), servers=tuple(self._read(blocks)))

    def _read(self, blocks: list[str]) -> Iterator[LockedServer]:
        for own, listed in _by_server(blocks):
            items = sorted(map(self._item, listed), key=lambda item: KIND_ORDER[item.kind.name])
            yield replace(self._own(own), items=tuple(items))

    def _head(self, block: str) -> Lock:
        lock = parse(block)
        if lock.servers or _ELSEWHERE.search(block):
            raise LockfileInvalid("servers stand before the first heading")
        return lock

    def _own(self, block: str) -> LockedServer:
        if block not in self._servers:
            (server,) = _only(parse(_TOP + _HEADING + block).servers)
            if server.items or _ELSEWHERE.search(block):
                raise LockfileInvalid("items stand without a heading")
            self._servers[block] = server
        return self._servers[block]

    def _item(self, block: str) -> LockedItem:
        if block not in self._items:
            self._items[block] = item_as_rendered(*_taken_apart(block)) or _alone(block)
        return self._items[block]


def _cut(text: str) -> list[str]:
    """The text up to the first heading, and each block."""
    return text.split(_HEADING)


def _by_server(blocks: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each server's own block, and those of its items."""
    at = 0
    while at < len(blocks):
        after = next((end for end in range(at + 1, len(blocks)) if blocks[end].startswith(_OWN)), len(blocks))
        yield blocks[at], blocks[at + 1 : after]
        at = after


def _taken_apart(block: str) -> tuple[KindName, str]:
    """The kind that its heading names, and all that stands behind that."""
    heading, _, body = block.partition("\n")
    if heading not in _HEADINGS:
        raise LockfileInvalid("a heading of another list")
    return _HEADINGS[heading], body


def _alone(block: str) -> LockedItem:
    """The item of a block, as TOML."""
    (server,) = _only(parse(_SERVER + _HEADING + block).servers)
    if len(server.items) != 1:
        raise LockfileInvalid("several items stand under one heading")
    return server.items[0]


def _only(servers: tuple[LockedServer, ...]) -> tuple[LockedServer, ...]:
    if len(servers) != 1:
        raise LockfileInvalid("several servers stand under one heading")
    return servers
