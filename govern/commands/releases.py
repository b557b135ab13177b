"""Which releases a range of commits holds, and what each is to be compared with."""

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
# How far back a commit looks for a lock that can be read.
_NEAREST = 20
_WHICH = "say which with --package NAME"


@dataclass(frozen=True, slots=True)
class State:
    """A commit and what people call it; the work tree's is empty."""

    name: str
    commit: str


@dataclass(frozen=True, slots=True)
class ReleaseStep:
    """A release, or what else gets a section; `before` is what it may be compared with, the best first."""

    state: State
    when: datetime | None
    version: Version | None = None
    also: tuple[str, ...] = ()
    subject: str = ""
    before: tuple[ReleaseStep, ...] = ()


@dataclass(frozen=True, slots=True)
class CommitRange:
    """From a state that is known already, if any, to another; without `end` to the work tree."""

    begin: State | None
    end: State | None
    head: str | None


def parse_range(path: Path, words: str | None) -> CommitRange:
    """`FROM..TO` as git reads it, either side may be left out; `FROM` alone is `FROM..`."""
    begin, dots, end = (words or "").partition("..")
    if end.startswith("."):
        raise UsageError(f"{words!r}: a range has two dots", hint="FROM..TO, FROM.. or ..TO")
    head = commit_in_full_clone(path, end or "HEAD")
    return CommitRange(_state(path, begin), State(end, head or "") if dots and end else None, head)


def release_steps(path: Path, span: CommitRange, package: str | None, rest: str) -> list[ReleaseStep]:
    """The releases in the span, the newest version first, above them what is not released yet, called `rest`.

    A release is compared with the newest one that leads to it; a final one passes over pre-releases, since whoever
    reads it comes from the last final one.
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
    """Each commit that touched the lock, the newest first, each compared with the one before it.

    Its version is the one that it was released as; that of the one before it is what had been released by then.
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
    """Versions by their tags, and the newest before the span; none where they may be of several packages."""
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
    """One release for each commit: the newest of its versions, which are there newest first; the others are named."""
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
        # Newest first as they are; one that is newer than this one and leads to it all the same comes last.
        earlier.sort(key=lambda each: each.version is not None and each.version >= version)
    return replace(step, before=(*earlier, *origin))
