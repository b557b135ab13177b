"""Which tags name releases before what is judged, and which one names the release to come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.commands.ci import built_tag, pull_request_base
from govern.errors import UsageError
from govern.git.history import commit_in_full_clone, tags_of_series, tags_on_other_branches, unparsed_tags, version_tags

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from govern.git.history import UnparsedTag, VersionTag

WHICH = "name what to compare with: --against REF"


@dataclass(frozen=True, slots=True)
class ReleaseTags:
    """The version tags in reach, the newest version first, without the one that CI builds, which is `built`.

    `unread` look like versions and cannot be read.
    """

    tags: list[VersionTag]
    unread: list[UnparsedTag]
    built: str | None


def release_tags(path: Path, environ: Mapping[str, str]) -> ReleaseTags:
    """Return the tags of releases before this one, and the tag that CI builds.

    In a pull request those of the target branch: what a pull request tags itself was not released. Where all releases
    are on other lines of history, nobody can say which came before, and it is never taken for the first.
    """
    base = pull_request_base(path, environ)
    end = base.commit if base else "HEAD"
    tags = version_tags(path, end)
    series = tags_of_series(tags, path, hint=WHICH)
    head = commit_in_full_clone(path, "HEAD")
    if all(tag.commit == head for tag in series):
        elsewhere = tags_of_series(tags_on_other_branches(path, end), path, hint=WHICH)
        if elsewhere:
            message = f"no release leads to this commit, and {elsewhere[0].name} is on another branch"
            raise UsageError(message, where=str(path.absolute().parent), hint=WHICH)
    built = built_tag(environ)
    names = [tag.name for tag in series]
    others = [tag.name for tag in tags if tag.name not in names]
    return ReleaseTags(
        [tag for tag in series if tag.name != built], unparsed_tags(path, end), None if built in others else built
    )
