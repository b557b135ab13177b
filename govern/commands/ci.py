"""The commit that a branch or a CI build is compared with, and the tag that a build makes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.errors import UsageError
from govern.git.revisions import default_branch, is_commit, merge_base, require_repository, resolve_commit

if TYPE_CHECKING:
    from collections.abc import Mapping

_NO = ("", "0", "false")
_TAGS = "refs/tags/"
_DIGEST = re.compile(r"[0-9a-f]{7,40}|[0-9a-f]{64}")
# As many digits as git shows for commits of a large repository.
_DIGITS = 12
# Events of GitHub are not larger.
_LARGEST_EVENT = 25 * 1024 * 1024
NAME_IT = "name what to compare with: `govern diff OLD`, such as `origin/main`; other commands take `--against OLD`"


@dataclass(frozen=True, slots=True)
class CiSystem:
    """The environment variables of one CI.

    `marker` is set in every build. `target` is the target branch of a pull request; if other builds set it too,
    `pull` is set only in pull requests. `before` is the commit of the branch before a push, or a range that begins
    with it. `tag` is the tag that is built, or its ref.
    """

    name: str
    marker: str
    target: str = ""
    pull: str = ""
    before: str = ""
    tag: str = ""

    @property
    def variables(self) -> tuple[str, ...]:
        """Return every variable of this CI, the marker first."""
        return tuple(filter(None, (self.marker, self.target, self.pull, self.before, self.tag)))


CI_SYSTEMS = (
    # Gitea and Forgejo Actions set the same variables. The commit before a push is in the event file.
    CiSystem("GitHub Actions", "GITHUB_ACTIONS", "GITHUB_BASE_REF", tag="GITHUB_REF"),
    CiSystem(
        "GitLab", "GITLAB_CI", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", before="CI_COMMIT_BEFORE_SHA", tag="CI_COMMIT_TAG"
    ),
    CiSystem("Azure Pipelines", "TF_BUILD", "SYSTEM_PULLREQUEST_TARGETBRANCH", tag="BUILD_SOURCEBRANCH"),
    CiSystem("Bitbucket Pipelines", "BITBUCKET_BUILD_NUMBER", "BITBUCKET_PR_DESTINATION_BRANCH", tag="BITBUCKET_TAG"),
    CiSystem("Buildkite", "BUILDKITE", "BUILDKITE_PULL_REQUEST_BASE_BRANCH", tag="BUILDKITE_TAG"),
    # It has no variable for the target branch.
    CiSystem("CircleCI", "CIRCLECI", pull="CIRCLE_PULL_REQUEST", tag="CIRCLE_TAG"),
    CiSystem("Travis CI", "TRAVIS", "TRAVIS_BRANCH", "TRAVIS_PULL_REQUEST", "TRAVIS_COMMIT_RANGE", "TRAVIS_TAG"),
    # Before Woodpecker, since old versions of Drone also set CI_SYSTEM_NAME.
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
    # Its parameters become variables only in builds that declare them.
    CiSystem("TeamCity", "TEAMCITY_VERSION"),
    CiSystem("Jenkins", "JENKINS_URL", "CHANGE_TARGET", tag="TAG_NAME"),
)


@dataclass(frozen=True, slots=True)
class Base:
    """The commit that a branch or a build is compared with, and its name in reports."""

    commit: str
    called: str


def ci_system(environ: Mapping[str, str]) -> CiSystem | None:
    """Return the CI of this build, found by its marker or else by any other of its variables, or None."""
    by_marker = (each for each in CI_SYSTEMS if _is_set(environ, each.marker))
    by_variable = (each for each in CI_SYSTEMS if any(_is_set(environ, name) for name in each.variables))
    return next(by_marker, None) or next(by_variable, None)


def in_ci(environ: Mapping[str, str]) -> bool:
    """Return whether this runs in a CI, known or unknown. Tag variables are ignored: people set TAG_NAME themselves."""
    telling = {name for each in CI_SYSTEMS for name in each.variables if name != each.tag}
    return any(_is_set(environ, name) for name in ("CI", *telling))


def branch_base(path: Path) -> Base:
    """Return the commit that a branch is compared with outside of CI.

    It is the merge base with the default branch of `origin`, as in a pull request, or else HEAD: for a clone that does
    not know that branch, and for a commit that the branch has.
    """
    head = resolve_commit(path, "HEAD")
    branch, commit = (head and default_branch(path)) or ("", head)
    if commit is None or commit == head:
        return Base("HEAD", "HEAD")
    return Base(commit, f"{branch} (merge base {commit[:_DIGITS]})")


def build_base(path: Path, environ: Mapping[str, str]) -> Base:
    """Return the commit that this CI build is compared with.

    For a pull request it is the merge base with the target branch; for a merge queue or a push, the commit before.
    Raise UsageError if the build names none, or if that is HEAD, since everything would then be unchanged.
    """
    found = pull_request_base(path, environ) or _commit_before_push(path, environ)
    if found.commit == resolve_commit(path, "HEAD"):
        raise UsageError(f"{found.called} is HEAD itself, so there is nothing to compare", hint=NAME_IT)
    return found


def pull_request_base(path: Path, environ: Mapping[str, str]) -> Base | None:
    """Return the merge base of a pull request or merge queue with its target; None for other builds."""
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
    """Return the tag that is built, or None."""
    ci = ci_system(environ)
    named = environ.get(ci.tag, "") if ci else ""
    if named.startswith(_TAGS):
        return named[len(_TAGS) :]
    return named if named and not named.startswith("refs/") else None


def variables() -> set[str]:
    """Return the names of all environment variables that are read here."""
    return {"CI", "GITHUB_EVENT_NAME", "GITHUB_EVENT_PATH"}.union(*(each.variables for each in CI_SYSTEMS))


def _commit_before_push(path: Path, environ: Mapping[str, str]) -> Base:
    """Return the commit that the branch had before this push."""
    ci = ci_system(environ)
    if environ.get("GITHUB_EVENT_NAME") == "push":
        named = _event(environ).get("before")
    else:
        named = environ.get(ci.before) if ci else None
    if not named:
        who = ci.name if ci else "CI is set, but this CI"
        raise UsageError(f"{who} does not name the commit to compare this build with", hint=NAME_IT)
    return _commit(path, named.partition("..")[0] if isinstance(named, str) else named, "before the push")


def _commit(path: Path, named: Any, what: str) -> Base:
    """Return the commit with this digest. A branch or tag of that name is not accepted in its place."""
    if not isinstance(named, str) or not _DIGEST.fullmatch(named):
        raise UsageError(
            f"the commit of this CI build ({what}) is not a valid commit digest: {str(named)[:80]!r}", hint=NAME_IT
        )
    if set(named) == {"0"}:
        raise UsageError(f"no commit {what}: the branch or tag is new", hint=NAME_IT)
    require_repository(path)
    commit = resolve_commit(path, named) if is_commit(path, named) else None
    if commit is None or not commit.startswith(named):
        raise UsageError(
            f"git does not have the commit {named!r} ({what})", hint=f"fetch the full history, or {NAME_IT}"
        )
    return Base(commit, f"{commit[:_DIGITS]} ({what})")


def _event(environ: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the event of this build, which GitHub's runner stores in a file."""
    import orjson

    path = Path(environ.get("GITHUB_EVENT_PATH", ""))
    try:
        if not path.is_file():
            raise UsageError("GITHUB_EVENT_PATH is not a file", where=str(path), hint=NAME_IT)
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
    """Return whether a variable is set. Some CIs set `false` if there is no pull request."""
    return environ.get(name, "").lower() not in _NO
