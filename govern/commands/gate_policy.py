"""The policy that a release is judged by, and how it is weaker than at the last release."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from govern.commands.sides import authors_since
from govern.commands.signatures import check_signatures
from govern.policy.approvals import readable_approvals
from govern.policy.settings import SignatureKeys
from govern.policy.stricter_policy import stricter_policy
from govern.policy.weakening import trust_widened, waiver_name, waivers_added, weakening_findings, weaker_settings
from govern.verdict import decide

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date

    from govern.commands.gate_sides import GateSides
    from govern.lockfile.document import Lock
    from govern.policy.approvals import Approvals
    from govern.policy.settings import Policy
    from govern.signing.verification import TrustSettings, Verification
    from govern.verdict import Decided

_TRUST = "policy.signatures."


@dataclass(frozen=True, slots=True)
class Signoffs:
    """The approvals and signatures beside the new lock, and the signers that are trusted."""

    approvals: Approvals
    signatures: str | None
    trusted: TrustSettings


@dataclass(frozen=True, slots=True)
class GatePolicy:
    """The policy of a release, with the approvals and signatures that may count.

    `decided` is each way in which the config is weaker than at OLD, decided by OLD's policy and signers. `signed`
    is None if no signature is required or present. `authors` changed the config, if policy requires other people to
    approve.
    """

    policy: Policy
    approvals: Approvals
    decided: tuple[Decided, ...]
    signed: Verification | None
    authors: frozenset[str] = frozenset()


def policy_for_gate(sides: GateSides, signoffs: Signoffs, today: date) -> GatePolicy:
    """Return the stricter of OLD's and NEW's policy, except where OLD's approvers allowed a weaker one."""
    old, config, lock = sides.old, sides.new.config, sides.new.lock
    if old.config is None:
        return GatePolicy(
            config.policy, signoffs.approvals, (), _verification(signoffs, signoffs.trusted, config.policy, lock)
        )
    before, after = old.config.policy, config.policy
    approvals = signoffs.approvals
    widened = weakening_findings(trust_widened(before.signatures, old.trusted, signoffs.trusted))
    findings = [
        *weakening_findings(weaker_settings(old.config.settings, config.settings)),
        *weakening_findings(waivers_added(readable_approvals(old.approvals), approvals, today)),
        *widened,
    ]
    # A new signer cannot approve being added, so here only the earlier signers count.
    asked_before = before.signatures.required or old.trusted.allowed is not None
    trust = old.trusted if asked_before else signoffs.trusted
    policy = stricter_policy(before, after)
    signed, verified_by = _verification(signoffs, trust, policy, lock), (trust, policy)
    entries = signed.entries if signed else frozenset()
    authors = _authors(sides) if policy.approvals.not_author and findings else frozenset[str]()
    verdict = decide(findings, approvals, policy, today, old="", new="", signed=entries, authors=lambda _: authors)
    allowed = {each.finding.change.name for each in verdict.decided if each.approved}
    names = {each.change.name for each in findings}
    if allowed >= {each.change.name for each in widened} | {each for each in names if each.startswith(_TRUST)}:
        trust = signoffs.trusted
    policy = stricter_policy(before, after, allowed)
    counting = _waivers_kept(approvals, names - allowed)
    if (trust, policy) != verified_by:
        signed = _verification(signoffs, trust, policy, lock)
    return GatePolicy(policy, counting, verdict.decided, signed, authors)


def _authors(sides: GateSides) -> frozenset[str]:
    """Return the people who changed the config, or a file that it names, since OLD."""
    config = sides.new.config
    keys = config.policy.signatures
    named = [name for name in (keys.allowed_signers, keys.revoked_keys, keys.sigstore_root) if name]
    inside = [name for name in named if not PurePath(name).is_absolute() and ".." not in PurePath(name).parts]
    return authors_since([config.file, *(config.root / name for name in inside)], sides.old.commit)


def _verification(signoffs: Signoffs, trusted: TrustSettings, policy: Policy, lock: Lock) -> Verification | None:
    if signoffs.signatures is None and policy.signatures == SignatureKeys():
        return None
    return check_signatures(lock, signoffs.approvals, signoffs.signatures, trusted, policy)


def _waivers_kept(approvals: Approvals, open_names: Collection[str]) -> Approvals:
    """Return the approvals without the waivers that are not approved yet."""
    kept = tuple(each for each in approvals.waivers if waiver_name(each) not in open_names)
    return replace(approvals, waivers=kept)
