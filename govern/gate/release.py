"""A release: the version that its changes need, the result of the gate, and its section in the changelog."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from govern.contract.version import Version
from govern.policy.settings import Step
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from govern.policy.approvals import Approval, Waiver
    from govern.policy.settings import BumpKeys
    from govern.rules.finding import Finding
    from govern.verdict import Verdict


_LARGEST_FIRST: tuple[Step, ...] = get_args(Step)
# Before 1.0.0 the first number that is not 0 marks compatible versions, as in Cargo.
_BEFORE_ONE: dict[Step, Step] = {"major": "minor", "minor": "patch", "patch": "patch", "none": "none"}
_ADDS, _ADDS_NOTHING = "-added", "-deprecated-added"


@dataclass(frozen=True, slots=True)
class RequiredBump:
    """The bump that changes need; `because` is the first change that needs it, `base` the released version."""

    step: Step = "none"
    because: Finding | None = None
    base: Version | None = None
    declared: Version | None = None
    source: str = ""

    @property
    def next(self) -> Version | None:
        """Return the lowest version that is high enough, or None without a release."""
        return next_version(self.base, self.step) if self.base else None

    @property
    def actual_step(self) -> Step:
        """Return the step from `base` to `next`, which is smaller than the configured one before 1.0.0."""
        return step_between(self.base, self.next) if self.base and self.next else self.step

    @property
    def met(self) -> bool:
        """Return whether the declared version is high enough; a pre-release of the needed version is."""
        if self.base is None or self.declared is None or self.next is None:
            return True
        if self.step == "none":
            return self.declared >= self.base
        return self.declared > self.base and _core(self.declared) >= _core(self.next)


def required_bump(findings: Iterable[Finding], keys: BumpKeys) -> tuple[Step, Finding | None]:
    """Return the largest step that a change of the contract needs, approved or not, and that change."""
    contract = [each for each in findings if each.change.kind != "policy"]
    because = min(contract, key=lambda each: _LARGEST_FIRST.index(_needed_step(each, keys)), default=None)
    step: Step = _needed_step(because, keys) if because else "none"
    return step, because if step != "none" else None


def next_version(base: Version, step: Step) -> Version:
    """Return the version one step after `base`; after a pre-release that is its own release, if high enough."""
    step = _cargo_step(base, step)
    pre = not base.final
    if step == "none":
        return base
    epoch = base.epoch
    if step == "major":
        return Version(base.major + (not (pre and base.minor == base.patch == 0)), 0, 0, epoch=epoch)
    if step == "minor":
        return Version(base.major, base.minor + (not (pre and base.patch == 0)), 0, epoch=epoch)
    return Version(base.major, base.minor, base.patch + (not pre), epoch=epoch)


def step_between(base: Version, other: Version) -> Step:
    """Return the step from one version to a later one."""
    if other <= base:
        return "none"
    parts: tuple[tuple[Step, object, object], ...] = (
        ("major", (base.epoch, base.major), (other.epoch, other.major)), ("minor", base.minor, other.minor),
    )  # fmt: skip
    return next((step for step, before, after in parts if before != after), "patch")


def _needed_step(finding: Finding, keys: BumpKeys) -> Step:
    words = {Severity.BREAKING: keys.breaking, Severity.RISKY: keys.risky, Severity.SAFE: keys.safe}
    steps = [words[finding.severity]]
    if finding.rule.id.endswith(_ADDS) and not finding.rule.id.endswith(_ADDS_NOTHING):
        steps.append(keys.added)
    return min(steps, key=_LARGEST_FIRST.index)


def _cargo_step(base: Version, step: Step) -> Step:
    if base.major:
        return step
    step = _BEFORE_ONE[step]
    return step if base.minor or step == "none" else "patch"


def _core(version: Version) -> tuple[int, int, int, int]:
    return version.epoch, version.major, version.minor, version.patch


State = Literal["ok", "failed", "warning", "not asked"]
Check = Literal[
    "lock", "servers", "changes", "policy", "approvals", "signatures", "budget", "launchers", "coverage", "results",
    "version",
]  # fmt: skip
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
