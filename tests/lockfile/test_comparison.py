"""Locks of two branches are merged block by block, or not at all."""

from hypothesis import given

from govern.contract.surface import Surface
from govern.lockfile.comparison import merge
from govern.lockfile.document import Lock, LockedServer
from govern.lockfile.integrity import check
from tests.lockfile.building import lock_of, lock_surface, locked, surfaces

A, B, C = (locked(name, {"name": "t"}) for name in "abc")
A2 = locked("a", {"name": "t", "title": "New"})


def names(lock: Lock) -> list[str]:
    return [server.name for server in lock.servers]


def test_servers_added_on_either_side_are_kept() -> None:
    merged = merge(lock_of(A), lock_of(A, B), lock_of(A, C))
    assert names(merged.lock) == ["a", "b", "c"]
    assert not merged.conflicts
    check(merged.lock)


def test_the_side_that_changed_a_server_wins() -> None:
    assert merge(lock_of(A, B), lock_of(A, B), lock_of(A2, B)).lock == lock_of(A2, B)
    assert merge(lock_of(A, B), lock_of(A2, B), lock_of(A, B)).lock == lock_of(A2, B)


def test_a_removal_on_one_side_is_a_removal() -> None:
    assert merge(lock_of(A, B), lock_of(A), lock_of(A, B)).lock == lock_of(A)


def tools(**titles: str) -> LockedServer:
    return locked("a", *({"name": name, "title": title} for name, title in titles.items()))


def test_different_tools_of_one_server_merge() -> None:
    merged = merge(lock_of(tools(x="1", y="1")), lock_of(tools(x="2", y="1")), lock_of(tools(x="1", y="2", z="1")))
    assert merged.lock == lock_of(tools(x="2", y="2", z="1"))
    assert not merged.conflicts


def test_one_tool_changed_on_both_sides_is_a_conflict_with_a_name() -> None:
    assert merge(lock_of(tools(x="1")), lock_of(tools(x="2")), lock_of(tools(x="3"))).conflicts == ("a/x",)


def test_one_server_added_on_both_sides_in_two_ways_is_a_conflict() -> None:
    assert merge(None, lock_of(A), lock_of(A2)).conflicts == ("a",)


def test_a_server_changed_here_and_removed_there_is_a_conflict() -> None:
    assert merge(lock_of(A), lock_of(A2), lock_of()).conflicts == ("a",)


@given(surfaces, surfaces)
def test_merging_with_itself_or_with_its_base_changes_nothing(one: Surface, other: Surface) -> None:
    old, new = lock_of(lock_surface(one)), lock_of(lock_surface(other))
    assert merge(old, new, new).lock == new
    assert merge(old, old, new).lock == new
    assert merge(old, new, old).lock == new
