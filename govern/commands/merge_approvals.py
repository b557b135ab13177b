"""`govern approve --merge`: two branches' approvals made one, by hand after a conflict or as git's merge driver."""

from __future__ import annotations

from pathlib import Path

from govern.commands.place import find_lock
from govern.errors import UsageError
from govern.policy.approvals_writing import FILE, current_text, merged_text, write_approvals
from govern.snapshot.git import staged

_DRIVER_PATHS = 3


def merge_approvals(paths: tuple[str, ...], config: Path | None, lock: Path | None) -> Path:
    """Merge the conflicted file from git's index, or BASE and THEIRS into OURS; gives the file that was written."""
    if paths and len(paths) != _DRIVER_PATHS:
        raise UsageError("--merge takes no path, or three: BASE OURS THEIRS (what git calls %O %A %B)")
    if paths:
        target = Path(paths[1])
        base, ours, theirs = (current_text(Path(path)) for path in paths)
        names = (paths[0], paths[1], paths[2])
    else:
        target = find_lock(lock, config).with_name(FILE)
        base, ours, theirs = _from_index(target)
        names = (f"{FILE} (base)", f"{FILE} (ours)", f"{FILE} (theirs)")
    write_approvals(target, merged_text(base, ours, theirs, names))
    return target


def _from_index(path: Path) -> tuple[str, str, str]:
    base, ours, theirs = (staged(path, stage) for stage in (1, 2, 3))
    if ours is None or theirs is None:
        raise UsageError("git knows of no merge conflict in it", where=str(path))
    return base or "", ours, theirs
