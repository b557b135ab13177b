"""Combine two policies into the stricter of both."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, get_args

from govern.policy.approvals import person_key
from govern.policy.key_changes import change_at, severity_at, severity_keys
from govern.policy.overrides import overrides
from govern.policy.problems import dotted
from govern.policy.settings import (
    ApprovalKeys,
    BudgetKeys,
    BumpKeys,
    FailOn,
    Preset,
    Severity,
    Step,
    Unpinned,
    WaiverKeys,
    signature_threshold,
    toml_key,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from govern.policy.settings import (
        Policy,
        SignatureKeys,
    )


_PEOPLE = get_args(Severity)


def stricter_policy(old: Policy, new: Policy, allowed: Collection[str] = ()) -> Policy:
    """The stricter of both. `allowed` are the keys whose weakening has been approved.

    That lets through what nobody could approve otherwise, such as a budget. What can be approved by itself, change by
    change, goes by the stricter of both in any case, and by OLD's approvers: who may approve is decided before.
    """
    return replace(
        new,
        preset=_first(Preset, old.preset, new.preset),
        fail_on=_first(FailOn, old.effective_fail_on, new.effective_fail_on),
        reading=old.reading,
        reach=[*dict.fromkeys((*new.reach, *old.reach))],
        severity=_severities(old, new),
        approvals=_approvals(old, new),
        waivers=WaiverKeys(min(old.waivers.max_days, new.waivers.max_days)),
        signatures=_signatures(old.signatures, new.signatures, allowed),
        budget=_budget(old.budget, new.budget, allowed),
        results=[*new.results, *(each for each in old.results if dotted(("policy", "results", each)) not in allowed)],
        gate=replace(new.gate, unpinned=_unpinned(old, new, allowed)),
        bump=_bump(old.bump, new.bump, allowed),
        traces=replace(
            new.traces,
            required=new.traces.required or (old.traces.required and "policy.traces.required" not in allowed),
        ),
    )


def _first(words: Any, *said: str) -> Any:
    """The strictest word, which is the one that settings.py names first."""
    return min(said, key=get_args(words).index)


def _unpinned(old: Policy, new: Policy, allowed: Collection[str]) -> Unpinned:
    sides = (new,) if "policy.gate.unpinned" in allowed else (old, new)
    minds: Unpinned = _first(Unpinned, *(side.effective_unpinned for side in sides))
    return minds


def _severities(old: Policy, new: Policy) -> dict[str, Any]:
    """At each place that either speaks of, the word of the one that is stricter there, with its reason."""
    places = dict.fromkeys((*severity_keys(old.severity), *severity_keys(new.severity)))
    merged: dict[str, Any] = {}
    for where, rule in places:
        policy = max(new, old, key=lambda side: severity_at(side, where, rule).rank)
        given = overrides(policy)(change_at(where, rule))
        severity = severity_at(policy, where, rule).value.lower()
        value = {"severity": severity, "reason": given.reason if given else "the rule's own"}
        (merged.setdefault(where, {}) if where else merged)[rule] = value
    return merged


def _approvals(old: Policy, new: Policy) -> ApprovalKeys:
    """OLD's approvers, who alone may say who comes after them; never more people than there are of them."""
    approvers = old.approvals.approvers or new.approvals.approvers
    there_are = len({person_key(each) for each in approvers})
    asked = {}
    for key in _PEOPLE:
        before, after = (side.people_needed(key) for side in (old, new))
        asked[key] = max(before, min(after, there_are) if there_are else after)
    said = {key: any(getattr(side.approvals, key) is not None for side in (old, new)) for key in _PEOPLE}
    not_author = old.approvals.not_author or new.approvals.not_author
    return ApprovalKeys(approvers, **{key: asked[key] if said[key] else None for key in _PEOPLE}, not_author=not_author)


def _budget(old: BudgetKeys, new: BudgetKeys, allowed: Collection[str]) -> BudgetKeys:
    bounds = {}
    for field in fields(BudgetKeys):
        before, after = (getattr(side, field.name) for side in (old, new))
        given = [each for each in (before, after) if each is not None]
        taken = f"policy.budget.{toml_key(field.name)}" in allowed
        bounds[field.name] = after if taken or not given else min(given)
    return BudgetKeys(**bounds)


def _bump(old: BumpKeys, new: BumpKeys, allowed: Collection[str]) -> BumpKeys:
    steps = {}
    for field in fields(BumpKeys):
        before, after = (getattr(side, field.name) for side in (old, new))
        steps[field.name] = after if f"policy.bump.{field.name}" in allowed else _first(Step, before, after)
    return BumpKeys(**steps)


def _signatures(old: SignatureKeys, new: SignatureKeys, allowed: Collection[str]) -> SignatureKeys:
    lock = new.lock if "policy.signatures.lock" in allowed else max(old.lock, new.lock)
    still = [each for each in old.signers if dotted(("policy", "signatures", "signers", each)) not in allowed]
    signers = list(dict.fromkeys((*new.signers, *still)))
    approvals = min(new.approvals, old.approvals, key=signature_threshold)
    sigstore = {
        name: issuer
        for name, issuer in new.sigstore.items()
        if old.sigstore.get(name) == issuer
        or not (old.required or old.sigstore)
        or dotted(("policy", "signatures", "sigstore", name)) in allowed
    }
    return replace(new, lock=lock, signers=signers, approvals=approvals, sigstore=sigstore)
