"""Read locks block by block, so that a block that stands in several versions is read once.

A block as render.py writes it is matched by one pattern, which is much faster than TOML and no less strict. Whatever
is rare in a lock (an escape, a guard, a second item of one name) matches no pattern and is read as TOML.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING

from govern.contract.surface import KIND_ORDER, KINDS
from govern.errors import LockfileInvalid, LockfileTooNew
from govern.lockfile.document import LONG_TEXTS, RISKS, SPELLED, LockedItem, Numbers
from govern.lockfile.parse import AGAIN, parse, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.surface import Kind, KindName
    from govern.lockfile.document import Lock, LockedServer, Rest


# TOML has no control characters in its strings, but for the tab.
_PLAIN = bytes({9, 10, *range(0x20, 0x7F), *range(0x80, 0x100)})
# A quote or an escape is for the TOML reader.
_LINE = r'"([^"\\\n]*)"'
_BLOCK = r"'''\n([^']*(?:''?[^']+)*'{0,2})\n'''"
_COUNT = r"(0|[1-9][0-9]{0,17})"
_NUMBERS = rf'tokens = {_COUNT}\nfields = {_COUNT}\nbounded = (true|false)\nrisk = "({"|".join(sorted(RISKS))})"\n'
# How many groups stand for what an item begins with, and for its figures.
_BEGUN, _FIGURES = 3, 4


def read_rendered_item(kind: KindName, body: bytes) -> LockedItem | None:
    """The item of these lines, which follow its heading; None where they are not just as render writes them.

    All of it is looked at, and little of it kept: most items of two locks are the same, and nobody asks for more.
    """
    try:
        match = _pattern(kind).match(body.decode())
    except UnicodeDecodeError:
        return None
    if match is None:
        return None
    key, digest, parts = match.group(1, 2, 3)
    return LockedItem.begun(KINDS[kind], key, digest, parts, partial(_rest, kind, body))


def _rest(kind: KindName, body: bytes) -> Rest:
    """What of such an item was only looked at; what stands in both of two locks is not asked for."""
    if body.translate(None, _PLAIN):
        raise LockfileInvalid("not TOML: a control character stands in its text", hint=AGAIN)
    laid_out = KINDS[kind]
    match = next(_pattern(kind).finditer(body.decode()))
    said = iter(match.groups()[_BEGUN:])
    numbers = _numbers(*islice(said, _FIGURES)) if kind == "tool" else None
    texts = {name: text for name, text in zip(laid_out.texts, said, strict=False) if text is not None}
    blocks = {part: text for part, text in zip(_parts(laid_out), said, strict=True) if text is not None}
    return texts, blocks, numbers


def _numbers(tokens: str, fields: str, bounded: str, risk: str) -> Numbers:
    return Numbers(int(tokens), int(fields), bounded == "true", risk)


@cache
def _pattern(name: KindName) -> re.Pattern[str]:
    kind = KINDS[name]
    texts = (_optional(SPELLED.get(text, text), long=text in LONG_TEXTS) for text in kind.texts)
    blocks = (_optional(part, long=True) for part in _parts(kind))
    own = (f"{kind.key} = {_LINE}\n", f"digest = {_LINE}\n", f"parts = {_LINE}\n", _NUMBERS if name == "tool" else "")
    return re.compile("".join((*own, *texts, *blocks, r"\Z")))


def _optional(key: str, *, long: bool) -> str:
    return f"(?:{key} = {_BLOCK if long else _LINE}\n)?"


def _parts(kind: Kind) -> tuple[str, ...]:
    return (*kind.json_parts, "hints")


# What every heading begins with; a block is all that stands behind it, up to the next.
_HEADING = b"\n[[server"
# What would be a list of tables in one place and something else in another.
_ELSEWHERE = re.compile(rf"^\s*[\"']?(?:server|{'|'.join(KINDS)})[\"']?\s*[.=]".encode(), re.MULTILINE)
_OWN = b"]]\n"
_TOP = 'lock = 1\neconomics = 1\nencoding = "cl100k_base"\ndigest = ""\n'
_SERVER = f'{_TOP}\n[[server]]\nname = ""\nsource = ""\ndigest = ""\ncapabilities = []\n'
_HEADINGS: dict[bytes, KindName] = {f".{kind}]]".encode(): kind for kind in KINDS}


class BlockReader:
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
            self._items[block] = read_rendered_item(*_taken_apart(block)) or _alone(block)
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
