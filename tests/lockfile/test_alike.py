"""Reading versions of one lock gives what reading each by itself gives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.errors import LockfileInvalid, LockfileTooNew
from govern.lockfile.alike import Alike
from govern.lockfile.document import Lock
from govern.lockfile.parse import parse
from govern.lockfile.render import render
from govern.lockfile.store import read_both, read_text
from tests.lockfile.building import lock_of, locked

HEADING = "[[server.tool]]"
TEXTS = (
    "Looks.",
    f"One\n{HEADING}\nname = 'x'",
    "[[server]]\n",
    f"'''\n{HEADING}\n'''",
    f'"""\n{HEADING}\n"""\n',
    f"{HEADING}\n\n\n[[server]]",
    "\\\n\t\x1b",
)


def text_of(*descriptions: str, name: str = "s") -> str:
    tools = [{"name": f"t{at}", "description": each} for at, each in enumerate(descriptions)]
    return render(lock_of(locked(name, *tools), locked("t", {"name": "other"})))


def both(text: str, alike: Alike) -> tuple[Lock | str, Lock | str]:
    found: list[Lock | str] = []
    for read in (parse, lambda text: alike.parse(text.encode())):
        try:
            found.append(read(text))
        except (LockfileInvalid, LockfileTooNew) as error:
            found.append(str(error))
    return found[0], found[1]


def test_versions_of_one_lock_share_what_they_have_in_common() -> None:
    alike = Alike()
    one, other = (alike.parse(text_of("Looks.", text).encode()) for text in ("Finds.", "Sees."))
    assert one == parse(text_of("Looks.", "Finds."))
    assert one.servers[0].items[0] is other.servers[0].items[0]
    assert one.servers[0].items[1] != other.servers[0].items[1]


def test_our_own_lock(repository) -> None:
    text = (repository / "capability.lock").read_text("utf-8")
    assert Alike().parse(text.encode()) == parse(text) == Alike().parse(text.replace("\n", "\r\n").encode())


@given(st.lists(st.lists(st.one_of(st.sampled_from(TEXTS), st.text(max_size=20)), min_size=1, max_size=3), max_size=4))
def test_what_servers_say_never_looks_like_a_heading(versions: list[list[str]]) -> None:
    alike = Alike()
    for version in versions:
        whole, cut = both(text_of(*version), alike)
        assert whole == cut


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('[[server]]\nname = "s"', "[[server]]\nname = 1"),
        ('[[server]]\nname = "s"', '[[server.tool]]\nname = "s"'),
        ("[[server.tool]]", "[[server.tool]]\n[[ server.tool ]]"),
        ("[[server.tool]]", "[[ server.tool ]]"),
        ("[[server.tool]]", "[[server.prompt]]"),
        ("[[server.tool]]", "[[server.other]]"),
        ("[[server.tool]]", "[server.tool]"),
        ("[[server]]", "[[server]]\ntool = []"),
        ("[[server]]", "[server]\nx = 1\n[[server]]"),
        ("lock = 1", "lock = 2"),
        ("lock = 1", "lock = 1\nserver = []"),
        ("name", "named"),
        ("'''", "''"),
        ("digest", "digest = 1\ndigest"),
        ("", "x"),
    ],
)
def test_what_is_no_lock_is_refused_as_ever(before: str, after: str) -> None:
    text = text_of("Looks.", "Finds.")
    alike = Alike()
    alike.parse(text.encode())
    for number in (1, -1):
        whole, cut = both(text.replace(before, after, number), alike)
        assert whole == cut


@given(st.data())
def test_a_text_that_was_cut_anywhere_is_read_the_same(data: st.DataObject) -> None:
    text = text_of("Looks.", TEXTS[1])
    alike = Alike()
    alike.parse(text.encode())
    lines = text.splitlines(keepends=True)
    begin, end = sorted(data.draw(st.lists(st.integers(0, len(lines)), min_size=2, max_size=2)))
    whole, cut = both("".join(lines[:begin] + lines[end:]), alike)
    assert whole == cut


ODD = ('"', "'''", '"""', "\\", "\x1b", "\r", "#", " = ", "\n", f"\n{HEADING}\n", "\n[[server]]\n", "lock = 2\n")


@given(
    st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 40), st.sampled_from(("", *ODD))), min_size=1, max_size=3)
)
def test_what_is_read_beside_another_lock_is_accepted_and_refused_as_by_itself(
    edits: list[tuple[int, int, str]],
) -> None:
    old = new = text_of("Looks.", TEXTS[1], "Finds.")
    for place, gone, come in edits:
        at = place % len(new)
        new = new[:at] + come + new[at + gone :]
    found: list[Lock | str] = []
    for read in (lambda: read_text(new, "new"), lambda: read_both((old.encode(), "old"), (new.encode(), "new"))[1]):
        try:
            found.append(read())
        except (LockfileInvalid, LockfileTooNew):
            found.append("refused")
    assert found[0] == found[1]
