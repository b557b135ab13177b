"""The memory of one worker that scans 10,000 servers, batch after batch."""

import tempfile
from pathlib import Path

import psutil

from govern.fleet.inventory import FleetServer
from govern.fleet.store import FleetStore, Scan
from govern.policy.server_settings import Server
from govern.scanning.dispatch import Dispatch, plan_queues
from govern.scanning.engines import ProcessEngine
from govern.scanning.settings import ScanSettings, ScanTask
from tests.bench.fleet_simulated import HOSTS, running, simulate
from tests.bench.tables import Table

SERVERS, _BATCH = 10_000, 500


def fleet_memory(servers: int = SERVERS) -> Table:
    """Compare the resident memory after a fifth of the servers with that at the end."""
    with tempfile.TemporaryDirectory(prefix="govern-bench-") as name:
        fleet = simulate(Path(name), servers)
        fleet.kinds = dict.fromkeys(fleet.kinds, "plain")
        with running(fleet) as endpoints:
            tasks = [
                ScanTask(
                    FleetServer(each, Server(url=_url(at, each, endpoints.port)), trusted=False, where="", root="")
                )
                for at, each in enumerate(fleet.kinds)
            ]
            early, late = _scan(Path(name), tasks)
    growth = late / early - 1
    row = (f"resident memory after {servers:,} servers, against {servers // 5:,}", f"{growth:+.1%}", "at most +10%")
    size = ("resident memory at the end", f"{late / 1e6:.0f} MB", "")
    return Table("Memory of a worker", ("figure", "measured", "aim"), (row, size), met=growth <= 0.1)


def _url(at: int, name: str, port: int) -> str:
    return f"http://127.0.0.{2 + at % HOSTS}:{port}/{name}"


def _scan(folder: Path, tasks: list[ScanTask]) -> tuple[int, int]:
    """Return the memory of the only worker after a fifth of its servers, and at the end."""
    store = FleetStore(str(folder / "store"))
    manifest = {"started": "2026-11-19T00:00:00Z", "inventory": "", "encoding": "cl100k_base", "govern_version": "0"}
    store.begin(Scan(name="1", servers=len(tasks), **manifest))
    engine = ProcessEngine(1)
    seen: list[tuple[int, int]] = []

    def look() -> None:
        process = engine._workers[0].process
        if process is not None and process.pid:
            seen.append((len(store.rows("1")), psutil.Process(process.pid).memory_info().rss))

    settings = ScanSettings(store=store.url, scan="1", rate=0, per_host=8)
    Dispatch(engine, store, settings).run(plan_queues(tasks, _BATCH), look)
    engine.close(cancel=False)
    early = [rss for rows, rss in seen if rows <= len(tasks) // 5]
    return max(early), seen[-1][1]
