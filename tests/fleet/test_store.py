"""The laws of a store, on each kind of file system."""

import json
import os
import pickle
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from govern.errors import GovernError, InvalidInput, LockfileInvalid, UsageError
from govern.fleet.objects import FolderObjects, open_objects
from govern.fleet.observation import Observation
from govern.fleet.queries import known_servers
from govern.fleet.store import FleetStore, Scan, merge_stores
from tests.lockfile.building import lock_of, locked

LOCK = lock_of(locked("a", {"name": "look"}))
HOSTILE = ("../../x", "a\nb", "''; DROP TABLE observations; --", "\x00", "x" * 10_000, "é", "\ud800", "-rf", "C:\\con")


def scan_of(name: str = "s1", servers: int = 2, inventory: str = "i") -> Scan:
    return Scan(
        name=name,
        started="2026-11-19T00:00:00Z",
        servers=servers,
        inventory=inventory,
        encoding="cl100k_base",
        govern_version="1",
    )


def unseen(server: str, scan: str = "s1", at: str = "2026-11-19T00:00:01Z", detail: str = "no") -> Observation:
    return Observation.of_failure(server, scan, at, "unreachable", detail)


def seen(server: str = "a", scan: str = "s1", at: str = "2026-11-19T00:00:01Z", **tool: Any) -> Observation:
    return Observation.of_lock(lock_of(locked(server, {"name": "look", **tool})), scan, at, 0.5)


@pytest.mark.parametrize(("url", "path"), [("file:///fleet", "/fleet"), ("file:///c:/fleet", "c:/fleet")])
def test_a_url_of_a_folder(url: str, path: str) -> None:
    objects = open_objects(url)
    assert isinstance(objects, FolderObjects)
    assert objects.folder == Path(path).absolute()


def test_bytes_by_key(store: FleetStore) -> None:
    assert store.get("x/y/z") is None
    store.put("x/y/z", b"1")
    store.put("x/y/z", b"2", durable=True)
    store.put("x/w", b"3")
    assert (store.get("x/y/z"), store.get("x/w"), store.get("x/y")) == (b"2", b"3", None)
    assert store.keys("x") == ["x/w", "x/y/z"]
    assert store.keys("nothing") == []
    store.delete(["x/y/z", "x/none"])
    assert store.keys("x") == ["x/w"]


def test_an_object_that_is_too_large_is_refused(store: FleetStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("govern.fleet.objects.MAX_LOCK_FILE", 3)
    store.put("x/y", b"123")
    assert store.get("x/y") == b"123"
    store.put("x/y", b"1234")
    with pytest.raises((UsageError, OSError), match="larger than"):
        store.get("x/y")


def test_a_lock_comes_back_and_is_written_once(store: FleetStore) -> None:
    assert store.put_lock(LOCK) == store.put_lock(LOCK) == LOCK.digest
    assert store.read_lock(LOCK.digest) == LOCK
    assert store.locks() == [LOCK.digest]
    assert pickle.loads(pickle.dumps(store)).locks() == store.locks()


def test_a_lock_that_is_not_the_one_of_its_name_is_refused(store: FleetStore) -> None:
    other = lock_of(locked("b"))
    store.put_lock(LOCK)
    content = store.get(store.keys("locks")[0])
    assert content is not None
    name = other.digest.removeprefix("sha256:")
    store.put(f"locks/{name[:2]}/{name}.lock", content)
    with pytest.raises(LockfileInvalid, match="another lock"):
        store.read_lock(other.digest)
    for digest in (f"sha256:{'0' * 64}", "sha256:../../../etc/passwd", ""):
        with pytest.raises(LockfileInvalid):
            store.read_lock(digest)


def test_observations_of_hostile_names_stay_apart_and_inside(store: FleetStore) -> None:
    store.begin(scan_of(servers=len(HOSTILE)))
    for name in HOSTILE:
        store.write_observation(unseen(name, detail=name))
    before = store.observations("s1")
    names = {name.encode("utf-8", "replace").decode() for name in HOSTILE}
    assert {each.server for each in before} == names
    assert store.finish("s1").finished
    assert store.observations("s1") == before
    assert len(store.keys("")) == 3
    assert "\x00" not in "".join(each.detail or "" for each in before)


@pytest.mark.parametrize("folder", ["scans", "scans/s1", "scans/s1/rows", "locks", f"locks/{LOCK.digest[7:9]}"])
def test_nothing_is_written_or_deleted_through_a_link_in_a_store(tmp_path: Path, folder: str) -> None:
    store, linked, elsewhere = FleetStore(str(tmp_path / "store")), tmp_path / "store" / folder, tmp_path / "elsewhere"
    store.begin(scan_of())
    store.put_lock(LOCK)
    store.write_observation(seen())
    keys = [key for key in store.keys("") if key.startswith(f"{folder}/")]
    linked.rename(elsewhere)
    linked.symlink_to(elsewhere, target_is_directory=True)
    before = sorted(elsewhere.rglob("*"))
    for write in (store.delete, lambda keys: store.put(keys[0], b""), lambda _: store.keys(folder)):
        with pytest.raises(UsageError, match=f"store/{folder}: is a symbolic link"):
            write(keys)
    assert sorted(elsewhere.rglob("*")) == before


def test_a_seen_server_is_preferred_and_then_the_later_observation(store: FleetStore) -> None:
    store.begin(scan_of())
    early, late = seen(at="2026-11-19T00:00:01Z"), seen(at="2026-11-19T00:00:02Z", description="New.")
    for order in ([early, unseen("a", at="2026-11-19T09:00:00Z"), late], [unseen("b"), unseen("b")]):
        for each in order:
            store.write_observation(each)
            store.compact("s1")
    store.write_observation(early)
    assert store.observations("s1") == [late, unseen("b")]
    assert store.compact("s1") == store.compact("s1") == [late, unseen("b")]
    assert len(store.keys("scans/s1")) == 2


def test_a_scan_is_finished_once_every_server_was_observed(store: FleetStore) -> None:
    store.begin(scan_of())
    store.write_observation(seen())
    assert store.finish("s1").finished == ""
    store.write_observation(unseen("b"))
    assert store.finish("s1").finished == "2026-11-19T00:00:01Z"
    assert store.begin(scan_of()) == store.scan("s1")
    with pytest.raises(UsageError, match="of another inventory"):
        store.begin(scan_of(inventory="j"))
    store.begin(scan_of("s0"))
    assert [each.name for each in store.scans()] == ["s0", "s1"]


@pytest.mark.parametrize("name", ["", "..", "a/b", "a..b", "../x", "a b", "-", "é", "x" * 101])
def test_a_scan_cannot_have_the_name_of_a_path(name: str) -> None:
    store = FleetStore("memory://names")
    for action in (store.scan, store.observations, store.compact, lambda each: store.begin(scan_of(each))):
        with pytest.raises(UsageError, match="is not a name of a scan"):
            action(name)


def test_merged_shards_are_equal_to_one_store(store: FleetStore, url: str) -> None:
    found = [seen("a"), unseen("b"), seen("c"), seen("d", description="New.")]
    shards = [FleetStore(f"{url}-{number}") for number in range(2)]
    for target in (store, *shards):
        target.begin(scan_of(servers=4))
    for number, each in enumerate(found):
        for target in (store, shards[number % 2]):
            target.write_observation(each)
            if each.state == "locked":
                tool = {"name": "look"} | ({"description": "New."} if each.server == "d" else {})
                target.put_lock(lock_of(locked(each.server, tool)))
    shards[0].compact("s1")
    store.finish("s1")
    urls = [shard.url for shard in shards]
    merged = merge_stores(urls, f"{url}-all")
    assert (merged.locks, [(each.observed, each.scan) for each in merged.scans]) == (3, [(4, store.scan("s1"))])
    both = FleetStore(f"{url}-all")
    assert both.keys("") == store.keys("")
    assert both.observations("s1") == store.observations("s1") == found
    assert merge_stores(urls, both.url).locks == 0
    assert both.keys("") == store.keys("")


def test_what_is_no_store_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="is not a fleet store"):
        merge_stores([url], f"{url}-x")
    FleetStore(url).put("fleet.json", b'{"format": "govern.fleet/2"}')
    with pytest.raises(UsageError, match="another format"):
        FleetStore(url).create()


DAMAGED = [seen().row() + b" " * 2**20,
           b"", b"{}", b"[]", b"nonsense", b"[" * 100_000, b'{"server": 1}', seen().row() * 2, b'{"x": 1}',
           seen().row().replace(b'"locked"', b'"gone"'), seen().row().replace(b'"tools":1', b'"tools":"1"'),
           seen().row().replace(b'"tools":1', b'"tools":true'), seen(at="yesterday").row(),
           seen(at="2026-11-19T00:00:01").row()]  # fmt: skip


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_object_is_named(content: bytes) -> None:
    store = FleetStore("memory://damaged")
    store.begin(scan_of())
    for key in (f"scans/s1/rows/{'0' * 32}.locked.json", f"scans/s1/part-{'0' * 32}.parquet", "scans/s1/scan.json"):
        store.put(key, content)
        with pytest.raises(InvalidInput, match=f"memory://damaged/{key}: is not") as caught:
            store.scans() if key.endswith("scan.json") else store.observations("s1")
        assert isinstance(caught.value, GovernError)
        store.delete([key])


@pytest.mark.parametrize("stated", [{"servers": -1}, {"servers": True}, {"finished": "yes"}, {"started": ""}])
def test_a_manifest_with_a_strange_value_is_refused(stated: dict[str, object]) -> None:
    store = FleetStore("memory://strange")
    store.create()
    store.put("scans/s1/scan.json", json.dumps(asdict(scan_of()) | stated).encode())
    with pytest.raises(InvalidInput, match="is not the manifest of a scan"):
        store.scans()


def test_a_store_that_cannot_be_reached_is_named_without_its_password(monkeypatch: pytest.MonkeyPatch, s3: str) -> None:
    del s3
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    s3fs = pytest.importorskip("s3fs")
    s3fs.S3FileSystem.clear_instance_cache()
    try:
        for action in ("create", "require", "scans", "locks"):
            with pytest.raises(UsageError, match=r"^s3://fleets/closed: cannot be (read|listed): .*127\.0\.0\.1:9"):
                getattr(FleetStore("s3://fleets/closed"), action)()
    finally:
        s3fs.S3FileSystem.clear_instance_cache()
    for url in ("nonsense://user:hunter2@host/x", "s4://user:hunter2@x"):
        with pytest.raises(UsageError, match="cannot be opened") as caught:
            FleetStore(url).create()
        assert "hunter2" not in str(caught.value)


def test_what_killed_writers_left_is_no_object_and_is_deleted_after_a_day(tmp_path: Path) -> None:
    store = FleetStore(str(tmp_path))
    store.begin(scan_of(servers=1))
    old, new = (tmp_path / "scans" / "s1" / f".unfinished-{number}" for number in range(2))
    for leftover in (old, new):
        leftover.write_bytes(b"half")
    os.utime(old, (0, 0))
    store.write_observation(seen())
    assert store.finish("s1").finished
    assert [path.name for path in (tmp_path / "scans" / "s1").iterdir() if path.name.startswith(".")] == [new.name]
    assert len(store.keys("")) == 3


def test_a_damaged_table_on_this_machine_is_named(tmp_path: Path) -> None:
    store = FleetStore(str(tmp_path / "store"))
    store.begin(scan_of())
    key = f"scans/s1/part-{'0' * 32}.parquet"
    store.put(key, b"PAR1")
    with pytest.raises(InvalidInput, match=r"parquet: is not a table of observations"):
        known_servers(store)
