"""Combine two policies into the stricter of both."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, get_args

from govern.policy.approvals import person_key
from govern.policy.key_changes import change_at, severity_at, severity_keys
from govern.policy.overrides import overrides
from govern.policy.parsing import dotted
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
    """Return the stricter value of each key of both policies; `allowed` are keys whose weakening was approved.

    An approved weakening counts only for keys whose effect cannot be approved in another way, such as a budget. The
    keys that decide about approvals of single changes, and the approvers, are always the stricter ones.
    """
    return replace(
        new,
        preset=_strictest(Preset, old.preset, new.preset),
        fail_on=_strictest(FailOn, old.effective_fail_on, new.effective_fail_on),
        reading=old.reading,
        reach=[*dict.fromkeys((*new.reach, *old.reach))],
        severity=_stricter_severities(old, new),
        approvals=_stricter_approvals(old, new),
        waivers=WaiverKeys(min(old.waivers.max_days, new.waivers.max_days)),
        signatures=_stricter_signatures(old.signatures, new.signatures, allowed),
        budget=_stricter_budget(old.budget, new.budget, allowed),
        results=[*new.results, *(each for each in old.results if dotted(("policy", "results", each)) not in allowed)],
        gate=replace(
            new.gate, unpinned=_stricter_unpinned(old, new, allowed), uncovered=_stricter_uncovered(old, new, allowed)
        ),
        bump=_stricter_bump(old.bump, new.bump, allowed),
        traces=replace(
            new.traces,
            required=new.traces.required or (old.traces.required and "policy.traces.required" not in allowed),
        ),
    )


def _strictest(words: Any, *values: str) -> Any:
    """Return the strictest word: the first in its type in settings.py."""
    return min(values, key=get_args(words).index)


def _stricter_unpinned(old: Policy, new: Policy, allowed: Collection[str]) -> Unpinned:
    sides = (new,) if "policy.gate.unpinned" in allowed else (old, new)
    unpinned: Unpinned = _strictest(Unpinned, *(side.effective_unpinned for side in sides))
    return unpinned


def _stricter_uncovered(old: Policy, new: Policy, allowed: Collection[str]) -> list[str]:
    return [
        each
        for each in new.gate.uncovered
        if each in old.gate.uncovered or dotted(("policy", "gate", "uncovered", each)) in allowed
    ]


def _stricter_severities(old: Policy, new: Policy) -> dict[str, Any]:
    """Return the higher severity of both policies for each server, tool and rule, with its reason."""
    places = dict.fromkeys((*severity_keys(old.severity), *severity_keys(new.severity)))
    merged: dict[str, Any] = {}
    for where, rule in places:
        policy = max(new, old, key=lambda side: severity_at(side, where, rule).rank)
        given = overrides(policy)(change_at(where, rule))
        severity = severity_at(policy, where, rule).value.lower()
        value = {"severity": severity, "reason": given.reason if given else "the rule's own"}
        (merged.setdefault(where, {}) if where else merged)[rule] = value
    return merged


def _stricter_approvals(old: Policy, new: Policy) -> ApprovalKeys:
    """Return the old approvers, who alone may change the list, and the higher numbers of people."""
    approvers = old.approvals.approvers or new.approvals.approvers
    available = len({person_key(each) for each in approvers})
    needed = {}
    for key in _PEOPLE:
        before, after = (side.people_needed(key) for side in (old, new))
        needed[key] = max(before, min(after, available) if available else after)
    configured = {key: any(getattr(side.approvals, key) is not None for side in (old, new)) for key in _PEOPLE}
    not_author = old.approvals.not_author or new.approvals.not_author
    return ApprovalKeys(
        approvers, **{key: needed[key] if configured[key] else None for key in _PEOPLE}, not_author=not_author
    )


def _stricter_budget(old: BudgetKeys, new: BudgetKeys, allowed: Collection[str]) -> BudgetKeys:
    bounds = {}
    for field in fields(BudgetKeys):
        before, after = (getattr(side, field.name) for side in (old, new))
        given = [each for each in (before, after) if each is not None]
        taken = f"policy.budget.{toml_key(field.name)}" in allowed
        bounds[field.name] = after if taken or not given else min(given)
    return BudgetKeys(**bounds)


def _stricter_bump(old: BumpKeys, new: BumpKeys, allowed: Collection[str]) -> BumpKeys:
    steps = {}
    for field in fields(BumpKeys):
        before, after = (getattr(side, field.name) for side in (old, new))
        steps[field.name] = after if f"policy.bump.{field.name}" in allowed else _strictest(Step, before, after)
    return BumpKeys(**steps)


def _stricter_signatures(old: SignatureKeys, new: SignatureKeys, allowed: Collection[str]) -> SignatureKeys:
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
