"""Why a signature that ssh-keygen did not find good does not count, as far as allowed_signers tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.policy.approvals import person_key
from govern.signing.signed import problem
from govern.signing.sshsig import is_certificate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from govern.signing.allowed import AllowedSigner
    from govern.signing.signatures import Signature
    from govern.signing.signed import SignatureProblem, Trusted, Why
    from govern.signing.sshsig import SshSignature


def lines_of(told: SshSignature, lines: Sequence[AllowedSigner]) -> list[AllowedSigner]:
    """The lines that may speak of the key of this signature; of a certificate's, those of any authority."""
    certificate = is_certificate(told.key)
    return [each for each in lines if (each.authority if certificate else each.key == told.key)]


def not_over_this(signature: Signature) -> SignatureProblem:
    """It was moved here, or what it was made over was edited."""
    message = "it is not over this statement: that was changed, or the signature is the one of another statement"
    return problem(signature, "forged", message)


def not_allowed(
    signature: Signature, told: SshSignature, lines: Sequence[AllowedSigner], trusted: Trusted, now: datetime
) -> SignatureProblem:
    """It is over this statement, and made with a key that may not sign it."""
    why, message = next(_reasons(signature.statement.by, told, lines, trusted, now))
    return problem(signature, why, message)


def _reasons(
    by: str, told: SshSignature, lines: Sequence[AllowedSigner], trusted: Trusted, now: datetime
) -> Iterator[tuple[Why, str]]:
    key = f"its key {told.fingerprint}"
    if not lines:
        there = "is not in" if trusted.allowed is not None else "cannot be known without"
        yield "not allowed", f"{key} {there} {trusted.name}"
    named = [each for each in lines if each.names(by) or person_key(by) in map(person_key, each.principals)]
    if not named:
        people = ", ".join(dict.fromkeys(name for each in lines for name in each.principals))
        yield "not allowed", f"{key} is that of {people} in {trusted.name}, not of {by}"
    for each in named:
        place = f"({trusted.name}:{each.line})"
        if until := each.expired(now):
            yield "expired", f"{key} has expired: it was valid before {until} {place}"
        if since := each.early(now):
            yield "not yet valid", f"{key} is not valid yet: it will be after {since} {place}"
        if not each.permits(told.namespace):
            yield "not allowed", f"{key} may not be used for {told.namespace} {place}"
    yield "not allowed", f"ssh-keygen does not find {key} good for {by}"
