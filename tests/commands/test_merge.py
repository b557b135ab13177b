"""`govern lock --merge` in real git repositories, by hand and as git's merge driver."""

import shutil
import sys
from typing import Any

import pytest

from tests.desk import REPOSITORY, Desk, Prepared

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def tool(name: str = "t", title: str = "") -> dict[str, Any]:
    return {"name": name, "title": title, "description": "Überraschend viel Text für einen Vergleich."}


@pytest.fixture
def repository(prepared: Prepared) -> Desk:
    """Create a repository whose first commit locks one server."""

    def build(desk: Desk) -> None:
        desk.git("init", "-q", "-b", "main")
        desk.catalogs(a=[tool("t"), tool("u")])
        desk.ok("lock")
        desk.commit()

    return prepared(build)


def branches(desk: Desk, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
    """Create two branches with different locks; main, with `ours`, is checked out."""
    desk.git("checkout", "-q", "-b", "other")
    for name, changed in (("other", theirs), ("main", ours)):
        desk.git("checkout", "-q", name)
        desk.catalogs(**changed)
        desk.ok("lock")
        desk.commit()


def conflict(desk: Desk, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
    branches(desk, theirs, ours)
    desk.git("merge", "other", code=1)
    assert "<<<<<<<" in desk.lock_path.read_text("utf-8")


A = [tool("t"), tool("u")]


def test_a_conflict_is_resolved_from_the_index(repository: Desk) -> None:
    conflict(repository, {"a": A, "b": [tool()]}, {"a": A, "c": [tool()]})
    answer = repository.ok("lock", "--merge")
    assert answer.out.startswith("merged 3 servers\nsha256:")
    assert [server.name for server in repository.lock.servers] == ["a", "b", "c"]
    repository.catalogs(a=A, b=[tool()], c=[tool()])
    repository.ok("verify")
    repository.ok("lock", "--check")


def test_a_config_that_is_in_conflict_too_is_resolved_by_hand_and_reports_it(repository: Desk) -> None:
    """Merging does not need the config."""
    conflict(repository, {"a": A, "b": [tool()]}, {"a": A, "c": [tool()]})
    repository.ok("lock", "--merge")
    for verb in ("verify", "gate"):
        answer = repository.govern(verb)
        assert (answer.code, answer.out) == (2, "")
        assert "govern.toml: line 3: contains a merge conflict" in answer.err
        assert "resolve it first" in answer.err


def test_it_is_found_from_a_folder_below(repository: Desk) -> None:
    conflict(repository, {"a": A, "b": [tool()]}, {"a": A, "c": [tool()]})
    (repository.folder / "below").mkdir()
    repository.monkeypatch.chdir(repository.folder / "below")
    repository.ok("lock", "--merge")
    repository.catalogs(a=A, b=[tool()], c=[tool()])
    repository.ok("verify")


def test_two_tools_of_one_server_merge(repository: Desk) -> None:
    conflict(repository, {"a": [tool("t"), tool("u", "New")]}, {"a": [tool("t", "New"), tool("u")]})
    repository.ok("lock", "--merge")
    assert [item.texts["title"] for item in repository.lock.servers[0].tools] == ["New", "New"]


def test_a_true_conflict_names_what_both_changed(repository: Desk) -> None:
    conflict(repository, {"a": [tool("t", "Theirs")], "b": [tool()]}, {"a": [tool("t", "Ours")]})
    answer = repository.govern("lock", "--merge")
    assert answer.code == 1
    assert "both sides changed these, differently:\n  a/t\n" in answer.out
    assert "govern lock a" in answer.out
    kept, merged = repository.lock.servers
    assert (kept.tools[0].texts["title"], merged.name) == ("Ours", "b")
    repository.ok("verify")


def test_one_side_that_counts_in_another_encoding_is_counted_again(repository: Desk) -> None:
    repository.git("checkout", "-q", "-b", "other")
    repository.catalogs(a=[tool("t", "Theirs"), tool("u")], b=[tool()])
    repository.ok("lock")
    repository.commit()
    repository.git("checkout", "-q", "main")
    repository.catalogs(a=A, more='[policy]\nencoding = "o200k_base"\n')
    repository.ok("lock")
    repository.commit()
    repository.git("merge", "other", code=1)
    repository.ok("lock", "--merge")
    assert repository.lock.encoding == "o200k_base"
    repository.catalogs(a=[tool("t", "Theirs"), tool("u")], b=[tool()], more='[policy]\nencoding = "o200k_base"\n')
    repository.ok("verify")
    repository.ok("lock", "--check")


def test_without_a_conflict_it_reports_it(repository: Desk) -> None:
    before = repository.lock_path.read_bytes()
    answer = repository.govern("lock", "--merge")
    assert answer.code == 2
    assert "has no merge conflict in git" in answer.err
    assert repository.lock_path.read_bytes() == before


def test_outside_of_a_repository_it_reports_it(desk: Desk) -> None:
    desk.catalogs(a=A)
    desk.ok("lock")
    answer = desk.govern("lock", "--merge")
    assert answer.code == 2
    assert "not a git repository" in answer.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("one",), "--merge takes no path, or three"),
        (("one", "two"), "--merge takes no path, or three"),
        (("one", "two", "three", "four"), "--merge takes no path, or three"),
        (("govern.toml", "capability.lock", "capability.lock"), "govern.toml: lock: not a capability.lock"),
        (("capability.lock", "none", "capability.lock"), "none: lock not found"),
        (("--lock", "none/capability.lock"), "no such folder"),
        (("--lock", "govern.toml/capability.lock"), "no such folder"),
    ],
)
def test_usage_errors(repository: Desk, words: tuple[str, ...], message: str) -> None:
    answer = repository.govern("lock", "--merge", *words)
    assert answer.code == 2
    assert message in answer.err


def test_git_is_not_there(repository: Desk) -> None:
    repository.monkeypatch.setenv("PATH", str(repository.folder))
    answer = repository.govern("lock", "--merge")
    assert answer.code == 2
    assert "git is not installed" in answer.err


def with_driver(desk: Desk) -> None:
    desk.monkeypatch.setenv("PYTHONPATH", str(REPOSITORY))
    desk.git("config", "merge.govern.driver", f'"{sys.executable}" -m govern lock --merge %O %A %B')
    desk.write(".git/info/attributes", "capability.lock merge=govern\n")


def test_as_gits_merge_driver(repository: Desk) -> None:
    with_driver(repository)
    branches(repository, {"a": A, "b": [tool()]}, {"a": A, "c": [tool()]})
    repository.git("merge", "-q", "-X", "ours", "--no-edit", "other", code=0)
    assert [server.name for server in repository.lock.servers] == ["a", "b", "c"]
    repository.ok("verify")


def test_a_true_conflict_of_the_driver_stays_gits(repository: Desk) -> None:
    with_driver(repository)
    branches(repository, {"a": [tool("t", "Theirs")]}, {"a": [tool("t", "Ours")]})
    message = repository.git("merge", "--no-edit", "-X", "ours", "other", code=1)
    assert "conflict: both sides changed" in message
    assert "UU capability.lock" in repository.git("status", "--short")
    assert repository.lock.servers[0].tools[0].texts["title"] == "Ours"


def test_where_both_sides_began_a_lock(desk: Desk) -> None:
    desk.git("init", "-q", "-b", "main")
    with_driver(desk)
    desk.write("x", "x")
    desk.commit()
    branches(desk, {"b": [tool()]}, {"c": [tool()]})
    desk.git("merge", "--no-edit", "-X", "ours", "other")
    assert [server.name for server in desk.lock.servers] == ["b", "c"]
