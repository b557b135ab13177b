"""The values that a page is made from, and the place of a change before and after: a renamed item is one item."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime
    from pathlib import Path

    from govern.economics.bill import Bill
    from govern.economics.profile import ToolProfile
    from govern.facts.change import Change
    from govern.lockfile.document import Lock
    from govern.rules.rule import Severity
    from govern.verdict import Verdict

Place = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class LockCommit:
    """The lock as of one commit, and the number of changes by severity since the previous one.

    `tokens` are definition tokens by server, in the `encoding` of that lock. `tags` are the releases with this lock.
    `problem` is the reason if the lock cannot be read or was removed.
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
        """Return the number of tools of all servers."""
        return sum(self.tools.values())

    @property
    def total_tokens(self) -> int:
        """Return the number of tokens of all servers."""
        return sum(self.tokens.values())

    @property
    def drift(self) -> int:
        """Return the number of changes."""
        return sum(self.changes.values())


@dataclass(frozen=True, slots=True)
class Contents:
    """A lock, its costs, its history and its changes.

    `old` is the lock that it is compared with, `tokens_before` the tokens of its tools. `steps` are the latest commits
    that changed the lock, and there are `earlier` further ones. `why_no_verdict` and `why_no_history` are the reasons
    if one is missing. `answers` are the tools with recorded answers. `made` is today's date, `version` the version of
    govern.
    """

    path: Path
    lock: Lock
    bill: Bill
    made: date
    version: str
    verdict: Verdict | None = None
    old: Lock | None = None
    tokens_before: Mapping[str, Mapping[str, int]] | None = None
    steps: tuple[LockCommit, ...] = ()
    earlier: int = 0
    answers: tuple[ToolProfile, ...] = ()
    why_no_verdict: str = ""
    why_no_history: str = ""


def place_before(change: Change) -> Place:
    """Return server, kind and name before the change."""
    return change.server, change.kind, change.name


def place_after(change: Change) -> Place:
    """Return server, kind and name after the change."""
    server, name = change.became or (change.server, change.name)
    return server, change.kind, name
