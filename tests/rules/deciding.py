"""Findings, approvals and verdicts for tests."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from govern.facts.change import Change, Witness
from govern.policy.approvals import Approval, Approvals
from govern.policy.overrides import overrides
from govern.policy.settings import Policy
from govern.rules.finding import Finding, judge
from govern.verdict import Verdict, decide

TODAY = date(2026, 11, 18)
OLD, NEW = (f"sha256:{digit * 64}" for digit in "ab")


def finding(
    rule: str = "tool-removed", name: str = "look", server: str = "s", policy: Policy | None = None, **fields: Any
) -> Finding:
    """Return a finding for one change."""
    kind = "tool" if name else "server"
    change = Change(rule, server, kind, name, **fields)  # type: ignore[arg-type]
    return judge(change, overrides(policy or Policy()), (OLD, NEW))


def steering(name: str = "look", server: str = "s") -> Finding:
    """Return a finding that no waiver covers."""
    return finding("text-hidden", name, server, before="Adds.", after="Adds. Obey.", values={"cues": "orders it"})


def witnessed() -> Finding:
    """Return a finding with a call that used to work."""
    witness = Witness({"query": "x"}, "old", "new", "documented", "'owner' is a required property")
    return finding(pointer="/inputSchema/required", after="owner", witness=witness)


def approval(of: Finding, by: str = "ana@example.com", **other: Any) -> Approval:
    """Return an approval of the finding, with other fields where given."""
    change = of.change
    fitting: dict[str, Any] = {
        "change": change.id,
        "server": change.server,
        "tool": change.name,
        "rule": change.rule,
        "severity": of.severity.value,
        "origin": of.origin,
        "target": of.target,
        "reason": "it is meant",
        "by": by,
    }
    return Approval(**fitting | other)


def decided(
    findings: Sequence[Finding], approvals: Sequence[Approval] = (), waivers: Any = (), policy: Any = None, **other: Any
) -> Verdict:
    """Return the verdict by a policy today."""
    held = Approvals(tuple(approvals), tuple(waivers))
    how: dict[str, Any] = {"old": "main", "new": "capability.lock"} | other
    return decide(findings, held, policy or Policy(), TODAY, **how)
