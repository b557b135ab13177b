"""Join stores: every lock and every observation of several stores in one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.errors import LockfileInvalid
from govern.fleet.store import FleetStore

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.fleet.store import Scan


@dataclass(frozen=True, slots=True)
class MergedScan:
    """A scan of the joined store, with the number of servers that were observed."""

    scan: Scan
    observed: int


@dataclass(frozen=True, slots=True)
class FleetMerge:
    """The result of `govern fleet merge`: the scans that were joined, and the number of locks that were copied."""

    store: str
    sources: tuple[str, ...]
    scans: tuple[MergedScan, ...]
    locks: int


def merge_stores(urls: Sequence[str], target: str) -> FleetMerge:
    """Copy the locks and observations of stores into another one, which is created if it does not exist.

    It may be repeated, also after it was killed, and several may write into one store at a time.
    """
    sources = [FleetStore(url) for url in urls]
    for source in sources:
        source.require()
    store = FleetStore(target)
    store.create()
    copied = sum(_copy_locks(source, store) for source in sources)
    names = {scan.name for source in sources for scan in _copy_scans(source, store)}
    merged = [MergedScan(store.finish(name), len(store.observations(name))) for name in sorted(names)]
    return FleetMerge(store.name, tuple(source.name for source in sources), tuple(merged), copied)


def _copy_locks(source: FleetStore, store: FleetStore) -> int:
    missing = sorted({*source.locks()} - {*store.locks()})
    for digest in missing:
        store.put_lock(source.read_lock(digest))
    return len(missing)


def _copy_scans(source: FleetStore, store: FleetStore) -> list[Scan]:
    scans, locks = source.scans(), {*store.locks()}
    for scan in scans:
        found = source.observations(scan.name)
        if missing := {each.lock for each in found if each.lock} - locks:
            reason = f"scan {scan.name} names the lock {min(missing)[:100]!r}, which neither store has"
            raise LockfileInvalid(reason, where=source.name, hint="scan into it again, or leave this store out")
        store.begin(scan)
        if found:
            store.write_part(scan.name, found)
    return scans
