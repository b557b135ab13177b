"""OLD and NEW of a comparison, each a file, a git ref or running servers, the authors between them, and old locks."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.lockfile.store import LOCK_NAME, BlockReader, bytes_at, read_lock
from govern.policy.approvals import FILE, approvals_text, person_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.git.trees import BlobReader, Tree
    from govern.lockfile.document import Lock

LIVE = "live"
# As many digits as git shows for commits of a large repository.
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class LockSide:
    """The content of a lock and its name in reports. `content` is None if this side has no lock yet.

    `approvals` is the text beside the lock. `is_default` is true for a side that was not named, and `found` is then
    OLD's commit in a CI build. `ref` is the commit that the lock was read from, and `file` the file, if either.
    """

    called: str
    content: bytes | None
    approvals: str | None = None
    is_default: bool = False
    found: str | None = None
    ref: str | None = None
    file: Path | None = None

    def lock(self) -> Lock:
        """Return the lock, with every body checked against its digest."""
        return read_lock(self.content or b"", self.called)


def old_side(word: str | None, path: Path, environ: Mapping[str, str]) -> LockSide:
    """Return OLD as requested; by default the base of a CI build, or else of the branch."""
    if word is not None:
        return _where_it_stood(_named_side(word, path), path, word)
    from govern.commands.ci import branch_base, build_base, in_ci
    from govern.git.process import asking_once

    is_build = in_ci(environ)
    with asking_once():
        base = build_base(path, environ) if is_build else branch_base(path)
        side = _where_it_stood(_side_at(path, base.commit, base.called), path, base.commit)
    return replace(side, is_default=True, found=base.commit[:_DIGITS] if is_build else None)


def new_side(word: str | None, path: Path) -> LockSide:
    """Return NEW as requested; by default the lock in the work tree."""
    return _named_side(word, path) if word is not None else replace(_file(path, path), is_default=True)


def _named_side(word: str, path: Path) -> LockSide:
    """Return the side of a file, if there is one of this name, or else of a git ref."""
    file = Path(word)
    if file == path or names_file(word, path):
        return _file(file, path)
    if file.is_dir() or file.suffix in (".lock", ".toml"):
        raise UsageError(f"no lock at {word!r}", hint="OLD and NEW must each be a lock file, a git ref or `live`")
    return _side_at(path, word)


def names_file(word: str, path: Path) -> bool:
    """Return whether the word is a file. Raise if it is also the name of a commit, as that may be a trick."""
    if not Path(word).is_file():
        return False
    # No git ref ends in .lock, and revision expressions that might contain a colon.
    if word.endswith(".lock") and ":" not in word:
        return True
    from govern.git.revisions import is_commit

    if is_commit(path, word):
        hint = f"write ./{word} for the file, or the digits of the commit"
        raise UsageError(f"{word!r} is ambiguous: a file and a git commit", hint=hint)
    return True


def approvals_beside(path: Path) -> str | None:
    """Return the text of the approvals beside the lock at this path."""
    return approvals_text(path.with_name(FILE))


def _file(file: Path, path: Path) -> LockSide:
    return LockSide(file.name if file == path else str(file), bytes_at(file), approvals_beside(path), file=file)


def _side_at(path: Path, ref: str, called: str = "") -> LockSide:
    from govern.git.revisions import path_in_repository, resolve_commit
    from govern.git.trees import Tree

    commit = resolve_commit(path, ref)
    if commit is None:
        return LockSide(called or ref, None, ref=ref)
    with Tree(path, commit) as tree:
        places = [path_in_repository(file, tree.root) for file in (path, path.with_name(FILE))]
        content = tree.content(places[0]) if places[0] else None
        approvals = tree.text(places[1]) if places[1] else None
    return LockSide(called or ref, content, approvals, ref=ref)


def _where_it_stood(side: LockSide, path: Path, ref: str) -> LockSide:
    """Return the side with its lock at the old path if it was moved since, so that it is not taken for a first lock."""
    if side.content is not None:
        return side
    from govern.git.revisions import resolve_commit
    from govern.git.trees import Tree

    commit = resolve_commit(path, ref)
    if commit is None:
        return side
    with Tree(path, commit) as tree:
        place = moved_lock(tree, path, "name OLD by the path of a lock")
        if place is None:
            return side
        approvals = tree.text(str(PurePosixPath(place).with_name(FILE)))
        return replace(side, called=f"{side.called} at {place}", content=tree.content(place), approvals=approvals)


def moved_lock(tree: Tree, path: Path, hint: str) -> str | None:
    """Return the path of a lock that was removed since this commit; of several, the one in a folder of this name."""
    from govern.git.revisions import path_in_repository

    gone = tree.removed_files(*dict.fromkeys((path.name, LOCK_NAME)))
    folder = PurePosixPath(path_in_repository(path, tree.root) or "").parent.name
    alike = [place for place in gone if PurePosixPath(place).parent.name == folder]
    found = alike if len(alike) == 1 else gone
    if len(found) > 1:
        raise UsageError(f"the lock was moved, and several removed files match: {', '.join(gone)}", hint=hint)
    return found[0] if found else None


def authors_between(before: LockSide, after: LockSide, path: Path) -> frozenset[str]:
    """Return the authors and committers of NEW's lock since OLD, and the user for changes not committed yet."""
    if before.called == LIVE or (after.called == LIVE and before.ref is None):
        # The state of a running server is not in any commit.
        return frozenset()
    if before.ref is None or (after.ref is None and after.file != path and after.called != LIVE):
        message = "policy.approvals.not-author requires the commits between OLD and NEW"
        raise UsageError(message, hint="use a git ref for OLD, and no other file for NEW")
    return authors_since([path], before.ref, after.ref)


def authors_since(files: Sequence[Path], old: str, new: str | None = None) -> frozenset[str]:
    """Return the people who changed these files since a commit, up to `new` or to the work tree."""
    from govern.git.history import are_committed, authors_of, current_author, require_path_in_repository

    found = authors_of(files[0], [require_path_in_repository(file) for file in files], old, new or "HEAD")
    if new is None and not are_committed(files):
        found |= current_author(files[0])
    return frozenset(map(person_key, found))


_KEPT = 4


class PastLocks:
    """A reader of locks by their blobs.

    Each lock is verified, except parts that are identical in the lock read before: from one commit to the next most
    of a lock stays.
    """

    def __init__(self, blobs: BlobReader, blocks: BlockReader | None = None) -> None:
        self._blobs = blobs
        self._kept: OrderedDict[str, Lock] = OrderedDict()
        self._last: Lock | None = None
        self._alike = blocks or BlockReader()

    def at(self, blob: str, called: str) -> Lock:
        """Return the lock in this blob. Errors name `called`."""
        if blob in self._kept:
            self._kept.move_to_end(blob)
            return self._kept[blob]
        lock = self._kept[blob] = self.read(self._blobs.content(blob), called)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return lock

    def read(self, content: bytes, called: str) -> Lock:
        """Return the lock in this content, from any source."""
        self._last = read_lock(content, called, self._alike, self._last)
        return self._last
