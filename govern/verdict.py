"""DECIDING: findings, policy and approvals to one verdict, with every reason."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from govern.policy.approvals import person_key, person_keys
from govern.policy.approvers import Approvers, needs_signature
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from govern.policy.approvals import Approval, Approvals, Standing, Waiver
    from govern.policy.approvers import Authors
    from govern.policy.settings import Policy
    from govern.rules.finding import Finding
    from govern.traces.outcome import Evidence, Recorded

    State = Literal["unchanged", "approved", "unapproved"]
LACKS_CALLS = "policy asks for recorded calls of it, and there are none"


@dataclass(frozen=True, slots=True)
class Decided:
    """A finding, and what lets it pass: that it needs no approval, or who gave one; `missing` says what it lacks.

    Where it is `sealed`, approvals of it count only when signed. `recorded` are the calls that were held against it.
    `authors` made it, and policy does not let them approve it.
    """

    finding: Finding
    needed: int
    given: tuple[Approval | Waiver, ...] = ()
    missing: str = ""
    sealed: bool = False
    recorded: Recorded | None = None
    authors: frozenset[str] = frozenset()

    @property
    def approved(self) -> bool:
        """Whether it may pass."""
        return not self.missing

    @property
    def people(self) -> int:
        """How many people have said yes."""
        return len(_people(self.given, self.needed))

    def made_by(self, who: str) -> bool:
        """Return whether this person made the change, and so may not approve it."""
        return not person_keys(who).isdisjoint(self.authors)

    def approved_by(self, who: str) -> bool:
        """Whether this person has said yes already."""
        return person_key(who) in (person_key(each.by) for each in self.given)


@dataclass(frozen=True, slots=True)
class Verdict:
    """All findings decided; `old` and `new` are what people call the two sides.

    `standings` are the approvals that did not count, each with its reason. `fails` says whether policy lets it through.
    `approvers` are those whose approvals count; anyone's do where there are none. `unseen` are the servers that could
    not be looked at, each with its reason. `repeat` is what to add to a command that compares the same again.
    `evidence` are recorded calls that were held against both sides. `unsigned` says which signatures policy asks for on
    NEW's lock and it does not have.
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

    @property
    def state(self) -> State:
        """The verdict in a word."""
        if not self.decided:
            return "unchanged"
        return "approved" if all(each.approved for each in self.decided) else "unapproved"

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return sum(1 for each in self.decided if each.finding.severity is severity)

    @property
    def unapproved(self) -> tuple[Decided, ...]:
        """What may not pass yet."""
        return tuple(each for each in self.decided if not each.approved)


def decide(  # noqa: PLR0913 - half of them only name what is decided about, and all callers name those
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
) -> Verdict:
    """Decide every finding; `fail_on` outranks the policy's own. Of a first lock only a strict policy asks anything.

    Where policy asks for signatures, of the approvals only those count that are among `signed`. `authors` names those
    who made a change, where policy does not let them approve it.
    """
    limit = fail_on or policy.effective_fail_on
    asks = {severity: policy.people_needed(severity.value.lower(), limit) for severity in Severity}
    if first and policy.preset != "strict":
        asks, limit = dict.fromkeys(Severity, 0), "never"
    approvers = Approvers(policy, today, signed, authors)
    by_id: defaultdict[str, list[Approval]] = defaultdict(list)
    for approval in approvals.approvals:
        by_id[approval.change].append(approval)
    decided = tuple(
        _decided(
            finding,
            asks[finding.severity],
            approvers.counting(finding, by_id[finding.change.id], approvals.waivers),
            sealed=needs_signature(policy, finding.severity.value, finding.rule.id),
            authors=authors(finding) if policy.approvals.not_author else frozenset(),
        )
        for finding in findings
    )
    standings = approvers.standings(findings, approvals)
    return Verdict(old, new, decided, standings, first, fails_at(decided, limit), tuple(policy.approvals.approvers))


def with_evidence(verdict: Verdict, evidence: Evidence | None, policy: Policy, fail_on: str | None = None) -> Verdict:
    """The verdict with recorded calls beside it; where policy requires them, no BREAKING change passes without."""
    decided = [replace(each, recorded=evidence.of(each.finding.change)) for each in verdict.decided] if evidence else []
    decided = decided or [*verdict.decided]
    lacking = [policy.traces.required and not verdict.first and _lacks_calls(each) for each in decided]
    lets_all_pass = (fail_on or policy.fail_on) == "never"
    return replace(
        verdict,
        decided=tuple(_unwitnessed(each) if lacks else each for each, lacks in zip(decided, lacking, strict=True)),
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


def _unwitnessed(decided: Decided) -> Decided:
    return replace(decided, missing=f"{decided.missing}; {LACKS_CALLS}" if decided.missing else LACKS_CALLS)


def _decided(
    finding: Finding, needed: int, given: tuple[Approval | Waiver, ...], *, sealed: bool, authors: frozenset[str]
) -> Decided:
    # What steers a model needs somebody who read it, whatever policy asks of its severity.
    needed = needed if finding.rule.waivable else max(1, needed)
    people = _people(given, needed)
    if len(people) >= needed:
        return Decided(finding, needed, given, sealed=sealed, authors=authors)
    has = f", has {len(people)} ({', '.join(people.values())})" if people else ""
    one, several = ("a signed approval", "signed approvals") if sealed else ("an approval", "approvals")
    wanted = one if needed == 1 else f"{several} of {needed} people"
    return Decided(finding, needed, given, f"needs {wanted}{has}", sealed, authors=authors)


def _people(given: Sequence[Approval | Waiver], needed: int) -> dict[str, str]:
    """Who said yes; where several have to, whoever is not named may be any of the others."""
    return {person_key(each.by): each.by for each in given if needed <= 1 or person_key(each.by)}


def fails_at(decided: Sequence[Decided], limit: str) -> bool:
    """Return whether anything waits that is as severe as the limit says, or that no policy silences."""
    if limit == "never":
        return False
    least = Severity(limit.upper()).rank
    waiting = (each.finding for each in decided if not each.approved)
    return any(finding.severity.rank >= least or not finding.rule.waivable for finding in waiting)
