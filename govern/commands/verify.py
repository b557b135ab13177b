"""`govern verify`: everything that a lock says, computed again, and who vouches for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.commands.place import find_lock
from govern.errors import Exit
from govern.lockfile.store import named, text_at
from govern.lockfile.verify import verify as recompute
from govern.policy.approvals import FILE as APPROVALS
from govern.policy.approvals import read_approvals
from govern.policy.settings import Policy, SignatureKeys
from govern.signing.signed import Signed

if TYPE_CHECKING:
    from pathlib import Path

    from govern.lockfile.document import Lock


@dataclass(frozen=True, slots=True)
class Verified:
    """A lock that is what it says, and what came of its signatures."""

    path: Path
    lock: Lock
    signed: Signed
    folds: tuple[str, ...] = ()

    @property
    def exit_code(self) -> Exit:
        """Refuse signatures that are wrong or missing, and a lock written with other folds than the config names."""
        return Exit.FAILED if self.signed.refused or self.signed.missing or self.folds else Exit.OK


def verify(lock: Path | None, config: Path | None, config_from: str | None = None) -> Verified:
    """The lock, once all of it has been found to be true, with whose signatures of it and its approvals count."""
    from govern.commands.configured import configured
    from govern.commands.gate_asked import folded_otherwise
    from govern.commands.signatures import checked, config_beside, signatures_beside, trusted_by

    path = find_lock(lock, config)
    found = recomputed(path)
    loaded = configured(config, config_from) if config_from is not None else config_beside(path, config)
    policy = loaded.policy if loaded else Policy()
    folds = tuple(folded_otherwise(loaded, found)) if loaded else ()
    signatures = signatures_beside(path)
    if signatures is None and policy.signatures == SignatureKeys():
        return Verified(path, found, Signed(), folds)
    approvals = read_approvals(path.with_name(APPROVALS))
    trusted = trusted_by(loaded, config_from, folder=path.parent)
    return Verified(path, found, checked(found, approvals, signatures, trusted, policy), folds)


def recomputed(path: Path) -> Lock:
    """The lock at this path; what it says and its bodies do not is an error."""
    text = text_at(path)
    with named(str(path)):
        return recompute(text)
