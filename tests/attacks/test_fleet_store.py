"""A hostile store of a fleet: no verb crashes, fills the memory, or approves more than it says."""

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from govern.fleet.store import FleetStore
from govern.lockfile.document import Lock
from govern.lockfile.integrity import digest_of_lock
from tests.desk import Desk, Prepared
from tests.fleet.fleets import fleet, requiring, scan_into, tool

ONE = {"tools": [tool("find")]}
TWO = {"tools": [requiring(tool("find", author={"type": "string"}), "author")]}
VERBS = [("diff",), ("show", "evil"), ("export", "--output", "out"), ("report",), ("merge", "store")]
EVIL = "SELECT server, scan, seen_at, state, lock, reason, detail FROM part WHERE server = 'evil'"


@pytest.fixture
def store(prepared: Prepared) -> FleetStore:
    return FleetStore(str(prepared(scanned_twice).folder / "store"))


def scanned_twice(desk: Desk) -> None:
    (desk.folder / ".git").mkdir()
    fleet(desk.folder / "store", on_2026_11_18={"evil": ONE, "ok": ONE}, on_2026_11_19={"evil": TWO, "ok": ONE})


def test_a_damaged_lock_is_deleted_from_the_store_and_not_restored_from_git(desk: Desk, store: FleetStore) -> None:
    for lock in Path(store.url, "locks").rglob("*.lock"):
        lock.write_bytes(lock.read_bytes()[:100])
    code, out = run(desk, ("diff",))
    assert code == 2
    assert "sha256:" in out
    assert "help: delete its file below locks/ in the store, and scan the server again\n" in out


def run(desk: Desk, words: tuple[str, ...]) -> tuple[int, str]:
    target = "joined" if words[0] == "merge" else "store"
    answer = desk.govern("fleet", *words, "--store", target)
    assert "internal error" not in answer.err
    return answer.code, answer.out + answer.err


def spoil(store: FleetStore, sql: str, times: int = 1) -> None:
    """Change the observations of the last scan, and repeat each row; streamed, since some hold a gigabyte."""
    (part,) = store.parts("2026-11-19")
    path = Path(store.url, part)
    with duckdb.connect() as database:
        database.execute(f"CREATE TABLE part AS SELECT * FROM read_parquet('{path}')")
        database.execute(sql)
        rows = f"SELECT part.* FROM part, range({times})"
        database.execute(f"COPY ({rows}) TO '{path}' (FORMAT parquet, COMPRESSION zstd)")


UNSEEN = "UPDATE part SET state = 'unseen', lock = NULL, reason = 'crashed'"
SPOILED = {
    "a time": "UPDATE part SET seen_at = '0garbage'",
    "an early time": "UPDATE part SET seen_at = '0001-01-01T00:00:00Z'",
    "no server": "UPDATE part SET server = NULL",
    "no lock": "UPDATE part SET lock = NULL",
    "a state": "UPDATE part SET state = '<b>', lock = NULL",
    "a reason": "UPDATE part SET reason = '::error::x'",
    "another scan": "UPDATE part SET scan = '2026-11-20'",
    "rows": UNSEEN,
    "texts": f"{UNSEEN}, detail = repeat('a', 60000)",
}
TIMES = {"rows": 600_000, "texts": 9_000}


@pytest.mark.parametrize("name", SPOILED)
def test_spoiled_observations_are_refused(desk: Desk, store: FleetStore, name: str) -> None:
    spoil(store, SPOILED[name], TIMES.get(name, 1))
    assert Path(store.url, store.parts("2026-11-19")[0]).stat().st_size < 200_000
    for words in (("diff",), ("report",), ("merge", "store")):
        code, out = run(desk, words)
        assert code == 2, words
        assert "delete" in out
        assert "help: delete store\n" not in out


@pytest.mark.parametrize(
    "fields",
    [
        {"tools": 10**30},
        {"tokens": -1},
        {"detail": "x" * 3_000_000},
        {"seen_at": "0001-01-01T00:00:00Z"},
        {"state": "locked", "reason": None, "lock": "../../x"},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_a_strange_row_is_refused(desk: Desk, store: FleetStore, fields: dict[str, Any]) -> None:
    row = {"server": "new", "scan": "2026-11-19", "seen_at": "2026-11-19T12:00:00Z", "state": "unseen"}
    row |= {"reason": "crashed", **fields}
    store.put(f"scans/2026-11-19/rows/{'0' * 32}.{row['state']}.json", json.dumps(row).encode())
    assert {run(desk, words)[0] for words in VERBS if words[0] != "show"} == {2}
    assert FleetStore(str(desk.folder / "joined")).scan("2026-11-19") is None


def test_a_lock_of_no_server_or_of_another_one_is_refused(desk: Desk, store: FleetStore) -> None:
    empty = Lock(encoding="cl100k_base")
    digest = store.put_lock(Lock(encoding="cl100k_base", digest=digest_of_lock(empty)))
    for named in (digest, next(iter(set(store.locks()) - {digest}))):
        spoil(store, f"UPDATE part SET lock = '{named}'")
        code, out = run(desk, ("export", "--output", "out"))
        assert (code, "holds another lock" in out) == (2, True)


def test_no_name_of_a_server_selects_others(desk: Desk, store: FleetStore) -> None:
    scan_into(store, "2026-11-20", {"*": ONE, "ok": ONE, "evil": TWO})
    scan_into(store, "2026-11-21", {"*": TWO, "ok": TWO, "evil": TWO})
    assert "--server ok --reason" in run(desk, ("show", "ok"))[1]
    assert "approve" not in run(desk, ("show", "*"))[1]


def test_no_server_takes_the_badge_of_another_or_the_index(desk: Desk, store: FleetStore) -> None:
    spoofed = "io-github-acme-books-c66130e93238"
    scan_into(store, "2026-11-20", {"index": ONE, spoofed: ONE, "io.github.acme/books": "crashed"})
    assert run(desk, ("export", "--part", "badges"))[0] == 0
    index = json.loads(store.get("badges/index.json") or b"")
    assert index["io.github.acme/books"] == spoofed
    assert len({*index.values(), "index"}) == len(index) + 1
