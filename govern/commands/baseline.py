"""What is agreed: a lock with its approvals and their signatures, read together, and again when one of them changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from govern.lockfile.store import load
from govern.policy.approvals import FILE, Approvals, read_approvals
from govern.signing.signatures import SIGNATURES_FILE as SIGNATURES

if TYPE_CHECKING:
    from pathlib import Path

    from govern.lockfile.document import Lock
    from govern.policy.approvals import Approval, Waiver
    from govern.policy.config import Config


@dataclass(frozen=True, slots=True)
class Baseline:
    """The files as they were read; `signed` are the approvals that their givers signed, where policy asks for that."""

    lock: Lock
    approvals: Approvals = field(default_factory=Approvals)
    signed: frozenset[Approval | Waiver] = frozenset()


def read_baseline(config: Config, path: Path) -> Baseline:
    """The lock at this path and what lies beside it."""
    approvals = read_approvals(path.with_name(FILE))
    if not (config.policy.signatures.approvals or approvals.waivers):
        return Baseline(load(path), approvals)
    from govern.commands.signatures import check_signatures, signatures_beside, trusted_by

    signed = check_signatures(None, approvals, signatures_beside(path), trusted_by(config, None), config.policy)
    return Baseline(load(path), approvals, signed.entries)


def baseline_stamp(config: Config, path: Path) -> tuple[object, ...]:
    """What tells these files from what they were, without reading them."""
    trusted = config.policy.signatures
    named = [name for name in (trusted.allowed_signers, trusted.revoked_keys) if name]
    beside = [path, path.with_name(FILE), path.with_name(SIGNATURES)]
    return tuple(_stamp(file) for file in (*beside, *(config.root / name for name in named)))


def _stamp(path: Path) -> tuple[int, ...] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
