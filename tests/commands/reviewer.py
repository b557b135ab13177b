"""A person who approves: the arguments of `govern approve`, and the keys that are pressed on a terminal."""

from collections.abc import Callable
from pathlib import Path

from govern.commands.approve import ApproveRequest, ChangeSelection
from govern.commands.walk_through import WalkTerminal, walk_through
from govern.policy.approvals import read_approvals
from govern.policy.approvals_writing import ApproveOutcome
from govern.policy.settings import Policy
from govern.report.terminal.approve import Walk, approve_report, walk_screen
from govern.report.terminal.page import Page
from govern.verdict import Verdict
from tests.rules.deciding import TODAY, decided, finding, steering

REMOVED, REWORDED, ADDED = finding(), finding("tool-description-changed"), finding("tool-added", "come")
OTHER = finding("tool-removed", "find", "docs")
POISON = steering("find", "docs")
ALL = [ADDED, REWORDED, REMOVED, OTHER, POISON]


def asked(*ids: str, reason: str = "it is meant", by: str | None = "ana@example.com", **other) -> ApproveRequest:
    until, risky = other.pop("until", None), other.pop("risky", False)
    patterns = {word: (given,) if isinstance(given, str) else given for word, given in other.items()}
    return ApproveRequest(
        ids=ids, selection=ChangeSelection(**patterns, risky=risky), reason=reason, by=by, until=until
    )


def outcome_text(outcome: ApproveOutcome) -> str:
    return approve_report(outcome, Page(width=100))


def again(path: Path, findings=ALL, policy: Policy | None = None) -> Verdict:
    """Return the verdict with the current approvals file."""
    held = read_approvals(path)
    return decided(findings, held.approvals, held.waivers, policy)


class Reviewer:
    """A person at a terminal with prepared keys and reasons."""

    def __init__(self, keys: str, *reasons: str, at_the_end: type[BaseException] | None = None) -> None:
        self._keys = iter(keys)
        self._reasons = iter(reasons)
        self._at_the_end = at_the_end
        self.screens: list[str] = []
        self.before_key: Callable[[str], None] = lambda _: None

    def read_key(self) -> str:
        key = next(self._keys, None)
        if key is None:
            raise self._at_the_end or AssertionError("it asks for more keys")
        self.before_key(key)
        return key

    def show(self, walk: Walk) -> None:
        self.screens.append(walk_screen(walk, Page(width=80)))

    @property
    def talk(self) -> WalkTerminal:
        return WalkTerminal(self.read_key, lambda: next(self._reasons), self.show)


def walked(path: Path, reviewer: Reviewer, findings=ALL, **how) -> ApproveOutcome:
    return walk_through(
        again(path, findings, how.pop("policy", None)), path, asked(reason="", **how), TODAY, reviewer.talk
    )
