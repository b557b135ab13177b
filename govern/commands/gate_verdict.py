"""Every change since the last release, and all that is weaker since, decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from govern.commands.authorship import authors_since
from govern.commands.gate_steps import approved_by_steps, steps_since
from govern.commands.recorded import evidence_for
from govern.errors import UsageError
from govern.gate.steps import authors_by_item
from govern.policy.approvals import Approval, Standing
from govern.policy.defaults import fails_on
from govern.verdict import decide, fails_at, witnessed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import date

    from govern.commands.gate_old import Sides
    from govern.commands.gate_policy import Judged
    from govern.compare.added_texts import Judge
    from govern.facts.change import Change
    from govern.gate.steps import Step
    from govern.lockfile.document import Lock
    from govern.policy.approvers import Authors
    from govern.policy.settings import Policy
    from govern.rules.finding import Finding
    from govern.verdict import Decided, Verdict


@dataclass(frozen=True, slots=True)
class Found:
    """The verdict; how many changes were approved step by step, and whether those that wait stop the gate."""

    verdict: Verdict
    stepwise: int
    changes_fail: bool


def verdict_since(sides: Sides, judged: Judged, today: date, text_judge: Judge | None = None) -> Found:
    """What is weaker and what changed. What is weaker stops the gate whatever policy says, as long as nobody let it."""
    old, before, new = sides.old, sides.before, sides.new
    steps = cache(lambda: _steps(sides, judged, today, text_judge))
    found = _findings(*sides.locks, judged.policy, text_judge)
    first = _decided_at_once(found, sides, judged, today, steps)
    decided = approved_by_steps(first.decided, sides, steps)
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


def _decided_at_once(
    found: Sequence[Finding], sides: Sides, judged: Judged, today: date, steps: Callable[[], Sequence[Step]]
) -> Verdict:
    """Decide OLD against NEW; what is weaker stays as it was decided by what OLD asked."""
    of_items = _authors(sides, judged.policy, found, steps)

    def authors(finding: Finding) -> frozenset[str]:
        return judged.authors if finding.change.kind == "policy" else of_items(finding)

    findings = [*(each.finding for each in judged.decided), *found]
    verdict = _decide(findings, judged, today, authors, first=sides.before is None)
    weaker = {each.finding.change.fingerprint: each for each in judged.decided}
    return replace(
        verdict, decided=tuple(weaker.get(each.finding.change.fingerprint, each) for each in verdict.decided)
    )


def _steps(sides: Sides, judged: Judged, today: date, text_judge: Judge | None) -> list[Step]:
    def decide_step(old: Lock, new: Lock, makers: frozenset[str]) -> Sequence[Decided]:
        return _decide(_findings(old, new, judged.policy, text_judge), judged, today, lambda _: makers).decided

    return steps_since(sides, decide_step, judged.approvals.approvals, named=judged.policy.approvals.not_author)


def _authors(sides: Sides, policy: Policy, found: Sequence[Finding], steps: Callable[[], Sequence[Step]]) -> Authors:
    if not policy.approvals.not_author or not found:
        return lambda _: frozenset()
    if sides.old.commit:
        return authors_by_item(found, steps())
    if sides.old.called:
        message = "policy.approvals.not-author needs the commits since OLD, and OLD is a file"
        raise UsageError(message, hint="--against takes a git ref")
    everybody = authors_since([sides.new.path], "")
    return lambda _: everybody


def _decide(
    findings: Sequence[Finding], judged: Judged, today: date, authors: Authors, *, first: bool = False
) -> Verdict:
    signed = judged.signed.entries if judged.signed else frozenset()
    return decide(
        findings,
        judged.approvals,
        judged.policy,
        today,
        old="",
        new="",
        first=first,
        signed=signed,
        authors=authors,
    )


def _findings(old: Lock, new: Lock, policy: Policy, text_judge: Judge | None) -> list[Finding]:
    if old == new:
        return []
    # Walkers, schemas, texts and rules are most of govern; two locks that are one need none of it.
    from govern.commands.compared import findings

    return findings(old, new, policy, text_judge)


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
