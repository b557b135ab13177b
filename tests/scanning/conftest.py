"""Small fleets over HTTP and stdio, and stores to scan them into."""

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from govern.fleet.inventory import FleetServer
from govern.fleet.observation import Observation
from govern.fleet.store import FleetStore
from govern.policy.server_settings import Server
from govern.scanning.batch import scan_batch
from govern.scanning.settings import ScanSettings, ScanTask

TINY = [sys.executable, "-I", "-S", str(Path(__file__).parents[1] / "bench" / "servers" / "tiny.py")]


def tool(name: str, **fields: Any) -> dict[str, Any]:
    """Return a tool."""
    schema = {"type": "object", "properties": {"berth": {"type": "string"}}}
    return {"name": name, "description": f"Look at {name}.", "inputSchema": schema} | fields


def http(name: str, url: str, **keys: Any) -> FleetServer:
    """Return a stranger's server at a URL, which may be on this machine."""
    return FleetServer(name, Server(url=url, **keys), trusted=False, where="fleet.jsonl:1", root=".", private=True)


def stdio(name: str, *, trusted: bool = True) -> FleetServer:
    """Return a stdio server of four tools."""
    return FleetServer(name, Server(command=TINY), trusted=trusted, where="fleet.jsonl:1", root=".")


@dataclass
class Scanner:
    """Scans servers into one store, in this process."""

    store: FleetStore
    settings: ScanSettings
    before: dict[str, Observation] = field(default_factory=dict)

    def scan(self, name: str, *servers: FleetServer, **changed: Any) -> dict[str, Observation]:
        """Return the observations of a scan, and remember them for the next."""
        settings = replace(self.settings, scan=name, **changed)
        scan_batch(tuple(ScanTask(each, self.before.get(each.name)) for each in servers), settings)
        found = {each.server: each for each in self.store.observations(name)}
        self.before |= {server: each for server, each in found.items() if each.lock}
        return found


@pytest.fixture
def scanner(tmp_path: Path) -> Scanner:
    store = FleetStore(str(tmp_path / "store"))
    store.create()
    return Scanner(store, ScanSettings(store=store.url, scan="", timeout=20, rate=0))
