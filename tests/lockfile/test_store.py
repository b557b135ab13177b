"""The lock on disk, and locks read block by block."""

from __future__ import annotations

import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.contract.surface import KINDS, Surface
from govern.errors import LockfileInvalid, LockfileTooNew, UsageError
from govern.lockfile.document import Lock, LockedItem
from govern.lockfile.integrity import check
from govern.lockfile.store import BlockReader, load, read_both, read_lock, read_rendered_item, save
from govern.lockfile.text import parse, render
from tests.lockfile.building import lock_of, lock_surface, locked, surfaces

SMALL = lock_of(locked("s", {"name": "t"}))
LARGE = lock_of(locked("s", {"name": "t", "description": "word " * 400_000}))
_WRITER = """
import sys
from pathlib import Path
from govern.lockfile.store import load, save
large, small = (load(Path(each)) for each in sys.argv[2:])
print("go", flush=True)
while True:
    for lock in (large, small):
        save(Path(sys.argv[1]), lock)
"""
POSIX_ONLY = pytest.mark.skipif(sys.platform == "win32", reason="file limits and modes are POSIX")


def test_a_saved_lock_loads_equal(tmp_path: Path) -> None:
    path = tmp_path / "capability.lock"
    save(path, SMALL)
    assert load(path) == SMALL
    assert b"\r" not in path.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["capability.lock"]


def test_a_lock_with_the_line_ends_of_windows_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "capability.lock"
    assert save(path, SMALL)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert not save(path, SMALL)
    assert save(path, LARGE)


@POSIX_ONLY
def test_a_full_disk_leaves_the_old_lock_whole(tmp_path: Path) -> None:
    import resource

    path = tmp_path / "capability.lock"
    save(path, SMALL)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        with pytest.raises(UsageError, match="the old file is unchanged"):
            save(path, LARGE)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
    assert load(path) == SMALL
    assert [file.name for file in tmp_path.iterdir()] == ["capability.lock"]


@pytest.mark.parametrize("moment", [0.0, 0.011, 0.023, 0.037])
def test_a_process_killed_while_it_writes_leaves_a_whole_lock(tmp_path: Path, moment: float) -> None:
    path = tmp_path / "capability.lock"
    both = [tmp_path / "large.lock", tmp_path / "small.lock"]
    for place, lock in zip((path, *both), (SMALL, LARGE, SMALL), strict=True):
        save(place, lock)
    command = [sys.executable, "-c", _WRITER, *map(str, (path, *both))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(moment)
        writer.kill()
    assert load(path) in (SMALL, LARGE)


@POSIX_ONLY
def test_a_link_stays_a_link_and_a_mode_stays(tmp_path: Path) -> None:
    real, link = tmp_path / "real.lock", tmp_path / "capability.lock"
    save(real, SMALL)
    real.chmod(0o640)
    link.symlink_to(real)
    save(link, LARGE)
    assert link.is_symlink()
    assert load(real) == LARGE
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        save(tmp_path / "none" / "capability.lock", SMALL)


@POSIX_ONLY
def test_circular_links_are_refused(tmp_path: Path) -> None:
    link = tmp_path / "capability.lock"
    link.symlink_to(link)
    with pytest.raises(UsageError, match="cannot be written"):
        save(link, SMALL)
    assert list(tmp_path.iterdir()) == [link]


PLAIN = {
    "name": "looks",
    "title": "Looks it's up",
    "description": "\nOne line, ''two'' quotes,\tand \\ no escape'",
    "inputSchema": {"type": "object", "description": "it's"},
    "outputSchema": {},
    "annotations": {"readOnlyHint": True},
}


def block_of(lock: str) -> str:
    """Return the block of the lock's only item, as the reader cuts it."""
    return ".tool]]\n" + lock.partition("\n[[server.tool]]\n")[2]


def whole(text: str) -> LockedItem:
    return parse(text).servers[0].items[0]


def test_a_plain_item_matches_the_pattern() -> None:
    text = render(lock_of(locked("s", PLAIN)))
    assert read_rendered_item(block_of(text).encode()) == whole(text)


@given(surfaces)
def test_every_item_is_read_as_in_toml_or_not_matched(surface: Surface) -> None:
    lock = lock_of(lock_surface(surface))
    items = {(item.kind.name, item.key): item for item in lock.servers[0].items if item.copy == 1}
    text = render(lock)
    for kind in KINDS:
        for block in text.split(f"\n[[server.{kind}]]\n")[1:]:
            read = read_rendered_item(f".{kind}]]\n{block}".partition("\n[[server")[0].encode())
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
def test_other_items_are_left_to_the_toml_reader(before: str, after: str) -> None:
    text = render(lock_of(locked("s", PLAIN)))
    assert before in block_of(text)
    assert read_rendered_item(block_of(text).replace(before, after).encode()) is None


@pytest.mark.parametrize("odd", ["\x1b", "\r", "\x7f", "\x00"])
def test_invalid_toml_in_a_matched_item_is_refused_when_read(odd: str) -> None:
    item = read_rendered_item(block_of(render(lock_of(locked("s", PLAIN)))).replace("One line", odd).encode())
    assert item is not None
    with pytest.raises(LockfileInvalid, match="a control character"):
        item.identity()


def test_invalid_toml_is_refused() -> None:
    text = render(lock_of(locked("s", PLAIN)))
    with pytest.raises(LockfileInvalid):
        read_both((text.encode(), "old"), (text.replace("One line", "One \x1b line").encode(), "new"))


@pytest.mark.parametrize("before", ["\n[[server]]", "\n[[server.tool]]"])
def test_empty_lines_are_read_quickly(before: str) -> None:
    text = render(SMALL)
    began = time.process_time()
    assert BlockReader().parse(text.replace(before, "\n" * 200_000 + before, 1).encode()) == SMALL
    assert time.process_time() - began < 5


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


def both(text: str, alike: BlockReader) -> tuple[Lock | str, Lock | str]:
    found: list[Lock | str] = []
    for read in (parse, lambda text: alike.parse(text.encode())):
        try:
            found.append(read(text))
        except (LockfileInvalid, LockfileTooNew) as error:
            found.append(str(error))
    return found[0], found[1]


def test_versions_of_one_lock_share_equal_blocks() -> None:
    alike = BlockReader()
    one, other = (alike.parse(text_of("Looks.", text).encode()) for text in ("Finds.", "Sees."))
    assert one == parse(text_of("Looks.", "Finds."))
    assert one.servers[0].items[0] is other.servers[0].items[0]
    assert one.servers[0].items[1] != other.servers[0].items[1]


def test_the_lock_of_this_repository(repository) -> None:
    text = (repository / "capability.lock").read_text("utf-8")
    assert BlockReader().parse(text.encode()) == parse(text) == BlockReader().parse(text.replace("\n", "\r\n").encode())


@given(st.lists(st.lists(st.one_of(st.sampled_from(TEXTS), st.text(max_size=20)), min_size=1, max_size=3), max_size=4))
def test_texts_of_servers_never_look_like_a_heading(versions: list[list[str]]) -> None:
    alike = BlockReader()
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
def test_an_invalid_lock_is_refused_by_the_block_reader(before: str, after: str) -> None:
    text = text_of("Looks.", "Finds.")
    alike = BlockReader()
    alike.parse(text.encode())
    for number in (1, -1):
        whole, cut = both(text.replace(before, after, number), alike)
        assert whole == cut


@given(st.data())
def test_a_truncated_lock_is_read_or_refused_as_by_parse(data: st.DataObject) -> None:
    text = text_of("Looks.", TEXTS[1])
    alike = BlockReader()
    alike.parse(text.encode())
    lines = text.splitlines(keepends=True)
    begin, end = sorted(data.draw(st.lists(st.integers(0, len(lines)), min_size=2, max_size=2)))
    whole, cut = both("".join(lines[:begin] + lines[end:]), alike)
    assert whole == cut


ODD = ('"', "'''", '"""', "\\", "\x1b", "\r", "#", " = ", "\n", f"\n{HEADING}\n", "\n[[server]]\n", "lock = 2\n")


@given(
    st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 40), st.sampled_from(("", *ODD))), min_size=1, max_size=3)
)
def test_a_lock_alone_or_beside_another_is_accepted_or_refused_as_toml(edits: list[tuple[int, int, str]]) -> None:
    old = new = text_of("Looks.", TEXTS[1], "Finds.")
    for place, gone, come in edits:
        at = place % len(new)
        new = new[:at] + come + new[at + gone :]
    found: list[Lock | str] = []
    for read in (
        lambda: checked(parse(new)),
        lambda: read_lock(new.encode(), "new"),
        lambda: read_both((old.encode(), "old"), (new.encode(), "new"))[1],
    ):
        try:
            found.append(read())
        except (LockfileInvalid, LockfileTooNew):
            found.append("refused")
    assert found[0] == found[1] == found[2]


def checked(lock: Lock) -> Lock:
    check(lock)
    return lock
