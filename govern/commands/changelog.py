"""`govern changelog`: the history of the contract, release by release, read from git."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from govern.commands.past_locks import PastLocks
from govern.commands.project import find_config_if_any
from govern.commands.releases import committed_steps, parse_range, release_steps
from govern.commands.sides import approvals_beside
from govern.errors import LockfileInvalid, LockfileMissing, LockfileTooNew, PolicyInvalid
from govern.findings import findings
from govern.gate.bump import RequiredBump, required_bump
from govern.gate.release import UNRELEASED, Changelog, Release
from govern.git.history import lock_history
from govern.git.process import asking_once
from govern.git.trees import BlobReader
from govern.lockfile.store import LOCK_NAME, bytes_at
from govern.policy.approvals import FILE, Approvals, parse_approvals
from govern.policy.approvers import mismatches
from govern.policy.settings import Policy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from govern.commands.releases import ReleaseStep
    from govern.errors import GovernError
    from govern.lockfile.document import Lock
    from govern.policy.approvals import Approval, Waiver
    from govern.rules.finding import Finding


_NO_TAGS = "No version tag (such as v1.2.3) was found on this branch, so there are no releases."


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangelogRequest:
    """The arguments of `govern changelog`."""

    span: str | None = None
    unreleased: str | None = None
    package: str | None = None
    each_commit: bool = False
    config: Path | None = None
    config_from: str | None = None
    lock: Path | None = None


@asking_once()
def changelog(request: ChangelogRequest, today: date) -> Changelog:
    """Return every release of the range compared with the one before it, all judged by the current policy."""
    config = find_config_if_any(request.config, request.config_from)
    path = request.lock or (config.lock if config else Path.cwd() / LOCK_NAME)
    span = parse_range(path, request.span)
    rest = request.unreleased or UNRELEASED
    steps = (committed_steps if request.each_commit else release_steps)(path, span, request.package, rest)
    places = [each.path for each in reversed(lock_history(path, None, span.head))] if span.head else []
    if not places and not path.exists():
        raise LockfileMissing("no lock in git history or in the work tree", where=str(path))
    with BlobReader(path) as blobs:
        policy = config.policy if config else Policy()
        builder = ReleaseBuilder(path, tuple(dict.fromkeys(places)), blobs, PastLocks(blobs), policy, today)
        found = [release for step in steps if (release := builder.build(step))]
    shown = [each for each in found if request.unreleased or len(found) == 1 or not _nothing_since(each)]
    known = (each for step in steps for each in (step, *step.before))
    tagged = request.each_commit or any(each.version and each.state.commit for each in known)
    return Changelog(tuple(shown), "" if tagged else _NO_TAGS)


def _nothing_since(release: Release) -> bool:
    """Return whether this is the unreleased section and nothing was changed in it."""
    has_content = release.findings or release.on_the_way or release.problem or release.first
    return release.when is None and not has_content


# An approval that differs only in these is for the same change, in an earlier state or under another policy.
_STILL_MEANT = frozenset({"from", "to", "severity"})


@dataclass(frozen=True, slots=True)
class ReleaseBuilder:
    """A builder of changelog entries. `places` are the paths where the lock was over time, the latest first."""

    path: Path
    places: tuple[str, ...]
    blobs: BlobReader
    locks: PastLocks
    policy: Policy
    today: date

    def build(self, step: ReleaseStep) -> Release | None:
        """Return the entry of a release, or None if there was no lock yet."""
        state = step.state
        release = Release(state.name, step.when, state.commit, step.subject, also=step.also)
        try:
            lock = self._lock(step)
        except (LockfileInvalid, LockfileTooNew) as error:
            if not state.commit:
                raise
            return replace(release, problem=f"its lock is invalid: {_in_short(error)}")
        notes: list[str] = []
        base = self._base(step, notes)
        release = replace(release, notes=tuple(notes))
        if lock is None:
            return replace(release, problem="it has no lock") if base else None
        if base is None:
            tools = sum(len(server.tools) for server in lock.servers)
            return replace(release, contents={"servers": len(lock.servers), "tools": tools})
        return self._compared(release, step, lock, base)

    def _base(self, step: ReleaseStep, notes: list[str]) -> tuple[ReleaseStep, Lock] | None:
        """Return the release to compare with and its lock: the nearest one whose lock can be read."""
        for before in step.before:
            try:
                lock = self._lock(before)
            except (LockfileInvalid, LockfileTooNew) as error:
                notes.append(f"The lock of {before.state.name} is invalid: {_in_short(error)}")
                continue
            if lock:
                return before, lock
        return None

    def _compared(self, release: Release, step: ReleaseStep, lock: Lock, base: tuple[ReleaseStep, Lock]) -> Release:
        before, old = base
        found = [] if old.digest == lock.digest else findings(old, lock, self.policy)
        approvals, notes = self._approvals(step)
        known = frozenset(self._approvals(before)[0].approvals)
        new = frozenset(approvals.approvals) - known
        day = step.when.date() if step.when else self.today
        named = {each.change.id for each in found}
        return replace(
            release,
            since=before.state.name,
            findings=tuple(found),
            bump=RequiredBump(*required_bump(found, self.policy.bump), before.version, step.version),
            given=_given(found, approvals, new, day),
            on_the_way=tuple(each for each in approvals.approvals if each in new and each.change not in named),
            notes=(*release.notes, *notes),
        )

    def _lock(self, step: ReleaseStep) -> Lock | None:
        if not step.state.commit:
            if not self.path.exists():
                return None
            return self.locks.read(bytes_at(self.path), str(self.path))
        found = self._found(step.state.commit)
        return self.locks.at(found[1], step.state.name) if found else None

    def _found(self, commit: str) -> tuple[str, str] | None:
        """Return the path and the blob of the lock in a commit."""
        for place in self.places:
            blob = self.blobs.blob(commit, place)
            if blob:
                return place, blob
        return None

    def _approvals(self, step: ReleaseStep) -> tuple[Approvals, tuple[str, ...]]:
        """Return the approvals of a release, and notes on a file that cannot be read. Raise for the current file."""
        if not step.state.commit:
            text = approvals_beside(self.path)
            return (parse_approvals(text, FILE) if text is not None else Approvals()), ()
        found = self._found(step.state.commit)
        blob = self.blobs.blob(step.state.commit, str(PurePosixPath(found[0]).with_name(FILE))) if found else None
        if blob is None:
            return Approvals(), ()
        try:
            return parse_approvals(self.blobs.content(blob).decode("utf-8"), FILE), ()
        except UnicodeDecodeError:
            return Approvals(), (f"{FILE} of {step.state.name} is not valid UTF-8",)
        except PolicyInvalid as error:
            return Approvals(), (f"{FILE} of {step.state.name} cannot be read: {_in_short(error)}",)


def _given(
    found: Sequence[Finding], approvals: Approvals, new: frozenset[Approval], day: date
) -> dict[str, tuple[Approval | Waiver, ...]]:
    """Return the approvals and waivers of each change. Whether they count is decided by the gate, not here."""
    by_id: defaultdict[str, list[Approval]] = defaultdict(list)
    for each in approvals.approvals:
        by_id[each.change].append(each)
    given: dict[str, tuple[Approval | Waiver, ...]] = {}
    for finding in found:
        change = finding.change
        fitting: list[Approval | Waiver] = [each for each in by_id[change.id] if _meant(each, finding, new)]
        if finding.rule.waivable:
            fitting += [each for each in approvals.waivers if each.matches(change.server, change.name, change.rule)]
        if counted := tuple(each for each in fitting if each.until is None or each.until >= day):
            given[change.id] = counted
    return given


def _meant(approval: Approval, finding: Finding, new: frozenset[Approval]) -> bool:
    """Return whether an approval belongs to this release; for another state of the change, only if it is new."""
    wrong = mismatches(approval, finding).keys()
    return not wrong or (wrong <= _STILL_MEANT and approval in new)


def _in_short(error: GovernError) -> str:
    """Return the place and the first line of an error."""
    return ": ".join(filter(None, (error.where, error.message))).partition("\n")[0]
