"""The baseline of a check: the lock with its approvals and their signatures, read together."""

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
    """A lock and its approvals. `signed` holds those with a valid signature, if policy requires signatures."""

    lock: Lock
    approvals: Approvals = field(default_factory=Approvals)
    signed: frozenset[Approval | Waiver] = frozenset()


def read_baseline(config: Config, path: Path) -> Baseline:
    """Return the lock at this path with the approvals and signatures beside it."""
    approvals = read_approvals(path.with_name(FILE))
    if not (config.policy.signatures.approvals or approvals.waivers):
        return Baseline(load(path), approvals)
    from govern.commands.signatures import check_signatures, signatures_beside, trusted_by

    signed = check_signatures(None, approvals, signatures_beside(path), trusted_by(config, None), config.policy)
    return Baseline(load(path), approvals, signed.entries)


def baseline_stamp(config: Config, path: Path) -> tuple[object, ...]:
    """Return a value that changes when one of these files changes, without reading them."""
    trusted = config.policy.signatures
    named = [name for name in (trusted.allowed_signers, trusted.revoked_keys) if name]
    beside = [path, path.with_name(FILE), path.with_name(SIGNATURES)]
    return tuple(file_stamp(file) for file in (*beside, *(config.root / name for name in named)))


def file_stamp(path: Path) -> tuple[int, ...] | None:
    """Return a value that changes when the file changes; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
