"""Upkeep of the lock and the approvals: resolve merge conflicts, also as git's merge driver, and prune approvals."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from govern.commands.project import find_lock
from govern.errors import UsageError
from govern.git.history import version_tags
from govern.git.process import work_tree_of
from govern.git.revisions import conflict_side
from govern.git.trees import committed_text
from govern.lockfile.comparison import merge
from govern.lockfile.document import Lock
from govern.lockfile.store import bytes_at, load, load_if_there, read_lock, save
from govern.lockfile.writing import exclusive_access
from govern.policy.approvals import FILE, Approval, parse_approvals
from govern.policy.approvals_writing import Pruned, current_text, merged_text, without_entries
from govern.policy.config_writing import replace_user_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.lockfile.comparison import Merged
    from govern.policy.approvals import Standing, Waiver
    from govern.verdict import Verdict

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
    replace_user_file(target, merged_text(base, ours, theirs, names))
    return target


# The digest of an item that is not there.
_NOTHING = "-"


def prune(verdicts: Sequence[Verdict], lock: Path, *, dry_run: bool = False) -> Pruned:
    """Remove approvals that expired or match no change of any verdict, and return them.

    The gate judges every step since the last release, so approvals that were added since then are kept, and before
    the first final release those that it needs.
    """
    path = lock.with_name(FILE)
    gone = _unneeded(verdicts)
    kept = _needed_by_gate(lock, [each.what for each in gone if each.why == "stale"])
    removed = [each for each in gone if each.what not in kept]
    if removed and not dry_run:
        with exclusive_access(path):
            _remove(removed, path)
    return Pruned(path, tuple(removed), len(gone) - len(removed), dry_run)


def _unneeded(verdicts: Sequence[Verdict]) -> list[Standing]:
    found = [[each for each in verdict.standings if each.why in ("stale", "expired")] for verdict in verdicts]
    first, *others = [{each.what: each for each in standings} for standings in found]
    gone = [each for what, each in first.items() if all(what in other for other in others)]
    if any(each.why == "stale" for each in gone) and (bare := next((each for each in verdicts if each.first), None)):
        raise UsageError(
            f"cannot tell which approvals are stale: {bare.old} has no lock",
            hint="name the state to compare with: govern approve --prune --against REF",
        )
    return gone


def _remove(removed: Sequence[Standing], path: Path) -> None:
    replace_user_file(path, without_entries(current_text(path), {each.what for each in removed}, str(path)))


def _needed_by_gate(lock: Path, stale: Sequence[Approval | Waiver]) -> set[Approval | Waiver]:
    """Return those that were not in the last final release of each tag series, and those that the first one needs.

    Raise UsageError in a shallow clone, which may lack the release.
    """
    if not stale or work_tree_of(lock.absolute().parent) is None:
        return set()
    tags = version_tags(lock)
    # A final release is compared with the last final one, so approvals from before a pre-release still count.
    finals = [tag for tag in tags if tag.version.final]
    newest = {tag.series: tag.commit for tag in reversed(finals or tags)}
    texts = [committed_text(lock.with_name(FILE), commit) for commit in newest.values()]
    released = [parse_approvals(text, FILE).approvals if text is not None else () for text in texts]
    needed = {each for each in stale if not all(each in held for held in released)}
    if not finals or {tag.series for tag in tags} != {tag.series for tag in finals}:
        needed.update(_needed_first(lock, stale))
    return needed


def _needed_first(lock: Path, stale: Sequence[Approval | Waiver]) -> Iterator[Approval]:
    """Yield the approvals of items as they are now, against no lock, which is what a first release is compared with."""
    digests: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for server in (load_if_there(lock) or Lock()).servers:
        digests[server.name, ""].append(server.digest)
        for item in server.items:
            digests[server.name, item.key].append(item.digest)
    for each in stale:
        if isinstance(each, Approval) and each.origin == _NOTHING:
            now = digests[each.server, each.tool]
            # Items that share a name have one digest in approvals.
            if each.target in now or len(now) > 1:
                yield each
