"""The lock on disk: read whole, written whole or not at all."""

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
# What the first server's heading begins with.
_SERVERS = b"\n[[server"


def load(path: Path) -> Lock:
    """The lock at this path, every body of it checked against its digest."""
    return read_text(text_at(path), str(path))


def load_if_there(path: Path) -> Lock | None:
    """The lock at this path, or None where there is no such file; a link that leads nowhere is an error."""
    return load(path) if path_exists(path) else None


def stamp(path: Path) -> tuple[int, ...]:
    """What differs once the file at this path was written anew; empty where there is none."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


def read_text(text: str, name: str) -> Lock:
    """A lock's text from anywhere, checked; `name` is what errors call it."""
    with named(name):
        lock = parse(text)
        check(lock)
    return lock


def read_both(old: tuple[bytes, str], new: tuple[bytes, str]) -> tuple[Lock, Lock]:
    """Two locks, each a file's content and its name, to be compared: only where they differ are digests computed."""
    locks, alike = [], BlockReader()
    for content, name in (old, new):
        with named(name):
            locks.append(alike.parse(content))
    for lock, beside, (_, name) in zip(locks, reversed(locks), (old, new), strict=True):
        with named(name):
            check(lock, beside)
    return locks[0], locks[1]


def require_lock(content: bytes, name: str) -> None:
    """Refuse what is no lock, or a newer one, by what stands above its servers: enough where two are one."""
    with named(name):
        # The last line is cut before its end, of which a line end of Windows has one half.
        parse(decoded(content.partition(_SERVERS)[0] + b"\n", name))


class named:  # noqa: N801 - it stands behind `with`
    """Errors about a lock say which one."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        return

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        if isinstance(error, LockfileInvalid | LockfileTooNew):
            where = f"{self._name}: {error.where}".rstrip(": ")
            raise type(error)(error.message, where=where, hint=error.hint) from None


def text_at(path: Path) -> str:
    """The text of the file at this path."""
    return decoded(bytes_at(path), str(path))


def decoded(content: bytes, name: str) -> str:
    """The text of a lock's bytes; `name` is what errors call it."""
    with named(name):
        return text_of(content)


def bytes_at(path: Path) -> bytes:
    """What the file at this path holds."""
    try:
        return read_bytes(path, MAX_LOCK_FILE)
    except FileNotFoundError:
        raise LockfileMissing("there is no such lock", where=str(path), hint="write it with `govern lock`") from None
    except OSError as error:
        raise LockfileInvalid(f"cannot be read: {error.strerror}", where=str(path)) from None


def save(path: Path, lock: Lock) -> bool:
    """Replace the file in one step, so that a crash or a full disk leaves the old lock whole; whether it had to be."""
    from govern.lockfile.render import pieces
    from govern.lockfile.writing import remove_leftovers, replace_file

    content = [piece.encode() for piece in pieces(lock)]
    if _holds(path, content):
        remove_leftovers(path)
        return False
    try:
        replace_file(path, *content)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}; the old file is as it was", where=str(path)) from None
    return True


def _holds(path: Path, content: list[bytes]) -> bool:
    try:
        return read_bytes(path, sum(map(len, content))) == b"".join(content)
    except OSError:
        return False
