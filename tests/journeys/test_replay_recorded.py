"""A real server's calls are recorded, the server changes, and the replay reports the broken calls."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from tests.desk import Desk
from tests.journeys.test_docs_commands import REPOSITORY, Written, steps

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("search_books", {"query": "austen", "limit": 20}),
    ("search_books", {"query": "emma", "limit": 5}),
    ("borrow_book", {"isbn": "9780141439600", "reader": "Ana", "days": 7}),
    ("borrow_book", {"isbn": "9780141439600", "reader": "Ben"}),
    ("return_book", {"isbn": "9780141439600"}),
    ("withdraw_book", {"isbn": "9780141439600", "reason": "lost"}),
]
EDITS = {
    "le=20": "le=10",
    "def withdraw_book": "def discard_book",
    "    year: int\n": "    year: str\n",
    "Book(**row)": "Book(**{**row, 'year': str(row['year'])})",
}


def recorder() -> str:
    """Return the program that docs/replay.md shows."""
    page = steps((REPOSITORY / "docs" / "replay.md").read_text(encoding="utf-8"))
    return next(each.content for each in page if isinstance(each, Written) and each.name == "record.py")


def record(folder: Path) -> None:
    arguments = [str(folder / "record.py"), str(folder / "calls.jsonl"), sys.executable, str(folder / "library.py")]
    server = StdioServerParameters(
        command=sys.executable, args=arguments, env={"LIBRARY_DB": str(folder / "books.sqlite3")}
    )

    async def use() -> None:
        async with Client(server) as client:
            for tool, given in CALLS:
                await client.call_tool(tool, given)

    anyio.run(use)


@pytest.fixture
def library(desk: Desk) -> Desk:
    shutil.copy(REPOSITORY / "examples" / "library.py", desk.folder)
    desk.write("record.py", recorder())
    # With a protocol, it is not started again to see whether it speaks the other one.
    command = f"command = [{json.dumps(sys.executable)}, 'library.py']\nprotocol = '2025-11-25'\n"
    desk.write("govern.toml", f"[servers.library]\n{command}")
    desk.git("init", "-q", "-b", "main")
    desk.ok("lock", "--quiet")
    desk.git("add", "govern.toml", "capability.lock", "library.py")
    desk.git("commit", "-q", "-m", "Lock our server.")
    return desk


def test_what_was_really_called(library: Desk) -> None:
    record(library.folder)
    before = library.ok("replay", "calls.jsonl", "--json").document
    # The second loan had failed when it was recorded.
    assert (before["total"]["calls"], before["total"]["failed"], before["total"]["answers"]) == (6, 1, 5)
    source = (library.folder / "library.py").read_text(encoding="utf-8")
    for old, new in EDITS.items():
        assert old in source
        source = source.replace(old, new)
    library.write("library.py", source)
    library.ok("lock", "--quiet")
    answer = library.govern("replay", "calls.jsonl", "--against", "HEAD", "--json")
    document = answer.document
    assert (answer.code, document["verdict"], document["outside"]) == (1, "breaks", 0)
    assert {each["tool"]: each["tally"]["broken"] for each in document["tools"]} == {
        "search_books": 2, "borrow_book": 1, "return_book": 1, "withdraw_book": 1,
    }  # fmt: skip
    hits = {(each["rule"], each["name"]): (each["hits"], each["calls"]) for each in document["changes"]}
    assert hits["input-bound-tightened", "search_books"] == (1, 2)
    assert hits["tool-renamed", "withdraw_book"] == (1, 1)
    assert hits["output-type-changed", "search_books"] == (2, 2)
    assert hits["output-type-changed", "borrow_book"] == (1, 1)
    assert "Ana" not in answer.out
    assert "lost" not in json.dumps(document["tools"])
    # A diff shows the same evidence beside its changes.
    changes = library.govern("diff", "--traces", "calls.jsonl", "--json").document["changes"]
    output = {(each["rule"], each["name"]): each.get("hits") for each in changes if each["severity"] == "BREAKING"}
    assert output["input-bound-tightened", "search_books"] == 1
    assert output["tool-renamed", "withdraw_book"] == 1
    # The recorded calls are valid under the old server's own contract.
    library.git("checkout", "-q", "capability.lock")
    library.ok("replay", "calls.jsonl")
