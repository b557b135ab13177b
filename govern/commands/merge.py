"""`govern lock --merge` and `govern approve --merge`: resolve merge conflicts, also as git's merge driver."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from govern.commands.project import find_lock
from govern.errors import UsageError
from govern.git.revisions import conflict_side
from govern.lockfile.merge import merge
from govern.lockfile.store import bytes_at, load, read_lock, save
from govern.policy.approvals import FILE
from govern.policy.approvals_writing import current_text, merged_text, write_approvals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.lockfile.document import Lock
    from govern.lockfile.merge import Merged


_DRIVER_PATHS = 3
_SIDES = ("base", "ours", "theirs")


def merge_locks(paths: tuple[Path, ...], config: Path | None, lock: Path | None) -> Merged:
    """Merge the conflicted lock from git's index, or BASE and THEIRS into OURS. Conflicting items stay as in OURS."""
    require_driver(paths)
    if paths:
        base, ours, theirs = _base(bytes_at(paths[0]), str(paths[0])), load(paths[1]), load(paths[2])
        target = paths[1]
    else:
        target = find_lock(lock, config)
        base, ours, theirs = _from_index(target)
    merged = merge(base, ours, theirs)
    save(target, merged.lock)
    return merged


def require_driver(paths: Sequence[object]) -> None:
    """Raise UsageError unless there are no paths, or the three paths of a git merge driver."""
    if paths and len(paths) != _DRIVER_PATHS:
        raise UsageError("--merge takes no path, or three: BASE OURS THEIRS (%O %A %B of a git merge driver)")


def conflicted(path: Path) -> tuple[str, str, str]:
    """Return base, ours and theirs from git's index. The base is empty if both sides added the file."""
    base, ours, theirs = (conflict_side(path, stage) for stage in (1, 2, 3))
    if ours is None or theirs is None:
        raise UsageError("has no merge conflict in git", where=str(path))
    return base or "", ours, theirs


def _from_index(path: Path) -> tuple[Lock | None, Lock, Lock]:
    contents = (text.encode() for text in conflicted(path))
    base, ours, theirs = zip(contents, (f"{path} ({side})" for side in _SIDES), strict=True)
    return _base(*base), read_lock(*ours), read_lock(*theirs)


def _base(content: bytes, name: str) -> Lock | None:
    """Return the lock of the base, or None if both sides added the file."""
    return read_lock(content, name) if content else None


def merge_approvals(paths: tuple[str, ...], config: Path | None, lock: Path | None) -> Path:
    """Merge the conflicted approvals from git's index, or BASE and THEIRS into OURS. Return the path written."""
    require_driver(paths)
    if paths:
        target = Path(paths[1])
        base, ours, theirs = (current_text(Path(path)) for path in paths)
        names = (paths[0], paths[1], paths[2])
    else:
        target = find_lock(lock, config).with_name(FILE)
        base, ours, theirs = conflicted(target)
        names = (f"{FILE} (base)", f"{FILE} (ours)", f"{FILE} (theirs)")
    write_approvals(target, merged_text(base, ours, theirs, names))
    return target
