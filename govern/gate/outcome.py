"""The result of the gate: one line for each check, and their verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from govern.gate.bump import RequiredBump
    from govern.verdict import Verdict

State = Literal["ok", "failed", "warning", "not asked"]
Check = Literal[
    "lock",
    "servers",
    "changes",
    "policy",
    "approvals",
    "signatures",
    "budget",
    "launchers",
    "coverage",
    "results",
    "version",
]
Outcome = Literal["allowed", "refused", "undecided"]


@dataclass(frozen=True, slots=True)
class CheckLine:
    """The result of one check: a state, a sentence, and details; `step` is the command or remedy if it failed."""

    check: Check
    state: State
    message: str
    details: tuple[str, ...] = ()
    step: str = ""


@dataclass(frozen=True, slots=True)
class Gate:
    """The results of all checks, the decided changes, and the version that they need; `tag` already exists."""

    lines: tuple[CheckLine, ...]
    verdict: Verdict
    bump: RequiredBump
    tag: str = ""

    @property
    def failed(self) -> tuple[CheckLine, ...]:
        """Return the checks that failed."""
        return tuple(line for line in self.lines if line.state == "failed")

    @property
    def outcome(self) -> Outcome:
        """Return the verdict of the gate; it is undecided if a server is unreachable."""
        if self.verdict.unseen:
            return "undecided"
        return "refused" if self.failed else "allowed"
