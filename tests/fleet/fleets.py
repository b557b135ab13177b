"""Fleets for tests: locks by digest, observations, and whole stores."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from govern.fleet.observation import Observation, UnseenReason
from govern.fleet.store import FleetStore, Scan
from govern.library import lock_surface
from govern.lockfile.document import Lock
from govern.lockfile.integrity import digest_of_lock, digest_of_server
from govern.lockfile.text import render

# What a scan finds at one server: its capture, its lock, or the reason why it is unseen.
Found = Mapping[str, Any] | Lock | UnseenReason


def tool(name: str, description: str = "Finds books.", **properties: Any) -> dict[str, Any]:
    """Return a tool with these parameters; `required` lists those that are required."""
    schema = {"type": "object", "properties": properties}
    return {"name": name, "description": description, "inputSchema": schema}


def requiring(listed: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return the tool with these parameters required."""
    return listed | {"inputSchema": listed["inputSchema"] | {"required": [*names]}}


def lock_of(capture: Mapping[str, Any], name: str, source: str | None = None) -> Lock:
    """Return the lock of a capture, whose source is an address of its own."""
    lock = lock_surface(capture, name)
    server = replace(lock.servers[0], source=source or f"https://{name}.example.com/mcp")
    server = replace(server, digest=digest_of_server(server))
    lock = replace(lock, servers=(server,))
    return replace(lock, digest=digest_of_lock(lock))


def at(scan: str) -> str:
    """Return the time of a scan that is named by its day."""
    return f"{scan}T12:00:00+00:00"


def observed(scan: str, server: str, found: Found) -> Observation:
    """Return the observation of a server."""
    if isinstance(found, str):
        return Observation.of_failure(server, scan, at(scan), found, "HTTP 503: <b>\u202ebusy")
    lock = found if isinstance(found, Lock) else lock_of(found, server)
    return Observation.of_lock(lock, scan, at(scan))


def fleet(folder: Path, **scans: Mapping[str, Found]) -> FleetStore:
    """Write a store with these scans, whose names begin with `on_`: on_2026_11_18 is of 2026-11-18."""
    store = FleetStore(str(folder))
    for day, found in scans.items():
        scan_into(store, day.removeprefix("on_").replace("_", "-"), found)
    return store


def scan_into(store: FleetStore, name: str, found: Mapping[str, Found]) -> None:
    """Add one finished scan to a store."""
    store.begin(
        Scan(
            name=name,
            started=at(name),
            servers=len(found),
            inventory="sha256:0",
            encoding="cl100k_base",
            govern_version="0",
        )
    )
    observations = []
    for server, state in found.items():
        state = state if isinstance(state, str | Lock) else lock_of(state, server)  # noqa: PLW2901
        if isinstance(state, Lock):
            store.put_lock(state)
        observations.append(observed(name, server, state))
    store.write_part(name, observations)
    store.finish(name)


def bytes_by_digest(locks: Iterable[Lock]) -> dict[str, bytes]:
    """Return the files of locks."""
    return {lock.digest: render(lock).encode() for lock in locks}
