"""Reading what commits hold through one process."""

import os
import shutil
from pathlib import Path

import pytest

from govern.errors import UsageError
from govern.git.trees import BlobReader
from tests.desk import Desk

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(params=["sha1", "sha256"])
def commit(desk: Desk, request: pytest.FixtureRequest) -> str:
    """A commit with some files, in a repository with either kind of ids."""
    desk.git("init", "-q", "--object-format", request.param)
    desk.write("a", "a\n")
    desk.write("b c/d/é.lock", b"\0\n\xff missing\n")
    desk.write("empty", "")
    desk.commit()
    return desk.git("rev-parse", "HEAD").strip()


def test_files_by_their_paths(desk: Desk, commit: str) -> None:
    with BlobReader(desk.lock_path) as blobs:
        found = {path: blobs.blob(commit, path) for path in ("a", "b c/d/é.lock", "empty")}
        assert [blobs.content(blob or "") for blob in found.values()] == [b"a\n", b"\0\n\xff missing\n", b""]
        assert found["a"] == desk.git("rev-parse", "HEAD:a").strip()


@pytest.mark.parametrize("path", ["b", "b c", "b c/d", "a/b", "x/y/z", "b c/d/é", "", "../a", "b c/../a"])
def test_what_is_no_file_there(desk: Desk, commit: str, path: str) -> None:
    with BlobReader(desk.lock_path) as blobs:
        assert blobs.blob(commit, path) is None


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_are_followed_as_in_a_work_tree(desk: Desk) -> None:
    desk.git("init", "-q")
    desk.write("b/c/file", "held")
    links = {
        "one": "b/c/file",
        "b/two": "../one",
        "d": "b",
        "b/out": "../../x",
        "abs": "/x",
        "round": "round",
        "b/up": "..",
    }
    for name, target in links.items():
        (desk.folder / name).symlink_to(target)
    desk.commit()
    with BlobReader(desk.lock_path) as blobs:
        held = blobs.blob("HEAD", "b/c/file")
        assert held
        for path in ("one", "b/two", "d/c/file", "d/two", "b/up/b/c/file"):
            assert blobs.blob("HEAD", path) == held
        for path in ("round", "one/file", "d", "d/c", "b/up", "d/none"):
            assert blobs.blob("HEAD", path) is None
        for path in ("abs", "b/out", "d/out", "abs/x"):
            with pytest.raises(UsageError, match="leads out of the repository"):
                blobs.blob("HEAD", path)


def test_what_is_lost_is_an_error_and_never_absent(desk: Desk, commit: str) -> None:
    for name in ("HEAD:a", "HEAD:b c/d", "HEAD^{tree}", "HEAD"):
        found = desk.git("rev-parse", name).strip()
        (desk.folder / ".git" / "objects" / found[:2] / found[2:]).unlink()
        with BlobReader(desk.lock_path) as blobs, pytest.raises(UsageError, match="git cannot read"):
            blobs.content(blobs.blob(commit, "b c/d/x" if name == "HEAD:b c/d" else "a") or "")


@pytest.mark.parametrize("name", ["0" * 40, "x", "HEAD:a\nHEAD:a", ""])
@pytest.mark.usefixtures("commit")
def test_what_is_no_id_is_an_error(desk: Desk, name: str) -> None:
    with BlobReader(desk.lock_path) as blobs, pytest.raises(UsageError):
        blobs.content(name)


@pytest.mark.usefixtures("commit")
def test_one_that_is_damaged_is_an_error(desk: Desk) -> None:
    found = desk.git("rev-parse", "HEAD:a").strip()
    file = desk.folder / ".git" / "objects" / found[:2] / found[2:]
    file.chmod(0o644)
    file.write_bytes(file.read_bytes()[:-4] + b"oops")
    with BlobReader(desk.lock_path) as blobs, pytest.raises(UsageError):
        blobs.content(found)


@pytest.mark.usefixtures("commit")
def test_a_large_one_and_many(desk: Desk) -> None:
    large = bytes(range(256)) * 20_000
    desk.write("large", large)
    desk.commit()
    with BlobReader(desk.lock_path) as blobs:
        for _ in range(3):
            assert blobs.content(blobs.blob(desk.git("rev-parse", "HEAD").strip(), "large") or "") == large


def test_no_process_is_left(commit: str) -> None:
    with BlobReader(Path("a")) as blobs:
        blobs.blob(commit, "a")
    assert blobs._process.poll() is not None
