"""A release, told from its lock and the one before it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from govern.gate.bump import RequiredBump

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from govern.policy.approvals import Approval, Waiver
    from govern.rules.finding import Finding
    from govern.rules.rule import Severity

UNRELEASED = "Unreleased"


@dataclass(frozen=True, slots=True)
class Release:
    """What changed in the contract between one release and the one that it is compared with.

    `name` is its tag, a commit (`subject` is what that says), or what the section for the rest is called; `commit` is
    empty for the work tree. `since` is empty where there was no lock before: `contents` then says how much the first
    one holds. `given` are the approvals by the ids of the changes that they name; `on_the_way` are new ones of changes
    that went on or were undone before the release. `problem` says why nothing can be told.
    """

    name: str
    when: datetime | None
    commit: str
    subject: str = ""
    since: str = ""
    also: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    given: Mapping[str, tuple[Approval | Waiver, ...]] = field(default_factory=dict)
    on_the_way: tuple[Approval, ...] = ()
    contents: Mapping[str, int] = field(default_factory=dict)
    demand: RequiredBump = field(default_factory=RequiredBump)
    notes: tuple[str, ...] = ()
    problem: str = ""

    @property
    def first(self) -> bool:
        """Whether there was no lock before it."""
        return not self.since and not self.problem

    def count(self, severity: Severity) -> int:
        """How many changes have this severity."""
        return sum(1 for each in self.findings if each.severity is severity)


@dataclass(frozen=True, slots=True)
class Changelog:
    """Releases, the newest first; `note` says what a reader should know of all of them."""

    releases: tuple[Release, ...]
    note: str = ""
