"""Workers are killed in the middle of a scan, and the store is that of a scan in which none was."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from govern.errors import UsageError
from govern.fleet.inventory import FleetServer
from govern.fleet.store import FleetStore, Scan
from govern.policy.server_settings import Server
from govern.scanning.dask_engine import DaskEngine
from govern.scanning.dispatch import Dispatch
from govern.scanning.engines import ProcessEngine, ScanEngine
from govern.scanning.plan import plan_queues
from govern.scanning.settings import ScanSettings, ScanTask
from tests.endpoints.fleet import Member, serving
from tests.scanning.conftest import http, stdio, tool
from tests.scanning.stores import content

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
SERVERS = 24


@pytest.fixture(scope="module")
def servers() -> Iterator[list[FleetServer]]:
    """Serve a fleet, so slow that a scan can be interrupted."""
    members = {
        f"s{number:02}": Member({"tools": [tool(f"find{number}")]}, "slow", wait=0.1) for number in range(SERVERS)
    }
    with serving(members) as fleet:
        yield [
            *(http(name, fleet.url(name)) for name in members),
            stdio("tiny"),
            http("dead", "http://127.0.0.1:9/mcp"),
        ]


def scan(
    folder: Path,
    servers: list[FleetServer],
    engine: ScanEngine,
    progress: Callable[[FleetStore], None] = lambda _: None,
) -> FleetStore:
    """Scan servers into a new store, several batches at a time; `progress` may do damage meanwhile."""
    store = FleetStore(str(folder))
    manifest = {"started": "2026-11-19T00:00:00Z", "inventory": "", "encoding": "cl100k_base", "govern_version": "0"}
    store.begin(Scan(name="1", servers=len(servers), **manifest))
    settings = ScanSettings(store=store.url, scan="1", jobs=2, timeout=10, rate=0)
    queues = plan_queues([ScanTask(server) for server in servers], 8)
    try:
        Dispatch(engine, store, settings).run(queues, lambda: progress(store))
    except BaseException:
        engine.close(cancel=True)
        raise
    engine.close(cancel=False)
    store.finish("1")
    return store


@pytest.fixture(scope="module")
def expected(servers: list[FleetServer], tmp_path_factory: pytest.TempPathFactory) -> object:
    """Return the content of a store that was scanned undisturbed."""
    store = scan(tmp_path_factory.mktemp("expected") / "store", servers, ProcessEngine(2))
    observations = content(store)[1]["1"]
    assert [each.server for each in observations if each.state == "locked"] == [
        *(f"s{number:02}" for number in range(SERVERS)), "tiny",
    ]  # fmt: skip
    return content(store)


def test_a_worker_that_is_killed_costs_nothing(servers: list[FleetServer], expected: object, tmp_path: Path) -> None:
    engine = ProcessEngine(2)
    killed: list[int] = []

    def kill(store: FleetStore) -> None:
        process = engine._workers[0].process
        if not killed and process is not None and process.pid and store.rows("1"):
            killed.append(process.pid)
            os.kill(process.pid, signal.SIGKILL)

    store = scan(tmp_path / "store", servers, engine, kill)
    assert killed
    assert content(store) == expected


def test_ctrl_c_is_ignored_by_a_worker_that_has_just_started() -> None:
    engine = ProcessEngine(1)
    blocked = engine.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ())
    process = engine._workers[0].process
    assert process is not None
    assert process.pid is not None
    os.kill(process.pid, signal.SIGINT)
    assert blocked.result(60) == set()
    engine.close(cancel=False)


def test_dask_gives_the_store_of_the_processes_also_when_a_worker_is_killed(
    servers: list[FleetServer], expected: object, tmp_path: Path
) -> None:
    engine = DaskEngine(None, 2)
    cancelled = DaskEngine(engine._cluster.scheduler_address, 0)
    begun = cancelled.submit(time.sleep, 1)
    cancelled.close(cancel=True)
    assert begun.cancelled()
    killed: list[int] = []

    def kill(store: FleetStore) -> None:
        if not killed and store.rows("1"):
            killed.append(next(iter(engine._client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    store = scan(tmp_path / "store", servers, engine, kill)
    assert killed
    assert content(store) == expected


def test_a_server_that_kills_its_worker_is_the_only_one_lost(servers: list[FleetServer], tmp_path: Path) -> None:
    path = str(Path(__file__).with_name("deadly.py"))
    deadly = replace(stdio("deadly"), settings=Server(command=[sys.executable, "-I", "-S", path]))
    store = scan(tmp_path / "store", [*servers[:10], deadly], ProcessEngine(2))
    found = {each.server: each for each in store.observations("1")}
    assert (found["deadly"].reason, len(found)) == ("crashed", 11)
    assert {each.state for name, each in found.items() if name != "deadly"} == {"locked"}


def test_an_error_of_the_store_ends_the_scan_and_every_worker(servers: list[FleetServer], tmp_path: Path) -> None:
    engine = ProcessEngine(1)

    def break_store(store: FleetStore) -> None:
        if store.rows("1"):
            (tmp_path / "store" / "scans" / "1" / "rows").rename(tmp_path / "rows")
            (tmp_path / "store" / "scans" / "1" / "rows").write_text("", encoding="utf-8")

    with pytest.raises((UsageError, OSError)):
        scan(tmp_path / "store", servers, engine, break_store)
    assert not engine._workers
