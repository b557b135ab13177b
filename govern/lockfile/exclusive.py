"""One writer at a time, also among processes: who reads a lock to write it again must not lose what another wrote."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_POLL = 0.02


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until nobody else is in here for this file; the system lets go where a process dies."""
    name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]
    descriptor = os.open(Path(tempfile.gettempdir()) / f"govern-{name}.lock", os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _wait(descriptor)
        yield
    finally:
        os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

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

    def _wait(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
