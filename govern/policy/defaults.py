"""What a policy asks where it does not say so itself: by its preset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.rules.rule import Severity

if TYPE_CHECKING:
    from govern.policy.settings import Policy, SignatureKeys


def fails_on(policy: Policy) -> str:
    """From which severity on an unapproved change stops the gate."""
    return policy.fail_on or ("safe" if policy.preset == "strict" else "risky")


def minds_unpinned(policy: Policy) -> str:
    """What a launcher without a version does to the gate."""
    return policy.gate.unpinned or ("fail" if policy.preset == "strict" else "warn")


def signed_from(said: bool | str | None) -> int:  # noqa: FBT001 - it is the value of a key
    """From which severity on approvals need a signature; 3 where none does."""
    if said is None or said is False:
        return len(Severity)
    return 0 if said is True else Severity(said.upper()).rank


def asks_signatures(keys: SignatureKeys) -> bool:
    """Return whether anything has to be signed."""
    return bool(keys.lock or keys.signers or keys.approvals)


def people_asked(policy: Policy, severity: str, limit: str | None = None) -> int:
    """How many people have to approve a change of this severity; `limit` outranks the policy's `fail-on`."""
    said: int | None = getattr(policy.approvals, severity)
    if said is not None:
        return said
    return int(severity != "safe" or policy.preset == "strict" or (limit or policy.fail_on) == "safe")
