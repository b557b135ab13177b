"""One writer at a time, also among processes: who reads a lock to write it again must not lose what another wrote."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until nobody else is in here for this file; the system lets go where a process dies."""
    try:
        descriptor = _opened(path.resolve())
    except OSError:
        # Who cannot even open the folder is told what is wrong when writing.
        yield
        return
    try:
        _wait(descriptor)
        yield
    finally:
        os.close(descriptor)


if sys.platform == "win32":
    import hashlib
    import msvcrt
    import tempfile
    import time

    _POLL = 0.02

    def _opened(path: Path) -> int:
        name = hashlib.sha256(str(path).encode()).hexdigest()[:16]
        return os.open(Path(tempfile.gettempdir()) / f"govern-{name}.lock", os.O_RDWR | os.O_CREAT, 0o666)

    def _wait(descriptor: int) -> None:
        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            except OSError:
                time.sleep(_POLL)
            else:
                return

else:
    import fcntl

    def _opened(path: Path) -> int:
        """The folder: it needs no file of ours, which could be another user's."""
        return os.open(path.parent, os.O_RDONLY)

    def _wait(descriptor: int) -> None:
        # Some file systems of networks hold nothing that is only read.
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
