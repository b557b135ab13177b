"""`govern changelog`: the history of the contract, release by release, read from git."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from govern.commands.project import ProjectRequest, find_config_if_any
from govern.commands.sides import PastLocks, approvals_beside
from govern.contract.version import Version
from govern.errors import LockfileInvalid, LockfileMissing, LockfileTooNew, PolicyInvalid, UsageError
from govern.findings import findings
from govern.gate.release import UNRELEASED, Changelog, Release, RequiredBump, required_bump
from govern.git.history import ancestors, commit_in_full_clone, lock_history, tags_of_series, version_tags
from govern.git.process import asking_once
from govern.git.trees import BlobReader
from govern.lockfile.store import LOCK_NAME, bytes_at
from govern.policy.approvals import FILE, Approvals, parse_approvals
from govern.policy.approvers import mismatches
from govern.policy.settings import Policy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from govern.errors import GovernError
    from govern.git.history import VersionTag
    from govern.lockfile.document import Lock
    from govern.policy.approvals import Approval, Waiver
    from govern.rules.finding import Finding

_SHOWN = 12
# The number of earlier commits that are tried until one has a valid lock.
_NEAREST = 20
_WHICH = "choose one with --package NAME"


@dataclass(frozen=True, slots=True)
class State:
    """A commit and its name; both are empty for the work tree."""

    name: str
    commit: str


@dataclass(frozen=True, slots=True)
class ReleaseStep:
    """A section of the changelog. `before` lists what it may be compared with, the best first."""

    state: State
    when: datetime | None
    version: Version | None = None
    also: tuple[str, ...] = ()
    subject: str = ""
    before: tuple[ReleaseStep, ...] = ()


@dataclass(frozen=True, slots=True)
class CommitRange:
    """A range of commits. Without `begin` it starts at the beginning, without `end` it ends at the work tree."""

    begin: State | None
    end: State | None
    head: str | None


def parse_range(path: Path, words: str | None) -> CommitRange:
    """Parse `FROM..TO` as git does. Either side may be missing; `FROM` alone means `FROM..`."""
    begin, dots, end = (words or "").partition("..")
    if end.startswith("."):
        raise UsageError(f"{words!r}: a range has two dots", hint="FROM..TO, FROM.. or ..TO")
    head = commit_in_full_clone(path, end or "HEAD")
    return CommitRange(_state(path, begin), State(end, head or "") if dots and end else None, head)


def release_steps(path: Path, span: CommitRange, package: str | None, rest: str) -> list[ReleaseStep]:
    """Return the releases in the span, the newest first, preceded by the unreleased changes, called `rest`.

    A release is compared with the newest one before it in history. A final release skips pre-releases, since its
    users come from the last final one.
    """
    begin = span.begin.commit if span.begin else None
    every = tags_of_series(version_tags(path, span.head), path, package, hint=_WHICH) if span.head else []
    after = {tag.name for tag in version_tags(path, span.head, begin)} if span.head and begin else None
    steps = _by_commit([tag for tag in every if after is None or tag.name in after])
    known = [tag.version for tag in every if after is not None and tag.name not in after]
    base = (_version_in(span.begin.name) if span.begin else None) or next(iter(known), None)
    origin = (ReleaseStep(span.begin, None, base),) if span.begin else ()
    leads = ancestors(path, [step.state.commit for step in steps], span.head, begin) if span.head else {}
    found = [_with_before(step, steps, leads.get(step.state.commit, frozenset()), origin) for step in steps]
    end = span.end or State("", "")
    if end.commit in [step.state.commit for step in steps]:
        return found
    last = ReleaseStep(State(rest, end.commit), None, _version_in(rest))
    return [_with_before(last, steps, frozenset(step.state.commit for step in steps), origin), *found]


def committed_steps(path: Path, span: CommitRange, package: str | None, rest: str) -> list[ReleaseStep]:
    """Return each commit that changed the lock, the newest first, each compared with the one before it.

    Its version is the one it was released as; before it, the one that was released last.
    """
    begin = span.begin.commit if span.begin else None
    origin = (ReleaseStep(span.begin, None),) if span.begin else ()
    versions, released_before = _versions(path, span, package)
    steps: list[ReleaseStep] = []

    def before() -> tuple[ReleaseStep, ...]:
        return tuple(replace(each, version=released_before) for each in (*steps[: -_NEAREST - 1 : -1], *origin))

    for each in lock_history(path, begin, span.head) if span.head else ():
        version = next((versions[tag] for tag in each.tags if tag in versions), None)
        state = State(each.commit[:_SHOWN], each.commit)
        steps.append(ReleaseStep(state, each.when, version, each.tags, each.subject, before()))
        released_before = version or released_before
    if span.end is None:
        steps.append(ReleaseStep(State(rest, ""), None, _version_in(rest), before=before()))
    return steps[::-1]


def _versions(path: Path, span: CommitRange, package: str | None) -> tuple[dict[str, Version], Version | None]:
    """Return versions by tag, and the newest before the span. Both are empty if tags are of several packages."""
    tags = [tag for tag in version_tags(path, span.head) if package in (None, tag.series)] if span.head else []
    if len({tag.series for tag in tags}) > 1:
        return {}, None
    begin = span.begin.commit if span.begin else None
    inside = {tag.name for tag in version_tags(path, span.head, begin)} if span.head else set()
    earlier = (tag.version for tag in tags if tag.name not in inside)
    return {tag.name: tag.version for tag in tags}, next(earlier, None)


def _version_in(name: str) -> Version | None:
    named = Version.in_tag(name)
    return named[1] if named else None


def _state(path: Path, word: str) -> State | None:
    commit = commit_in_full_clone(path, word) if word else None
    return State(word, commit) if commit else None


def _by_commit(tags: Sequence[VersionTag]) -> list[ReleaseStep]:
    """Return one release per commit, with its newest version. Its other tags go to `also`."""
    steps: dict[str, ReleaseStep] = {}
    for tag in tags:
        first = steps.get(tag.commit)
        steps[tag.commit] = (
            replace(first, also=(*first.also, tag.name))
            if first
            else ReleaseStep(State(tag.name, tag.commit), tag.when, tag.version)
        )
    return list(steps.values())


def _with_before(
    step: ReleaseStep, steps: Sequence[ReleaseStep], leads: frozenset[str], origin: tuple[ReleaseStep, ...]
) -> ReleaseStep:
    earlier = [each for each in steps if each.state.commit in leads]
    version = step.version
    if version is not None:
        if version.final:
            earlier = [each for each in earlier if each.version and each.version.final]
        # Newest first, but a version that is newer than this one comes last.
        earlier.sort(key=lambda each: each.version is not None and each.version >= version)
    return replace(step, before=(*earlier, *origin))


_NO_TAGS = "No version tag (such as v1.2.3) was found on this branch, so there are no releases."


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangelogRequest(ProjectRequest):
    """The arguments of `govern changelog`."""

    span: str | None = None
    unreleased: str | None = None
    package: str | None = None
    each_commit: bool = False


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
    return ": ".join(filter(None, (error.where, error.message))).partition("\n")[0]
