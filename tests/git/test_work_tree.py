import os

import pytest

from govern.errors import UsageError
from govern.git.trees import Tree
from govern.git.work_tree import WorkTree
from tests.desk import Desk


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
