"""Which lock, and which server of it, a verb that only reads is about."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from govern.errors import LockfileMissing, UsageError, closest
from govern.files import path_exists
from govern.lockfile.store import LOCK_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.lockfile.document import Lock, LockedServer

_MOST_NAMED = 20


def find_lock(lock: Path | None, config: Path | None) -> Path:
    """The lock that is named; else the one beside the named config; else the nearest from here upwards."""
    if lock:
        return lock
    if config:
        return config.parent / LOCK_NAME
    here = Path.cwd()
    for folder in (here, *here.parents):
        if path_exists(folder / LOCK_NAME):
            return folder / LOCK_NAME
    raise LockfileMissing(
        f"there is no {LOCK_NAME}, here or above", where=str(here), hint="write it with `govern lock`"
    )


def in_repository(path: Path) -> Path:
    """The path as code hosts know it: from the root of the repository, else from here, where it lies below that."""
    path = path.absolute()
    roots = [folder for folder in path.parents if (folder / ".git").exists()]
    root = roots[0] if roots else Path.cwd()
    return path.relative_to(root) if path.is_relative_to(root) else path


def server_named(lock: Lock, name: str) -> LockedServer:
    """The server of that name, which the lock should hold."""
    server = lock.server(name)
    if server is None:
        raise UsageError(f"the lock holds no server {name!r}{meant(name, [each.name for each in lock.servers])}")
    return server


def meant(name: str, known: Sequence[str], *, listed: bool = True) -> str:
    """What somebody who named something that is not there may have meant, or else what there is."""
    close = closest(name, known, 0.5)
    if close:
        return f"; did you mean {close!r}?"
    if not listed:
        return ""
    more = ", …" if len(known) > _MOST_NAMED else ""
    return f" (there are: {', '.join(map(repr, dict.fromkeys(known[:_MOST_NAMED])))}{more})" if known else ""
