"""One writer at a time, also among processes: who reads a lock to write it again must not lose what another wrote."""

from __future__ import annotations

import os
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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
