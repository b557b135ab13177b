"""Reading many versions of one lock: a block that stood word for word in an earlier one is not read again."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from govern.contract.surface import KIND_ORDER, KINDS
from govern.errors import LockfileInvalid, LockfileTooNew
from govern.lockfile.as_rendered import item_as_rendered
from govern.lockfile.parse import parse, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.surface import KindName
    from govern.lockfile.document import Lock, LockedItem, LockedServer

# What every heading begins with; a block is all that stands behind it, up to the next.
_HEADING = b"\n[[server"
# What would be a list of tables in one place and something else in another.
_ELSEWHERE = re.compile(rf"^\s*[\"']?(?:server|{'|'.join(KINDS)})[\"']?\s*[.=]".encode(), re.MULTILINE)
_OWN = b"]]\n"
_TOP = 'lock = 1\neconomics = 1\nencoding = "cl100k_base"\ndigest = ""\n'
_SERVER = f'{_TOP}\n[[server]]\nname = ""\nsource = ""\ndigest = ""\ncapabilities = []\n'
_HEADINGS: dict[bytes, KindName] = {f".{kind}]]".encode(): kind for kind in KINDS}


class Alike:
    """What was read so far, by its text.

    A text is cut where headings stand. One inside a string is no heading, and leaves a string open before it, so what
    is cut there cannot be read: then, as wherever anything is odd, the text is read as a whole.
    """

    def __init__(self) -> None:
        self._servers: dict[bytes, LockedServer] = {}
        self._items: dict[bytes, LockedItem] = {}

    def parse(self, content: bytes) -> Lock:
        """The lock that a file holds, as `parse` reads its text."""
        content = content.replace(b"\r\n", b"\n") if b"\r" in content else content
        try:
            return self._assembled(_cut(content))
        except (LockfileInvalid, LockfileTooNew):
            return parse(text_of(content))

    def _assembled(self, blocks: Iterator[bytes]) -> Lock:
        lock = self._head(next(blocks))
        servers: list[tuple[LockedServer, list[LockedItem]]] = []
        for block in blocks:
            if not servers or block.startswith(_OWN):
                servers.append((self._own(block), []))
            else:
                servers[-1][1].append(self._item(block))
        return replace(lock, servers=tuple(replace(own, items=_in_order(items)) for own, items in servers))

    def _head(self, block: bytes) -> Lock:
        lock = parse(text_of(block))
        if lock.servers or _ELSEWHERE.search(block):
            raise LockfileInvalid("servers stand before the first heading")
        return lock

    def _own(self, block: bytes) -> LockedServer:
        if block not in self._servers:
            (server,) = _only(parse(_TOP + text_of(_HEADING + block)).servers)
            if server.items or _ELSEWHERE.search(block):
                raise LockfileInvalid("items stand without a heading")
            self._servers[block] = server
        return self._servers[block]

    def _item(self, block: bytes) -> LockedItem:
        if block not in self._items:
            self._items[block] = item_as_rendered(*_taken_apart(block)) or _alone(block)
        return self._items[block]


def _cut(content: bytes) -> Iterator[bytes]:
    """The text up to the first heading, and each block; one at a time, since most are only looked up."""
    at = 0
    while (end := content.find(_HEADING, at)) >= 0:
        yield content[at:end]
        at = end + len(_HEADING)
    yield content[at:]


def _in_order(items: list[LockedItem]) -> tuple[LockedItem, ...]:
    return tuple(sorted(items, key=lambda item: KIND_ORDER[item.kind.name]))


def _taken_apart(block: bytes) -> tuple[KindName, bytes]:
    """The kind that its heading names, and all that stands behind that."""
    heading, _, body = block.partition(b"\n")
    if heading not in _HEADINGS:
        raise LockfileInvalid("a heading of another list")
    return _HEADINGS[heading], body


def _alone(block: bytes) -> LockedItem:
    """The item of a block, as TOML."""
    (server,) = _only(parse(_SERVER + text_of(_HEADING + block)).servers)
    if len(server.items) != 1:
        raise LockfileInvalid("several items stand under one heading")
    return server.items[0]


def _only(servers: tuple[LockedServer, ...]) -> tuple[LockedServer, ...]:
    if len(servers) != 1:
        raise LockfileInvalid("several servers stand under one heading")
    return servers
