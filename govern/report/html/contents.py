"""What a page is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime
    from pathlib import Path

    from govern.economics.bill import Bill
    from govern.lockfile.document import Lock
    from govern.rules.rule import Severity
    from govern.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Step:
    """The lock as a commit left it, and how many changes that brought, by severity.

    `tokens` are those of definitions by server, as that lock counted them by its `encoding`. `tags` are the releases
    that held it so. `problem` says why nothing is known where the lock cannot be read or was taken away.
    """

    commit: str
    when: datetime
    subject: str
    tags: tuple[str, ...]
    encoding: str = ""
    tools: Mapping[str, int] = field(default_factory=dict)
    tokens: Mapping[str, int] = field(default_factory=dict)
    problem: str = ""
    changes: Mapping[Severity, int] = field(default_factory=dict)

    @property
    def total_tools(self) -> int:
        """The tools of all servers."""
        return sum(self.tools.values())

    @property
    def total_tokens(self) -> int:
        """The tokens of all servers."""
        return sum(self.tokens.values())

    @property
    def drift(self) -> int:
        """All of its changes."""
        return sum(self.changes.values())


@dataclass(frozen=True, slots=True)
class Contents:
    """A lock, what it costs, how it came about and what changed.

    `old` is the lock that it is compared with, `tokens_before` what the tools of that one cost. `steps` are the last
    commits of its history, `earlier` how many there are before them. Where there is no verdict or no history,
    `why_no_verdict` and `why_no_history` say why. `made` is the day, `version` govern's own.
    """

    path: Path
    lock: Lock
    bill: Bill
    made: date
    version: str
    verdict: Verdict | None = None
    old: Lock | None = None
    tokens_before: Mapping[str, Mapping[str, int]] | None = None
    steps: tuple[Step, ...] = ()
    earlier: int = 0
    why_no_verdict: str = ""
    why_no_history: str = ""
