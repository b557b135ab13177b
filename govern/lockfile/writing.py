"""Write files in one step, one writer at a time."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


_WINDOWS = sys.platform == "win32"
# The length of the random part of a name that `mkstemp` makes.
_RANDOM = 8


def replace_file(path: Path, *content: bytes) -> None:
    """Write beside the file, flush to disk, then rename over it; a link stays a link, and the mode stays."""
    path = _target(path)
    remove_leftovers(path)
    descriptor, beside = _temporary(path)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
            Path(beside).chmod(path.stat().st_mode if path.exists() else 0o666 & ~_umask())
            if not _WINDOWS:
                Path(beside).replace(path)
        if _WINDOWS:
            # There no file is renamed while it is open.
            Path(beside).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(beside).unlink()
        raise
    _sync_folder(path.parent)


def remove_leftovers(path: Path) -> None:
    """Remove what a writer of this file left behind when it was killed; one that still runs holds a lock on its own."""
    with suppress(OSError):
        for beside in path.parent.iterdir():
            if _is_temporary(beside.name, path):
                with suppress(OSError):
                    _remove_unless_locked(beside)


def _temporary(path: Path) -> tuple[int, str]:
    """Create a file beside this one, locked for as long as it is open."""
    while True:
        descriptor, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            _lock(descriptor, wait=True)
        except OSError:
            # A file system without locks; nothing that is not locked is removed there.
            return descriptor, beside
        # Another run may have taken it for a leftover before it was locked.
        if os.fstat(descriptor).st_nlink or _WINDOWS:
            return descriptor, beside
        os.close(descriptor)


def _is_temporary(name: str, path: Path) -> bool:
    """Whether `mkstemp` made such a name for this file."""
    prefix = f".{path.name}."
    random = name.removeprefix(prefix)
    return name.startswith(prefix) and len(random) == _RANDOM and all(c.isalnum() or c == "_" for c in random)


def _remove_unless_locked(leftover: Path) -> None:
    if leftover.is_symlink() or not leftover.is_file():
        return
    descriptor = os.open(leftover, os.O_RDWR)
    try:
        _lock(descriptor, wait=False)
        if not _WINDOWS:
            leftover.unlink()
    finally:
        os.close(descriptor)
    if _WINDOWS:
        # There a file that its writer holds open cannot be removed.
        leftover.unlink()


if sys.platform == "win32":

    def _lock(_descriptor: int, *, wait: bool) -> None:
        """Windows removes no file that is open, so that no lock is needed."""

else:
    import fcntl

    def _lock(descriptor: int, *, wait: bool) -> None:
        """Lock a file for as long as it is open; raise where somebody else has, unless told to wait."""
        fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


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


_POLL = 0.02
# None of us is in here for long; whoever is has locked the folder for something else, perhaps for us to run in.
_PATIENCE = 15.0


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until nobody else is in here for a file of this folder; the system lets go where a process dies."""
    with ExitStack() as held:
        # Where there is no such folder, or a network's file system locks none, nobody can be waited for.
        with suppress(OSError, RuntimeError):
            descriptor = _opened(path.resolve())
            held.callback(os.close, descriptor)
            _wait(descriptor)
        yield


def _wait(descriptor: int) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        with suppress(BlockingIOError, PermissionError):
            return _take(descriptor)
        time.sleep(_POLL)
    return None


if sys.platform == "win32":
    import hashlib
    import msvcrt
    import tempfile
    from pathlib import Path

    def _opened(path: Path) -> int:
        # Folders cannot be opened here.
        name = hashlib.sha256(str(path.parent).encode()).hexdigest()[:16]
        return os.open(Path(tempfile.gettempdir()) / f"govern-{name}.lock", os.O_RDWR | os.O_CREAT)

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _opened(path: Path) -> int:
        return os.open(path.parent, os.O_RDONLY)

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
