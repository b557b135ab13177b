"""`govern verify`: compute every digest and number of a lock again, and check its signatures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.commands.project import find_config, find_lock
from govern.errors import Exit
from govern.lockfile.store import bytes_at, lock_errors_named
from govern.lockfile.verify import verify as recompute
from govern.policy.approvals import FILE as APPROVALS
from govern.policy.approvals import read_approvals
from govern.policy.settings import Policy, SignatureKeys
from govern.signing.verification import Verification

if TYPE_CHECKING:
    from pathlib import Path

    from govern.lockfile.document import Lock
    from govern.lockfile.store import BlockReader


@dataclass(frozen=True, slots=True)
class VerifyResult:
    """A lock whose digests and numbers are correct, and the result of checking its signatures."""

    path: Path
    lock: Lock
    signed: Verification
    folds: tuple[str, ...] = ()

    @property
    def exit_code(self) -> Exit:
        """Return FAILED for invalid or missing signatures, and for folds other than the config sets."""
        return Exit.FAILED if self.signed.refused or self.signed.missing or self.folds else Exit.OK


def verify(lock: Path | None, config: Path | None, config_from: str | None = None) -> VerifyResult:
    """Return the verified lock with the valid signatures of it and of its approvals. Raise if it is invalid."""
    from govern.commands.gate_inputs import fold_mismatches
    from govern.commands.signatures import check_signatures, config_beside, signatures_beside, trusted_by

    path = find_lock(lock, config)
    found = verified_lock(path)
    loaded = find_config(config, config_from) if config_from is not None else config_beside(path, config)
    policy = loaded.policy if loaded else Policy()
    folds = tuple(fold_mismatches(loaded, found)) if loaded else ()
    signatures = signatures_beside(path)
    if signatures is None and policy.signatures == SignatureKeys():
        return VerifyResult(path, found, Verification(), folds)
    approvals = read_approvals(path.with_name(APPROVALS))
    trusted = trusted_by(loaded, config_from, folder=path.parent)
    return VerifyResult(path, found, check_signatures(found, approvals, signatures, trusted, policy), folds)


def verified_lock(path: Path, blocks: BlockReader | None = None) -> Lock:
    """Return the lock at this path. Raise LockfileInvalid if a digest or number does not match its content."""
    content = bytes_at(path)
    with lock_errors_named(str(path)):
        return recompute(content, blocks)
