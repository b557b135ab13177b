"""`govern changelog`: the contract's history, release by release, from what git holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from govern.commands.configured import configured_if_any
from govern.commands.past import PastLocks
from govern.commands.releases import committed_steps, released, span_of
from govern.commands.tell_release import Teller
from govern.errors import LockfileMissing
from govern.gate.release import UNRELEASED, Changelog
from govern.git.history import lock_history
from govern.git.trees import BlobReader
from govern.lockfile.store import LOCK_NAME
from govern.policy.settings import Policy

if TYPE_CHECKING:
    from datetime import date

    from govern.gate.release import Release

_NO_TAGS = "No version tag (such as v1.2.3) is in reach, so nothing counts as released."


@dataclass(frozen=True, slots=True)
class ChangelogRequest:
    """What was asked for."""

    span: str | None = None
    unreleased: str | None = None
    package: str | None = None
    each_commit: bool = False
    config: Path | None = None
    config_from: str | None = None
    lock: Path | None = None


def changelog(request: ChangelogRequest, today: date) -> Changelog:
    """Every release of the range, compared with the one before it; by one policy, that of the config today."""
    config = configured_if_any(request.config, request.config_from)
    path = request.lock or (config.lock if config else Path.cwd() / LOCK_NAME)
    span = span_of(path, request.span)
    rest = request.unreleased or UNRELEASED
    steps = (committed_steps if request.each_commit else released)(path, span, request.package, rest)
    places = [each.path for each in reversed(lock_history(path, None, span.head))] if span.head else []
    if not places and not path.exists():
        raise LockfileMissing("neither git nor the work tree has a lock here", where=str(path))
    with BlobReader(path) as blobs:
        policy = config.policy if config else Policy()
        teller = Teller(path, tuple(dict.fromkeys(places)), blobs, PastLocks(blobs), policy, today)
        found = [release for step in steps if (release := teller.tell(step))]
    told = [each for each in found if request.unreleased or len(found) == 1 or not _nothing_since(each)]
    known = (each for step in steps for each in (step, *step.before))
    tagged = request.each_commit or any(each.version and each.state.commit for each in known)
    return Changelog(tuple(told), "" if tagged else _NO_TAGS)


def _nothing_since(release: Release) -> bool:
    """Whether it is the section for the rest, and there is none."""
    told = release.findings or release.on_the_way or release.problem or release.first
    return release.when is None and not told
