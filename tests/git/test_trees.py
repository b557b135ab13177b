"""What a commit holds, and where a file stood that has moved since."""

import os
import shutil
from pathlib import Path

import pytest

from govern.errors import UsageError
from govern.git.revisions import path_in_repository, require_repository
from govern.git.trees import Tree, committed_text
from tests.desk import Desk


@pytest.fixture
def kept(desk: Desk) -> Desk:
    desk.git("init", "-q")
    for name in ("a.lock", "deep/a.lock", "deep/er/b.toml", "grün.lock"):
        desk.write(name, f"{name}\n")
    desk.write("odd.lock", b"\xff\n")
    desk.commit()
    return desk


def test_a_file_by_its_place(kept: Desk) -> None:
    kept.write("a.lock", "changed since")
    with Tree(kept.folder / "a.lock", "HEAD") as tree:
        assert tree.content("a.lock") == b"a.lock\n"
        assert tree.text("deep/er/b.toml") == "deep/er/b.toml\n"
        assert tree.text("odd.lock") == "\ufffd\n"
        for place in ("b.lock", "deep", "deep/er", "a.lock/b", "other/a.lock"):
            assert tree.content(place) is None


def test_what_has_gone_from_where_it_stood(kept: Desk) -> None:
    (kept.folder / "deep" / "a.lock").rename(kept.folder / "moved.lock")
    (kept.folder / "grün.lock").unlink()
    with Tree(kept.folder / "a.lock", "HEAD") as tree:
        assert tree.removed_files("a.lock", "b.toml") == ["deep/a.lock"]
        assert tree.removed_files("grün.lock") == ["grün.lock"]
        assert tree.removed_files("c.lock") == []


def test_what_a_sparse_checkout_leaves_out_is_not_gone(kept: Desk) -> None:
    kept.git("sparse-checkout", "set", "--no-cone", "/*", "!/deep/")
    assert not (kept.folder / "deep").exists()
    (kept.folder / "grün.lock").unlink()
    with Tree(kept.folder / "a.lock", "HEAD") as tree:
        assert tree.removed_files("a.lock", "b.toml", "grün.lock") == ["grün.lock"]


def test_a_place_is_told_from_the_root(kept: Desk, tmp_path_factory: pytest.TempPathFactory) -> None:
    root = require_repository(kept.folder / "deep" / "a.lock")
    assert root.resolve() == kept.folder.resolve()
    assert path_in_repository(kept.folder / "deep" / "a.lock", root) == "deep/a.lock"
    assert path_in_repository(Path("deep/never.lock"), root) == "deep/never.lock"
    assert path_in_repository(tmp_path_factory.mktemp("x") / "a.lock", root) is None


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_folder_that_became_a_link_is_an_error(kept: Desk) -> None:
    """Else a link would show another folder's file for the one that was agreed."""
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


def test_where_there_is_no_repository(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="git cannot read this folder"):
        require_repository(tmp_path / "a.lock")
