"""The lock on disk, read and written as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.errors import LockfileInvalid, LockfileMissing, LockfileTooNew, UsageError
from govern.files import MAX_LOCK_FILE, path_exists, read_bytes
from govern.lockfile.block_reader import BlockReader
from govern.lockfile.integrity import check
from govern.lockfile.parse import parse, text_of

if TYPE_CHECKING:
    from pathlib import Path

    from govern.lockfile.document import Lock

LOCK_NAME = "capability.lock"
# The heading of the first server begins with this.
_SERVERS = b"\n[[server"


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
        parse(text_of(content.partition(_SERVERS)[0] + b"\n"))


class lock_errors_named:  # noqa: N801 - it stands behind `with`
    """A context that adds a lock's name to errors about it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        return

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        if isinstance(error, LockfileInvalid | LockfileTooNew):
            where = f"{self._name}: {error.where}".rstrip(": ")
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
    from govern.lockfile.render import pieces
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
        return read_bytes(path, sum(map(len, content))) == b"".join(content)
    except OSError:
        return False
