"""Which lock a verb that only reads is about."""

from pathlib import Path

from govern.errors import LockfileMissing
from govern.lockfile.store import LOCK_NAME


def find_lock(lock: Path | None, config: Path | None) -> Path:
    """The lock that is named; else the one beside the named config; else the nearest from here upwards."""
    if lock:
        return lock
    if config:
        return config.parent / LOCK_NAME
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / LOCK_NAME).is_file():
            return folder / LOCK_NAME
    raise LockfileMissing(
        f"there is no {LOCK_NAME}, here or above", where=str(here), hint="write it with `govern lock`"
    )
