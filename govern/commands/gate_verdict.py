"""Every change since the last release, and all that is weaker since, decided."""

from __future__ import annotations

from govern.commands.gate_steps import approved_by_steps
from govern.commands.recorded import evidence_for
from govern.dataclass import dataclass, replace
from govern.policy.approvals import Approval, Standing
from govern.policy.defaults import fails_on
from govern.verdict import decide, fails_at, witnessed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import date

    from govern.commands.gate_old import Sides
    from govern.commands.gate_policy import Judged
    from govern.compare.change import Change
    from govern.lockfile.document import Lock
    from govern.policy.settings import Policy
    from govern.rules.finding import Finding
    from govern.verdict import Decided, Verdict


@dataclass(frozen=True, slots=True)
class Found:
    """The verdict; how many changes were approved step by step, and whether those that wait stop the gate."""

    verdict: Verdict
    stepwise: int
    changes_fail: bool


def verdict_since(sides: Sides, judged: Judged, today: date) -> Found:
    """What is weaker and what changed. What is weaker stops the gate whatever policy says, as long as nobody let it."""
    old, before, new = sides.old, sides.before, sides.new
    decide_between = _deciding(judged, today)
    weaker = {each.finding.change.fingerprint: each for each in judged.decided}
    first = decide_between(*sides.locks, [each.finding for each in judged.decided], first=before is None)
    first = replace(first, decided=tuple(weaker.get(each.finding.change.fingerprint, each) for each in first.decided))
    decided = approved_by_steps(
        first.decided, sides, lambda one, other: decide_between(one, other, (), first=False).decided
    )
    waiting = [each.finding.change for each in decided if not each.approved]
    verdict = replace(
        first,
        old=old.called,
        new=new.path.name,
        decided=tuple(decided),
        standings=tuple(_told(first.standings, waiting, today)),
        fails=_stop(
            [each for each in decided if each.finding.change.kind != "policy"], judged.policy, first=before is None
        ),
    )
    evidence = evidence_for((), new.config, before, new.lock, [each.finding for each in decided])
    verdict = witnessed(verdict, evidence, judged.policy)
    stepwise = sum(1 for one, other in zip(first.decided, decided, strict=True) if one != other)
    fails = verdict.fails or not all(each.approved for each in judged.decided)
    return Found(replace(verdict, fails=fails), stepwise, verdict.fails)


def _deciding(judged: Judged, today: date) -> Callable[..., Verdict]:
    policy, approvals = judged.policy, judged.approvals
    signed = judged.signed.entries if judged.signed else frozenset()

    def decide_between(old: Lock, new: Lock, more: Sequence[Finding], *, first: bool) -> Verdict:
        found = [*more, *_findings(old, new, policy)]
        return decide(found, approvals, policy, today, old="", new="", first=first, signed=signed)

    return decide_between


def _findings(old: Lock, new: Lock, policy: Policy) -> list[Finding]:
    if old == new:
        return []
    # Walkers, schemas, texts and rules are most of govern; two locks that are one need none of it.
    from govern.commands.compared import findings

    return findings(old, new, policy)


def _stop(changes: Sequence[Decided], policy: Policy, *, first: bool) -> bool:
    """Whether what waits stops the gate; of a first lock only what steers a model does, unless policy is strict."""
    if first and policy.preset != "strict":
        changes = [each for each in changes if not each.finding.rule.waivable]
    return fails_at(changes, fails_on(policy))


def _told(standings: Sequence[Standing], waiting: Sequence[Change], today: date) -> Iterator[Standing]:
    """What did not count. Approvals of earlier steps and releases are all stale here: only what is missed is told."""
    ids = {change.id for change in waiting}
    places = {(change.server, change.name) for change in waiting}
    for each in standings:
        what = each.what
        if each.why != "stale" or not isinstance(what, Approval) or what.change in ids:
            yield each
        elif what.until is not None and what.until < today and (what.server, what.tool) in places:
            yield Standing(what, "expired", f"{what.change}, approved by {what.by}, has expired on {what.until}")
