"""What came of the gate, as findings, for the formats that know nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from govern.report.diff_findings import diff_findings
from govern.report.finding import About, Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.gate.outcome import Check, Gate, State
    from govern.report.finding import Findings, Level, Lines

TITLES: Mapping[Check, str] = {
    "lock": "The lock does not go with its config",
    "servers": "The servers are not what the lock says",
    "changes": "A change lacks an approval",
    "policy": "The gate asks for less than it did",
    "approvals": "An approval does not count",
    "signatures": "A signature is missing or wrong",
    "budget": "Definitions cost more than they may",
    "launchers": "A command does not say which version it starts",
    "results": "A result that policy asks for does not pass",
    "version": "The version is not what the changes demand",
}
_LEVELS: Mapping[State, Level] = {"failed": "error", "warning": "warning", "ok": "note", "not asked": "note"}
# Each change, and each server that was not seen, is a finding itself.
_TOLD = frozenset({"changes", "policy"})


def gate_findings(gate: Gate, lock: str, lines: Lines, *, every: bool) -> Findings:
    """What failed or warns, and with `every` what is well too, then every change; `lines` are places in the lock."""
    found = diff_findings(gate.verdict, lock, lines)
    rules = {f"gate-{check}": About(title, level="error") for check, title in TITLES.items()}
    checks = tuple(_checks(gate, every=every))
    return replace(found, verb="gate", rules={**found.rules, **rules}, found=(*checks, *found.found))


def _checks(gate: Gate, *, every: bool) -> Iterator[Finding]:
    for line in gate.lines:
        told = (line.check in _TOLD and gate.verdict.decided) or (line.check == "servers" and gate.verdict.unseen)
        if line.state == "not asked" or told or (line.state == "ok" and not every):
            continue
        yield Finding(
            rule=f"gate-{line.check}",
            title=TITLES[line.check],
            level=_LEVELS[line.state],
            message=line.message,
            server="gate",
            fails=line.state == "failed",
            kind="policy",
            details=line.details,
            waits=line.state in ("failed", "warning"),
            standing="policy lets it pass" if line.state == "warning" else "",
            excuse="",
        )
