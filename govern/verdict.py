"""Decide findings by policy and approvals, with a reason for each."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from govern.policy.approvals import person_key, person_keys
from govern.policy.approvers import Approvers, needs_signature, shared_ids
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from govern.lockfile.costs import ServerSize
    from govern.policy.approvals import Approval, Approvals, Standing, Waiver
    from govern.policy.approvers import Authors
    from govern.policy.change_filter import ChangeFilter
    from govern.policy.settings import Policy
    from govern.rules.finding import Finding
    from govern.traces.outcome import Evidence, Recorded

    State = Literal["unchanged", "approved", "unapproved"]
LACKS_CALLS = "policy requires recorded calls of it, and there are none"


@dataclass(frozen=True, slots=True)
class Decided:
    """A finding with its approvals; `missing` states which approval it lacks.

    `needed` is the number of people who have to approve it; if `sealed`, only signed approvals count. `recorded` are
    the calls that were replayed against it. `authors` made the change, and policy does not let them approve it.
    `members` are equal findings of other servers of one family.
    """

    finding: Finding
    needed: int
    given: tuple[Approval | Waiver, ...] = ()
    missing: str = ""
    sealed: bool = False
    recorded: Recorded | None = None
    authors: frozenset[str] = frozenset()
    members: tuple[Finding, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return the finding and the equal ones of other servers."""
        return self.finding, *self.members

    @property
    def approved(self) -> bool:
        """Return whether the finding passes."""
        return not self.missing

    @property
    def people(self) -> int:
        """Return how many people approved the finding."""
        return len(_people(self.given, self.needed))

    def made_by(self, name: str) -> bool:
        """Return whether this person is an author of the change, and so may not approve it."""
        return not person_keys(name).isdisjoint(self.authors)

    def approved_by(self, name: str) -> bool:
        """Return whether this person has already approved the finding."""
        return person_key(name) in (person_key(each.by) for each in self.given)


@dataclass(frozen=True, slots=True)
class Verdict:
    """All decided findings of a comparison; `old` and `new` are the names of the two sides.

    `standings` are the approvals that do not count, each with its reason. `fails` is true if the findings fail
    under the policy. `approvers` are the people who may approve, or empty for anyone. `unseen` are the unreachable
    servers, each with its reason. `repeat` are the flags for another command on the same two sides. `evidence` are
    recorded calls that were replayed against both sides. `unsigned` are the required signatures that the new lock
    lacks. `default_old` is true if OLD was not named. `sizes` are those of the servers that changed.
    `only` are the changes that were asked for, and `hidden` the number of all others. `fails_release` is true if the
    findings of a first lock do not fail here, but fail the gate.
    """

    old: str
    new: str
    decided: tuple[Decided, ...]
    standings: tuple[Standing, ...] = ()
    first: bool = False
    fails: bool = False
    approvers: tuple[str, ...] = ()
    unseen: tuple[tuple[str, str], ...] = ()
    repeat: str = ""
    evidence: Evidence | None = None
    unsigned: tuple[str, ...] = ()
    default_old: bool = False
    sizes: tuple[ServerSize, ...] = ()
    only: ChangeFilter | None = None
    hidden: int = 0
    fails_release: bool = False

    @property
    def state(self) -> State:
        """Return the verdict as one word."""
        if not self.decided:
            return "unchanged"
        return "approved" if all(each.approved for each in self.decided) else "unapproved"

    def count(self, severity: Severity) -> int:
        """Return how many findings have this severity."""
        return sum(1 for each in self.decided if each.finding.severity is severity)

    @property
    def unapproved(self) -> tuple[Decided, ...]:
        """Return the findings that still need approval."""
        return tuple(each for each in self.decided if not each.approved)


def decide(  # noqa: PLR0913 - callers pass half of them by name
    findings: Sequence[Finding],
    approvals: Approvals,
    policy: Policy,
    today: date | None,
    *,
    old: str,
    new: str,
    first: bool = False,
    fail_on: str | None = None,
    signed: frozenset[Approval | Waiver] = frozenset(),
    authors: Authors = lambda _: frozenset(),
    only: ChangeFilter | None = None,
) -> Verdict:
    """Decide every finding; `fail_on` overrides the policy's. A first lock needs approvals only by a strict policy.

    Where policy requires signatures, only approvals in `signed` count. `authors` returns the authors of a change, whose
    approvals do not count if policy says so. With `only`, other findings are left out.
    """
    limit = fail_on or policy.effective_fail_on
    needed = {severity: policy.people_needed(severity.value.lower(), limit) for severity in Severity}
    if first and policy.preset != "strict":
        needed, limit = dict.fromkeys(Severity, 0), "never"
    shared = shared_ids(finding.change for finding in findings) if approvals.approvals else frozenset[str]()
    approvers = Approvers(policy, today, signed, authors, shared)
    by_id = _by_change(approvals.approvals)
    decided = tuple(
        _decided(
            finding,
            needed[finding.severity],
            approvers.counting(finding, by_id[finding.change.id], approvals.waivers),
            sealed=needs_signature(policy, finding.severity.value, finding.rule.id),
            authors=authors(finding) if policy.approvals.not_author else frozenset(),
        )
        for finding in findings
        if not only or only.fits(finding.change)
    )
    standings, fails = approvers.standings(findings, approvals), fails_at(decided, limit)
    people, hidden = tuple(policy.approvals.approvers), len(findings) - len(decided)
    later = first and not fails and fails_at(decided, policy.effective_fail_on)
    return Verdict(
        old=old,
        new=new,
        decided=decided,
        standings=standings,
        first=first,
        fails=fails,
        approvers=people,
        only=only,
        hidden=hidden,
        fails_release=later,
    )


def _by_change(approvals: Sequence[Approval]) -> defaultdict[str, list[Approval]]:
    by_id: defaultdict[str, list[Approval]] = defaultdict(list)
    for approval in approvals:
        by_id[approval.change].append(approval)
    return by_id


def with_evidence(verdict: Verdict, evidence: Evidence | None, policy: Policy, fail_on: str | None = None) -> Verdict:
    """Return the verdict with recorded calls; if policy requires them, a BREAKING change without calls fails."""
    decided = [replace(each, recorded=evidence.of(each.finding.change)) for each in verdict.decided] if evidence else []
    decided = decided or [*verdict.decided]
    lacking = [policy.traces.required and not verdict.first and _lacks_calls(each) for each in decided]
    lets_all_pass = (fail_on or policy.fail_on) == "never"
    return replace(
        verdict,
        decided=tuple(_without_calls(each) if lacks else each for each, lacks in zip(decided, lacking, strict=True)),
        fails=verdict.fails or (any(lacking) and not lets_all_pass),
        evidence=evidence,
    )


def _lacks_calls(decided: Decided) -> bool:
    if decided.finding.severity is not Severity.BREAKING:
        return False
    from govern.traces.outcome import can_be_recorded

    if not can_be_recorded(decided.finding.change):
        return False
    return decided.recorded is None or not decided.recorded.calls


def _without_calls(decided: Decided) -> Decided:
    return replace(decided, missing=f"{decided.missing}; {LACKS_CALLS}" if decided.missing else LACKS_CALLS)


def _decided(
    finding: Finding, needed: int, given: tuple[Approval | Waiver, ...], *, sealed: bool, authors: frozenset[str]
) -> Decided:
    # Text that steers a model always needs a person who read it, whatever the severity needs.
    needed = needed if finding.rule.waivable else max(1, needed)
    people = _people(given, needed)
    if len(people) >= needed:
        return Decided(finding, needed, given, sealed=sealed, authors=authors)
    has = f", has {len(people)} ({', '.join(people.values())})" if people else ""
    noun = "signed approval" if sealed else "approval"
    wanted = noun if needed == 1 else f"{needed} {noun}s"
    return Decided(finding, needed, given, f"needs {wanted}{has}", sealed, authors=authors)


def _people(given: Sequence[Approval | Waiver], needed: int) -> dict[str, str]:
    """Return the people who approved; if several have to, an entry without a name does not count as one more."""
    return {person_key(each.by): each.by for each in given if needed <= 1 or person_key(each.by)}


def fails_at(decided: Sequence[Decided], limit: str) -> bool:
    """Return whether a finding without approval has at least this severity, or a rule that cannot be waived."""
    if limit == "never":
        return False
    least = Severity(limit.upper()).rank
    waiting = (each.finding for each in decided if not each.approved)
    return any(finding.severity.rank >= least or not finding.rule.waivable for finding in waiting)
