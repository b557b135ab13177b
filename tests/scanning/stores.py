"""Comparing stores: two are equal if their locks and observations are, apart from times."""

from dataclasses import replace

from govern.fleet.observation import Observation
from govern.fleet.store import FleetStore


def content(store: FleetStore) -> tuple[list[str], dict[str, list[Observation]]]:
    """Return the digests of all locks, and the observations of each scan without their times."""
    scans = {scan.name: [_timeless(each) for each in store.observations(scan.name)] for scan in store.scans()}
    return sorted(store.locks()), scans


def _timeless(observation: Observation) -> Observation:
    return replace(observation, seen_at="", seconds=None, fresh_until=None)
