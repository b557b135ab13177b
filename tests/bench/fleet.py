"""Scan a simulated fleet: every change found, equal stores on every engine, and what it costs."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from govern.findings import findings
from govern.fleet.store import FleetStore
from govern.library import compare_locks
from govern.policy.settings import Policy
from govern.rules.finding import Finding
from tests.bench.fleet_simulated import Endpoints, Simulated, running, simulate
from tests.bench.measuring import govern, processor_seconds_in, seconds_in
from tests.bench.tables import Table
from tests.scanning.stores import content

SERVERS = 2_000
_AT_ONCE = 64
_BARE = Path(__file__).parent / "servers" / "bare_fleet.py"
_NOTE = (
    "Real captures, replayed by one HTTP process on 240 loopback hosts and by stdio processes: 12% stdio, 5% slow, "
    "3% dead, 2% hostile, 10% of one family, 10% with a time to live. Processor time is that of govern, workers "
    "and the stdio servers; govern uses two workers, and the script one process.\n\n"
    "The script, which lists and keeps nothing, takes half of the processor time of a first scan; the other half makes "
    "the locks: tokens and digests, 5.5 ms for each server. So a scan that asks every server again cannot take less "
    "than half of the first. Only a `ttlMs` spares the question, and `--since` the server."
)
_OPTIONS = ("--rate", "0", "--per-host", "8", "--jobs", str(_AT_ONCE), "--timeout", "60", "--sandbox", "none")


def fleet(servers: int = SERVERS) -> Table:
    """Scan a fleet three times with changes between, then once on each engine."""
    with tempfile.TemporaryDirectory(prefix="govern-bench-") as name:
        simulated = simulate(Path(name), servers)
        with running(simulated) as endpoints:
            measured = _Measured(simulated, endpoints)
            rows = [*measured.three_scans(), *measured.engines(), *measured.yardsticks()]
    title = f"A simulated fleet of {servers:,} servers"
    missed = any(row[-1] == "**no**" for row in rows)
    return Table(title, ("figure", "measured", "aim", "met"), tuple(rows), (_NOTE,), met=not missed)


class _Measured:
    """The scans of one simulated fleet."""

    def __init__(self, simulated: Simulated, endpoints: Endpoints) -> None:
        self._fleet = simulated
        self._endpoints = endpoints
        self._folder = simulated.folder
        self._inventory = simulated.write_inventory(endpoints.port)
        self._first = self._again = 0.0

    def three_scans(self) -> list[tuple[str, ...]]:
        """Scan, scan again, change and scan: time, states, and every change as it is judged one by one."""
        self._first, first = self._scan("store", "1")
        locks = set(FleetStore(str(self._folder / "store")).locks())
        self._again, second = self._scan("store", "2")
        grown = len(set(FleetStore(str(self._folder / "store")).locks()) - locks)
        before = {name: self._fleet.capture(name) for name in self._fleet.kinds}
        moved = self._fleet.change()
        self._endpoints.update(self._fleet)
        _, third = self._scan("store", "3")
        found = set(third["changed"])
        judged = self._judged_alike({name: before[name] for name in moved})
        scans = (first, second, third)
        locked = first["servers"] - len(first["unseen"])
        return [
            ("servers listed, and unseen with a reason", f"{locked:,} + {len(first['unseen']):,}", "", ""),
            _row("observations lost or twice", sum(abs(_rows(each) - len(before)) for each in scans), "0", 0),
            _row("changes reported between two scans without any", len(second["changed"]) + len(second["new"]), "0", 0),
            _row("locks added by a scan without changes", grown, "0", 0),
            ("servers that changed, in the third scan", f"{len(moved):,}", "", ""),
            _row("of these not found, or found without a change", len(moved ^ found), "0", 0),
            _row("of these judged otherwise than one by one", len(moved) - judged, "0", 0),
            (
                "servers that disappeared are unseen",
                f"{len(third['unseen']) - len(first['unseen']):,}",
                "",
                "",
            ),
            _ratio(
                "processor time of the second scan, nothing changed, against the first", self._again, self._first, 0.5
            ),
            ("of these servers not asked again by their ttl", f"{second['fresh']:,}", "", ""),
        ]

    def engines(self) -> list[tuple[str, ...]]:
        """Scan the changed fleet on each engine into new stores, and compare them."""
        seconds = {"processes": self._seconds("processes", "--workers", "2")}
        expected = content(FleetStore(str(self._folder / "processes")))
        seconds["dask"] = self._seconds("dask", "--on", "dask", "--workers", "4")
        for shard in range(1, 5):
            self._seconds(f"shard{shard}", "--shard", f"{shard}/4", "--workers", "1")
        shards = [str(self._folder / f"shard{shard}") for shard in range(1, 5)]
        subprocess.run(
            govern("fleet", "merge", *shards, "--store", str(self._folder / "merged")), check=True, stdout=-3
        )
        differing = {
            name: _differences(content(FleetStore(str(self._folder / name))), expected) for name in ("dask", "merged")
        }
        return [
            _row("rows of a Dask LocalCluster with 4 workers that differ from `processes`", differing["dask"], "0", 0),
            _row("rows of 4 merged shards that differ from `processes`", differing["merged"], "0", 0),
            _ratio("time with Dask, against processes", seconds["dask"], seconds["processes"], 1.25),
        ]

    def yardsticks(self) -> list[tuple[str, ...]]:
        """Compare with a script that only lists, with the same number of connections."""
        bare: list[str | Path] = [sys.executable, _BARE, self._inventory, str(_AT_ONCE)]
        theirs = [(seconds_in(self._folder, bare), processor_seconds_in(self._folder, bare))]
        ours = [(self._seconds("wall", "--workers", "2"), self._scan("processor", "1")[0])]
        return [
            _ratio("time of a first scan, against a bare script that only lists", ours[0][0], theirs[0][0], 1.3),
            _ratio("its processor time, against that of the script", ours[0][1], theirs[0][1], None),
            _ratio("processor time of the second scan, against that of the script", self._again, theirs[0][1], None),
        ]

    def _seconds(self, store: str, *options: str) -> float:
        return seconds_in(self._folder, self._command(store, "1", *options))

    def _scan(self, store: str, name: str) -> tuple[float, dict[str, Any]]:
        """Return the processor time and the result of a scan."""
        output = self._folder / "result.json"
        command = " ".join(map(str, [*self._command(store, name, "--workers", "2", "--json"), ">", output]))
        seconds = processor_seconds_in(self._folder, ["sh", "-c", command])
        result: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
        return seconds, result

    def _command(self, store: str, name: str, *options: str) -> list[str | Path]:
        return govern("fleet", "scan", self._inventory, "--store", store, "--scan", name, *_OPTIONS, *options)

    def _judged_alike(self, before: dict[str, dict[str, Any]]) -> int:
        """Return how many servers' locks give the findings that their captures give by themselves."""
        store = FleetStore(str(self._folder / "store"))
        old, new = ({each.server: each.lock or "" for each in store.observations(scan)} for scan in ("2", "3"))
        hello = {"serverInfo": {"name": "m", "version": "1"}, "capabilities": {"tools": {}}}
        alike = 0
        for name, capture in before.items():
            stored = findings(store.read_lock(old[name]), store.read_lock(new[name]), Policy())
            captures = [{"initialize": hello} | each for each in (capture, self._fleet.capture(name))]
            alike += _facts(stored) == _facts(compare_locks(*captures))
        return alike


def _rows(scan: dict[str, Any]) -> int:
    return len(scan["new"]) + len(scan["changed"]) + int(scan["unchanged"]) + len(scan["unseen"])


def _facts(found: list[Finding]) -> list[tuple[str, ...]]:
    return sorted((each.rule.id, each.change.name, str(each.change.pointer), str(each.severity)) for each in found)


def _differences(found: Any, expected: Any) -> int:
    """Return the number of locks and observations that only one of two stores has."""
    locks = len(set(found[0]) ^ set(expected[0]))
    return locks + len(set(found[1]["1"]) ^ set(expected[1]["1"]))


def _row(figure: str, measured: int, aim: str, most: int) -> tuple[str, ...]:
    return figure, f"{measured:,}", aim, "yes" if measured <= most else "**no**"


def _ratio(figure: str, ours: float, theirs: float, most: float | None) -> tuple[str, ...]:
    ratio = ours / theirs
    met = "" if most is None else "yes" if ratio <= most else "**no**"
    return figure, f"{ratio:.2f}", "" if most is None else f"at most {most:g}", met
