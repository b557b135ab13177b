"""What one pattern reads of a block is what the TOML reader reads of it."""

import pytest
from hypothesis import given

from govern.contract.surface import KINDS, Surface
from govern.errors import LockfileInvalid
from govern.lockfile.as_rendered import item_as_rendered
from govern.lockfile.document import LockedItem
from govern.lockfile.parse import parse
from govern.lockfile.render import render
from govern.lockfile.store import read_both
from tests.lockfile.building import lock_of, lock_surface, locked, surfaces

PLAIN = {
    "name": "looks",
    "title": "Looks it's up",
    "description": "\nOne line, ''two'' quotes,\tand \\ no escape'",
    "inputSchema": {"type": "object", "description": "it's"},
    "outputSchema": {},
    "annotations": {"readOnlyHint": True},
}


def body(lock: str) -> str:
    """What follows the heading of the lock's only item."""
    return lock.partition("\n[[server.tool]]\n")[2]


def whole(text: str) -> LockedItem:
    return parse(text).servers[0].items[0]


def test_a_plain_item_is_read_by_the_pattern() -> None:
    text = render(lock_of(locked("s", PLAIN)))
    assert item_as_rendered("tool", body(text).encode()) == whole(text)


@given(surfaces)
def test_every_item_is_read_as_toml_reads_it_or_not_at_all(surface: Surface) -> None:
    lock = lock_of(lock_surface(surface))
    items = {(item.kind.name, item.key): item for item in lock.servers[0].items if item.copy == 1}
    text = render(lock)
    for kind in KINDS:
        for block in text.split(f"\n[[server.{kind}]]\n")[1:]:
            read = item_as_rendered(kind, block.partition("\n[[server")[0].encode())
            assert read is None or read == items[kind, read.key]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("it's up", "it\\u0027s up"),
        ("One line", "'''"),
        ("it's up", "it's\nup"),
        ("tokens = ", "tokens = 0"),
        ("tokens = ", "tokens = ٣"),
        ("tokens = ", "tokens = 9999999999999999999"),
        ("bounded = false", "bounded = False"),
        ('risk = "unknown"', 'risk = "none"'),
        ("title = ", "later = "),
        ("hints = ", "hints=  "),
        ("\n'''\n", "\n'''\nhints = 1\n"),
        ("parts = ", "copy = 2\nparts = "),
    ],
)
def test_whatever_else_is_for_the_toml_reader(before: str, after: str) -> None:
    text = render(lock_of(locked("s", PLAIN)))
    assert before in body(text)
    assert item_as_rendered("tool", body(text).replace(before, after).encode()) is None


@pytest.mark.parametrize("odd", ["\x1b", "\r", "\x7f", "\x00"])
def test_what_no_toml_holds_is_refused_when_it_is_read(odd: str) -> None:
    item = item_as_rendered("tool", body(render(lock_of(locked("s", PLAIN)))).replace("One line", odd).encode())
    assert item is not None
    with pytest.raises(LockfileInvalid, match="not TOML: a control character"):
        item.identity()


def test_what_is_no_toml_is_refused_still() -> None:
    text = render(lock_of(locked("s", PLAIN)))
    with pytest.raises(LockfileInvalid):
        read_both((text.encode(), "old"), (text.replace("One line", "One \x1b line").encode(), "new"))
