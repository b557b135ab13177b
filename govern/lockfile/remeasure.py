"""Locks whose economics were taken by different measures, made comparable."""

from __future__ import annotations

from dataclasses import replace

from govern.lockfile.document import Lock
from govern.lockfile.integrity import digest_of_lock


def measured_by(lock: Lock) -> tuple[object, ...]:
    """What the lock's numbers were taken by, but for the guards that stand with each tool."""
    return lock.encoding, lock.economics, lock.risk


def measured_like(lock: Lock, other: Lock) -> Lock:
    """The same servers with the numbers that the other lock's measures give them."""
    if measured_by(lock) == measured_by(other):
        return lock
    from govern.lockfile.lock_server import measured_anew
    from govern.lockfile.measures import guards_in, measures_of

    servers = {
        server.name: measured_anew(server, replace(measures_of(other, guards_in(server.items)), trusted=False))
        for server in lock.servers
    }
    again = Lock(encoding=other.encoding, economics=other.economics, risk=other.risk).with_servers(servers)
    return replace(again, digest=digest_of_lock(again))
