"""What each CI's variables say about a build: the commit to compare it with, and the tag that it builds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.errors import UsageError
from govern.git.revisions import is_commit, merge_base, require_repository, resolve_commit

if TYPE_CHECKING:
    from collections.abc import Mapping

_NO = ("", "0", "false")
_TAGS = "refs/tags/"
_DIGEST = re.compile(r"[0-9a-f]{7,40}|[0-9a-f]{64}")
# As many of a commit's digits as git itself shows of one in a large repository.
_DIGITS = 12
# GitHub sends no event larger than this.
_LARGEST_EVENT = 25 * 1024 * 1024
NAME_IT = "name what to compare with: `govern diff OLD`, such as `origin/main`; other commands take `--against OLD`"


@dataclass(frozen=True, slots=True)
class CiSystem:
    """The variables of one CI.

    `marker` is set in every build. `target` is the branch that a pull request goes to; where that is also set in other
    builds, `pull` is set in pull requests alone. `before` is the commit that the branch had before a push, or a range
    that begins with it. `tag` is the tag that is built, or its ref.
    """

    name: str
    marker: str
    target: str = ""
    pull: str = ""
    before: str = ""
    tag: str = ""

    @property
    def variables(self) -> tuple[str, ...]:
        """Return each variable that is read, the marker first."""
        return tuple(filter(None, (self.marker, self.target, self.pull, self.before, self.tag)))


CI_SYSTEMS = (
    # Gitea and Forgejo Actions set the same. The commit before a push is in the event's file.
    CiSystem("GitHub Actions", "GITHUB_ACTIONS", "GITHUB_BASE_REF", tag="GITHUB_REF"),
    CiSystem(
        "GitLab", "GITLAB_CI", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", before="CI_COMMIT_BEFORE_SHA", tag="CI_COMMIT_TAG"
    ),
    CiSystem("Azure Pipelines", "TF_BUILD", "SYSTEM_PULLREQUEST_TARGETBRANCH", tag="BUILD_SOURCEBRANCH"),
    CiSystem("Bitbucket Pipelines", "BITBUCKET_BUILD_NUMBER", "BITBUCKET_PR_DESTINATION_BRANCH", tag="BITBUCKET_TAG"),
    CiSystem("Buildkite", "BUILDKITE", "BUILDKITE_PULL_REQUEST_BASE_BRANCH", tag="BUILDKITE_TAG"),
    # Has no variable for the target branch.
    CiSystem("CircleCI", "CIRCLECI", pull="CIRCLE_PULL_REQUEST", tag="CIRCLE_TAG"),
    CiSystem("Travis CI", "TRAVIS", "TRAVIS_BRANCH", "TRAVIS_PULL_REQUEST", "TRAVIS_COMMIT_RANGE", "TRAVIS_TAG"),
    # Before Woodpecker, since old ones set CI_SYSTEM_NAME too.
    CiSystem("Drone", "DRONE", "DRONE_TARGET_BRANCH", "DRONE_PULL_REQUEST", "DRONE_COMMIT_BEFORE", "DRONE_TAG"),
    CiSystem("Woodpecker CI", "CI_SYSTEM_NAME", "CI_COMMIT_TARGET_BRANCH", tag="CI_COMMIT_TAG"),
    CiSystem(
        "AppVeyor", "APPVEYOR", "APPVEYOR_REPO_BRANCH", "APPVEYOR_PULL_REQUEST_NUMBER", tag="APPVEYOR_REPO_TAG_NAME"
    ),
    CiSystem(
        "AWS CodeBuild",
        "CODEBUILD_BUILD_ID",
        "CODEBUILD_WEBHOOK_BASE_REF",
        before="CODEBUILD_WEBHOOK_PREV_COMMIT",
        tag="CODEBUILD_WEBHOOK_HEAD_REF",
    ),
    CiSystem("Cirrus CI", "CIRRUS_CI", "CIRRUS_BASE_BRANCH", tag="CIRRUS_TAG"),
    CiSystem(
        "Semaphore",
        "SEMAPHORE",
        "SEMAPHORE_GIT_BRANCH",
        "SEMAPHORE_GIT_PR_NUMBER",
        "SEMAPHORE_GIT_COMMIT_RANGE",
        "SEMAPHORE_GIT_TAG_NAME",
    ),
    # Its parameters are variables only where a build declares them so.
    CiSystem("TeamCity", "TEAMCITY_VERSION"),
    CiSystem("Jenkins", "JENKINS_URL", "CHANGE_TARGET", tag="TAG_NAME"),
)


@dataclass(frozen=True, slots=True)
class Base:
    """The commit that a build is compared with, and what reports call it."""

    commit: str
    called: str


def ci_system(environ: Mapping[str, str]) -> CiSystem | None:
    """Return the CI that runs this: by its marker, else by any other of its variables."""
    by_marker = (each for each in CI_SYSTEMS if _is_set(environ, each.marker))
    by_variable = (each for each in CI_SYSTEMS if any(_is_set(environ, name) for name in each.variables))
    return next(by_marker, None) or next(by_variable, None)


def in_ci(environ: Mapping[str, str]) -> bool:
    """Return whether this runs in a CI, known or not. A tag's variable is no sign: people set TAG_NAME themselves."""
    telling = {name for each in CI_SYSTEMS for name in each.variables if name != each.tag}
    return any(_is_set(environ, name) for name in ("CI", *telling))


def build_base(path: Path, environ: Mapping[str, str]) -> Base:
    """Return the commit that this build of a CI is compared with.

    In a pull request it is the merge base with the target branch; in a merge queue and after a push, the commit before.
    A build that names none is refused, and so is HEAD itself: compared with that, everything is unchanged.
    """
    found = pull_request_base(path, environ) or _before(path, environ)
    if found.commit == resolve_commit(path, "HEAD"):
        raise UsageError(f"{found.called} is HEAD itself: nothing can be compared with it", hint=NAME_IT)
    return found


def pull_request_base(path: Path, environ: Mapping[str, str]) -> Base | None:
    """Return the commit at which a pull request or a merge queue's group left its target; None in other builds."""
    if environ.get("GITHUB_EVENT_NAME") == "merge_group":
        group = _event(environ).get("merge_group")
        named = group.get("base_sha") if isinstance(group, dict) else None
        return _commit(path, named, "the merge queue's base")
    ci = ci_system(environ)
    if ci is None or not _is_set(environ, ci.pull or ci.target):
        return None
    branch = environ.get(ci.target, "").removeprefix("refs/heads/")
    if not branch:
        raise UsageError(f"{ci.name} does not name the target branch of this pull request", hint=NAME_IT)
    return Base(merge_base(path, branch), f"{branch} (merge base)")


def built_tag(environ: Mapping[str, str]) -> str | None:
    """Return the tag that this build is for, if it is for one."""
    ci = ci_system(environ)
    named = environ.get(ci.tag, "") if ci else ""
    if named.startswith(_TAGS):
        return named[len(_TAGS) :]
    return named if named and not named.startswith("refs/") else None


def variables() -> set[str]:
    """Return every variable that is read here."""
    return {"CI", "GITHUB_EVENT_NAME", "GITHUB_EVENT_PATH"}.union(*(each.variables for each in CI_SYSTEMS))


def _before(path: Path, environ: Mapping[str, str]) -> Base:
    """Return the commit that the branch had before this push."""
    ci = ci_system(environ)
    if environ.get("GITHUB_EVENT_NAME") == "push":
        named = _event(environ).get("before")
    else:
        named = environ.get(ci.before) if ci else None
    if not named:
        who = ci.name if ci else "CI is set, and this CI"
        raise UsageError(f"{who} does not name the commit to compare this build with", hint=NAME_IT)
    return _commit(path, named.partition("..")[0] if isinstance(named, str) else named, "before the push")


def _commit(path: Path, named: Any, what: str) -> Base:
    """Return the commit of this digest. A branch or tag of that name is never taken for it."""
    if not isinstance(named, str) or not _DIGEST.fullmatch(named):
        raise UsageError(f"the CI's commit ({what}) is not a commit's digest: {str(named)[:80]!r}", hint=NAME_IT)
    if set(named) == {"0"}:
        raise UsageError(f"there is no commit {what}: the branch or tag is new", hint=NAME_IT)
    require_repository(path)
    commit = resolve_commit(path, named) if is_commit(path, named) else None
    if commit is None or not commit.startswith(named):
        raise UsageError(f"git does not have the commit {named!r} ({what})", hint=f"fetch all of history, or {NAME_IT}")
    return Base(commit, f"{commit[:_DIGITS]} ({what})")


def _event(environ: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the event that GitHub's runner wrote to a file for this build."""
    import orjson

    path = Path(environ.get("GITHUB_EVENT_PATH", ""))
    try:
        if not path.is_file():
            raise UsageError("GITHUB_EVENT_PATH names no file", where=str(path), hint=NAME_IT)
        with path.open("rb") as file:
            content = file.read(_LARGEST_EVENT + 1)
        if len(content) > _LARGEST_EVENT:
            raise UsageError(f"is larger than {_LARGEST_EVENT >> 20} MiB", where=str(path), hint=NAME_IT)
        event = orjson.loads(content)
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot be read: {error}", where=str(path), hint=NAME_IT) from None
    if not isinstance(event, dict):
        raise UsageError("is not a JSON object", where=str(path), hint=NAME_IT)
    return event


def _is_set(environ: Mapping[str, str], name: str) -> bool:
    """Return whether a variable says yes. Some CIs write `false` where there is no pull request."""
    return environ.get(name, "").lower() not in _NO
