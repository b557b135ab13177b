"""`govern verify`: everything that a lock says, computed again."""

from pathlib import Path

from govern.commands.place import find_lock
from govern.lockfile.document import Lock
from govern.lockfile.store import named, text_at
from govern.lockfile.verify import verify as recompute


def verify(lock: Path | None, config: Path | None) -> Lock:
    """The lock, once all of it has been found to be true."""
    path = find_lock(lock, config)
    text = text_at(path)
    with named(str(path)):
        return recompute(text)
