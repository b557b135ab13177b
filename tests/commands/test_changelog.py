"""The history of the contract, release by release, in real repositories."""

import json
import shutil
import sys
from typing import Any

import pytest

from tests.desk import Answer, Desk, Prepared
from tests.report.documents.test_documents import assert_valid

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
LOOK = {"name": "look", "description": "Looks at things.", "inputSchema": {"type": "object"}}
OWNED = LOOK | {"inputSchema": {"type": "object", "properties": {"owner": {"type": "string"}}, "required": ["owner"]}}
FIND = {"name": "find", "description": "Finds things.", "inputSchema": {"type": "object"}}


@pytest.fixture
def repository(prepared: Prepared, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Create a repository with three releases: a tool was added, then one broke."""
    desk = prepared(released)
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-03-01T12:00:00+00:00")
    return desk


def released(desk: Desk) -> None:
    desk.git("init", "-q", "-b", "main")
    for tag, date, tools in (
        ("v1.0.0", "2026-01-10T12:00:00+00:00", [LOOK]),
        ("v1.1.0", "2026-02-20T23:30:00-05:00", [LOOK, FIND]),
        ("v1.2.0", "2026-03-01T12:00:00+00:00", [OWNED, FIND]),
    ):
        desk.monkeypatch.setenv("GIT_COMMITTER_DATE", date)
        release(desk, tag, tools)


def commit(desk: Desk, tools: list[dict[str, Any]], more: str = "") -> None:
    desk.catalogs(a=tools, more=more)
    desk.ok("lock")
    desk.commit("x")


def release(desk: Desk, tag: str, tools: list[dict[str, Any]]) -> None:
    commit(desk, tools)
    desk.git("tag", tag)


def releases(desk: Desk, *words: str) -> list[dict[str, Any]]:
    """Return the document after checking it against its schema."""
    answer = desk.ok("changelog", "--format", "json", *words)
    assert answer.err == ""
    found: list[dict[str, Any]] = assert_valid(answer)["releases"]
    return found


def names(desk: Desk, *words: str) -> list[tuple[str, str | None]]:
    return [(each["name"], each["since"]) for each in releases(desk, *words)]


def rules(output: dict[str, Any]) -> list[str]:
    return [each["rule"] for each in output["changes"]]


def refused(desk: Desk, *words: str) -> Answer:
    answer = desk.govern("changelog", *words)
    assert (answer.code, answer.out) == (2, "")
    return answer


def test_the_newest_release_first_each_against_the_one_before(repository: Desk) -> None:
    last, middle, first = releases(repository)
    assert [each["name"] for each in (last, middle, first)] == ["v1.2.0", "v1.1.0", "v1.0.0"]
    assert (last["since"], middle["since"], first["since"]) == ("v1.1.0", "v1.0.0", None)
    assert "input-required-added" in rules(last)
    assert rules(middle) == ["tool-added"]
    assert first["contents"] == {"servers": 1, "tools": 1}
    assert (middle["demands"], middle["enough"]) == ("minor", True)
    assert (last["demands"], last["next"], last["enough"]) == ("major", "2.0.0", False)
    assert first["demands"] == "none"
    assert middle["date"] == "2026-02-20T23:30:00-05:00"
    assert last["commit"] == repository.git("rev-parse", "HEAD").strip()


def test_changes_have_the_keys_of_a_diff_in_their_order(repository: Desk) -> None:
    in_diff = list(repository.govern("diff", "v1.1.0", "v1.2.0", "--json").document["changes"][0])
    of_diff_alone = {"approved", "approval", "needed", "missing"}
    (last, *_) = releases(repository)
    assert [list(each) for each in last["changes"]] == [
        [key for key in in_diff if key not in of_diff_alone] for _ in last["changes"]
    ]


def test_release_notes(repository: Desk) -> None:
    text = repository.ok("changelog").out
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "# Contract changelog",
        "## v1.2.0 (2026-03-01)", "### BREAKING",
        "## v1.1.0 (2026-02-20)", "### SAFE",
        "## v1.0.0 (2026-01-10)",
    ]  # fmt: skip
    assert "need a **major** version (2.0.0); this release is a minor version." in text
    assert "First lock: 1 server and 1 tool." in text
    assert "- **`a`** tool `look`\n  - `` `owner`: new, required `` (`input-required-added`)\n" in text


def test_what_is_after_the_newest_tag_and_in_the_work_tree(repository: Desk) -> None:
    commit(repository, [OWNED])
    (rest, *_) = output = releases(repository)
    assert len(output) == 4
    assert (rest["name"], rest["since"], rest["commit"], rest["date"]) == ("Unreleased", "v1.2.0", None, None)
    assert rules(rest) == ["tool-removed"]
    assert (rest["demands"], rest["next"], rest["enough"]) == ("major", "2.0.0", True)
    repository.catalogs(a=[OWNED, FIND])
    repository.ok("lock")
    assert names(repository)[0] == ("v1.2.0", "v1.1.0")
    assert names(repository, "..HEAD")[0] == ("Unreleased", "v1.2.0")


def test_the_rest_may_have_the_name_that_it_will_have(repository: Desk) -> None:
    commit(repository, [OWNED])
    rest, *others = releases(repository, "v1.2.0..", "--unreleased", "1.3.0")
    assert (rest["name"], rest["enough"], others) == ("1.3.0", False, [])
    assert releases(repository, "v1.2.0", "--unreleased", "v2.0.0")[0]["enough"]


def test_what_is_named_is_reported_even_if_nothing_changed(repository: Desk) -> None:
    (rest,) = releases(repository, "v1.2.0..", "--unreleased", "v1.2.1")
    assert (rest["changes"], rest["demands"], rest["since"]) == ([], "none", "v1.2.0")
    assert repository.ok("changelog", "v1.2.0..").out.endswith(
        "changelog\n\n## Unreleased\n\nNo change since v1.2.0.\n"
    )
    repository.write("other", "x")
    repository.commit()
    assert names(repository, "..main")[0] == ("v1.2.0", "v1.1.0")


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ("v1.0.0..v1.1.0", [("v1.1.0", "v1.0.0")]),
        ("v1.0.0..v1.2.0", [("v1.2.0", "v1.1.0"), ("v1.1.0", "v1.0.0")]),
        ("v1.1.0", [("v1.2.0", "v1.1.0")]),
        ("v1.1.0..", [("v1.2.0", "v1.1.0")]),
        ("..v1.1.0", [("v1.1.0", "v1.0.0"), ("v1.0.0", None)]),
        ("..HEAD~1", [("v1.1.0", "v1.0.0"), ("v1.0.0", None)]),
        ("HEAD~1..HEAD", [("v1.2.0", "HEAD~1")]),
        ("..", [("v1.2.0", "v1.1.0"), ("v1.1.0", "v1.0.0"), ("v1.0.0", None)]),
    ],
)
def test_ranges_as_git_has_them(repository: Desk, span: str, expected: list[tuple[str, str | None]]) -> None:
    assert names(repository, span) == expected


@pytest.mark.parametrize(
    "span", ["v9.9.9", "v1.0.0..never", "v1.0.0...v1.1.0", "--output=x..HEAD", "^HEAD..", "HEAD:a.."]
)
def test_a_range_of_what_git_does_not_know_is_refused(repository: Desk, span: str) -> None:
    refused(repository, "--", span)
    assert not (repository.folder / "x").exists()


def test_a_range_that_goes_back_counts_from_where_it_begins(repository: Desk) -> None:
    release(repository, "v2.0.0", [OWNED, FIND, {"name": "third"}])
    (back,) = releases(repository, "v2.0.0..v1.2.0")
    assert (back["since"], back["next"]) == ("v2.0.0", "3.0.0")


def test_a_final_release_is_compared_with_the_last_final_one(repository: Desk) -> None:
    release(repository, "v2.0.0-rc.1", [FIND])
    release(repository, "v2.0.0-rc.2", [FIND, LOOK])
    release(repository, "v2.0.0", [FIND, LOOK | {"title": "Look"}])
    assert names(repository, "v1.1.0..") == [
        ("v2.0.0", "v1.2.0"), ("v2.0.0-rc.2", "v2.0.0-rc.1"), ("v2.0.0-rc.1", "v1.2.0"), ("v1.2.0", "v1.1.0"),
    ]  # fmt: skip


def test_versions_of_one_commit_are_one_release(repository: Desk) -> None:
    repository.git("tag", "v1.2.0-rc.1")
    repository.git("tag", "1.2.0")
    last = releases(repository)[0]
    assert (last["name"], last["also"]) == ("v1.2.0", ["1.2.0", "v1.2.0-rc.1"])


def test_a_release_of_another_line_is_compared_on_its_own_line(repository: Desk) -> None:
    repository.git("checkout", "-q", "-b", "maintenance", "v1.1.0")
    release(repository, "v1.1.1", [LOOK, FIND | {"description": "Finds all things."}])
    repository.git("checkout", "-q", "main")
    assert [name for name, _ in names(repository)] == ["v1.2.0", "v1.1.0", "v1.0.0"]
    repository.git("merge", "-q", "-s", "ours", "-m", "merged", "maintenance")
    release(repository, "v1.3.0", [OWNED, FIND | {"title": "Find"}])
    assert names(repository) == [
        ("v1.3.0", "v1.2.0"), ("v1.2.0", "v1.1.0"), ("v1.1.1", "v1.1.0"), ("v1.1.0", "v1.0.0"), ("v1.0.0", None),
    ]  # fmt: skip


def test_a_lock_that_moved(repository: Desk) -> None:
    (repository.folder / "pkg").mkdir()
    for file in ("capability.lock", "govern.toml", "a.json"):
        repository.git("mv", file, f"pkg/{file}")
    repository.commit("moved")
    repository.git("tag", "v1.2.1")
    output = releases(repository, "--config", "pkg/govern.toml")
    assert [(each["name"], each["since"]) for each in output][:2] == [("v1.2.1", "v1.2.0"), ("v1.2.0", "v1.1.0")]
    assert output[0]["changes"] == []


def test_a_lock_that_cannot_be_read_is_named_and_the_one_before_is_taken(repository: Desk) -> None:
    repository.write("capability.lock", "lock = 99\n")
    repository.commit()
    repository.git("tag", "v1.3.0")
    repository.git("checkout", "-q", "v1.2.0", "--", "capability.lock")
    release(repository, "v1.4.0", [OWNED])
    last, broken, *_ = releases(repository)
    assert (last["since"], rules(last)) == ("v1.2.0", ["tool-removed"])
    assert "format 99" in last["notes"][0]
    assert "v1.3.0" in last["notes"][0]
    assert "format 99" in broken["problem"]
    assert "is invalid" in repository.ok("changelog").out


def test_a_lock_that_was_away_for_a_release(repository: Desk) -> None:
    repository.git("rm", "-q", "capability.lock")
    repository.git("commit", "-q", "-m", "away")
    repository.git("tag", "v1.3.0")
    release(repository, "v1.4.0", [OWNED])
    last, away, *_ = releases(repository)
    assert (last["since"], away["problem"]) == ("v1.2.0", "it has no lock")
    assert "it has no lock" in repository.ok("changelog").out


def test_releases_from_before_the_first_lock_are_not_reported(desk: Desk) -> None:
    desk.git("init", "-q")
    desk.write("other", "x")
    desk.commit()
    desk.git("tag", "v0.1.0")
    release(desk, "v0.2.0", [LOOK])
    assert names(desk) == [("v0.2.0", None)]


def test_a_broken_lock_in_the_work_tree_is_an_error(repository: Desk) -> None:
    repository.write("capability.lock", "<<<<<<< ours\n")
    assert "merge conflict" in refused(repository).err
    assert names(repository, "..HEAD")


def test_without_tags_all_is_unreleased(desk: Desk) -> None:
    desk.git("init", "-q")
    commit(desk, [LOOK])
    commit(desk, [LOOK, FIND])
    document = assert_valid(desk.ok("changelog", "--format", "json"))
    (rest,) = document["releases"]
    assert (rest["name"], rest["contents"]) == ("Unreleased", {"servers": 1, "tools": 2})
    assert "No version tag" in document["note"]


def test_each_commit(repository: Desk) -> None:
    repository.write("other", "x")
    repository.commit("untouched")
    commit(repository, [OWNED])
    output = releases(repository, "--each-commit")
    assert [rules(each)[:1] for each in output] == [["tool-removed"], ["input-required-added"], ["tool-added"], []]
    assert [each["also"] for each in output] == [[], ["v1.2.0"], ["v1.1.0"], ["v1.0.0"]]
    assert output[0]["subject"] == "x"
    assert len(releases(repository, "v1.1.0..v1.2.0", "--each-commit")) == 1


def test_each_commit_demands_a_step_from_what_had_been_released_by_then(desk: Desk) -> None:
    desk.git("init", "-q")
    history: list[tuple[list[Any], str]] = [
        ([LOOK], "v0.1.0"),
        ([LOOK, FIND], ""),
        ([FIND], "v0.2.0"),
        ([FIND, LOOK], ""),
    ]
    for tools, tag in history:
        commit(desk, tools)
        if tag:
            desk.git("tag", tag)
    output = releases(desk, "--each-commit")
    demands = [("patch", "0.2.1"), ("minor", "0.2.0"), ("patch", "0.1.1"), ("none", None)]
    assert [(each["demands"], each["next"]) for each in output] == demands
    (last,) = releases(desk, "v0.2.0..HEAD", "--each-commit")
    assert (last["demands"], last["next"]) == ("patch", "0.2.1")


def test_what_cannot_be_determined_is_an_error(desk: Desk) -> None:
    desk.catalogs(a=[LOOK])
    assert "not a git repository" in refused(desk).err
    desk.git("init", "-q")
    assert "no lock in git history or in the work tree" in refused(desk).err
    desk.ok("lock")
    assert names(desk) == [("Unreleased", None)]
    desk.commit()
    desk.git("tag", "v1.0.0")
    commit(desk, [FIND])
    desk.git("clone", "-q", "--depth", "1", desk.folder.as_uri(), "shallow")
    answer = refused(desk, "--lock", "shallow/capability.lock")
    assert "fetch-depth: 0" in answer.err


def test_policy_of_today_judges_all_of_history(repository: Desk) -> None:
    repository.catalogs(a=[OWNED, FIND], more='[policy.severity]\n"input-required-added" = "safe"\n')
    last = releases(repository, "..HEAD")[0]
    assert last["summary"]["breaking"] == 0
    (required,) = [each for each in last["changes"] if each["rule"] == "input-required-added"]
    assert required["override"]["instead_of"] == "BREAKING"
    assert releases(repository, "..HEAD", "--config-from", "HEAD")[0]["summary"]["breaking"] == 1


def test_who_approved_what(repository: Desk) -> None:
    repository.catalogs(a=[LOOK, FIND])
    repository.ok("lock")
    repository.ok("approve", "--rule", "*", "--server", "*", "--reason", "Undone again.", "--by", "bo@example.com")
    repository.commit("undone")
    repository.catalogs(a=[LOOK])
    repository.ok("lock")
    repository.ok(
        "approve", "--rule", "tool-removed", "--reason", "Nobody <b>called</b> it.", "--by", "ana@example.com"
    )
    repository.commit("removed")
    repository.git("tag", "v2.0.0")
    repository.catalogs(a=[])
    last = releases(repository, "v1.1.0..v2.0.0")[0]
    (removed,) = [each for each in last["changes"] if each["rule"] == "tool-removed"]
    assert [(each["by"], each["reason"]) for each in removed["approvals"]] == [
        ("ana@example.com", "Nobody <b>called</b> it.")
    ]
    text = repository.ok("changelog", "v1.1.0..v2.0.0").out
    assert "Approved by `ana@example.com`: `Nobody <b>called</b> it.`" in text


def test_what_was_approved_on_the_way(repository: Desk) -> None:
    """Two steps make one change of the release, each with its own approval."""
    for description, reason in (("Finds some things.", "The first step."), ("Finds all things.", "The second step.")):
        repository.catalogs(a=[OWNED, FIND | {"description": description}])
        repository.ok("lock")
        repository.ok("approve", "--tool", "find", "--reason", reason, "--by", "ana@example.com")
        repository.commit()
    repository.git("tag", "v1.2.1")
    last, before, *_ = releases(repository)
    (reworded,) = [each for each in last["changes"] if each["rule"] == "tool-description-changed"]
    assert reworded["approvals"] == []
    assert [each["reason"] for each in last["approved_on_the_way"] if each["rule"] == "tool-description-changed"] == [
        "The first step.", "The second step.",
    ]  # fmt: skip
    assert before["approved_on_the_way"] == []
    assert "### Approved between releases" in repository.ok("changelog").out


def test_approvals_of_the_past_that_cannot_be_read_are_named(repository: Desk) -> None:
    repository.write("capability.approvals.toml", "[[approval]\n")
    commit(repository, [OWNED])
    repository.git("tag", "v1.3.0")
    last = releases(repository, "..HEAD")[0]
    assert "capability.approvals.toml of v1.3.0 cannot be read" in last["notes"][0]
    assert rules(last) == ["tool-removed"]


def test_of_several_packages_one_is_named(desk: Desk) -> None:
    desk.git("init", "-q")
    release(desk, "docs@1.0.0", [LOOK])
    release(desk, "search-v3.0.0", [LOOK, FIND])
    release(desk, "docs@1.1.0", [FIND])
    assert "--package NAME" in refused(desk).err
    assert names(desk, "--package", "docs") == [("docs@1.1.0", "docs@1.0.0"), ("docs@1.0.0", None)]
    assert names(desk, "--package", "search")[-1] == ("search-v3.0.0", None)
    assert "docs, search" in refused(desk, "--package", "dosc").err


def test_a_file_to_write_to(repository: Desk) -> None:
    answer = repository.ok("changelog", "--output", "NOTES.md")
    assert answer.out == ""
    assert (repository.folder / "NOTES.md").read_text("utf-8") == repository.ok("changelog").out
    repository.ok("changelog", "--format", "json", "-o", "notes.json")
    assert json.loads((repository.folder / "notes.json").read_text("utf-8"))["format"] == "govern.changelog/1"
    assert repository.govern("changelog", "--format", "sarif").code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no files of such names")
def test_whatever_tags_and_commits_say(repository: Desk) -> None:
    for tag in ("<img_src=x>-v1.5.0", "`-v1.6.0", "x](javascript;1)-v1.7.0", "--help-v1.8.0"):
        commit(repository, [LOOK | {"description": tag}])
        repository.git("update-ref", f"refs/tags/{tag}", "HEAD")
        series = tag.removesuffix(tag[tag.index("-v1") :])
        text = repository.ok("changelog", "--package", series).out
        assert "<img" not in text.replace("`<img_src=x>-v1.5.0`", "")
        assert text.count("\n## ") == 1
