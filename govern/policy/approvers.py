"""Decide which approvals and waivers count for a finding, and why the others do not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from govern.errors import did_you_mean
from govern.facts.rule_ids import POLICY_APPROVAL_WEAKENED
from govern.policy.approvals import Standing, matches_pattern, person_key, person_keys
from govern.policy.settings import signature_threshold
from govern.rules.rule import RULES, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import date

    from govern.facts.change import Change
    from govern.policy.approvals import Approval, Approvals, Waiver
    from govern.policy.settings import Policy
    from govern.rules.finding import Finding

    # The authors of a change, as `person_key` spells them.
    Authors = Callable[[Finding], frozenset[str]]

# Values in messages are cut here; two digests differ well before.
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Approvers:
    """Decides by a policy which approvals count on a day; `signed` are the signed entries.

    Without a day the clock is read when an entry has an end date. `authors` returns the authors of a change. `shared`
    are the IDs of several changes, which only an attacker makes: approvals of them do not count.
    """

    policy: Policy
    today: date | None
    signed: frozenset[Approval | Waiver] = frozenset()
    authors: Authors = lambda _: frozenset()
    shared: frozenset[str] = frozenset()

    def counting(
        self, finding: Finding, approvals: Sequence[Approval], waivers: Sequence[Waiver]
    ) -> tuple[Approval | Waiver, ...]:
        """Return the approvals and waivers that count for a finding."""
        usable = () if finding.change.id in self.shared else approvals
        fitting: list[Approval | Waiver] = [each for each in usable if not mismatches(each, finding)]
        if finding.rule.waivable:
            fitting += [each for each in waivers if _covers(each, finding) and not self._reaches_too_far(each)]
        must_be_signed = needs_signature(self.policy, finding.severity.value, finding.rule.id)
        return tuple(
            each
            for each in fitting
            if not self._expired(each)
            and self._may(each)
            and not self._made(each, finding)
            and (not must_be_signed or each in self.signed)
        )

    def standings(self, findings: Sequence[Finding], approvals: Approvals) -> tuple[Standing, ...]:
        """Return the entries that do not count, in the order of the file, each with the first reason that applies."""
        by_id = {finding.change.id: finding for finding in findings}
        found = [self._approval(each, by_id.get(each.change)) for each in approvals.approvals]
        found += [self._waiver(each, findings) for each in approvals.waivers]
        return tuple(each for each in found if each)

    def _approval(self, approval: Approval, finding: Finding | None) -> Standing | None:
        name = f"{approval.change} (approved by {approval.by})"
        if finding is None:
            return Standing(approval, "stale", f"{name} is not a change between these locks")
        if wrong := mismatches(approval, finding):
            if wrong.keys() <= _STATES:
                item = "/".join(filter(None, (approval.server, approval.tool)))
                then = f"was given for another state of {item}, which has changed again"
                return Standing(approval, "stale", f"{name} {then}; review its changes and approve it again")
            differences = "; ".join(f"{key} {approved} → {now}" for key, (approved, now) in wrong.items())
            return Standing(
                approval, "forged", f"{name} differs from the approval: {differences}; review it and approve it again"
            )
        if approval.change in self.shared:
            message = f"{name} does not count: several changes have this ID; let the server change one of their values"
            return Standing(approval, "forged", message)
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
            message = f"{name} has no effect: no rule is named {waiver.rule}{did_you_mean(waiver.rule, RULES)}"
            return Standing(waiver, "no such rule", message)
        covered = [each for each in findings if _covers(waiver, each)]
        if unwaivable := [each for each in covered if not each.rule.waivable]:
            named = ", ".join(f"{each.change.id} ({each.rule.id})" for each in unwaivable)
            message = f"{name} does not cover {named}; review and approve it by its ID"
            return Standing(waiver, "no waiver covers this", message)
        if not covered:
            return None
        worst = max((each.severity for each in covered), key=lambda each: each.rank)
        return self._author(waiver, name, covered) or self._unsigned(waiver, name, worst.value)

    def _unsigned(self, each: Approval | Waiver, name: str, severity: str, rule: str = "") -> Standing | None:
        if not needs_signature(self.policy, severity, rule) or each in self.signed:
            return None
        person = each.by or "a named person"
        message = f"{name} does not count until {person} signs it: govern sign --approvals"
        return Standing(each, "unsigned", message)

    def _person(self, each: Approval | Waiver, name: str) -> Standing | None:
        if self._expired(each):
            return Standing(each, "expired", f"{name} expired on {each.until}")
        if not self._may(each):
            person = each.by or "an unnamed person"
            message = f"{name} does not count: {person} is not in policy.approvals.approvers"
            return Standing(each, "not an approver", message)
        return None

    def _author(self, each: Approval | Waiver, name: str, findings: Sequence[Finding]) -> Standing | None:
        made = [finding.change.id for finding in findings if self._made(each, finding)]
        if not made:
            return None
        person = f"{each.by} is an author of" if each.by else "without `by`, it may be from an author of"
        message = f"{name} does not count: {person} {', '.join(made)} (policy.approvals.not-author)"
        return Standing(each, "author", message)

    def _made(self, each: Approval | Waiver, finding: Finding) -> bool:
        """Return whether the entry may be from an author of the change, if policy forbids that."""
        if not self.policy.approvals.not_author:
            return False
        authors = self.authors(finding)
        return bool(authors) and (not each.by or not person_keys(each.by).isdisjoint(authors))

    def _reaches_too_far(self, waiver: Waiver) -> tuple[Literal["too long", "too wide"], str] | None:
        days = self.policy.waivers.max_days
        if (waiver.until - self._day()).days > days:
            return "too long", f"ends on {waiver.until}, more than {days} days from today (policy.waivers.max-days)"
        if not waives_everything(waiver):
            return None
        if self.policy.preset == "strict":
            return "too wide", "matches everything, which preset strict does not allow; name a server, a tool or a rule"
        if waiver not in self.signed:
            return "too wide", "matches everything, so it counts only if signed: govern sign --approvals"
        return None

    def _expired(self, each: Approval | Waiver) -> bool:
        """Return whether the entry has ended; it still counts on its last day."""
        return each.until is not None and each.until < self._day()

    def _day(self) -> date:
        from govern.policy.clock import today

        return self.today or today()

    def _may(self, each: Approval | Waiver) -> bool:
        return may_approve(each.by, self.policy.approvals.approvers)


def shared_ids(changes: Iterable[Change]) -> frozenset[str]:
    """Return the IDs that different changes share."""
    different = {each.fingerprint: each for each in changes}
    return frozenset(each for each, number in Counter(each.id for each in different.values()).items() if number > 1)


def waives_everything(waiver: Waiver) -> bool:
    """Return whether a waiver matches every server and tool and, as `*` or `*-*` does, most rules."""
    if {*waiver.server, *waiver.tool} != {"*"}:
        return False
    return sum(matches_pattern(waiver.rule, rule) for rule in RULES) * 2 > len(RULES)


# If only these differ, the same item has changed again since the approval.
_STATES = frozenset({"from", "to"})


def may_approve(person: str, approvers: Sequence[str]) -> bool:
    """Return whether this person may approve; anyone may if no approvers are listed."""
    return not approvers or person_key(person) in map(person_key, approvers)


def needs_signature(policy: Policy, severity: str, rule: str = "") -> bool:
    """Return whether an approval counts only if signed: by severity, or as it weakens the approval policy."""
    if rule == POLICY_APPROVAL_WEAKENED and policy.signatures.required:
        return True
    return Severity(severity).rank >= signature_threshold(policy.signatures.approvals)


def mismatches(approval: Approval, finding: Finding) -> dict[str, tuple[str, str]]:
    """Return the keys of an approval that differ from the finding, each with both values."""
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
    return {key: (_shortened(approved), _shortened(now)) for key, (approved, now) in pairs.items() if approved != now}


def _shortened(text: str) -> str:
    return repr(text) if len(text) <= _LONGEST else f"{text[:_LONGEST]!r}…"


def _covers(waiver: Waiver, finding: Finding) -> bool:
    return waiver.matches(finding.change.server, finding.change.name, finding.change.rule)
