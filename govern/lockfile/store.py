"""The lock on disk: read whole, written whole or not at all."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager, suppress
from pathlib import Path

from govern.errors import LockfileInvalid, LockfileMissing, LockfileTooNew, UsageError
from govern.lockfile.alike import Alike
from govern.lockfile.integrity import check
from govern.lockfile.parse import parse, text_of
from govern.lockfile.plain_file import plain_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.lockfile.document import Lock

LOCK_NAME = "capability.lock"
# What the first server's heading begins with.
_SERVERS = b"\n[[server"


def load(path: Path) -> Lock:
    """The lock at this path, every body of it checked against its digest."""
    return read_text(text_at(path), str(path))


def load_if_there(path: Path) -> Lock | None:
    """The lock at this path, or None where there is no such file."""
    return load(path) if path.exists() else None


def stamp(path: Path) -> tuple[int, ...]:
    """What differs once the file at this path was written anew; empty where there is none."""
    with suppress(OSError):
        found = path.stat()
        return found.st_ino, found.st_size, found.st_mtime_ns
    return ()


def read_text(text: str, name: str) -> Lock:
    """A lock's text from anywhere, checked; `name` is what errors call it."""
    with named(name):
        lock = parse(text)
        check(lock)
    return lock


def read_both(old: tuple[bytes, str], new: tuple[bytes, str]) -> tuple[Lock, Lock]:
    """Two locks, each a file's content and its name, to be compared: only where they differ are digests computed."""
    locks, alike = [], Alike()
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


@contextmanager
def named(name: str) -> Iterator[None]:
    """Errors about a lock say which one."""
    try:
        yield
    except (LockfileInvalid, LockfileTooNew) as error:
        raise type(error)(error.message, where=f"{name}: {error.where}".rstrip(": "), hint=error.hint) from None


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
        return plain_bytes(path)
    except FileNotFoundError:
        raise LockfileMissing("there is no such lock", where=str(path), hint="write it with `govern lock`") from None
    except OSError as error:
        raise LockfileInvalid(f"cannot be read: {error.strerror}", where=str(path)) from None


def save(path: Path, lock: Lock) -> bool:
    """Replace the file in one step, so that a crash or a full disk leaves the old lock whole; whether it had to be."""
    from govern.lockfile.render import pieces

    content = [piece.encode() for piece in pieces(lock)]
    try:
        if path.exists() and path.read_bytes() == b"".join(content):
            return False
        replace_file(path, *content)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror}; the old file is as it was", where=str(path)) from None
    return True


def replace_file(path: Path, *content: bytes) -> None:
    """Write beside the file, flush to disk, then rename over it; a link stays a link, and the mode stays."""
    import tempfile

    path = _target(path)
    descriptor, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(path.stat().st_mode if path.exists() else 0o666 & ~_umask())
        Path(beside).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(beside).unlink()
        raise
    _sync_folder(path.parent)


def _target(path: Path) -> Path:
    """Where links lead. Of those that lead in a circle Python says so in its own way, and from 3.13 on not at all."""
    with suppress(RuntimeError):
        if not (target := path.resolve()).is_symlink():
            return target
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """So that the rename itself survives a crash, where the system lets a folder be opened."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
