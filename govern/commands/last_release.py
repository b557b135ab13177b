"""The release that the next one is compared with."""

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
from govern.lockfile.store import read_lock
from govern.policy.settings import SignatureKeys
from govern.signing.statement import Signature, is_verdict_on, read_signatures, subject_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from govern.commands.gate_sides import OldSide
    from govern.git.history import UnparsedTag, VersionTag


_SHORT = re.compile(r"(?:.*[^0-9.])?(\d+)(?:\.(\d+))?")
_AGAINST = "choose a commit or tag with `govern gate --against REF`"
_FIRST = "if this is the first release: `govern gate --first`"
_TAGS = "fetch missing tags with `git fetch --tags` (GitHub: `fetch-depth: 0` for actions/checkout)"


def last_release(  # noqa: PLR0913 - both sides, and what is known of the release to check
    path: Path,
    tags: Sequence[VersionTag],
    unread: Sequence[UnparsedTag],
    *,
    final: bool,
    first: bool | None,
    coming: str | None = None,
) -> VersionTag | None:
    """Return the release that the next one is compared with, or None if this is the first.

    A final release is judged from the last final one, since that is what its callers use; changes of a pre-release
    need approval again. A pre-release is judged from the last release of any kind. `tags` begin with the newest
    version. `first` requires that there is no release yet; None allows both. `coming` is the tag of the release to
    check, if it is tagged already.
    """
    finals = [tag for tag in tags if tag.version.final]
    reaches = ancestors(path, [tag.commit for tag in tags], commit_in_full_clone(path, "HEAD") or "") if tags else {}
    base = _newest_final(path, finals, reaches) if final else _latest(tags, reaches)
    _require_read(path, unread, base)
    if base is not None and first and finals:
        message = f"--first is set, but {finals[0].name} was released before"
        raise UsageError(message, where=str(path.absolute().parent), hint=f"remove --first, or {_AGAINST}")
    if base is None and first is False:
        _require_no_history(path, tags, coming)
    return base


def _newest_final(path: Path, finals: Sequence[VersionTag], reaches: dict[str, frozenset[str]]) -> VersionTag | None:
    """Return the newest final version. Raise if a lower one comes after it in history: one of the tags is wrong."""
    if not finals:
        return None
    base = finals[0]
    later = [
        tag
        for tag in finals[1:]
        if base.commit in reaches.get(tag.commit, frozenset()) and not _is_short_for(base, tag)
    ]
    if later:
        message = f"{base.name} is the newest version, but {later[0].name} comes after it in history"
        raise UsageError(message, where=str(path.absolute().parent), hint=f"delete the wrong tag, or {_AGAINST}")
    return base


def _latest(tags: Sequence[VersionTag], reaches: dict[str, frozenset[str]]) -> VersionTag | None:
    """Return the newest version among those that no other release follows."""
    before = {commit for tag in tags for commit in reaches.get(tag.commit, frozenset())}
    return next((tag for tag in tags if tag.commit not in before), None)


def _is_short_for(base: VersionTag, tag: VersionTag) -> bool:
    """Return whether a tag such as `v1` or `v1.2` moves along with releases such as v1.2.3."""
    found = _SHORT.fullmatch(tag.name)
    if found is None or tag.version >= base.version:
        return False
    return tag.version.major == base.version.major and found[2] in (None, str(base.version.minor))


def _require_read(path: Path, unread: Sequence[UnparsedTag], base: VersionTag | None) -> None:
    """Raise UsageError for unreadable tags that may name a later release than the one that was found."""
    commits = {tag.commit for tag in unread}
    known: frozenset[str] = frozenset()
    if base is not None and unread:
        known = ancestors(path, commits, base.commit).get(base.commit, frozenset()) | {base.commit}
    later = [tag for tag in unread if tag.commit not in known]
    if later:
        message = f"the tag {later[0].name!r} looks like a version but is not a valid one"
        hint = f"rename it like v1.2.3, or {_AGAINST}"
        raise UsageError(message, where=str(path.absolute().parent), hint=hint)


def _require_no_history(path: Path, tags: Sequence[VersionTag], coming: str | None) -> None:
    """Raise UsageError if the lock was committed before, so that this is not the first release."""
    where = str(path.absolute().parent)
    if tags:
        message = f"no final release found, only pre-releases such as {tags[0].name}"
        raise UsageError(message, where=where, hint=f"{_FIRST}; otherwise {_AGAINST}")
    head = commit_in_full_clone(path, "HEAD")
    if any(each.blob and each.commit != head for each in lock_history(path)):
        # Earlier tags may have been deleted, moved or not fetched, so a person has to say that this is the first.
        before = f" before {coming}, the release to check" if coming else ""
        message = f"no version tag found{before}, but the lock was committed before"
        raise UsageError(message, where=where, hint=f"{_FIRST}; otherwise {_TAGS}, or {_AGAINST}")


WHICH = "name the release to compare with: --against REF"


@dataclass(frozen=True, slots=True)
class ReleaseTags:
    """The version tags that lead to this commit, the newest first, without `built`, the tag that CI builds.

    `unread` look like versions but cannot be parsed.
    """

    tags: list[VersionTag]
    unread: list[UnparsedTag]
    built: str | None


def release_tags(path: Path, environ: Mapping[str, str]) -> ReleaseTags:
    """Return the tags of earlier releases, and the tag that CI builds.

    In a pull request these are the target branch's tags: its own tags were never released. If all releases are on
    other branches, no order is known, so UsageError is raised instead of taking this for the first release.
    """
    base = pull_request_base(path, environ)
    end = base.commit if base else "HEAD"
    tags = version_tags(path, end)
    series = tags_of_series(tags, path, hint=WHICH)
    head = commit_in_full_clone(path, "HEAD")
    if all(tag.commit == head for tag in series):
        elsewhere = tags_of_series(tags_on_other_branches(path, end), path, hint=WHICH)
        if elsewhere:
            message = f"no release is an ancestor of this commit, but {elsewhere[0].name} is on another branch"
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
    """Return the tags whose lock, config, approvals and signers have a signed verdict that the gate passed.

    A verdict counts if a signer of the last release that counts made it; the first one, by its own signers. So a
    tag with new signers cannot attest itself. Tags are given and returned newest first.
    """
    verdicts = read_verdicts(path)
    attested: OldSide | None = None
    found: list[VersionTag] = []
    for tag in reversed(tags) if verdicts else ():
        release = at(tag)
        if _passed(release, attested or release, verdicts):
            attested = release
            found.append(tag)
    if not found and required:
        message = f"policy.release.base is 'attested', but no release has a valid verdict in {FILE}"
        hint = f"add one with `govern gate --against REF --attest {FILE}`, or name the base with `--against REF`"
        raise UsageError(message, where=str(path.absolute().parent), hint=hint)
    return found[::-1]


def read_verdicts(path: Path) -> list[Signature]:
    """Return the verdicts beside the lock at this path. Lines that are not verdicts are ignored."""
    content = plain_file(path.with_name(FILE))
    lines = read_signatures(content.decode("utf-8", "replace")) if content else []
    return [each for each in lines if isinstance(each, Signature) and each.statement.kind == "verdict"]


def _passed(release: OldSide, attested: OldSide, verdicts: Sequence[Signature]) -> bool:
    """Return whether one of the verdicts is about this release and is signed by somebody whom `attested` trusts."""
    if release.content is None:
        return False
    try:
        subject = subject_of(read_lock(release.content, release.called))
    except (LockfileInvalid, LockfileTooNew):
        return False
    keys = attested.config.policy.signatures if attested.config else SignatureKeys()
    about = [each for each in verdicts if is_verdict_on(each.envelope.payload, subject, release.policy_digest)]
    try:
        return any(has_good_signature(each, attested.trusted, keys) for each in about)
    except PolicyInvalid:
        return False
