"""Attempts to pass an unapproved change off as released, or as a first release, by pushing tags."""

import pytest

from tests.attacks.victim import POISONED, Victim, assert_held, assert_passes, git_in, tools

TIGHTENED = "input-bound-tightened"
NO_HISTORY = "no version tag found, but the lock was committed before"


def poison(victim: Victim) -> str:
    """Commit an unapproved change to main, and another commit after it; return the poisoned commit."""
    victim.lists(POISONED)
    poisoned = victim.commit("poison")
    victim.desk.write("notes", "x")
    victim.commit("something else")
    return poisoned


def refused(victim: Victim, *words: str, since: str = "v1.0.0", **env: str) -> None:
    assert_held(victim.attempt("gate", *words, env=env), TIGHTENED, f"since {since}", code=1)


# Pre-releases

PRE_RELEASES = (
    "v1.1.0-rc.1", "v2.0.0-rc.1", "v1.0.1-alpha", "2.0.0rc1", "v2.0.0.dev1", "v2-beta", "v1.1-0", "V2.0.0-RC.1",
    "release/2.0.0-rc.1",
)  # fmt: skip


def test_a_pre_release_launders_nothing_into_the_final_release(victim: Victim, subtests: pytest.Subtests) -> None:
    poisoned = poison(victim)
    for tag in PRE_RELEASES:
        with subtests.test(tag):
            victim.git("tag", tag, poisoned)
            refused(victim)
            victim.git("tag", "-d", tag)


@pytest.mark.parametrize("built", ["v1.1.0", "release/1.1.0", "v1.1"])
def test_a_pre_release_launders_nothing_into_the_tag_that_ci_builds(victim: Victim, built: str) -> None:
    victim.git("tag", "v1.1.0-rc.1", poison(victim))
    victim.git("tag", built)
    refused(victim, GITHUB_REF=f"refs/tags/{built}")
    refused(victim)


def test_a_declared_pre_release_launders_nothing_into_the_final_one(victim: Victim) -> None:
    victim.git("tag", "v1.1.0-rc.1", poison(victim))
    victim.desk.write("package.json", '{"version": "1.1.0-rc.2"}')
    victim.commit()
    assert victim.attempt("gate", "--json").document["old"] == "v1.1.0-rc.1"
    victim.desk.write("package.json", '{"version": "2.0.0"}')
    victim.commit()
    refused(victim)


def test_a_pre_release_before_any_final_release(victim: Victim) -> None:
    victim.git("tag", "-d", "v1.0.0")
    victim.git("tag", "v1.0.0-rc.1", poison(victim))
    assert_held(victim.attempt("gate"), "no final release found", "--first", code=2)


# Tags that were not read as versions

NAMES = (
    "v1.2", "1.2", "v2", "2025.04", "2025.04.01", "V1.2.3", "1.2.3.4", "v1.2.3.4", "release/1.2.3", "release-1.2.3",
    "release/v1.2", "releases/2.0", "version-1.2.3", "v1.2.3.post1", "1!0.1", "Release-1.2", "ver1.2.3", "rel_1.2.3",
)  # fmt: skip


def test_a_release_by_a_tag_of_another_form_is_a_release(victim: Victim, subtests: pytest.Subtests) -> None:
    """Otherwise the next release would be a first release, or be compared with an older one."""
    released = victim.head("v1.0.0")
    victim.git("tag", "-d", "v1.0.0")
    poison(victim)
    for name in NAMES:
        with subtests.test(name):
            victim.git("tag", name, released)
            refused(victim, since=name)
            victim.git("tag", "-d", name)


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "beside another"])
def test_a_tag_that_looks_like_a_version_but_cannot_be_parsed(
    victim: Victim, alone: bool, subtests: pytest.Subtests
) -> None:
    poisoned = poison(victim)
    if alone:
        victim.git("tag", "-d", "v1.0.0")
    for name in ("v1.2.x", "v1.2.3_", "1.2,3.4", "release/1.2.3_é", "v2.0-", "x-v1.2.3,2"):
        with subtests.test(name):
            victim.git("tag", name, poisoned)
            assert_held(victim.attempt("gate"), f"the tag {name!r} looks like a version", "--against REF", code=2)
            refused(victim, "--against", "origin/main", since="origin/main")
            victim.git("tag", "-d", name)


# No tags


def test_a_lock_with_history_is_not_a_first_release(victim: Victim) -> None:
    victim.git("tag", "-d", "v1.0.0")
    poison(victim)
    assert_held(victim.attempt("gate"), NO_HISTORY, "git fetch --tags", "--first", code=2)


def test_a_lock_with_history_behind_a_link(victim: Victim) -> None:
    victim.git("tag", "-d", "v1.0.0")
    (victim.root / "link").symlink_to("pkg")
    poison(victim)
    assert_held(victim.attempt("gate", "--config", "link/govern.toml", cwd=victim.root), NO_HISTORY, code=2)


def test_a_clone_without_tags(victim: Victim) -> None:
    poison(victim)
    clone = victim.root.parent / "clone"
    git_in(victim.root, "clone", "-q", "--no-tags", str(victim.root), str(clone))
    assert_held(victim.attempt("gate", cwd=clone / "pkg"), NO_HISTORY, code=2)


def test_a_shallow_clone(victim: Victim) -> None:
    poison(victim)
    clone = victim.root.parent / "clone"
    git_in(victim.root, "clone", "-q", "--depth", "1", victim.root.as_uri(), str(clone))
    for words in (("gate",), ("gate", "--first"), ("gate", "--against", "HEAD")):
        assert_held(victim.attempt(*words, cwd=clone / "pkg"), "this is a shallow clone", code=2)


def test_a_first_release_after_other_releases(victim: Victim) -> None:
    poison(victim)
    assert_held(victim.attempt("gate", "--first"), "--first is set, but v1.0.0 was released before", code=2)


def test_a_first_release_rejects_text_that_steers_the_model(victim: Victim) -> None:
    victim.git("tag", "-d", "v1.0.0")
    poison(victim)
    assert_held(victim.attempt("gate", "--first"), "text-steers-model", code=1)


def test_a_tag_that_was_moved_to_the_poisoned_commit(victim: Victim) -> None:
    poison(victim)
    victim.git("tag", "-f", "v1.0.0")
    message = "no version tag found before v1.0.0, the release to check, but the lock was committed before"
    for env in ({}, {"GITHUB_REF": "refs/tags/v1.0.0"}, {"CI_COMMIT_TAG": "v1.0.0"}):
        assert_held(victim.attempt("gate", env=env), message, "--first", "git fetch --tags", code=2)


def test_a_tag_of_the_judged_commit(victim: Victim) -> None:
    poison(victim)
    for name in ("v1.1.0", "v9.9.9", "2.0", "v1.0.1-rc.1"):
        victim.git("tag", name)
        refused(victim)


@pytest.mark.parametrize("kind", ["annotated", "of a tag", "lightweight"])
def test_any_kind_of_tag_of_the_judged_commit(victim: Victim, kind: str) -> None:
    poison(victim)
    if kind == "lightweight":
        victim.git("tag", "v1.1.0")
    else:
        victim.git("tag", "-a", "-m", "x", "inner" if kind == "of a tag" else "v1.1.0")
    if kind == "of a tag":
        victim.git("tag", "-a", "-m", "x", "v1.1.0", "inner")
    refused(victim)


# Tags in other places


def test_a_higher_version_on_a_line_with_a_weaker_policy(victim: Victim) -> None:
    victim.git("checkout", "-q", "--orphan", "weak")
    victim.configure('approvers = ["ana@example.com", "ben@example.com"]', "risky = 1")
    weak = victim.commit("weak")
    victim.git("checkout", "-q", "main")
    victim.git("merge", "-q", "--allow-unrelated-histories", "-s", "ours", "-m", "x", "weak")
    victim.git("tag", "v9.9.9", weak)
    poison(victim)
    refused(victim, since="v9.9.9")
    victim.approve("eve", *victim.open_ids(), code=2)


def test_a_higher_version_before_the_last_release(victim: Victim) -> None:
    victim.desk.write("notes", "x")
    victim.commit()
    victim.git("tag", "v9.9.9", "v1.0.0")
    victim.git("tag", "-f", "v1.0.0")
    poison(victim)
    message = "v9.9.9 is the newest version, but v1.0.0 comes after it in history"
    assert_held(victim.attempt("gate"), message, "--against REF", code=2)


def test_a_lower_version_on_the_poisoned_commit(victim: Victim) -> None:
    victim.git("tag", "v0.9.9", poison(victim))
    assert_held(victim.attempt("gate"), "v1.0.0 is the newest version, but v0.9.9 comes after it in history", code=2)


@pytest.mark.parametrize("name", ["v1", "v1.0"])
def test_a_moving_tag_is_not_a_release(victim: Victim, name: str) -> None:
    victim.git("tag", "v1.0.5", "v1.0.0")
    victim.git("tag", name, poison(victim))
    refused(victim, since="v1.0.5")


def test_a_tag_on_a_side_branch(victim: Victim) -> None:
    victim.git("checkout", "-q", "-b", "side")
    victim.lists(POISONED)
    victim.commit("poison")
    victim.git("tag", "v1.1.0")
    victim.git("checkout", "-q", "main")
    victim.lists(POISONED)
    victim.commit("the same")
    refused(victim)


def test_all_releases_on_other_branches(victim: Victim) -> None:
    victim.git("checkout", "-q", "--orphan", "anew")
    victim.lists(POISONED)
    victim.commit("poison")
    for words in (("gate",), ("gate", "--first")):
        assert_held(
            victim.attempt(*words), "no release is an ancestor of this commit, but v1.0.0 is on another branch", code=2
        )


@pytest.mark.parametrize("tag", ["v1.1.0", "pkg-v9.0.0", "v2"])
def test_a_tag_of_the_pull_request_itself(victim: Victim, tag: str) -> None:
    victim.branch()
    poisoned = poison(victim)
    victim.git("tag", tag, poisoned)
    refused(victim, GITHUB_BASE_REF="main")


@pytest.mark.parametrize("tag", ["other-v1.1.0", "other@2.0.0", "docs/v3", "backup-2025.04.01"])
def test_a_tag_of_another_package(victim: Victim, tag: str) -> None:
    victim.git("tag", tag, poison(victim))
    refused(victim)
    refused(victim, GITHUB_REF=f"refs/tags/{tag}")


def test_tags_of_several_packages_and_none_of_this_one(victim: Victim) -> None:
    victim.git("tag", "-d", "v1.0.0")
    poisoned = poison(victim)
    for name in ("one-v1.0.0", "two-v1.0.0"):
        victim.git("tag", name, poisoned)
    assert_held(victim.attempt("gate"), "the version tags belong to several packages: one, two", code=2)


def test_a_branch_with_the_name_of_the_release(victim: Victim) -> None:
    poison(victim)
    victim.git("branch", "v1.0.0")
    refused(victim)
    assert_held(victim.attempt("gate", "--against", "v1.0.0"), "'v1.0.0' is ambiguous", code=2)
    victim.git("branch", "v9.9.9")
    refused(victim)


def test_a_tag_of_a_blob(victim: Victim) -> None:
    poison(victim)
    victim.git("tag", "v1.1.0", "HEAD:pkg/capability.lock")
    victim.git("tag", "v1.2.0", "HEAD^{tree}")
    refused(victim)


def test_a_release_without_a_lock(victim: Victim) -> None:
    """A higher version was tagged at a commit without the lock."""
    victim.git("rm", "-q", "--cached", "pkg/capability.lock")
    victim.git("commit", "-q", "-m", "without")
    victim.git("tag", "v1.0.1")
    poison(victim)
    assert_held(victim.attempt("gate"), "text-steers-model", code=1)


# Honest counterparts


@pytest.mark.parametrize("tags", [("v1.0.1",), ("v1.1.0-rc.1",), ("v1.0.1", "v1", "v1.0"), ("2.0.0rc1", "v1.5.0")])
def test_releases_in_their_order(victim: Victim, tags: tuple[str, ...]) -> None:
    victim.desk.write("notes", "x")
    victim.commit()
    for tag in tags:
        victim.git("tag", tag)
    victim.desk.write("more", "x")
    victim.commit()
    assert_passes(victim.attempt("gate"))


def test_an_approved_pre_release_becomes_a_final_one(victim: Victim) -> None:
    victim.lists(tools(10))
    victim.approve("ana", *victim.open_ids())
    victim.commit()
    victim.git("tag", "v2.0.0-rc.1")
    assert_passes(victim.attempt("gate", env={"GITHUB_REF": "refs/tags/v2.0.0-rc.1"}))
    victim.desk.write("notes", "x")
    victim.commit()
    victim.git("tag", "v2.0.0")
    assert_passes(victim.attempt("gate", env={"GITHUB_REF": "refs/tags/v2.0.0"}), "since v1.0.0")


def test_a_pre_release_is_judged_from_the_last_one(victim: Victim) -> None:
    victim.lists(tools(10))
    victim.approve("ana", *victim.open_ids())
    victim.commit()
    victim.git("tag", "v2.0.0-rc.1")
    (victim.folder / "capability.approvals.toml").unlink()
    victim.commit()
    victim.git("tag", "v2.0.0-rc.2")
    assert_passes(victim.attempt("gate", env={"GITHUB_REF": "refs/tags/v2.0.0-rc.2"}), "since v2.0.0-rc.1")
    victim.git("tag", "v2.0.0")
    refused(victim, GITHUB_REF="refs/tags/v2.0.0")


def test_an_unparsed_tag_older_than_the_last_release(victim: Victim) -> None:
    victim.git("tag", "v0.x.1", "v1.0.0")
    victim.desk.write("notes", "x")
    victim.commit()
    assert_passes(victim.attempt("gate"))


def test_a_maintenance_release_that_is_merged_back(victim: Victim) -> None:
    victim.git("checkout", "-q", "-b", "stable")
    victim.desk.write("notes", "x")
    victim.commit()
    victim.git("checkout", "-q", "main")
    victim.desk.write("more", "x")
    victim.commit()
    victim.git("tag", "v2.0.0")
    victim.git("tag", "v1.0.1", "stable")
    victim.git("merge", "-q", "-m", "x", "stable")
    assert_passes(victim.attempt("gate"), "since v2.0.0")


def test_a_first_release(victim: Victim) -> None:
    victim.git("tag", "-d", "v1.0.0")
    assert_passes(victim.attempt("gate"), "first release")
    victim.desk.write("notes", "x")
    victim.commit()
    assert_passes(victim.attempt("gate", "--first"), "first release")
