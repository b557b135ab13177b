"""Reading many versions of one lock: a block that stood word for word in an earlier one is not read again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from govern.dataclass import replace
from govern.errors import LockfileInvalid, LockfileTooNew
from govern.lockfile.document import SECTIONS, Lock, LockedItem, LockedServer
from govern.lockfile.parse import parse
from govern.regex import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADING = regex(r"^(?=\[\[server(?:\.\w+)?\]\]$)", re.MULTILINE)
# What would be a list of tables in one place and something else in another.
_ELSEWHERE = regex(rf"^\s*[\"']?(?:server|{'|'.join(SECTIONS)})[\"']?\s*[.=]", re.MULTILINE)
_OWN = "[[server]]\n"
_TOP = 'lock = 1\neconomics = 1\nencoding = "cl100k_base"\ndigest = ""\n'
_SERVER = f'{_TOP}{_OWN}name = ""\nsource = ""\ndigest = ""\ncapabilities = []\n'
_ORDER = {kind.name: at for at, kind in enumerate(SECTIONS.values())}


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
        try:
            return self._assembled(text.replace("\r\n", "\n"))
        except (LockfileInvalid, LockfileTooNew):
            return parse(text)

    def _assembled(self, text: str) -> Lock:
        head, *blocks = _HEADING.split(text)
        lock = parse(head)
        if lock.servers or _ELSEWHERE.search(head):
            raise LockfileInvalid("servers stand before the first heading")
        return replace(lock, servers=tuple(self._read(blocks)))

    def _read(self, blocks: list[str]) -> Iterator[LockedServer]:
        at = 0
        while at < len(blocks):
            own = self._own(blocks[at])
            at += 1
            items = []
            while at < len(blocks) and not blocks[at].startswith(_OWN):
                items.append(self._item(blocks[at]))
                at += 1
            yield replace(own, items=tuple(sorted(items, key=lambda item: _ORDER[item.kind.name])))

    def _own(self, block: str) -> LockedServer:
        if block not in self._servers:
            (server,) = _only(parse(_TOP + block).servers)
            if server.items or _ELSEWHERE.search(block):
                raise LockfileInvalid("items stand without a heading")
            self._servers[block] = server
        return self._servers[block]

    def _item(self, block: str) -> LockedItem:
        if block not in self._items:
            (server,) = _only(parse(_SERVER + block).servers)
            if len(server.items) != 1:
                raise LockfileInvalid("several items stand under one heading")
            self._items[block] = server.items[0]
        return self._items[block]


def _only(servers: tuple[LockedServer, ...]) -> tuple[LockedServer, ...]:
    if len(servers) != 1:
        raise LockfileInvalid("several servers stand under one heading")
    return servers
