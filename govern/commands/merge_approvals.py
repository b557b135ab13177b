"""`govern approve --merge`: two branches' approvals made one, by hand after a conflict or as git's merge driver."""

from __future__ import annotations

from pathlib import Path

from govern.commands.merge import conflicted, require_driver
from govern.commands.place import find_lock
from govern.policy.approvals import FILE
from govern.policy.approvals_writing import current_text, merged_text, write_approvals


def merge_approvals(paths: tuple[str, ...], config: Path | None, lock: Path | None) -> Path:
    """Merge the conflicted file from git's index, or BASE and THEIRS into OURS; gives the file that was written."""
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
