"""OLD and NEW: each a lock's path, a git ref, or the servers as they are now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.lockfile.store import LOCK_NAME, bytes_at, decoded
from govern.policy.approvals import FILE, approvals_text, person_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from govern.git.trees import Tree


LIVE = "live"
# As many of a commit's digits as git itself shows of one in a large repository.
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class LockSide:
    """A lock's bytes and what people call it; None where that side has no lock yet. `approvals` goes with it.

    `found` is the commit that was found for it, where nobody named one; `ref` is the commit that it was read in, if in
    one, and `file` where it was read, if in a file.
    """

    called: str
    content: bytes | None
    approvals: str | None = None
    found: str | None = None
    ref: str | None = None
    file: Path | None = None

    @property
    def text(self) -> str:
        """The lock's text."""
        return decoded(self.content or b"", self.called)


def old_side(word: str | None, path: Path, environ: Mapping[str, str]) -> LockSide:
    """Return OLD as it was asked for; by default what a CI builds on, else HEAD."""
    if word is not None:
        return _where_it_stood(_named(word, path), path, word)
    from govern.commands.ci import build_base, in_ci

    if not in_ci(environ):
        return _where_it_stood(_at(path, "HEAD"), path, "HEAD")
    found = build_base(path, environ)
    side = _where_it_stood(_at(path, found.commit, found.called), path, found.commit)
    return replace(side, found=found.commit[:_DIGITS])


def new_side(word: str | None, path: Path) -> LockSide:
    """NEW as it was asked for; by default the lock in the work tree."""
    return _named(word, path) if word is not None else _file(path, path)


def _named(word: str, path: Path) -> LockSide:
    """A path where there is such a file, else a ref; what looks like a path is none."""
    file = Path(word)
    if names_file(word, path):
        return _file(file, path)
    if file.is_dir() or file.suffix in (".lock", ".toml"):
        raise UsageError(f"there is no lock {word!r}", hint="OLD and NEW are a lock's path, a git ref, or `live`")
    return _at(path, word)


def names_file(word: str, path: Path) -> bool:
    """Whether there is such a file; one that is called as a commit is may have been put there to be taken for it."""
    if not Path(word).is_file():
        return False
    # Git lets no ref end so; what it reads as words about commits holds a colon.
    if word.endswith(".lock") and ":" not in word:
        return True
    from govern.git.revisions import is_commit

    if is_commit(path, word):
        hint = f"write ./{word} for the file; for the commit, its digits"
        raise UsageError(f"{word!r} is a file, and git knows a commit by that name", hint=hint)
    return True


def approvals_beside(path: Path) -> str | None:
    """The text of the approvals that go with the lock at this path."""
    return approvals_text(path.with_name(FILE))


def _file(file: Path, path: Path) -> LockSide:
    return LockSide(file.name if file == path else str(file), bytes_at(file), approvals_beside(path), file=file)


def _at(path: Path, ref: str, called: str = "") -> LockSide:
    from govern.git.revisions import path_in_repository, resolve_commit
    from govern.git.trees import Tree

    commit = resolve_commit(path, ref)
    if commit is None:
        return LockSide(called or ref, None, ref=ref)
    with Tree(path, commit) as tree:
        places = [path_in_repository(file, tree.root) for file in (path, path.with_name(FILE))]
        text, approvals = (tree.text(place) if place else None for place in places)
    return LockSide(called or ref, None if text is None else text.encode(), approvals, ref=ref)


def _where_it_stood(side: LockSide, path: Path, ref: str) -> LockSide:
    """The side with its lock where that has moved since: it is no first lock."""
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
    """Where a lock stood in this commit that is gone from there: of several the one in a folder of this name."""
    from govern.git.revisions import path_in_repository

    gone = tree.removed_files(*dict.fromkeys((path.name, LOCK_NAME)))
    folder = PurePosixPath(path_in_repository(path, tree.root) or "").parent.name
    alike = [place for place in gone if PurePosixPath(place).parent.name == folder]
    found = alike if len(alike) == 1 else gone
    if len(found) > 1:
        raise UsageError(f"the lock was one of {', '.join(gone)}, and all are gone", hint=hint)
    return found[0] if found else None


def authors_between(before: LockSide, after: LockSide, path: Path) -> frozenset[str]:
    """Return who made the lock of NEW what it is: authors and committers since OLD, and who has not committed yet."""
    if before.called == LIVE or (after.called == LIVE and before.ref is None):
        # What a server says now is in no commit.
        return frozenset()
    if before.ref is None or (after.ref is None and after.file != path and after.called != LIVE):
        message = "policy.approvals.not-author needs the commits between OLD and NEW"
        raise UsageError(message, hint="name OLD by a git ref, and NEW not by another file")
    return authors_since([path], before.ref, after.ref)


def authors_since(files: Sequence[Path], old: str, new: str | None = None) -> frozenset[str]:
    """Return who touched these files since a commit; without `new` up to the work tree."""
    from govern.git.authors import authors_of, current_author, is_committed, require_path_in_repository

    found = authors_of(files[0], [require_path_in_repository(file) for file in files], old, new or "HEAD")
    if new is None:
        for file in files:
            found |= frozenset() if is_committed(file) else current_author(file)
    return frozenset(map(person_key, found))
