"""A release: the changes between its lock and that of the release before."""

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
    """The changes of the contract since an earlier release.

    `name` is its tag, a commit (with its `subject`), or the title of the unreleased section; `commit` is empty for the
    work tree. `since` is empty if there was no lock before; `contents` then counts the items of the first lock. `given`
    are the approvals by change id; `on_the_way` are new approvals of changes that were changed or reverted before the
    release. `problem` is the reason why the changes are unknown.
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
    bump: RequiredBump = field(default_factory=RequiredBump)
    notes: tuple[str, ...] = ()
    problem: str = ""

    @property
    def first(self) -> bool:
        """Return whether there was no lock before."""
        return not self.since and not self.problem

    def count(self, severity: Severity) -> int:
        """Return how many changes have this severity."""
        return sum(1 for each in self.findings if each.severity is severity)


@dataclass(frozen=True, slots=True)
class Changelog:
    """Releases, latest first, with a note about all of them."""

    releases: tuple[Release, ...]
    note: str = ""
