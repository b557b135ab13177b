"""Which release the next one is judged from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.commands.ci import built_tag, pull_request_base
from govern.commands.signatures import has_good_signature, plain_file
from govern.errors import LockfileInvalid, LockfileTooNew, PolicyInvalid, UsageError
from govern.git.history import (
    ancestors,
    commit_in_full_clone,
    lock_history,
    tags_of_series,
    tags_on_other_branches,
    unparsed_tags,
    version_tags,
)
from govern.lockfile.store import decoded, read_text
from govern.policy.settings import SignatureKeys
from govern.signing.signatures import Signature, read_signatures
from govern.signing.statement import is_verdict_on, subject_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from govern.commands.gate_sides import OldSide
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


WHICH = "name what to compare with: --against REF"


@dataclass(frozen=True, slots=True)
class ReleaseTags:
    """The version tags in reach, the newest version first, without the one that CI builds, which is `built`.

    `unread` look like versions and cannot be read.
    """

    tags: list[VersionTag]
    unread: list[UnparsedTag]
    built: str | None


def release_tags(path: Path, environ: Mapping[str, str]) -> ReleaseTags:
    """Return the tags of releases before this one, and the tag that CI builds.

    In a pull request those of the target branch: what a pull request tags itself was not released. Where all releases
    are on other lines of history, nobody can say which came before, and it is never taken for the first.
    """
    base = pull_request_base(path, environ)
    end = base.commit if base else "HEAD"
    tags = version_tags(path, end)
    series = tags_of_series(tags, path, hint=WHICH)
    head = commit_in_full_clone(path, "HEAD")
    if all(tag.commit == head for tag in series):
        elsewhere = tags_of_series(tags_on_other_branches(path, end), path, hint=WHICH)
        if elsewhere:
            message = f"no release leads to this commit, and {elsewhere[0].name} is on another branch"
            raise UsageError(message, where=str(path.absolute().parent), hint=WHICH)
    built = built_tag(environ)
    names = [tag.name for tag in series]
    others = [tag.name for tag in tags if tag.name not in names]
    return ReleaseTags(
        [tag for tag in series if tag.name != built], unparsed_tags(path, end), None if built in others else built
    )


FILE = "capability.attestations.jsonl"


def attested_tags(
    path: Path, tags: Sequence[VersionTag], at: Callable[[VersionTag], OldSide], *, required: bool
) -> list[VersionTag]:
    """Return the tags whose lock, config, approvals and signers passed the gate by a signed verdict.

    A verdict counts by the signers of the last release before that counts, the first one by its own: whoever tags a
    commit with signers of their own cannot vouch for it. `tags` are the newest version first, and so is what returns.
    """
    verdicts = read_verdicts(path)
    believed: OldSide | None = None
    found: list[VersionTag] = []
    for tag in reversed(tags) if verdicts else ():
        release = at(tag)
        if _passed(release, believed or release, verdicts):
            believed = release
            found.append(tag)
    if not found and required:
        message = f"policy.release.base is attested, and no release has a verdict in {FILE} that counts"
        hint = f"`govern gate --against REF --attest {FILE}` makes one; `--against REF` alone names the base."
        raise UsageError(message, where=str(path.absolute().parent), hint=hint)
    return found[::-1]


def read_verdicts(path: Path) -> list[Signature]:
    """Return the verdicts beside the lock at this path; lines that are no verdict count for nothing."""
    content = plain_file(path.with_name(FILE))
    lines = read_signatures(content.decode("utf-8", "replace")) if content else []
    return [each for each in lines if isinstance(each, Signature) and each.statement.kind == "verdict"]


def _passed(release: OldSide, believed: OldSide, verdicts: Sequence[Signature]) -> bool:
    """Return whether one of the verdicts is about this release, by somebody whom another one trusted."""
    if release.content is None:
        return False
    try:
        subject = subject_of(read_text(decoded(release.content, release.called), release.called))
    except (LockfileInvalid, LockfileTooNew):
        return False
    keys = believed.config.policy.signatures if believed.config else SignatureKeys()
    about = [each for each in verdicts if is_verdict_on(each.envelope.payload, subject, release.policy_digest)]
    try:
        return any(has_good_signature(each, believed.trusted, keys) for each in about)
    except PolicyInvalid:
        return False
