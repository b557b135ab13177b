"""Parsing and rendering lose nothing, and one surface has one text."""

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from govern.contract.json_text import canonical
from govern.contract.surface import Item, Surface
from govern.lockfile.integrity import check
from govern.lockfile.text import parse, render
from tests.lockfile.building import lock_of, lock_surface, locked, surfaces


@given(surfaces)
def test_parse_then_render_is_the_identity(surface: Surface) -> None:
    lock = lock_of(lock_surface(surface))
    text = render(lock)
    read = parse(text)
    check(read)
    assert read == lock
    assert render(read) == text


@given(surfaces)
def test_no_field_of_a_server_is_lost(surface: Surface) -> None:
    def by_content(items: tuple[Item, ...]) -> list[tuple[str, bytes]]:
        return sorted((item.kind.name, canonical(item.raw)) for item in items)

    again = parse(render(lock_of(lock_surface(surface)))).servers[0].surface()
    assert by_content(again.items) == by_content(surface.items)
    empty: dict[str, Any] = {"capabilities": {}, "serverInfo": {}}
    assert canonical(empty | again.handshake) == canonical(empty | surface.handshake)


@given(surfaces, st.randoms())
def test_the_order_of_items_never_matters(surface: Surface, chance: Random) -> None:
    shuffled = list(surface.items)
    chance.shuffle(shuffled)
    assert render(lock_of(lock_surface(surface))) == render(
        lock_of(lock_surface(replace(surface, items=tuple(shuffled))))
    )


@given(surfaces)
def test_locking_what_is_locked_changes_nothing(surface: Surface) -> None:
    first = lock_surface(surface)
    assert lock_surface(surface, old=first) == first
    assert lock_surface(first.surface(), old=first) == first


def test_a_shuffled_enum_does_not_change_the_lock() -> None:
    one, other = ({"name": "t", "inputSchema": {"enum": order}} for order in (["b", "a"], ["a", "b"]))
    first = locked("s", one)
    assert locked("s", other, old=first) == first
    assert '"b",' in locked("s", other | {"title": "T"}, old=first).items[0].blocks["input"].splitlines()[2]


def test_windows_line_ends_are_read_as_line_ends() -> None:
    lock = lock_of(locked("s", {"name": "t", "description": "one\ntwo", "inputSchema": {}}))
    assert parse(render(lock).replace("\n", "\r\n")) == lock


def test_one_changed_sentence_is_one_changed_line() -> None:
    def text(sentence: str) -> list[str]:
        return render(lock_of(locked("s", {"name": "t", "description": f"First.\n{sentence}\nLast."}))).splitlines()

    changed = [(a, b) for a, b in zip(text("Old one."), text("New one."), strict=True) if a != b]
    assert [a.split(" ")[0] for a, _ in changed] == ["digest", "digest", "digest", "parts", "Old"]


def test_equal_names_are_kept_and_numbered() -> None:
    server = locked("s", {"name": "t", "title": "b"}, {"name": "t", "title": "a"}, {"name": "a"})
    assert [(item.key, item.copy, item.texts.get("title")) for item in server.items] == [
        ("a", 1, None), ("t", 1, "a"), ("t", 2, "b"),
    ]  # fmt: skip
    assert "copy = 2" in render(lock_of(server))


def test_a_hint_that_restates_a_default_beside_a_real_change_is_written() -> None:
    first = locked("s", {"name": "t"})
    second = locked("s", {"name": "t", "title": "T", "annotations": {"destructiveHint": True}}, old=first)
    assert second.surface().items[0].raw["annotations"] == {"destructiveHint": True}
    check(lock_of(second))
