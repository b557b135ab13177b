"""The policy that a release is judged by, and the verdict on every change since the last release by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from govern.commands.evidence import evidence_for
from govern.commands.sides import PastLocks, authors_since
from govern.commands.signatures import check_signatures
from govern.errors import LockfileInvalid, LockfileTooNew, UsageError
from govern.findings import changed_sizes, findings
from govern.gate.steps import (
    CommitStep,
    approve_by_steps,
    approved_spans,
    authors_by_item,
    best_partition,
    changed_items,
)
from govern.git.history import authors_of, lock_history
from govern.git.trees import BlobReader
from govern.lockfile.document import Lock
from govern.policy.approvals import Approval, Standing, person_key, readable_approvals
from govern.policy.settings import SignatureKeys
from govern.policy.stricter_policy import stricter_policy
from govern.policy.weakening import trust_widened, waiver_name, waivers_added, weakening_findings, weaker_settings
from govern.verdict import Decided, decide, fails_at, with_evidence

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from datetime import date

    from govern.commands.gate_sides import GateSides
    from govern.compare.added_texts import TextJudge
    from govern.economics.budgets import Budget
    from govern.facts.change import Change
    from govern.gate.steps import Span
    from govern.git.history import FileVersion
    from govern.policy.approvals import Approvals
    from govern.policy.approvers import Authors
    from govern.policy.settings import Policy
    from govern.rules.finding import Finding
    from govern.signing.verification import TrustSettings, Verification
    from govern.verdict import Verdict

_TRUST = "policy.signatures."


@dataclass(frozen=True, slots=True)
class Signoffs:
    """The approvals and signatures beside the new lock."""

    approvals: Approvals
    signatures: str | None


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
            config.policy, signoffs.approvals, (), _verification(signoffs, sides.new.trusted, config.policy, lock)
        )
    before, after = old.config.policy, config.policy
    approvals = signoffs.approvals
    widened = weakening_findings(trust_widened(before.signatures, old.trusted, sides.new.trusted))
    findings = [
        *weakening_findings(weaker_settings(old.config.settings, config.settings)),
        *weakening_findings(waivers_added(readable_approvals(old.approvals), approvals, today)),
        *widened,
    ]
    # A new signer cannot approve being added, so here only the earlier signers count.
    asked_before = before.signatures.required or old.trusted.allowed is not None
    trust = old.trusted if asked_before else sides.new.trusted
    policy = stricter_policy(before, after)
    signed, verified_by = _verification(signoffs, trust, policy, lock), (trust, policy)
    entries = signed.entries if signed else frozenset()
    authors = _config_authors(sides) if policy.approvals.not_author and findings else frozenset[str]()
    verdict = decide(findings, approvals, policy, today, old="", new="", signed=entries, authors=lambda _: authors)
    allowed = {each.finding.change.name for each in verdict.decided if each.approved}
    names = {each.change.name for each in findings}
    if allowed >= {each.change.name for each in widened} | {each for each in names if each.startswith(_TRUST)}:
        trust = sides.new.trusted
    policy = stricter_policy(before, after, allowed)
    counting = _waivers_kept(approvals, names - allowed)
    if (trust, policy) != verified_by:
        signed = _verification(signoffs, trust, policy, lock)
    return GatePolicy(policy, counting, verdict.decided, signed, authors)


def _config_authors(sides: GateSides) -> frozenset[str]:
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


@dataclass(frozen=True, slots=True)
class GateVerdict:
    """The verdict, the number of changes that were approved step by step, and whether open changes fail the gate."""

    verdict: Verdict
    stepwise: int
    changes_fail: bool


def verdict_since(
    sides: GateSides, judged: GatePolicy, today: date, text_judge: TextJudge | None = None
) -> GateVerdict:
    """Return the verdict on all changes since OLD. A weaker policy fails the gate until it is approved."""
    old, before, new = sides.old, sides.before, sides.new
    steps = cache(lambda: _steps(sides, judged, today, text_judge))
    found = findings(*sides.locks, judged.policy, text_judge)
    first = _decided_at_once(found, sides, judged, today, steps)
    decided = approved_by_steps(first.decided, sides, steps, judged.policy.budget.bounds)
    waiting = [each.finding.change for each in decided if not each.approved]
    verdict = replace(
        first,
        old=old.called,
        new=new.path.name,
        decided=tuple(decided),
        standings=tuple(_standings(first.standings, waiting, today)),
        fails=_fails(
            [each for each in decided if each.finding.change.kind != "policy"], judged.policy, first=before is None
        ),
        sizes=changed_sizes(*sides.locks, found),
    )
    evidence = evidence_for((), new.config, before, new.lock, [each.finding for each in decided])
    verdict = with_evidence(verdict, evidence, judged.policy)
    stepwise = sum(1 for one, other in zip(first.decided, decided, strict=True) if one != other)
    fails = verdict.fails or not all(each.approved for each in judged.decided)
    return GateVerdict(replace(verdict, fails=fails), stepwise, verdict.fails)


def _decided_at_once(
    found: Sequence[Finding],
    sides: GateSides,
    judged: GatePolicy,
    today: date,
    steps: Callable[[], Sequence[CommitStep]],
) -> Verdict:
    """Decide OLD against NEW. Weaker settings stay as OLD's policy decided them."""
    of_items = _authors(sides, judged.policy, found, steps)

    def authors(finding: Finding) -> frozenset[str]:
        return judged.authors if finding.change.kind == "policy" else of_items(finding)

    verdict = _decide(
        [*(each.finding for each in judged.decided), *found], judged, today, authors, first=sides.before is None
    )
    weaker = {each.finding.change.fingerprint: each for each in judged.decided}
    return replace(
        verdict, decided=tuple(weaker.get(each.finding.change.fingerprint, each) for each in verdict.decided)
    )


def _steps(sides: GateSides, judged: GatePolicy, today: date, text_judge: TextJudge | None) -> list[CommitStep]:
    def decide_step(old: Lock, new: Lock, authors_of_steps: frozenset[str]) -> Sequence[Decided]:
        return _decide(findings(old, new, judged.policy, text_judge), judged, today, lambda _: authors_of_steps).decided

    return steps_since(sides, decide_step, judged.approvals.approvals, named=judged.policy.approvals.not_author)


def _authors(
    sides: GateSides, policy: Policy, found: Sequence[Finding], steps: Callable[[], Sequence[CommitStep]]
) -> Authors:
    if not policy.approvals.not_author or not found:
        return lambda _: frozenset()
    if sides.old.commit:
        return authors_by_item(found, steps())
    if sides.old.called:
        message = "policy.approvals.not-author requires the commits since OLD, but OLD is a file"
        raise UsageError(message, hint="use a git ref: --against REF")
    everybody = authors_since([sides.new.path], "")
    return lambda _: everybody


def _decide(
    found: Sequence[Finding], judged: GatePolicy, today: date, authors: Authors, *, first: bool = False
) -> Verdict:
    signed = judged.signed.entries if judged.signed else frozenset()
    return decide(
        found,
        judged.approvals,
        judged.policy,
        today,
        old="",
        new="",
        first=first,
        signed=signed,
        authors=authors,
    )


def _fails(changes: Sequence[Decided], policy: Policy, *, first: bool) -> bool:
    """Return whether open changes fail the gate. In a first lock only steering texts do, unless policy is strict."""
    if first and policy.preset != "strict":
        changes = [each for each in changes if not each.finding.rule.waivable]
    return fails_at(changes, policy.effective_fail_on)


def _standings(standings: Sequence[Standing], waiting: Sequence[Change], today: date) -> Iterator[Standing]:
    """Yield the approvals that do not count, without those of earlier steps, which are always stale here."""
    ids = {change.id for change in waiting}
    places = {(change.server, change.name) for change in waiting}
    for each in standings:
        what = each.what
        if each.why != "stale" or not isinstance(what, Approval) or what.change in ids:
            yield each
        elif what.until is not None and what.until < today and (what.server, what.tool) in places:
            yield Standing(what, "expired", f"{what.change}: approval by {what.by} expired on {what.until}")


Decide = Callable[[Lock, Lock, frozenset[str]], Sequence[Decided]]


def steps_since(
    sides: GateSides, decide: Decide, approvals: Sequence[Approval], *, named: bool = False
) -> list[CommitStep]:
    """Return the steps from OLD to the work tree; with `named`, each with its authors.

    A step is a commit that changed the lock, or several commits that were approved together, as in a pull request.
    """
    if not sides.old.commit:
        return []
    with BlobReader(sides.new.path) as blobs:
        states = list(_states(PastLocks(blobs, sides.new.blocks), sides, named=named))
        locks, authors_of_steps = [sides.locks[0], *(lock for lock, _ in states)], [names for _, names in states]

        def made(span: Span) -> frozenset[str]:
            return frozenset().union(*authors_of_steps[span[0] : span[1]])

        @cache
        def decided(span: Span) -> Sequence[Decided]:
            return decide(locks[span[0]], locks[span[1]], made(span))

        def waiting(span: Span) -> int:
            return sum(1 for each in decided(span) if not each.approved)

        spans = best_partition(len(states), approved_spans(locks, approvals), waiting)
        between = [(span, changed_items(locks[span[0]], locks[span[1]])) for span in spans]
        return [CommitStep(items, partial(decided, span), made(span)) for span, items in between if items]


def approved_by_steps(
    decided: Sequence[Decided], sides: GateSides, steps: Callable[[], Sequence[CommitStep]], budget: Budget
) -> list[Decided]:
    """Return the findings; open ones count as approved if all of their steps are. Read git only if some are open."""
    if not sides.old.commit or all(each.approved or each.finding.change.kind == "policy" for each in decided):
        return list(decided)
    return approve_by_steps(decided, steps(), budget, changed_items(Lock(), sides.locks[0]))


def _states(past: PastLocks, sides: GateSides, *, named: bool) -> Iterator[tuple[Lock, frozenset[str]]]:
    """Yield the lock after each commit, and with `named` its authors. The last one is the work tree's."""
    path, since = sides.new.path, sides.old.commit
    authors_of_steps: frozenset[str] = frozenset()
    for each in lock_history(path, sides.old.commit):
        if named:
            authors_of_steps |= frozenset(map(person_key, authors_of(path, [each.path], since, each.commit)))
        since = each.commit
        after = _lock(past, each)
        if after is not None:
            yield after, authors_of_steps
            authors_of_steps = frozenset()
    yield sides.locks[1], authors_of_steps | (authors_since([path], "HEAD") if named else frozenset())


def _lock(past: PastLocks, snapshot: FileVersion) -> Lock | None:
    """Return a commit's lock, or None if it is missing or invalid, so that the step continues to the next commit."""
    if not snapshot.blob:
        return None
    with suppress(LockfileInvalid, LockfileTooNew):
        return past.at(snapshot.blob, snapshot.commit)
    return None
