"""The lock on disk, read block by block, so that a block that several versions share is read once."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING

from govern.contract.surface import KIND_ORDER, KINDS
from govern.errors import LockfileInvalid, LockfileMissing, LockfileTooNew, UsageError
from govern.files import MAX_LOCK_FILE, as_committed, path_exists, read_bytes
from govern.lockfile.document import LONG_TEXTS, RISKS, SPELLED, LockedItem, Numbers
from govern.lockfile.integrity import check
from govern.lockfile.text import RESTORE_HINT, parse, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from govern.contract.surface import KindName
    from govern.lockfile.document import Lock, LockedServer, Rest

LOCK_NAME = "capability.lock"


def load(path: Path) -> Lock:
    """Return the lock at this path, with every body checked against its digest."""
    return read_lock(bytes_at(path), str(path))


def load_if_there(path: Path) -> Lock | None:
    """Return the lock at this path, or None if there is no file; a broken link is an error."""
    return load(path) if path_exists(path) else None


def stamp(path: Path) -> tuple[int, ...]:
    """Return values that change when the file is written again; empty if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


def read_lock(content: bytes, name: str, blocks: BlockReader | None = None, beside: Lock | None = None) -> Lock:
    """Return the lock that a file holds, checked; errors refer to it as `name`.

    Items that are equal in `beside`, a checked lock, are not checked again; one reader of blocks should read both.
    """
    with lock_errors_named(name):
        lock = (blocks or BlockReader()).parse(content)
        check(lock, beside)
    return lock


def read_both(old: tuple[bytes, str], new: tuple[bytes, str]) -> tuple[Lock, Lock]:
    """Return two locks to compare, each given as content and name; only items that differ are checked."""
    locks, alike = [], BlockReader()
    for content, name in (old, new):
        with lock_errors_named(name):
            locks.append(alike.parse(content))
    for lock, beside, (_, name) in zip(locks, reversed(locks), (old, new), strict=True):
        with lock_errors_named(name):
            check(lock, beside)
    return locks[0], locks[1]


def read_headers(content: bytes, name: str) -> Lock:
    """Return a lock of which only the servers' own lines are needed, without checking its digests."""
    with lock_errors_named(name):
        return BlockReader().parse(content)


def require_lock(content: bytes, name: str) -> None:
    """Raise LockfileInvalid or LockfileTooNew if the lines above the servers are not those of a lock."""
    with lock_errors_named(name):
        # The line before it is cut off before its end, which may leave half of a Windows line end.
        parse(text_of(content.partition(_HEADING)[0] + b"\n"))


@contextmanager
def lock_errors_named(name: str) -> Iterator[None]:
    """Add a lock's name to errors about it."""
    try:
        yield
    except (LockfileInvalid, LockfileTooNew) as error:
        where = f"{name}: {error.where}".rstrip(": ")
        raise type(error)(error.message, where=where, hint=error.hint) from None


def bytes_at(path: Path) -> bytes:
    """Return the bytes of the lock at this path."""
    try:
        return read_bytes(path, MAX_LOCK_FILE)
    except FileNotFoundError:
        raise LockfileMissing("lock not found", where=str(path), hint="write it with `govern lock`") from None
    except OSError as error:
        raise LockfileInvalid(f"cannot be read: {error.strerror}", where=str(path)) from None


def save(path: Path, lock: Lock) -> bool:
    """Write the lock in one step and return whether the file changed; a crash or a full disk leaves the old lock."""
    from govern.lockfile.text import pieces
    from govern.lockfile.writing import remove_leftovers, replace_file

    content = [piece.encode() for piece in pieces(lock)]
    if _holds(path, content):
        remove_leftovers(path)
        return False
    try:
        replace_file(path, *content)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}; the old file is unchanged", where=str(path)) from None
    return True


def _holds(path: Path, content: list[bytes]) -> bool:
    try:
        return as_committed(read_bytes(path, MAX_LOCK_FILE)) == b"".join(content)
    except OSError:
        return False


# A block as `render` writes it is matched by one pattern, which is much faster than TOML and no less strict. Whatever
# is rare in a lock (an escape, a guard, a second item of one name) matches no pattern and is read as TOML.

# TOML strings hold no control character but the tab.
_PLAIN = bytes({9, 10, *range(0x20, 0x7F), *range(0x80, 0x100)})
# A string with a quote or an escape is left to the TOML reader.
_LINE = r'"([^"\\\n]*)"'
_BLOCK = r"'''\n([^']*(?:''?[^']+)*'{0,2})\n'''"
_COUNT = r"(0|[1-9][0-9]{0,17})"
_NUMBERS = rf'tokens = {_COUNT}\nfields = {_COUNT}\nbounded = (true|false)\nrisk = "({"|".join(sorted(RISKS))})"\n'
# The numbers of groups for an item's first lines and for its economics.
_BEGUN, _FIGURES = 3, 4
# Every heading begins with this; a block is the text between two of them.
_HEADING = b"\n[[server"
# Keys that would make a list of tables in some other way than by headings.
_ELSEWHERE = re.compile(rf"^[ \t]*+[\"']?(?:server|{'|'.join(KINDS)})[\"']?\s*[.=]".encode(), re.MULTILINE)
_OWN = b"]]\n"
_TOP = 'lock = 1\neconomics = 1\nencoding = "cl100k_base"\ndigest = ""\n'
_SERVER = f'{_TOP}\n[[server]]\nname = ""\nsource = ""\ndigest = ""\ncapabilities = []\n'
_HEADINGS: dict[bytes, KindName] = {f".{kind}]]".encode(): kind for kind in KINDS}


def read_rendered_item(block: bytes) -> LockedItem | None:
    """Return the item of a block, or None if it is not as `render` writes it.

    All lines are matched, but only the key and the digests are kept: most items of two locks are equal, and the rest
    of an item is read when it is needed.
    """
    kind = _kind_of(block)
    try:
        match = _pattern(kind).match(block.decode())
    except UnicodeDecodeError:
        return None
    if match is None:
        return None
    key, digest, parts = match.group(1, 2, 3)
    return LockedItem.partly_read(KINDS[kind], key, digest, parts, partial(_read_rest, kind, block))


def _read_rest(kind: KindName, block: bytes) -> Rest:
    """Return the texts, blocks and numbers of an item that was matched but not read."""
    if block.translate(None, _PLAIN):
        raise LockfileInvalid("not valid TOML: a string holds a control character", hint=RESTORE_HINT)
    laid_out = KINDS[kind]
    match = next(_pattern(kind).finditer(block.decode()))
    values = iter(match.groups()[_BEGUN:])
    numbers = _parse_figures(*islice(values, _FIGURES)) if kind == "tool" else None
    texts = {name: text for name, text in zip(laid_out.texts, values, strict=False) if text is not None}
    blocks = {part: text for part, text in zip(laid_out.block_names, values, strict=True) if text is not None}
    return texts, blocks, numbers


def _parse_figures(tokens: str, fields: str, bounded: str, risk: str) -> Numbers:
    return Numbers(int(tokens), int(fields), bounded == "true", risk)


@cache
def _pattern(name: KindName) -> re.Pattern[str]:
    kind = KINDS[name]
    texts = (_optional(SPELLED.get(text, text), long=text in LONG_TEXTS) for text in kind.texts)
    blocks = (_optional(part, long=True) for part in kind.block_names)
    own = (
        rf"\.{name}\]\]\n",
        f"{kind.key} = {_LINE}\n",
        f"digest = {_LINE}\n",
        f"parts = {_LINE}\n",
        _NUMBERS if name == "tool" else "",
    )
    return re.compile("".join((*own, *texts, *blocks, r"\Z")))


def _optional(key: str, *, long: bool) -> str:
    return f"(?:{key} = {_BLOCK if long else _LINE}\n)?"


class BlockReader:
    """A reader of locks that remembers each block by its text.

    A text is cut at its headings. A heading inside a string leaves an open string before the cut, which does not
    parse: then, as with anything unusual, the whole text is read as TOML.
    """

    def __init__(self) -> None:
        self._servers: dict[bytes, LockedServer] = {}
        self._items: dict[bytes, LockedItem] = {}

    def parse(self, content: bytes) -> Lock:
        """Return the lock that a file holds, equal to what `parse` returns for its text."""
        content = content.replace(b"\r\n", b"\n") if b"\r" in content else content
        try:
            return self._assembled(_split_blocks(content))
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
            raise LockfileInvalid("servers before the first heading")
        return lock

    def _own(self, block: bytes) -> LockedServer:
        if block not in self._servers:
            (server,) = _single(parse(_TOP + text_of(_HEADING + block)).servers)
            if server.items or _ELSEWHERE.search(block):
                raise LockfileInvalid("items without a heading")
            self._servers[block] = server
        return self._servers[block]

    def _item(self, block: bytes) -> LockedItem:
        if block not in self._items:
            self._items[block] = read_rendered_item(block) or _parse_as_toml(block)
        return self._items[block]


def _split_blocks(content: bytes) -> Iterator[bytes]:
    """Yield the text before the first heading, then each block."""
    at = 0
    while (end := content.find(_HEADING, at)) >= 0:
        yield content[at:end]
        at = end + len(_HEADING)
    yield content[at:]


def _in_order(items: list[LockedItem]) -> tuple[LockedItem, ...]:
    return tuple(sorted(items, key=lambda item: KIND_ORDER[item.kind.name]))


def _kind_of(block: bytes) -> KindName:
    """Return the kind that a block's heading names."""
    heading = block[: block.find(b"\n")]
    if heading not in _HEADINGS:
        raise LockfileInvalid("unknown heading")
    return _HEADINGS[heading]


def _parse_as_toml(block: bytes) -> LockedItem:
    """Return the item of a block that is read as TOML."""
    (server,) = _single(parse(_SERVER + text_of(_HEADING + block)).servers)
    if len(server.items) != 1:
        raise LockfileInvalid("several items under one heading")
    return server.items[0]


def _single(servers: tuple[LockedServer, ...]) -> tuple[LockedServer, ...]:
    if len(servers) != 1:
        raise LockfileInvalid("several servers under one heading")
    return servers
