"""Read files from commits, and find files that were moved since."""

import os
import shutil
from pathlib import Path

import pytest

from govern.errors import UsageError
from govern.git.revisions import path_in_repository, require_repository
from govern.git.trees import BlobReader, Tree, WorkTree, committed_text
from tests.desk import Desk


@pytest.fixture
def kept(desk: Desk) -> Desk:
    desk.git("init", "-q")
    for name in ("a.lock", "deep/a.lock", "deep/er/b.toml", "grün.lock"):
        desk.write(name, f"{name}\n")
    desk.write("odd.lock", b"\xff\n")
    desk.commit()
    return desk


def test_read_a_file_by_its_path(kept: Desk) -> None:
    kept.write("a.lock", "changed since")
    with Tree(kept.folder / "a.lock", "HEAD") as tree:
        assert tree.content("a.lock") == b"a.lock\n"
        assert tree.text("deep/er/b.toml") == "deep/er/b.toml\n"
        assert tree.text("odd.lock") == "\ufffd\n"
        for place in ("b.lock", "deep", "deep/er", "a.lock/b", "other/a.lock"):
            assert tree.content(place) is None


def test_removed_and_moved_files(kept: Desk) -> None:
    (kept.folder / "deep" / "a.lock").rename(kept.folder / "moved.lock")
    (kept.folder / "grün.lock").unlink()
    with Tree(kept.folder / "a.lock", "HEAD") as tree:
        assert tree.removed_files("a.lock", "b.toml") == ["deep/a.lock"]
        assert tree.removed_files("grün.lock") == ["grün.lock"]
        assert tree.removed_files("c.lock") == []


def test_files_left_out_by_a_sparse_checkout_are_not_removed(kept: Desk) -> None:
    kept.git("sparse-checkout", "set", "--no-cone", "/*", "!/deep/")
    assert not (kept.folder / "deep").exists()
    (kept.folder / "grün.lock").unlink()
    with Tree(kept.folder / "a.lock", "HEAD") as tree:
        assert tree.removed_files("a.lock", "b.toml", "grün.lock") == ["grün.lock"]


def test_paths_start_at_the_root(kept: Desk, tmp_path_factory: pytest.TempPathFactory) -> None:
    root = require_repository(kept.folder / "deep" / "a.lock")
    assert root.resolve() == kept.folder.resolve()
    assert path_in_repository(kept.folder / "deep" / "a.lock", root) == "deep/a.lock"
    assert path_in_repository(Path("deep/never.lock"), root) == "deep/never.lock"
    assert path_in_repository(tmp_path_factory.mktemp("x") / "a.lock", root) is None


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_folder_that_became_a_link_is_an_error(kept: Desk) -> None:
    """Otherwise a link would show another folder's file instead of the approved one."""
    kept.write("other/a.lock", "another\n")
    kept.commit()
    shutil.rmtree(kept.folder / "deep")
    (kept.folder / "deep").symlink_to("other")
    path = kept.folder / "deep" / "a.lock"
    assert path_in_repository(path, require_repository(path)) == "deep/a.lock"
    for there in (path, kept.folder / "other" / "a.lock"):
        kept.git("add", "-A")
        with pytest.raises(UsageError, match=r"deep was a folder at .*, but is a symbolic link now"):
            committed_text(there, "HEAD")
    kept.commit()
    assert committed_text(path, "HEAD") == "another\n"
    with pytest.raises(UsageError, match="deep was a folder"):
        committed_text(path, "HEAD~1")


def test_outside_a_repository(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="git cannot read this folder"):
        require_repository(tmp_path / "a.lock")


pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(params=["sha1", "sha256"])
def commit(desk: Desk, request: pytest.FixtureRequest) -> str:
    """Return a commit with some files, in a repository with SHA-1 or SHA-256 ids."""
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


@pytest.mark.parametrize("path", ["b", "b c", "b c/d", "a/b", "x/y/z", "b c/d/é", "", "a/../a"])
def test_paths_without_a_file(desk: Desk, commit: str, path: str) -> None:
    with BlobReader(desk.lock_path) as blobs:
        assert blobs.blob(commit, path) is None


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_are_followed_as_in_a_work_tree(desk: Desk) -> None:
    desk.git("init", "-q")
    desk.write("b/c/file", "held")
    desk.write("c/file", "another")
    links = {
        "one": "b/c/file",
        "b/two": "../one",
        "d": "b",
        "b/out": "../../x",
        "abs": "/x",
        "round": "round",
        "b/up": "..",
        "deep": "b/c",
        "above": "deep/../c/file",
        "b/past": "../deep/../../../x",
    }
    for name, target in links.items():
        (desk.folder / name).symlink_to(target)
    desk.commit()
    with BlobReader(desk.lock_path) as blobs:
        held = blobs.blob("HEAD", "b/c/file")
        assert held
        for path in ("one", "b/two", "d/c/file", "d/two", "b/up/b/c/file", "above", "deep/../two"):
            assert blobs.blob("HEAD", path) == held
        for path in ("round", "one/file", "d", "d/c", "b/up", "d/none"):
            assert blobs.blob("HEAD", path) is None
        for path in ("abs", "b/out", "d/out", "abs/x", "b/past", "../a"):
            with pytest.raises(UsageError, match="leads out of the repository"):
                blobs.blob("HEAD", path)


def made_tree(desk: Desk, *entries: tuple[bytes, str]) -> str:
    """Return a tree of these entries, each its mode with its name and the name of its object, as they are."""
    ids = [bytes.fromhex(desk.git("rev-parse", name).strip()) for _, name in entries]
    file = desk.folder / ".git" / "tree"
    file.write_bytes(b"".join(entry + b"\0" + found for (entry, _), found in zip(entries, ids, strict=True)))
    return desk.git("hash-object", "-t", "tree", "-w", "--literally", str(file)).strip()


@pytest.mark.parametrize("mode", [b"040000", b"40755", b"47777"])
def test_modes_are_those_of_git(desk: Desk, commit: str, mode: bytes) -> None:
    """`git fsck` passes folders with permissions, so a commit of such may be pushed anywhere."""
    root = made_tree(desk, (b"0100664 a", "HEAD:a"), (mode + b" b c", "HEAD:b c"))
    odd = desk.git("commit-tree", "-m", "x", root).strip()
    with BlobReader(desk.lock_path) as blobs:
        for path in ("a", "b c/d/é.lock"):
            assert blobs.blob(odd, path) == blobs.blob(commit, path)
        assert blobs.is_folder(odd, "b c/d")


@pytest.mark.parametrize("entry", [b"x a", b"\xff a", b"40000 b c/d"])
def test_a_damaged_tree_is_an_error(desk: Desk, commit: str, entry: bytes) -> None:
    """An entry with a slash is checked out in place of the file in the folder."""
    root = made_tree(desk, (b"40000 b c", f"{commit}:b c"), (entry, "HEAD:a"))
    odd = desk.git("commit-tree", "-m", "x", root).strip()
    with BlobReader(desk.lock_path) as blobs, pytest.raises(UsageError, match="git cannot read"):
        blobs.blob(odd, "a")


def test_a_lost_object_is_never_an_absent_file(desk: Desk, commit: str) -> None:
    for name in ("HEAD:a", "HEAD:b c/d", "HEAD^{tree}", "HEAD"):
        found = desk.git("rev-parse", name).strip()
        (desk.folder / ".git" / "objects" / found[:2] / found[2:]).unlink()
        with BlobReader(desk.lock_path) as blobs, pytest.raises(UsageError, match="git cannot read"):
            blobs.content(blobs.blob(commit, "b c/d/x" if name == "HEAD:b c/d" else "a") or "")


@pytest.mark.parametrize("name", ["0" * 40, "x", "HEAD:a\nHEAD:a", ""])
@pytest.mark.usefixtures("commit")
def test_an_invalid_id_is_an_error(desk: Desk, name: str) -> None:
    with BlobReader(desk.lock_path) as blobs, pytest.raises(UsageError):
        blobs.content(name)


@pytest.mark.usefixtures("commit")
def test_a_damaged_repository_is_an_error(desk: Desk) -> None:
    found = desk.git("rev-parse", "HEAD:a").strip()
    file = desk.folder / ".git" / "objects" / found[:2] / found[2:]
    file.chmod(0o644)
    file.write_bytes(file.read_bytes()[:-4] + b"oops")
    with BlobReader(desk.lock_path) as blobs, pytest.raises(UsageError):
        blobs.content(found)


@pytest.mark.usefixtures("commit")
def test_large_blobs_and_many_blobs(desk: Desk) -> None:
    large = bytes(range(256)) * 20_000
    desk.write("large", large)
    desk.commit()
    with BlobReader(desk.lock_path) as blobs:
        for _ in range(3):
            assert blobs.content(blobs.blob(desk.git("rev-parse", "HEAD").strip(), "large") or "") == large


def test_no_process_survives(commit: str) -> None:
    with BlobReader(Path("a")) as blobs:
        blobs.blob(commit, "a")
    assert blobs._objects._process.poll() is not None


@pytest.fixture
def repository(desk: Desk) -> Desk:
    desk.git("init", "-q")
    desk.write(".gitignore", "ignored\n")
    for name in ("committed", "removed", "sub/inner"):
        desk.write(name, name)
    desk.commit("first")
    (desk.folder / "removed").unlink()
    desk.write("new", "new")
    desk.write("ignored", "ignored")
    return desk


def paths(tree: Tree | WorkTree) -> list[str]:
    return sorted(entry.path for entry in tree.entries())


def test_new_files_are_listed_and_ignored_or_removed_ones_are_not(repository: Desk) -> None:
    assert paths(WorkTree(repository.folder / "x")) == [".gitignore", "committed", "new", "sub/inner"]
    assert paths(WorkTree(repository.folder / "sub" / "x")) == [".gitignore", "committed", "new", "sub/inner"]
    with Tree(repository.folder / "x", repository.git("rev-parse", "HEAD").strip()) as tree:
        assert paths(tree) == [".gitignore", "committed", "removed", "sub/inner"]


def test_a_file_is_read_up_to_its_limit(repository: Desk) -> None:
    tree = WorkTree(repository.folder / "x")
    assert tree.content("sub/inner", 9) == b"sub/inner"
    assert tree.content("sub", 9) is None
    with pytest.raises(OSError, match="larger"):
        tree.content("sub/inner", 8)
    with Tree(repository.folder / "x", repository.git("rev-parse", "HEAD").strip()) as committed:
        assert committed.content("sub/inner", 9) == b"sub/inner"
        with pytest.raises(OSError, match="larger"):
            committed.content("sub/inner", 8)


@pytest.mark.skipif(os.name == "nt", reason="links")
def test_links_are_listed_with_their_targets(repository: Desk) -> None:
    (repository.folder / "link").symlink_to("committed")
    (repository.folder / "out").symlink_to("/etc/hostname")
    tree = WorkTree(repository.folder / "x")
    links = {entry.path: tree.link(entry) for entry in tree.entries() if entry.is_link}
    assert links == {"link": "committed", "out": "/etc/hostname"}
    assert tree.content("link", 99) == b"committed"
    with pytest.raises(UsageError, match="leads out of the repository"):
        tree.content("out", 99)
    repository.commit("links")
    with Tree(repository.folder / "x", repository.git("rev-parse", "HEAD").strip()) as committed:
        assert {each.path: committed.link(each) for each in committed.entries() if each.is_link} == links
