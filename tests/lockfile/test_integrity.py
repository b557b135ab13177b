"""A lock whose bodies differ from its digests is refused, with the place."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.contract.digests import item_digest
from govern.errors import LockfileInvalid, LockfileMissing, LockfileTooNew
from govern.lockfile.document import Lock, LockedItem, LockedServer
from govern.lockfile.integrity import digest_of_server, parts_line, parts_of
from govern.lockfile.store import load, read_lock
from govern.lockfile.text import parse, render
from tests.lockfile.building import lock_of, locked

TOOL = {
    "name": "search",
    "title": "Search",
    "description": "Finds things.\nAll of them.",
    "inputSchema": {"type": "object", "properties": {"limit": {"maximum": 9223372036854775807}}, "required": ["limit"]},
    "outputSchema": {"type": "object"},
    "annotations": {"readOnlyHint": True},
}
TEXT = render(
    lock_of(
        locked("a", TOOL, {"name": "z"}, handshake={"instructions": "Be kind.", "capabilities": {"tools": {"x": 1}}})
    )
)


def checked(text: str, name: str = "x") -> Lock:
    return read_lock(text.encode(), name)


@pytest.mark.parametrize(
    ("found", "written", "place"),
    [
        ("Finds things.", "Finds secrets.", r"server\[0\]\.tool\[0\].*surface"),
        ('title = "Search"', 'title = "Seek"', r"server\[0\]\.tool\[0\].*surface"),
        ("9223372036854775807", "9223372036854775806", r"server\[0\]\.tool\[0\].*input"),
        ('"readOnlyHint": true', '"readOnlyHint": false', r"server\[0\]\.tool\[0\].*hints"),
        ("tokens = ", "tokens = 1", r"server\[0\]\.tool\[0\].*economics"),
        ("Be kind.", "Be cruel.", r"server\[0\].*'a'"),
        ('"x": 1', '"x": 2', r"server\[0\].*'a'"),
        ('source = "x"', 'source = "y"', r"server\[0\].*'a'"),
        ('name = "z"', 'name = "y"', r"server\[0\]\.tool\[1\]"),
        ("lock = 1\n", "lock = 1\nextra = 1\n", "extra.*no digest would cover it"),
        ('name = "z"\n', 'name = "z"\nnote = "hi"\n', r"server\[0\]\.tool\[1\]\.note"),
        ('"type": "object"\n}', '"type": "object",\n  "type": "object"\n}', r"server\[0\]\.tool\[0\]\.input.*repeated"),
        ('risk = "unknown"', 'risk = "none"', r"server\[0\]\.tool\[0\]\.risk"),
        ("fields = 1", 'fields = "1"', r"server\[0\]\.tool\[0\]\.fields"),
    ],
)
def test_a_changed_body_is_named(found: str, written: str, place: str) -> None:
    assert found in TEXT
    with pytest.raises(LockfileInvalid) as refused:
        checked(TEXT.replace(found, written, 1), "capability.lock")
    assert re.search(place, str(refused.value))
    assert refused.value.hint


@given(st.integers(0, len(TEXT) - 1), st.characters(min_codepoint=32, max_codepoint=126))
def test_no_single_character_can_change_unseen(at: int, char: str) -> None:
    changed = TEXT[:at] + char + TEXT[at + 1 :]
    try:
        read = checked(changed)
    except (LockfileInvalid, LockfileTooNew):
        return
    assert render(read) == TEXT


@pytest.mark.parametrize(
    "line",
    [
        "name",
        "source",
        "capabilities",
        "title",
        "version",
        "protocol",
        "instructions",
        "client",
        "folds",
        "integrity",
        "hints",
        "lists",
    ],
)
def test_the_digest_of_a_server_covers_each_of_its_lines(line: str) -> None:
    server = locked("a", TOOL)
    texts: tuple[Any, Any] = ("1", "2")
    changed = [replace(server, **{line: text}) for text in texts]
    assert len({digest_of_server(each) for each in (server, *changed)}) == 3


def test_a_removed_tool_is_noticed() -> None:
    start = TEXT.index("\n[[server.tool]]", TEXT.index("[[server.tool]]") + 1)
    with pytest.raises(LockfileInvalid, match="'a'"):
        checked(TEXT[:start])


@pytest.mark.parametrize("line", ["lock = 1\n", "economics = 1\n"])
def test_a_newer_lock_names_the_upgrade_command(line: str) -> None:
    with pytest.raises(LockfileTooNew) as refused:
        checked(TEXT.replace(line, line.replace("1", "2")))
    assert "pip install" in refused.value.hint


def test_conflict_markers_name_the_merge_command() -> None:
    with pytest.raises(LockfileInvalid, match="merge conflict") as refused:
        parse(TEXT.replace("lock = 1", "<<<<<<< HEAD\nlock = 1\n=======\nlock = 1\n>>>>>>> branch"))
    assert "--merge" in refused.value.hint


@pytest.mark.parametrize("content", [b"", b"lock = 'x'", b"\xff", b"lock = 1\nserver = 3", b"[[package]]\n", b"\x00"])
def test_an_invalid_lock_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "capability.lock"
    path.write_bytes(content)
    with pytest.raises(LockfileInvalid, match=r"capability\.lock"):
        load(path)


def test_a_missing_lock_names_the_lock_command(tmp_path: Path) -> None:
    with pytest.raises(LockfileMissing) as refused:
        load(tmp_path / "capability.lock")
    assert "govern lock" in refused.value.hint


def forged(server: LockedServer, *items: LockedItem, **lines: Any) -> str:
    """Return the server with these items and lines, and every digest recomputed."""
    redone = []
    for item in items or server.items:
        parts = parts_of(item)
        redone.append(replace(item, parts=parts_line(parts), digest=item_digest(parts)))
    server = replace(server, items=tuple(redone), **lines)
    return render(lock_of(replace(server, digest=digest_of_server(server))))


SERVER = locked("a", TOOL, handshake={"instructions": "Be kind.", "protocolVersion": "2025-11-25"})
(ITEM,) = SERVER.items


@pytest.mark.parametrize(
    "hints",
    ["[]", '"x"', '{\n  "name": "other"\n}', '{\n  "description": "Finds secrets."\n}', '{\n  "inputSchema": true\n}'],
)
def test_hints_cannot_repeat_other_fields(hints: str) -> None:
    text = forged(SERVER, replace(ITEM, blocks={**ITEM.blocks, "hints": hints}))
    with pytest.raises(LockfileInvalid, match=r"server\[0\]\.tool\[0\]\.hints"):
        checked(text)


@pytest.mark.parametrize("copies", [(1, 1), (2, 1), (7,), (1, 3)])
def test_copies_are_numbered_one_by_one(copies: tuple[int, ...]) -> None:
    """Two copies with one number would be found as one."""
    with pytest.raises(LockfileInvalid, match="`copy` is"):
        checked(forged(SERVER, *(replace(ITEM, copy=copy) for copy in copies)))


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("hints", "[]"),
        ("hints", '{\n  "instructions": "Be cruel."\n}'),
        ("hints", '{\n  "protocolVersion": "2099-01-01"\n}'),
        ("lists", "3"),
        ("lists", '{\n  "tools/list": 3\n}'),
    ],
)
def test_server_fields_cannot_be_repeated(key: str, text: str) -> None:
    with pytest.raises(LockfileInvalid, match=rf"server\[0\]\.{key}"):
        checked(forged(SERVER, **{key: text}))


@pytest.mark.parametrize("steps", ["[9, 2, 3]", "[0, 1, 2]", "[1, 1, 2]"])
def test_thresholds_rise(steps: str) -> None:
    with pytest.raises(LockfileInvalid, match="rising"):
        checked(TEXT.replace("economics = 1\n", f"economics = 1\nrisk = {steps}\n", 1))


def test_the_error_names_each_part_that_differs() -> None:
    one = TEXT.replace("Finds things.", "Finds secrets.")
    with pytest.raises(LockfileInvalid, match="its surface does not match the digest"):
        checked(one)
    with pytest.raises(LockfileInvalid, match="its surface and hints do not match the digest"):
        checked(one.replace('"readOnlyHint": true', '"readOnlyHint": false'))
