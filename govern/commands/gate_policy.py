"""The policy that a release is judged by, and what of it is weaker than it was at the last one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from govern.commands.authorship import authors_since
from govern.commands.signatures import checked
from govern.policy.approvals import readable_approvals
from govern.policy.settings import SignatureKeys
from govern.policy.stricter_policy import stricter_policy
from govern.policy.weakening import trust_widened, waiver_name, waivers_added, weakening_findings, weaker_settings
from govern.verdict import decide

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date

    from govern.commands.gate_old import Sides
    from govern.lockfile.document import Lock
    from govern.policy.approvals import Approvals
    from govern.policy.settings import Policy
    from govern.signing.signed import Signed, Trusted
    from govern.verdict import Decided

_TRUST = "policy.signatures."


@dataclass(frozen=True, slots=True)
class Evidence:
    """What people said at NEW: approvals, signatures, and who is to be believed."""

    approvals: Approvals
    signatures: str | None
    trusted: Trusted


@dataclass(frozen=True, slots=True)
class Judged:
    """By what the release is judged: a policy, the approvals that may count, and whose signatures do.

    `decided` is what is weaker than at OLD, decided by what OLD asks and by OLD's signers. `signed` is None where
    nobody asks for signatures and nobody signed. `authors` changed the config, where policy asks who did.
    """

    policy: Policy
    approvals: Approvals
    decided: tuple[Decided, ...]
    signed: Signed | None
    authors: frozenset[str] = frozenset()


def judged_by(sides: Sides, evidence: Evidence, today: date) -> Judged:
    """The stricter of OLD's policy and NEW's, but for what OLD's own approvers let through."""
    old, config, lock = sides.old, sides.new.config, sides.new.lock
    if old.config is None:
        return Judged(config.policy, evidence.approvals, (), _signed(evidence, evidence.trusted, config.policy, lock))
    before, after = old.config.policy, config.policy
    approvals = evidence.approvals
    widened = weakening_findings(trust_widened(before.signatures, old.trusted, evidence.trusted))
    findings = [
        *weakening_findings(weaker_settings(old.config.settings, config.settings)),
        *weakening_findings(waivers_added(readable_approvals(old.approvals), approvals, today)),
        *widened,
    ]
    # Whoever adds a key could sign with it that it may be added: here those count that counted before.
    asked_before = before.signatures.required or old.trusted.allowed is not None
    believed = old.trusted if asked_before else evidence.trusted
    policy = stricter_policy(before, after)
    signed = _signed(evidence, believed, policy, lock)
    entries = signed.entries if signed else frozenset()
    authors = _authors(sides) if policy.approvals.not_author and findings else frozenset[str]()
    verdict = decide(findings, approvals, policy, today, old="", new="", signed=entries, authors=lambda _: authors)
    allowed = {each.finding.change.name for each in verdict.decided if each.approved}
    names = {each.change.name for each in findings}
    if allowed >= {each.change.name for each in widened} | {each for each in names if each.startswith(_TRUST)}:
        believed = evidence.trusted
    policy = stricter_policy(before, after, allowed)
    counting = _waivers_kept(approvals, names - allowed)
    return Judged(policy, counting, verdict.decided, _signed(evidence, believed, policy, lock), authors)


def _authors(sides: Sides) -> frozenset[str]:
    """Return who changed the config since OLD, or a file that it names."""
    config = sides.new.config
    keys = config.policy.signatures
    named = [name for name in (keys.allowed_signers, keys.revoked_keys, keys.sigstore_root) if name]
    inside = [name for name in named if not PurePath(name).is_absolute() and ".." not in PurePath(name).parts]
    return authors_since([config.file, *(config.root / name for name in inside)], sides.old.commit)


def _signed(evidence: Evidence, trusted: Trusted, policy: Policy, lock: Lock) -> Signed | None:
    if evidence.signatures is None and policy.signatures == SignatureKeys():
        return None
    return checked(lock, evidence.approvals, evidence.signatures, trusted, policy)


def _waivers_kept(approvals: Approvals, open_names: Collection[str]) -> Approvals:
    """A waiver that nobody let in yet lets nothing through."""
    kept = tuple(each for each in approvals.waivers if waiver_name(each) not in open_names)
    return replace(approvals, waivers=kept)
