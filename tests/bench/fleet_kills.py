"""Kill a part of a running scan again and again, resume it, and compare the store with that of a quiet scan."""

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket

import psutil

from govern.fleet.store import FleetStore
from tests.bench.measuring import govern
from tests.bench.tables import Table
from tests.endpoints.fleet import Member, serving
from tests.scanning.stores import content

TRIALS = 20
_SERVERS = 40
_QUICK = 0.1
_PATIENCE = 120.0


def fleet_kills(trials: int = TRIALS) -> Table:
    """Kill a worker, the client, a shard and the Dask scheduler, so many times each."""
    tool = {"name": "find", "inputSchema": {"type": "object"}}
    members = {
        f"s{at:02}": Member({"tools": [tool | {"title": f"{at}"}]}, "slow", wait=_QUICK) for at in range(_SERVERS)
    }
    with tempfile.TemporaryDirectory(prefix="govern-bench-") as name, serving(members) as fleet:
        folder = Path(name)
        rows = [{"name": each, "url": fleet.url(each), "trusted": True} for each in members]
        (folder / "fleet.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        _run(folder, "quiet")
        expected = content(FleetStore(str(folder / "quiet")))
        kinds: dict[str, Callable[[Path, str], None]] = {
            "a worker": _kill_worker,
            "the client": _kill_client,
            "one of two shards": _kill_shard,
            "the Dask scheduler": _kill_scheduler,
        }
        found = [(what, _equal_stores(folder, what, kill, expected, trials)) for what, kill in kinds.items()]
    table = tuple((what, f"{trials}", f"{equal}") for what, equal in found)
    met = all(equal == trials for _, equal in found)
    return Table("Killed in mid-scan", ("SIGKILL of", "trials", "equal stores after resuming"), table, met=met)


def _equal_stores(folder: Path, what: str, kill: Callable[[Path, str], None], expected: object, trials: int) -> int:
    equal = 0
    for trial in range(trials):
        store = f"{what}-{trial}".replace(" ", "-")
        kill(folder, store)
        equal += content(FleetStore(str(folder / store))) == expected
    return equal


def _command(store: str, *words: str) -> list[str | Path]:
    options = ("--workers", "2", "--jobs", "4", "--rate", "0", "--sandbox", "none")
    return govern("fleet", "scan", "fleet.jsonl", "--store", store, "--scan", "1", *options, *words)


def _run(folder: Path, store: str, *words: str) -> None:
    subprocess.run(_command(store, *words), cwd=folder, check=True, stdout=subprocess.DEVNULL)


@contextmanager
def _in_mid_scan(folder: Path, store: str, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Start a scan, and yield it once some servers are done; wait for its end."""
    process = subprocess.Popen(
        _command(store, *words), cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    wanted, rows = random.randrange(1, _SERVERS // 2), folder / store / "scans" / "1" / "rows"
    end = time.monotonic() + _PATIENCE
    while process.poll() is None and time.monotonic() < end and len(list(rows.glob("*.json"))) < wanted:
        time.sleep(0.01)
    try:
        yield process
        process.wait(_PATIENCE)
    finally:
        process.kill()
        process.wait()


def _kill_worker(folder: Path, store: str) -> None:
    with _in_mid_scan(folder, store) as process:
        children = psutil.Process(process.pid).children()
        workers = [each for each in children if "spawn_main" in " ".join(each.cmdline())]
        random.choice(workers).kill()
    if process.returncode:
        raise RuntimeError("the client did not outlive its worker")


def _kill_client(folder: Path, store: str, *words: str) -> None:
    with _in_mid_scan(folder, store, *words) as process:
        process.kill()
    _run(folder, store, "--resume", *words)


def _kill_shard(folder: Path, store: str) -> None:
    _kill_client(folder, f"{store}-1", "--shard", "1/2")
    _run(folder, f"{store}-2", "--shard", "2/2")
    merge = govern("fleet", "merge", f"{store}-1", f"{store}-2", "--store", store)
    subprocess.run(merge, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def _kill_scheduler(folder: Path, store: str) -> None:
    with _cluster() as (address, scheduler), _in_mid_scan(folder, store, "--on", f"dask={address}"):
        scheduler.kill()
    with _cluster() as (address, _):
        _run(folder, store, "--resume", "--on", f"dask={address}")


def _quiet(command: list[str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def _cluster() -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """Run a Dask scheduler and two workers as processes of their own."""
    with socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        port = reserved.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    python = [sys.executable, "-m"]
    options = ["--host", "127.0.0.1", "--no-dashboard"]
    scheduler = _quiet([*python, "distributed.cli.dask_scheduler", "--port", str(port), *options])
    worker = [*python, "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", *options]
    workers = [_quiet(worker) for _ in range(2)]
    try:
        yield address, scheduler
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()
