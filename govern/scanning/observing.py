"""Turn the capture of a server into its results: the lock to store, and the observation of this scan."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Final

from govern.contract.characters import visible
from govern.contract.digests import digest
from govern.contract.surface import TOOL
from govern.economics.assess import Guard
from govern.errors import (
    ServerError,
    ServerMisbehaved,
    ServerNotStarted,
    ServerTimedOut,
    ServerUntrusted,
    SurfaceTooLarge,
)
from govern.fleet.observation import MAX_TEXT, Observation
from govern.lockfile.document import ECONOMICS, FORMAT, Lock
from govern.lockfile.integrity import digest_of_lock
from govern.lockfile.lock_server import Measures, Origin, lock_server
from govern.policy.clock import now

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from govern.contract.surface import Surface
    from govern.fleet.observation import UnseenReason
    from govern.scanning.settings import ScanSettings, ScanTask
    from govern.servers.capture import Capture

# A longer time to live is a server's wish not to be watched.
_LISTING: Final = 40
_MAX_LINE, _LONGEST_LINE = 200, 1_000
_LONGEST_FRESH: Final = timedelta(days=1)
_REASONS: Final[tuple[tuple[type[ServerError], UnseenReason], ...]] = (
    (ServerUntrusted, "untrusted"),
    (ServerNotStarted, "not-started"),
    (ServerTimedOut, "timed-out"),
    (ServerMisbehaved, "misbehaved"),
    (SurfaceTooLarge, "too-large"),
)


def observe(
    task: ScanTask, seen: Capture | ServerError, settings: ScanSettings, read_lock: Callable[[str], Lock]
) -> tuple[Observation, Lock | None]:
    """Return the observation of a capture, and its lock if that may be new to the store."""
    if isinstance(seen, ServerError):
        return unseen(task, settings.scan, reason_of(seen), _explained(seen)), None
    if lost := _lost_tools(task, seen.surface):
        return unseen(task, settings.scan, "misbehaved", lost), None
    guards = {tool: Guard(keys.limit, keys.max_bytes) for tool, keys in task.server.settings.guards.items()}
    measures = Measures(settings.encoding, guards=guards)
    origin = Origin(task.name, seen.target.source, seen.target.client, seen.target.normalize, _stated_integrity(seen))
    at = now()
    listing, fresh = _listing(origin, seen.surface, measures), _fresh_until(seen.surface, at)
    if task.before is not None and task.before.listing == listing:
        return repeated(task.before, settings.scan, fresh), None
    old = read_lock(task.before.lock) if task.before is not None and task.before.lock else None
    server = lock_server(
        origin,
        seen.surface,
        replace(measures, trusted=old is not None and old.encoding == settings.encoding),
        old.servers[0] if old else None,
    )
    lock = Lock(servers=(server,), encoding=settings.encoding)
    lock = replace(lock, digest=digest_of_lock(lock))
    row = Observation.of_lock(lock, settings.scan, _stamp(at))
    return replace(row, listing=listing, fresh_until=fresh), lock


def repeated(before: Observation, scan: str, fresh_until: str | None) -> Observation:
    """Return the observation of a server whose state did not change."""
    return replace(before, scan=scan, seen_at=_stamp(now()), fresh_until=fresh_until, seconds=None)


def unseen(task: ScanTask, scan: str, reason: UnseenReason, detail: str) -> Observation:
    """Return the observation of a server that could not be listed."""
    return Observation.of_failure(task.name, scan, _stamp(now()), reason, detail)


def is_fresh(task: ScanTask, source: str) -> bool:
    """Return whether the server asked not to be listed again before a time that is still to come."""
    before = task.before
    if before is None or before.fresh_until is None or before.source != visible(source)[:MAX_TEXT]:
        return False
    # A later time was written by something else than a scan.
    return _stamp(now()) < before.fresh_until <= _stamp(now() + _LONGEST_FRESH)


def reason_of(error: ServerError) -> UnseenReason:
    """Return the machine word for an error."""
    return next((word for kind, word in _REASONS if isinstance(error, kind)), "unreachable")


def _explained(error: ServerError) -> str:
    """Return the message of an error, with the error that the server wrote or else its last line, if it can be read."""
    line = error.error_line
    if not line or len(line) > _LONGEST_LINE:
        return error.message
    return f"{error.message}: {line if len(line) <= _MAX_LINE else f'{line[:_MAX_LINE]}…'}"


def _lost_tools(task: ScanTask, surface: Surface) -> str | None:
    """Return an error for a server that lists no tools but had some: it is more likely broken than empty."""
    before = task.before.tools if task.before is not None else None
    if not before or any(True for _ in surface.of(TOOL)):
        return None
    return f"lists no tools; its last lock has {before}"


def _stated_integrity(seen: Capture) -> str | None:
    """Return the integrity of the package that ran, if the inventory names it without a placeholder."""
    ran = seen.artifact
    return ran.line if ran and ran.line and ran.spec in seen.target.source else None


def _listing(origin: Origin, surface: Surface, measures: Measures) -> str:
    """Return the digest of all that a lock is made of; servers that list the same again have the same lock."""
    guards = {tool: [guard.limit, guard.max_bytes] for tool, guard in measures.guards.items()}
    found = digest(
        {
            "format": [FORMAT, ECONOMICS, measures.encoding],
            "guards": guards,
            "handshake": surface.handshake,
            "integrity": origin.integrity,
            # One by one: a list with a single fraction takes long to write canonically.
            "items": [[item.kind.name, digest(item.raw)] for item in surface.items],
            "lists": dict(surface.lists),
            "origin": [origin.name, *origin.lines],
        }
    )
    # Every row has one, and no digest of a row compresses.
    return found.removeprefix("sha256:")[:_LISTING]


def _fresh_until(surface: Surface, at: datetime) -> str | None:
    """Return the time until which all lists are fresh, as servers of the stateless protocol state it."""
    times = [fields.get("ttlMs") for fields in surface.lists.values()]
    if not times or not all(isinstance(each, int) and each > 0 for each in times):
        return None
    shortest = min(each for each in times if isinstance(each, int))
    return _stamp(at + min(timedelta(milliseconds=min(shortest, 10**9)), _LONGEST_FRESH))


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
