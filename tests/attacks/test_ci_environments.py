"""The old side of a comparison in each CI, and attempts to compare a change with itself."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from govern.commands.ci import CI_SYSTEMS, built_tag, ci_system, variables
from tests.attacks.victim import Victim, assert_held, assert_passes
from tests.conftest import is_foreign

ZERO = "0" * 40
# The variables of a pull request to main, as each CI documents them.
PULL_REQUESTS: dict[str, dict[str, str]] = {
    "GitHub Actions": {"CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "main"},
    "Forgejo Actions": {"CI": "true", "GITHUB_ACTIONS": "true", "FORGEJO_ACTIONS": "true", "GITHUB_BASE_REF": "main"},
    "GitLab": {
        "CI": "true", "GITLAB_CI": "true", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", "CI_COMMIT_BEFORE_SHA": ZERO,
    },
    "Azure Pipelines": {
        "TF_BUILD": "True", "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main",
        "BUILD_SOURCEBRANCH": "refs/pull/7/merge",
    },
    "Bitbucket Pipelines": {"CI": "true", "BITBUCKET_BUILD_NUMBER": "3", "BITBUCKET_PR_DESTINATION_BRANCH": "main"},
    "Buildkite": {
        "CI": "true", "BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "7", "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main",
    },
    "Travis CI": {
        "CI": "true", "TRAVIS": "true", "TRAVIS_PULL_REQUEST": "7", "TRAVIS_BRANCH": "main",
        "TRAVIS_COMMIT_RANGE": "HEAD^...HEAD",
    },
    "Woodpecker CI": {"CI": "woodpecker", "CI_SYSTEM_NAME": "woodpecker", "CI_COMMIT_TARGET_BRANCH": "main"},
    "Drone": {"CI": "true", "DRONE": "true", "DRONE_PULL_REQUEST": "7", "DRONE_TARGET_BRANCH": "main"},
    "AppVeyor": {"CI": "True", "APPVEYOR": "True", "APPVEYOR_PULL_REQUEST_NUMBER": "7", "APPVEYOR_REPO_BRANCH": "main"},
    "AWS CodeBuild": {
        "CODEBUILD_BUILD_ID": "tools:1", "CODEBUILD_WEBHOOK_BASE_REF": "refs/heads/main",
        "CODEBUILD_WEBHOOK_HEAD_REF": "refs/heads/evil",
    },
    "Cirrus CI": {"CI": "true", "CIRRUS_CI": "true", "CIRRUS_PR": "7", "CIRRUS_BASE_BRANCH": "main"},
    "Semaphore": {"CI": "true", "SEMAPHORE": "true", "SEMAPHORE_GIT_PR_NUMBER": "7", "SEMAPHORE_GIT_BRANCH": "main"},
    "Jenkins": {"JENKINS_URL": "https://ci.invalid/", "CHANGE_ID": "7", "CHANGE_TARGET": "main"},
}  # fmt: skip
# A push: {} is the commit that the branch had before.
PUSHES: dict[str, dict[str, str]] = {
    "GitLab": {"CI": "true", "GITLAB_CI": "true", "CI_COMMIT_BEFORE_SHA": "{}"},
    "Travis CI": {
        "CI": "true", "TRAVIS": "true", "TRAVIS_PULL_REQUEST": "false", "TRAVIS_BRANCH": "main",
        "TRAVIS_COMMIT_RANGE": "{:.12}...abcdefabcdef",
    },
    "Drone": {"CI": "true", "DRONE": "true", "DRONE_TARGET_BRANCH": "main", "DRONE_COMMIT_BEFORE": "{}"},
    "AWS CodeBuild": {"CODEBUILD_BUILD_ID": "tools:1", "CODEBUILD_WEBHOOK_PREV_COMMIT": "{}"},
    "Semaphore": {
        "CI": "true", "SEMAPHORE": "true", "SEMAPHORE_GIT_BRANCH": "main", "SEMAPHORE_GIT_COMMIT_RANGE": "{}...abc",
    },
}  # fmt: skip
# Builds whose variables name no commit to compare with.
NONE: dict[str, dict[str, str]] = {
    "an unknown CI": {"CI": "true"},
    "an unknown CI that says 1": {"CI": "1"},
    "CircleCI, a push": {"CI": "true", "CIRCLECI": "true"},
    "CircleCI, a pull request": {"CI": "true", "CIRCLECI": "true", "CIRCLE_PULL_REQUEST": "https://host.invalid/7"},
    "TeamCity": {"TEAMCITY_VERSION": "2025.11"},
    "AppVeyor, a push": {"CI": "True", "APPVEYOR": "True", "APPVEYOR_REPO_BRANCH": "main"},
    "Azure Pipelines, a push": {"TF_BUILD": "True", "BUILD_SOURCEBRANCH": "refs/heads/main"},
    "Bitbucket Pipelines, a push": {"CI": "true", "BITBUCKET_BUILD_NUMBER": "3"},
    "Buildkite, a push": {"CI": "true", "BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "false"},
    "Cirrus CI, a push": {"CI": "true", "CIRRUS_CI": "true"},
    "Jenkins, a branch": {"JENKINS_URL": "https://ci.invalid/"},
    "Woodpecker CI, a push": {"CI": "woodpecker", "CI_SYSTEM_NAME": "woodpecker"},
    "GitLab, a schedule": {"CI": "true", "GITLAB_CI": "true", "CI_COMMIT_BEFORE_SHA": ZERO},
    "GitHub, a schedule": {"CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "schedule"},
    "GitHub, its branch taken away": {"CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request"},
    "Travis CI, its branch taken away": {"CI": "true", "TRAVIS": "true", "TRAVIS_PULL_REQUEST": "7"},
    "Travis CI, its target is of another CI": {
        "CI": "true", "TRAVIS": "true", "TRAVIS_PULL_REQUEST": "7", "CHANGE_TARGET": "main",
    },
}  # fmt: skip
# The target branch's variable has an invalid value.
TARGETS = ["evil", "HEAD", "gone", "main..HEAD", "../../heads/evil", "--all", "main\n", "main^{tree}"]

# An event names a base that is not a commit, or a missing one.
NO_COMMITS = [
    None, "", 7, ["main"], "main", "HEAD", "evil", ZERO, "f" * 40, "abc", "-" * 40, "HEAD^{/first}", "origin/main",
    "refs/heads/main",
]  # fmt: skip


@pytest.fixture
def evil(victim: Victim) -> Victim:
    """Push a branch with an unapproved BREAKING change, as known in a full clone."""
    victim.branch()
    victim.break_lock()
    victim.commit()
    victim.git("push", "-q", "origin", "evil")
    return victim


@pytest.fixture
def honest(victim: Victim) -> Victim:
    """Push a branch that does not change the lock."""
    victim.branch("honest")
    victim.commit()
    return victim


def event(victim: Victim, name: str, content: dict[str, Any] | bytes) -> dict[str, str]:
    """Return the variables of a GitHub build with this event."""
    path = victim.root.parent / "event.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    variables = {"CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": name, "GITHUB_BASE_REF": ""}
    return {**variables, "GITHUB_EVENT_PATH": str(path)}


def test_a_pull_request_is_compared_with_its_target(evil: Victim, subtests: pytest.Subtests) -> None:
    for ci, environ in PULL_REQUESTS.items():
        with subtests.test(ci):
            assert ci_system(environ) in [each for each in CI_SYSTEMS if each.name in (ci, "GitHub Actions")]
            answer = evil.attempt("diff", env=environ)
            assert_held(answer, "main (merge base)", "input-bound-tightened", code=1)


def test_an_honest_pull_request_passes_in_each(honest: Victim) -> None:
    for environ in PULL_REQUESTS.values():
        assert_passes(honest.attempt("diff", "--quiet", env=environ), "unchanged")


def test_a_push_is_compared_with_the_commit_before(evil: Victim, subtests: pytest.Subtests) -> None:
    before = evil.head("main")
    for ci, environ in PUSHES.items():
        with subtests.test(ci):
            filled = {name: value.format(before) for name, value in environ.items()}
            assert_held(evil.attempt("diff", env=filled), f"{before[:12]} (before the push)", code=1)


def test_an_honest_push_passes_in_each(honest: Victim) -> None:
    for environ in PUSHES.values():
        filled = {name: value.format(honest.head("main")) for name, value in environ.items()}
        assert_passes(honest.attempt("diff", "--quiet", env=filled), "unchanged")


def test_a_build_without_a_commit_is_rejected(evil: Victim, subtests: pytest.Subtests) -> None:
    for build, environ in NONE.items():
        with subtests.test(build):
            answer = evil.attempt("diff", env=environ)
            assert_held(answer, "govern diff OLD", code=2)
            assert answer.out == ""


def test_naming_the_commit_is_enough_in_each_ci(evil: Victim) -> None:
    for build in list(NONE)[:4]:
        assert_held(evil.attempt("diff", "origin/main", env=NONE[build]), "input-bound-tightened", code=1)
    assert_passes(evil.attempt("diff", "HEAD", "--quiet", env={"CI": "true"}), "unchanged")


def test_outside_ci_the_old_side_is_the_last_commit(evil: Victim) -> None:
    for environ in ({}, {"CI": ""}, {"CI": "false"}, {"CI": "0"}, {"TAG_NAME": "v2"}):
        assert_passes(evil.attempt("diff", "--quiet", env=environ), "unchanged")


def test_a_target_that_is_the_pull_request_itself(evil: Victim, subtests: pytest.Subtests) -> None:
    """A change that is compared with itself would be unchanged, so this must never happen."""
    for target in TARGETS:
        with subtests.test(target):
            answer = evil.attempt("diff", env={"CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": target})
            assert_held(answer, code=2)
            assert answer.out == ""


def test_a_local_branch_is_not_the_target(evil: Victim) -> None:
    """Woodpecker checks out a pull request under the name of its target, and fetches no other branch."""
    evil.git("branch", "-f", "main", "evil")
    evil.git("update-ref", "-d", "refs/remotes/origin/main")
    assert_held(evil.attempt("diff", env=PULL_REQUESTS["Woodpecker CI"]), "git fetch origin", code=2)


def test_a_merge_queue_is_compared_with_its_base(evil: Victim) -> None:
    queued = {"merge_group": {"base_sha": evil.head("main"), "head_sha": evil.head()}}
    environ = event(evil, "merge_group", queued)
    assert_held(evil.attempt("diff", env=environ), "(the merge queue's base)", "input-bound-tightened", code=1)
    evil.git("tag", "v1.0.1")
    evil.commit("go on")
    assert_held(evil.attempt("gate", env=environ), "v1.0.0", code=1)


def test_an_honest_merge_queue_passes(honest: Victim) -> None:
    assert_passes(
        honest.attempt("diff", env=event(honest, "merge_group", {"merge_group": {"base_sha": honest.head("main")}}))
    )


@pytest.mark.parametrize("name", ["merge_group", "push"])
def test_an_event_without_a_commit(evil: Victim, name: str) -> None:
    for named in NO_COMMITS:
        content = {"merge_group": {"base_sha": named}} if name == "merge_group" else {"before": named}
        assert_held(evil.attempt("diff", env=event(evil, name, content)), "govern diff OLD", code=2)


@pytest.mark.parametrize("name", ["merge_group", "push"])
def test_an_event_with_head_as_a_commit(evil: Victim, name: str) -> None:
    head = evil.head()
    content = {"merge_group": {"base_sha": head}, "before": head}
    assert_held(evil.attempt("diff", env=event(evil, name, content)), "is HEAD itself", code=2)


def test_a_pull_requests_own_commit_before_does_not_count(evil: Victim) -> None:
    """`before` in a pull request's event is its previous commit, not its target."""
    before = evil.head()
    evil.commit("go on")
    environ = event(evil, "pull_request", {"before": before, "pull_request": {"base": {"sha": before}}})
    assert_held(evil.attempt("diff", env=environ), code=2)
    assert_held(evil.attempt("diff", env=environ | {"GITHUB_BASE_REF": "main"}), "input-bound-tightened", code=1)


@pytest.mark.parametrize("made", ["tag", "branch"])
def test_a_ref_named_like_the_previous_commit(evil: Victim, made: str) -> None:
    """Git prefers a ref to an abbreviated commit id."""
    short = evil.head("main")[:12]
    evil.git(made, short, "evil")
    evil.commit("go on")
    environ = {"CI": "true", "TRAVIS": "true", "TRAVIS_COMMIT_RANGE": f"{short}...{evil.head()[:12]}"}
    assert_held(evil.attempt("diff", env=environ), code=2)


def test_a_forced_push_is_compared_with_what_the_branch_held(evil: Victim) -> None:
    before = evil.head("main")
    evil.git("checkout", "-q", "--orphan", "anew")
    evil.commit("another history")
    assert_held(evil.attempt("diff", env=event(evil, "push", {"before": before})), "input-bound-tightened", code=1)


def unreadable(broken: str, path: Path) -> None:
    """Put something other than an event at the path."""
    path.unlink()
    if broken == "a folder":
        path.mkdir()
    elif broken == "a link to itself":
        path.symlink_to(path)
    elif broken == "a pipe":
        os.mkfifo(path)
    elif broken == "huge":
        path.touch()
        os.truncate(path, 26 * 1024 * 1024)
    elif broken in TEXTS:
        path.write_bytes(TEXTS[broken])


TEXTS = {
    "empty": b"", "garbage": b"\xff\xfe{{{", "a list": b"[]", "cut off": b'{"before": "', "deep": b"[" * 100_000,
}  # fmt: skip
POSIX = ["a link to itself", "a pipe"] if os.name == "posix" else []


@pytest.mark.parametrize("broken", [*TEXTS, "absent", "a folder", "huge", *POSIX])
def test_an_event_file_that_cannot_be_read(evil: Victim, broken: str) -> None:
    environ = event(evil, "push", {"before": evil.head("main")})
    unreadable(broken, Path(environ["GITHUB_EVENT_PATH"]))
    assert_held(evil.attempt("diff", env=environ), "event", code=2)


def test_a_gate_counts_only_tags_of_the_target(evil: Victim) -> None:
    evil.git("tag", "v1.0.1")
    evil.commit("go on")
    for ci in ("Travis CI", "Drone", "Semaphore"):
        assert_held(evil.attempt("gate", env=PULL_REQUESTS[ci]), "v1.0.0", code=1)
    assert_held(evil.attempt("gate", env=NONE["CircleCI, a pull request"]), "target branch", code=2)


TAGS = {
    "GITHUB_REF": "refs/tags/v2",
    "CI_COMMIT_TAG": "v2",
    "BUILD_SOURCEBRANCH": "refs/tags/v2",
    "BITBUCKET_TAG": "v2",
    "BUILDKITE_TAG": "v2",
    "CIRCLE_TAG": "v2",
    "TRAVIS_TAG": "v2",
    "DRONE_TAG": "v2",
    "APPVEYOR_REPO_TAG_NAME": "v2",
    "CODEBUILD_WEBHOOK_HEAD_REF": "refs/tags/v2",
    "CIRRUS_TAG": "v2",
    "SEMAPHORE_GIT_TAG_NAME": "v2",
    "TAG_NAME": "v2",
}


def test_the_built_tag_of_each() -> None:
    assert {each.tag for each in CI_SYSTEMS if each.tag} == set(TAGS)
    for each in CI_SYSTEMS:
        environ = {each.marker: "true", each.tag: TAGS.get(each.tag, "v2")} if each.tag else {each.marker: "1"}
        assert built_tag(environ) == ("v2" if each.tag else None), each.name
        assert built_tag({each.marker: "true", each.tag: "refs/heads/v2"}) is None
    assert built_tag({}) is None


def test_each_ci_is_tried() -> None:
    tried = set(PULL_REQUESTS) | {build.partition(",")[0] for build in NONE}
    assert {each.name for each in CI_SYSTEMS} <= tried


def test_the_docs_name_each_variable(repository: Path) -> None:
    text = (repository / "docs" / "ci.md").read_text("utf-8")
    for each in CI_SYSTEMS:
        (row,) = [line for line in text.splitlines() if line.startswith(f"| {each.name} (")]
        output = re.findall(r"`([A-Z_]+)`", row)
        asked = {each.marker, each.target, each.pull, each.before} - {"", "CIRCLE_PULL_REQUEST"}
        assert asked <= set(output), each.name


def test_tests_see_no_variable_of_the_ci_that_runs_them() -> None:
    assert [name for name in sorted(variables()) if not is_foreign(name)] == []
