"""The releases in a range of commits, and the release that each is compared with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from govern.contract.version import Version
from govern.errors import UsageError
from govern.git.history import ancestors, commit_in_full_clone, lock_history, tags_of_series, version_tags

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path

    from govern.git.history import VersionTag

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
