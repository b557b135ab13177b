"""Recorded calls and the contracts that they were held against, together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.errors import Exit

if TYPE_CHECKING:
    from govern.lockfile.outcome import LockOutcome
    from govern.rules.finding import Finding
    from govern.traces.evidence import Evidence
    from govern.traces.outcome import Replayed
    from govern.traces.reading import Notes


@dataclass(frozen=True, slots=True)
class Replay:
    """What became of the recorded calls. `old` is what people call the contract that they worked under, if any."""

    new: str
    old: str | None
    evidence: Evidence
    findings: tuple[Finding, ...]
    notes: Notes
    looked: LockOutcome | None = None

    @property
    def replayed(self) -> Replayed:
        """The calls."""
        return self.evidence.replayed

    @property
    def breaks(self) -> bool:
        """Whether a call fails now that should not; one of which nobody can tell is not let through."""
        total = self.replayed.total
        return bool(total.broken or total.unjudged)

    @property
    def unseen(self) -> tuple[str, ...]:
        """Servers that could not be looked at."""
        return tuple(name for name, _ in self.looked.unseen) if self.looked else ()

    @property
    def exit_code(self) -> Exit:
        """A server that could not be seen outweighs a call that fails."""
        return Exit.UNREACHABLE if self.unseen else Exit.FAILED if self.breaks else Exit.OK
