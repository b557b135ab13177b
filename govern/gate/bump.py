"""The version that changes demand, from the one that was released."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from govern.contract.version import Version
from govern.policy.settings import Step
from govern.rules.rule import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from govern.policy.settings import BumpKeys
    from govern.rules.finding import Finding

_LARGEST_FIRST: tuple[Step, ...] = get_args(Step)
# Before 1.0.0 the first number that is not 0 says what is compatible, as Cargo has it.
_BEFORE_ONE: dict[Step, Step] = {"major": "minor", "minor": "patch", "patch": "patch", "none": "none"}
_ADDS, _ADDS_NOTHING = "-added", "-deprecated-added"


@dataclass(frozen=True, slots=True)
class RequiredBump:
    """The step that changes demand; `because` is the first change that demands it, `base` what was released."""

    step: Step = "none"
    because: Finding | None = None
    base: Version | None = None
    declared: Version | None = None
    source: str = ""

    @property
    def next(self) -> Version | None:
        """The smallest version that will do; unknown where nothing was released."""
        return next_version(self.base, self.step) if self.base else None

    @property
    def said(self) -> Step:
        """The step from the base to it: before 1.0.0 another one than policy's word."""
        return step_between(self.base, self.next) if self.base and self.next else self.step

    @property
    def met(self) -> bool:
        """Whether what is declared is enough; a pre-release of what is demanded is."""
        if self.base is None or self.declared is None or self.next is None:
            return True
        if self.step == "none":
            return self.declared >= self.base
        return self.declared > self.base and _core(self.declared) >= _core(self.next)


def required_bump(findings: Iterable[Finding], keys: BumpKeys) -> tuple[Step, Finding | None]:
    """The largest step that any change demands, approved or not; what policy asks is no part of the contract."""
    contract = [each for each in findings if each.change.kind != "policy"]
    because = min(contract, key=lambda each: _LARGEST_FIRST.index(_step(each, keys)), default=None)
    step: Step = _step(because, keys) if because else "none"
    return step, because if step != "none" else None


def next_version(base: Version, step: Step) -> Version:
    """The version one step on. From a pre-release on, its own release is the next where it is far enough."""
    step = _cargos(base, step)
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
    """How far a version is from another one."""
    if other <= base:
        return "none"
    places: tuple[tuple[Step, object, object], ...] = (
        ("major", (base.epoch, base.major), (other.epoch, other.major)), ("minor", base.minor, other.minor),
    )  # fmt: skip
    return next((step for step, before, after in places if before != after), "patch")


def _step(finding: Finding, keys: BumpKeys) -> Step:
    words = {Severity.BREAKING: keys.breaking, Severity.RISKY: keys.risky, Severity.SAFE: keys.safe}
    steps = [words[finding.severity]]
    if finding.rule.id.endswith(_ADDS) and not finding.rule.id.endswith(_ADDS_NOTHING):
        steps.append(keys.added)
    return min(steps, key=_LARGEST_FIRST.index)


def _cargos(base: Version, step: Step) -> Step:
    if base.major:
        return step
    step = _BEFORE_ONE[step]
    return step if base.minor or step == "none" else "patch"


def _core(version: Version) -> tuple[int, int, int, int]:
    return version.epoch, version.major, version.minor, version.patch
