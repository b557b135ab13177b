"""The last state of each server before a scan."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from govern.fleet.observation import Observation
    from govern.fleet.store import FleetStore


def last_locked(store: FleetStore, before: str, servers: Collection[str]) -> dict[str, Observation]:
    """Return the last observation of each server in which it was locked, in the scans before this one.

    Scans are read from the latest on, and no more of them than are needed.
    """
    found: dict[str, Observation] = {}
    missing = set(servers)
    for scan in reversed([scan.name for scan in store.scans() if scan.name < before]):
        if not missing:
            break
        new = {each.server: each for each in store.observations(scan) if each.server in missing and each.lock}
        found |= new
        missing -= new.keys()
    return found
