"""Which release the next one is judged from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.git.history import ancestors, commit_in_full_clone, lock_history

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from govern.git.history import UnparsedTag, VersionTag

_SHORT = re.compile(r"(?:.*[^0-9.])?(\d+)(?:\.(\d+))?")
_AGAINST = "`govern gate --against REF` compares with a commit or a tag of your choice"
_FIRST = "`govern gate --first` judges this as the first release"
_TAGS = "`git fetch --tags` (GitHub: `fetch-depth: 0` at actions/checkout) fetches tags that a clone lacks"


def last_release(
    path: Path, tags: Sequence[VersionTag], unread: Sequence[UnparsedTag], *, final: bool, first: bool | None
) -> VersionTag | None:
    """Return the release that the next one is judged from, None where this is the first.

    A final release is judged from the last final one, since its callers come from there; what a pre-release brought
    has to be approved once more. A pre-release is judged from the last release of any kind. `tags` are the newest
    version first. `first` says that there must be none before, None that it does not matter.
    """
    finals = [tag for tag in tags if tag.version.final]
    reaches = ancestors(path, [tag.commit for tag in tags], commit_in_full_clone(path, "HEAD") or "") if tags else {}
    base = _newest_final(path, finals, reaches) if final else _latest(tags, reaches)
    _require_read(path, unread, base)
    if base is not None and first and finals:
        message = f"--first, and {finals[0].name} was released before"
        raise UsageError(message, where=str(path.absolute().parent), hint=f"Leave --first out, or {_AGAINST}.")
    if base is None and first is False:
        _require_no_history(path, tags)
    return base


def _newest_final(path: Path, finals: Sequence[VersionTag], reaches: dict[str, frozenset[str]]) -> VersionTag | None:
    """Return the newest version; where a lower one comes after it in history, one of the two tags is wrong."""
    if not finals:
        return None
    base = finals[0]
    later = [
        tag
        for tag in finals[1:]
        if base.commit in reaches.get(tag.commit, frozenset()) and not _is_short_for(base, tag)
    ]
    if later:
        message = f"{base.name} is the newest version, and {later[0].name} comes after it in history"
        raise UsageError(
            message, where=str(path.absolute().parent), hint=f"Delete the tag that is wrong, or: {_AGAINST}."
        )
    return base


def _latest(tags: Sequence[VersionTag], reaches: dict[str, frozenset[str]]) -> VersionTag | None:
    """Return the newest version of those that no other release comes after."""
    before = {commit for tag in tags for commit in reaches.get(tag.commit, frozenset())}
    return next((tag for tag in tags if tag.commit not in before), None)


def _is_short_for(base: VersionTag, tag: VersionTag) -> bool:
    """Return whether a tag such as `v1` or `v1.2` moves along with releases such as v1.2.3."""
    found = _SHORT.fullmatch(tag.name)
    if found is None or tag.version >= base.version:
        return False
    return tag.version.major == base.version.major and found[2] in (None, str(base.version.minor))


def _require_read(path: Path, unread: Sequence[UnparsedTag], base: VersionTag | None) -> None:
    """Refuse tags that may name a later release than the one that was found."""
    commits = {tag.commit for tag in unread}
    known: frozenset[str] = frozenset()
    if base is not None and unread:
        known = ancestors(path, commits, base.commit).get(base.commit, frozenset()) | {base.commit}
    later = [tag for tag in unread if tag.commit not in known]
    if later:
        message = f"the tag {later[0].name!r} looks like a version, and govern cannot read it"
        hint = f"Rename it, such as v1.2.3, or: {_AGAINST}."
        raise UsageError(message, where=str(path.absolute().parent), hint=hint)


def _require_no_history(path: Path, tags: Sequence[VersionTag]) -> None:
    """Refuse to take for the first release one whose lock was there before."""
    where = str(path.absolute().parent)
    if tags:
        message = f"every release so far is a pre-release, such as {tags[0].name}, and none is final"
        raise UsageError(message, where=where, hint=f"{_FIRST}; {_AGAINST}.")
    head = commit_in_full_clone(path, "HEAD")
    if any(each.blob and each.commit != head for each in lock_history(path)):
        message = "there is no version tag, and the lock was committed before this commit"
        raise UsageError(message, where=where, hint=f"{_TAGS}; {_FIRST}; {_AGAINST}.")
