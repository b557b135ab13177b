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
    from collections.abc import Callable, Iterator
    from pathlib import Path


_WINDOWS = sys.platform == "win32"
# The length of the random part of a name that `mkstemp` makes.
_RANDOM = 8
_POLL = 0.02
# govern holds the lock briefly; a longer one is another program's, which may even have started govern.
_PATIENCE = 15.0
# Readers and virus scanners have a file open for a moment.
_UNTIL_CLOSED = 2.0


def replace_file(path: Path, *content: bytes) -> None:
    """Replace a file in one step; a link stays a link, and the mode stays."""
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
            # Windows does not rename open files.
            when_closed(lambda: Path(beside).replace(path))
    except BaseException:
        with suppress(OSError):
            Path(beside).unlink()
        raise
    _sync_folder(path.parent)


def when_closed(act: Callable[[], object]) -> None:
    """Rename or delete a file, which Windows refuses for as long as another program has it open."""
    end = time.monotonic() + _UNTIL_CLOSED
    while True:
        try:
            act()
        except PermissionError:
            if not _WINDOWS or time.monotonic() > end:
                raise
            time.sleep(_POLL)
        else:
            return


def remove_leftovers(path: Path) -> None:
    """Remove temporary files of writers of this file that were killed; a running writer holds a lock on its own."""
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
            # A file system without locks; only locked files are removed there.
            return descriptor, beside
        # Another process may have removed it before it was locked.
        if os.fstat(descriptor).st_nlink or _WINDOWS:
            return descriptor, beside
        os.close(descriptor)


def _is_temporary(name: str, path: Path) -> bool:
    """Return whether this is a name that `mkstemp` made for this file."""
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
        # Windows does not remove a file that its writer holds open.
        leftover.unlink()


if sys.platform == "win32":

    def _lock(_descriptor: int, *, wait: bool) -> None:
        """Do nothing: Windows removes no open file, so no lock is needed."""

else:
    import fcntl

    def _lock(descriptor: int, *, wait: bool) -> None:
        """Lock a file for as long as it is open; raise OSError if another process has, unless `wait` is true."""
        fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


def _target(path: Path) -> Path:
    """Return the file that a link leads to; raise OSError for a loop of links, which Python 3.13 does not report."""
    with suppress(RuntimeError):
        if not (target := path.resolve()).is_symlink():
            return target
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Flush a folder to disk where the system allows it, so that a rename survives a crash."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def exclusive_access(path: Path) -> Iterator[None]:
    """Hold exclusive write access to the folder of this file, across all processes."""
    with ExitStack() as held:
        # Without the folder, or on a file system without locks, there is nothing to wait for.
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
        # Windows cannot open folders.
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
