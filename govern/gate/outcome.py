"""What came of the gate: one line for each thing that policy asks, and the verdict that they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from govern.gate.bump import RequiredBump
    from govern.verdict import Verdict

State = Literal["ok", "failed", "warning", "not asked"]
Check = Literal[
    "lock", "servers", "changes", "policy", "approvals", "signatures", "budget", "launchers", "results", "version"
]
Outcome = Literal["allowed", "refused", "undecided"]


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One thing that the gate looks at: how it stands, why in a sentence, and what there is to say of its parts.

    `step` is what helps where it failed: a command, or words.
    """

    check: Check
    state: State
    message: str
    details: tuple[str, ...] = ()
    step: str = ""


@dataclass(frozen=True, slots=True)
class Gate:
    """The lines, the changes as they were decided, and the version that they demand; `tag` is there already."""

    lines: tuple[CheckLine, ...]
    verdict: Verdict
    demand: RequiredBump
    tag: str = ""

    @property
    def failed(self) -> tuple[CheckLine, ...]:
        """What the gate says no for."""
        return tuple(line for line in self.lines if line.state == "failed")

    @property
    def word(self) -> Outcome:
        """The verdict in a word; what could not be seen is not decided, whatever the rest says."""
        if self.verdict.unseen:
            return "undecided"
        return "refused" if self.failed else "allowed"
