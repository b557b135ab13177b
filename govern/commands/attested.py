"""Releases that have a signed verdict: which of the version tags passed the gate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.commands.signatures import has_good_signature, plain_file
from govern.errors import LockfileInvalid, LockfileTooNew, PolicyInvalid, UsageError
from govern.lockfile.store import decoded, read_text
from govern.policy.settings import SignatureKeys
from govern.signing.signatures import Signature, read_signatures
from govern.signing.statement import is_verdict_on, subject_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from govern.commands.gate_old import Old
    from govern.git.history import VersionTag

FILE = "capability.attestations.jsonl"


def attested(
    path: Path, tags: Sequence[VersionTag], at: Callable[[VersionTag], Old], *, required: bool
) -> list[VersionTag]:
    """Return the tags whose lock, config, approvals and signers passed the gate by a signed verdict.

    A verdict counts by the signers of the last release before that counts, the first one by its own: whoever tags a
    commit with signers of their own cannot vouch for it. `tags` are the newest version first, and so is what returns.
    """
    verdicts = read_verdicts(path)
    believed: Old | None = None
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


def _passed(release: Old, believed: Old, verdicts: Sequence[Signature]) -> bool:
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
