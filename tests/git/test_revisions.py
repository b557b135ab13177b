"""Refs, conflict sides and committed files; an unreadable lock is never treated as missing."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from govern.errors import UsageError
from govern.git.history import unparsed_tags, version_tags
from govern.git.process import asking_once
from govern.git.revisions import conflict_side, is_shallow, merge_base, require_repository, resolve_commit
from govern.git.trees import BlobReader, Tree, committed_text
from tests.desk import Desk

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def path(desk: Desk) -> Path:
    """A committed file."""
    desk.git("init", "-q")
    path = desk.write("capability.lock", "held\n")
    desk.commit()
    return path


def lose(desk: Desk, name: str) -> None:
    """A partial clone that cannot fetch, or a damaged repository, lacks objects like this."""
    found = desk.git("rev-parse", name).strip()
    (desk.folder / ".git" / "objects" / found[:2] / found[2:]).unlink()


def test_committed_text_is_read(path: Path) -> None:
    assert committed_text(path, "HEAD") == "held\n"
    assert committed_text(path.with_name("other"), "HEAD") is None
    assert committed_text(path.with_name("*"), "HEAD") is None


def test_a_folder_missing_from_the_commit_has_no_file(path: Path) -> None:
    below = path.parent / "below"
    below.mkdir()
    assert committed_text(below / path.name, "HEAD") is None


def test_before_the_first_commit_no_file_is_committed(desk: Desk) -> None:
    desk.git("init", "-q")
    assert committed_text(desk.folder / "capability.lock", "HEAD") is None


@pytest.mark.parametrize("name", ["HEAD:capability.lock", "HEAD^{tree}", "HEAD"])
def test_a_lost_object_is_an_error(desk: Desk, path: Path, name: str) -> None:
    lose(desk, name)
    with pytest.raises(UsageError):
        committed_text(path, "HEAD")
    assert desk.govern("diff", "HEAD").code == 2


@pytest.mark.parametrize(
    "ref", ["--help", "^HEAD", "HEAD\nHEAD", "HEAD\0", "HEAD..HEAD", "HEAD:capability.lock", "HEAD^{tree}", "", "a b",
            "HEAD@{upstream}", "HEAD@{99}", ":/("]
)  # fmt: skip
def test_an_unknown_ref_is_an_error(path: Path, ref: str) -> None:
    with pytest.raises(UsageError, match="no commit"):
        committed_text(path, ref)


def test_a_file_that_is_named_like_a_commit_is_none(desk: Desk, path: Path) -> None:
    desk.write("x^{commit}", "held")
    desk.commit()
    with pytest.raises(UsageError, match="no commit"):
        committed_text(path, "HEAD:x")


def test_a_name_of_two_refs_is_rejected(desk: Desk, path: Path) -> None:
    for ref in ("refs/heads/one", "refs/remotes/origin/main"):
        desk.git("update-ref", ref, "HEAD")
    for tag in ("one", "origin/main"):
        desk.git("tag", tag)
    assert committed_text(path, "one") == "held\n"
    desk.write(path.name, "theirs\n")
    desk.commit()
    for tag in ("one", "origin/main"):
        desk.git("tag", "-f", tag)
    for name in ("one", "one~0", "one^{commit}", "origin/main"):
        with pytest.raises(UsageError, match="is ambiguous"):
            committed_text(path, name)
    assert committed_text(path, "refs/heads/one") == committed_text(path, "heads/one") == "held\n"
    assert merge_base(path, "main") == desk.git("rev-parse", "refs/remotes/origin/main").strip()


def test_git_dir_of_a_hook_does_not_locate_files(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = path.parent / "below"
    below.mkdir()
    monkeypatch.setenv("GIT_DIR", str(path.parent / ".git"))
    assert committed_text(below / path.name, "HEAD") is None
    monkeypatch.setenv("GIT_DIR", ".git")
    assert committed_text(below.parent / path.name, "HEAD") == "held\n"


def test_a_commit_missing_from_a_shallow_clone_hints_at_fetching(desk: Desk, path: Path) -> None:
    desk.git("commit", "-q", "--allow-empty", "-m", "x")
    desk.git("clone", "-q", "--depth", "1", desk.folder.as_uri(), "shallow")
    with pytest.raises(UsageError, match="no commit 'HEAD~1'") as refused:
        committed_text(desk.folder / "shallow" / path.name, "HEAD~1")
    assert "fetch-depth: 0" in refused.value.hint
    with pytest.raises(UsageError, match="no commit 'HEAD~2'") as refused:
        committed_text(path, "HEAD~2")
    assert "`git tag`" in refused.value.hint


def test_the_error_for_a_folder_of_another_owner_names_the_command_to_trust_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Git's own switch, by which its tests play another owner.
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(UsageError, match="dubious ownership") as refused:
        committed_text(path, "HEAD")
    assert refused.value.hint == f"if you trust it, run: git config --global --add safe.directory {path.parent}"


def test_a_stage_exists_only_in_a_conflict(desk: Desk, path: Path) -> None:
    assert [conflict_side(path, stage) for stage in (1, 2, 3)] == [None, None, None]
    desk.git("checkout", "-q", "-b", "other")
    desk.write(path.name, "theirs\n")
    desk.commit()
    desk.git("checkout", "-q", "-")
    desk.write(path.name, "ours\n")
    desk.commit()
    desk.git("merge", "other", code=1)
    assert [conflict_side(path, stage) for stage in (1, 2, 3)] == ["held\n", "ours\n", "theirs\n"]
    lose(desk, "other:capability.lock")
    with pytest.raises(UsageError):
        conflict_side(path, 3)


def test_git_is_asked_once_for_all_of_one_verdict(desk: Desk, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    run = subprocess.run

    def counted(argv: list[str], **how: Any) -> Any:
        asked.extend([argv] if "--no-pager" in argv else [])
        return run(argv, **how)

    head = resolve_commit(path, "HEAD")
    assert head
    monkeypatch.setattr(subprocess, "run", counted)
    with asking_once():
        readers = {BlobReader(path)._objects._process for _ in range(2)}
        for _ in range(3):
            assert (require_repository(path), is_shallow(path)) == (desk.folder.resolve(), False)
            assert resolve_commit(path, "HEAD", whole=True) == resolve_commit(path, head) == head
            assert (version_tags(path), unparsed_tags(path)) == ([], [])
            with Tree(path, head) as tree:
                assert path.name in {each.path for each in tree.entries()}
            desk.git("commit", "-q", "--allow-empty", "-m", "meanwhile")
    assert [reader.poll() for reader in readers] == [0]
    # Its top, its tags, the index, and the files.
    assert len(asked) == 4
    assert resolve_commit(path, "HEAD") != head
