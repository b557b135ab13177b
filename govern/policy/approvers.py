"""Whose approvals count for what, and why others do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from govern.errors import did_you_mean
from govern.facts.rule_ids import POLICY_APPROVAL_WEAKENED
from govern.policy.approvals import Standing, matches_pattern, person_key, person_keys
from govern.policy.settings import signature_threshold
from govern.rules.rule import Severity
from govern.rules.table import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from govern.policy.approvals import Approval, Approvals, Waiver
    from govern.policy.settings import Policy
    from govern.rules.finding import Finding

    # The people who made a change, each as `person` spells them.
    Authors = Callable[[Finding], frozenset[str]]

# What approvals say is told up to here: two digests are told apart by less than all of them.
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Approvers:
    """Who may approve by a policy, on a day; `signed` are the entries that their givers signed.

    Without a day it is the one of the clock, which is asked where an approval ends on one. `authors` names those who
    made what a finding is about.
    """

    policy: Policy
    today: date | None
    signed: frozenset[Approval | Waiver] = frozenset()
    authors: Authors = lambda _: frozenset()

    def counting(
        self, finding: Finding, approvals: Sequence[Approval], waivers: Sequence[Waiver]
    ) -> tuple[Approval | Waiver, ...]:
        """The approvals and waivers by which this finding may pass."""
        fitting: list[Approval | Waiver] = [each for each in approvals if not mismatches(each, finding)]
        if finding.rule.waivable:
            fitting += [each for each in waivers if _covers(each, finding) and not self._reaches_too_far(each)]
        asked = needs_signature(self.policy, finding.severity.value, finding.rule.id)
        return tuple(
            each
            for each in fitting
            if not self._expired(each)
            and self._may(each)
            and not self._made(each, finding)
            and (not asked or each in self.signed)
        )

    def standings(self, findings: Sequence[Finding], approvals: Approvals) -> tuple[Standing, ...]:
        """What did not count, in the file's order, each with the first reason that holds."""
        by_id = {finding.change.id: finding for finding in findings}
        found = [self._approval(each, by_id.get(each.change)) for each in approvals.approvals]
        found += [self._waiver(each, findings) for each in approvals.waivers]
        return tuple(each for each in found if each)

    def _approval(self, approval: Approval, finding: Finding | None) -> Standing | None:
        name = f"{approval.change}, approved by {approval.by},"
        if finding is None:
            return Standing(approval, "stale", f"{name} is not a change between these two sides")
        if wrong := mismatches(approval, finding):
            told = "; ".join(f"{key} is {now}, the approval says {said}" for key, (said, now) in wrong.items())
            if wrong.keys() <= _STATES:
                return Standing(approval, "stale", f"{name} has changed further since: {told}; approve it anew")
            return Standing(approval, "forged", f"{name} is not what was approved: {told}; read it and approve it anew")
        return (
            self._person(approval, name)
            or self._author(approval, name, [finding])
            or self._unsigned(approval, name, finding.severity.value, finding.rule.id)
        )

    def _waiver(self, waiver: Waiver, findings: Sequence[Finding]) -> Standing | None:
        name = f"the waiver for {waiver.server}/{waiver.tool} {waiver.rule}"
        if found := self._person(waiver, name):
            return found
        if reach := self._reaches_too_far(waiver):
            why, message = reach
            return Standing(waiver, why, f"{name} {message}")
        if not any(matches_pattern(waiver.rule, rule) for rule in RULES):
            message = f"{name} can cover nothing: no rule is called {waiver.rule}{did_you_mean(waiver.rule, RULES)}"
            return Standing(waiver, "no such rule", message)
        covered = [each for each in findings if _covers(waiver, each)]
        if steering := [each for each in covered if not each.rule.waivable]:
            named = ", ".join(f"{each.change.id} ({each.rule.id})" for each in steering)
            message = f"{name} does not cover {named}; approve that by its id, after reading it"
            return Standing(waiver, "no waiver covers this", message)
        if not covered:
            return None
        worst = max((each.severity for each in covered), key=lambda each: each.rank)
        return self._author(waiver, name, covered) or self._unsigned(waiver, name, worst.value)

    def _unsigned(self, each: Approval | Waiver, name: str, severity: str, rule: str = "") -> Standing | None:
        if not needs_signature(self.policy, severity, rule) or each in self.signed:
            return None
        who = each.by or "somebody who is named"
        message = f"{name} does not count before {who} has signed it: govern sign --approvals"
        return Standing(each, "unsigned", message)

    def _person(self, each: Approval | Waiver, name: str) -> Standing | None:
        if self._expired(each):
            return Standing(each, "expired", f"{name} has expired on {each.until}")
        if not self._may(each):
            who = each.by or "nobody who is named"
            return Standing(each, "not an approver", f"{name} does not count: policy.approvals.approvers lacks {who}")
        return None

    def _author(self, each: Approval | Waiver, name: str, findings: Sequence[Finding]) -> Standing | None:
        made = [finding.change.id for finding in findings if self._made(each, finding)]
        if not made:
            return None
        who = f"{each.by} made" if each.by else "it names nobody, who may have made"
        message = f"{name} does not count: {who} {', '.join(made)}, and policy.approvals.not-author is true"
        return Standing(each, "author", message)

    def _made(self, each: Approval | Waiver, finding: Finding) -> bool:
        """Return whether the giver made the change, where that matters; somebody who is not named may have."""
        if not self.policy.approvals.not_author:
            return False
        authors = self.authors(finding)
        return bool(authors) and (not each.by or not person_keys(each.by).isdisjoint(authors))

    def _reaches_too_far(self, waiver: Waiver) -> tuple[Literal["too long", "too wide"], str] | None:
        days = self.policy.waivers.max_days
        if (waiver.until - (self.today or of_the_clock())).days > days:
            return "too long", f"ends on {waiver.until}, in more than {days} days: policy.waivers.max-days"
        if not waives_everything(waiver):
            return None
        if self.policy.preset == "strict":
            return "too wide", "waives everything, which the preset strict refuses: name a server, a tool or a rule"
        if waiver not in self.signed:
            return "too wide", "waives everything, so it counts only when its giver signed it: govern sign --approvals"
        return None

    def _expired(self, each: Approval | Waiver) -> bool:
        """The day itself still counts."""
        return each.until is not None and each.until < (self.today or of_the_clock())

    def _may(self, each: Approval | Waiver) -> bool:
        return may_approve(each.by, self.policy.approvals.approvers)


def waives_everything(waiver: Waiver) -> bool:
    """Return whether a waiver is for every server and tool and, as `*` or `*-*`, for most rules."""
    if {*waiver.server, *waiver.tool} != {"*"}:
        return False
    return sum(matches_pattern(waiver.rule, rule) for rule in RULES) * 2 > len(RULES)


# Where these alone differ, nobody lied: more has changed in the same place since.
_STATES = frozenset({"from", "to"})


def may_approve(who: str, approvers: Sequence[str]) -> bool:
    """Whether this person's approvals count."""
    return not approvers or person_key(who) in map(person_key, approvers)


def needs_signature(policy: Policy, severity: str, rule: str = "") -> bool:
    """Return whether an approval counts only when signed: by its severity, or since it takes signatures away."""
    if rule == POLICY_APPROVAL_WEAKENED and policy.signatures.required:
        return True
    return Severity(severity).rank >= signature_threshold(policy.signatures.approvals)


def mismatches(approval: Approval, finding: Finding) -> dict[str, tuple[str, str]]:
    """Where an approval says something else than what is; it fits one change, from one state to one other."""
    change = finding.change
    pairs = {
        "change": (approval.change, change.id),
        "server": (approval.server, change.server),
        "tool": (approval.tool, change.name),
        "rule": (approval.rule, change.rule),
        "severity": (approval.severity, finding.severity.value),
        "from": (approval.origin, finding.origin),
        "to": (approval.target, finding.target),
    }
    return {key: (_short(said), _short(now)) for key, (said, now) in pairs.items() if said != now}


def _short(text: str) -> str:
    """A digest is known by its beginning."""
    return repr(text) if len(text) <= _LONGEST else f"{text[:_LONGEST]!r}…"


def _covers(waiver: Waiver, finding: Finding) -> bool:
    return waiver.fits(finding.change.server, finding.change.name, finding.change.rule)


def of_the_clock() -> date:
    """Return the day that it is here."""
    from govern.policy.clock import today

    return today()
