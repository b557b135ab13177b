"""What a lock was over time."""

import shutil
from typing import Any

import pytest

from govern.commands.history import history
from tests.desk import Desk

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
LOOK, FIND = {"name": "look", "description": "Looks."}, {"name": "find", "description": "Finds things."}


def locked(desk: Desk, message: str, **tools: Any) -> None:
    desk.catalogs(**tools)
    desk.ok("lock")
    desk.commit(message)


def test_each_commit_is_a_point(desk: Desk) -> None:
    desk.git("init", "-q")
    locked(desk, "first", a=[LOOK])
    desk.git("tag", "v1.0.0")
    locked(desk, "more", a=[LOOK, FIND], b=[FIND])
    first, second = history(desk.lock_path)
    assert (first.subject, first.tags, first.problem) == ("first", ("v1.0.0",), "")
    assert (first.tools, second.tools) == ({"a": 1}, {"a": 2, "b": 1})
    assert second.digest == desk.lock.digest
    assert second.encoding == "cl100k_base"
    numbers = {server.name: [tool.numbers for tool in server.tools] for server in desk.lock.servers}
    assert second.tokens == {name: sum(each.tokens for each in held if each) for name, held in numbers.items()}
    assert (second.total_tools, second.total_tokens) == (3, sum(second.tokens.values()))
    assert history(desk.lock_path, "v1.0.0") == [second]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no TOML [", "not TOML"),
        ("lock = 99\n", "format 99 is newer"),
        ('lock = 1\neconomics = 1\nencoding = "cl100k_base"\ndigest = "sha256:0"\n', "does not match"),
        (b"\xff", "not UTF-8"),
    ],
)
def test_one_that_cannot_be_read_is_named_and_passed_over(desk: Desk, text: str | bytes, why: str) -> None:
    desk.git("init", "-q")
    locked(desk, "first", a=[LOOK])
    desk.write("capability.lock", text)
    desk.commit("broken")
    desk.git("rm", "-q", "capability.lock")
    desk.git("commit", "-q", "-m", "away")
    locked(desk, "again", a=[FIND])
    points = history(desk.lock_path)
    assert [bool(each.problem) for each in points] == [False, True, True, False]
    assert why in points[1].problem
    assert points[1].commit[:12] in points[1].problem
    assert "no lock" in points[2].problem
    assert not points[1].tools


def test_a_body_that_its_digest_does_not_cover_is_never_counted(desk: Desk) -> None:
    """What stands in the lock before is not checked again, so nothing else may pass beside it."""
    desk.git("init", "-q")
    locked(desk, "first", a=[LOOK, FIND])
    text = desk.lock_path.read_text("utf-8")
    desk.write("capability.lock", text.replace("Finds things.", "Finds other things."))
    desk.commit("forged")
    desk.write("capability.lock", text.replace("Looks.", "Looks on."))
    desk.commit("forged again")
    first, *others = history(desk.lock_path)
    assert not first.problem
    assert all("is not what was locked" in each.problem for each in others)
