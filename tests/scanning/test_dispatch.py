import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.errors import UsageError
from govern.fleet.inventory import FleetServer
from govern.fleet.store import FleetStore, Scan
from govern.policy.server_settings import Server
from govern.scanning.dispatch import LARGEST, SMALLEST, Dispatch, batch_size, plan_queues
from govern.scanning.engines import DaskEngine, ProcessEngine, ScanEngine
from govern.scanning.settings import ScanSettings, ScanTask
from tests.endpoints.fleet import Member, serving
from tests.scanning.conftest import http, stdio, tool
from tests.scanning.stores import content

HOSTS = st.lists(st.one_of(st.none(), st.integers(0, 5)), max_size=60)


def tasks(hosts: list[int | None]) -> list[ScanTask]:
    made = []
    for at, host in enumerate(hosts):
        url = None if host is None else f"https://h{host}/mcp"
        made.append(ScanTask(FleetServer(f"s{at}", Server(url=url), trusted=False, where="", root="")))
    return made


@given(HOSTS, st.integers(1, 20))
def test_every_server_is_in_one_batch_and_no_host_in_two_queues(hosts: list[int | None], size: int) -> None:
    queues = plan_queues(tasks(hosts), size)
    names = [task.name for queue in queues for batch in queue for task in batch]
    assert sorted(names) == sorted(f"s{at}" for at in range(len(hosts)))
    by_queue = [{task.server.host for batch in queue for task in batch} - {None} for queue in queues]
    assert sum(map(len, by_queue)) == len(set().union(*by_queue))


@given(HOSTS, st.integers(1, 20))
def test_batches_are_bounded(hosts: list[int | None], size: int) -> None:
    # A host that fits into a batch is not divided, so a batch may be filled up by one more host.
    assert all(0 < len(batch) < 2 * size for queue in plan_queues(tasks(hosts), size) for batch in queue)


def test_the_longest_queue_is_first() -> None:
    queues = plan_queues(tasks([1] * 30 + [None] * 10), 10)
    assert [sum(map(len, queue)) for queue in queues] == [30, 10]
    assert [len(batch) for batch in queues[0]] == [10, 10, 10]


def test_the_size_of_a_batch_follows_from_the_number_of_servers_and_workers() -> None:
    sizes = [batch_size(servers, 2) for servers in (1, 400, 100_000)]
    assert sizes == [SMALLEST, 50, LARGEST]


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
