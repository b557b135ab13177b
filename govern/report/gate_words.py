"""What every format says of the gate, in the same words; what servers say in them is not escaped yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.report.wording import next_step

if TYPE_CHECKING:
    from govern.gate.outcome import Check, Gate

# What an approval helps against.
_APPROVED: frozenset[Check] = frozenset({"changes", "policy", "approvals"})
_TAG = "delete the tag {}: as long as it is there it counts as a release, and the next one is compared with it"


def gate_headline(gate: Gate) -> str:
    """The verdict in one line."""
    asked = sum(1 for line in gate.lines if line.state != "not asked")
    if gate.word == "undecided":
        return f"undecided: not seen: {', '.join(name for name, _ in gate.verdict.unseen)}"
    if gate.failed:
        return f"refused: {len(gate.failed)} of {asked} checks failed: {', '.join(line.check for line in gate.failed)}"
    since = f"since {gate.verdict.old}" if gate.verdict.old else "for a first release"
    warnings = sum(1 for line in gate.lines if line.state == "warning")
    return f"allowed: all {asked} checks pass {since}{f', {warnings} with a warning' if warnings else ''}"


def gate_steps(gate: Gate, width: int = 1_000) -> list[str]:
    """What to do about what failed, in the order of the checks: each a command of ours, or a sentence."""
    approve = next_step(gate.verdict, width)
    steps = (approve if line.check in _APPROVED else line.step for line in gate.failed)
    tagged = _TAG.format(gate.tag) if gate.failed and gate.tag else ""
    return [*filter(None, dict.fromkeys((*steps, tagged)))]
