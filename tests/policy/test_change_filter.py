"""Patterns of changes."""

import pytest

from govern.facts.change import Change
from govern.policy.change_filter import EVERYTHING, ChangeFilter, unmatched

REMOVED = Change("tool-removed", "github", "tool", "get_issue")
RENAMED = Change("tool-renamed", "github", "tool", "get_issue", after="read_issue")
SERVER = Change("server-source-changed", "github", "server", "")


@pytest.mark.parametrize(
    ("only", "change", "fits"),
    [
        (EVERYTHING, REMOVED, True),
        (ChangeFilter(servers=("git*",)), REMOVED, True),
        (ChangeFilter(servers=("git",)), REMOVED, False),
        (ChangeFilter(servers=("x", "github")), REMOVED, True),
        (ChangeFilter(servers=("github",), tools=("x",)), REMOVED, False),
        (ChangeFilter(servers=(), tools=("read_*",)), RENAMED, True),
        (ChangeFilter(servers=(), tools=("get_issue",)), RENAMED, True),
        (ChangeFilter(servers=(), tools=("get_*",)), SERVER, False),
        (ChangeFilter(servers=(), tools=(), rules=("tool-*",)), REMOVED, True),
        (ChangeFilter(servers=(), tools=(), rules=("server-*",)), REMOVED, False),
    ],
)
def test_what_fits(only: ChangeFilter, change: Change, fits: bool) -> None:
    assert only.fits(change) is fits


def test_a_filter_is_written_as_its_flags() -> None:
    assert (
        str(ChangeFilter(servers=("a", "b*"), tools=("t",), rules=("r",))) == "--server a --server b* --tool t --rule r"
    )
    assert not EVERYTHING
    assert ChangeFilter(servers=(), tools=(), rules=("r",))


def test_a_pattern_that_matches_nothing() -> None:
    assert unmatched(("a*", "b"), ("ab", "c")) == "b"
    assert unmatched(("a*",), ("ab",)) is None
