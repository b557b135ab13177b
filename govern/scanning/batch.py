"""Scan one batch of servers in one event loop, politely to their hosts, and store each result at once."""

from __future__ import annotations

import asyncio
import os
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from dataclasses import replace
from functools import partial
from threading import Lock as Mutex
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from govern.errors import ServerError, ServerTimedOut, ServerUnreachable
from govern.fleet.store import FleetStore
from govern.lockfile.lock_server import clear_counts
from govern.policy.target import Catalog
from govern.scanning.observing import is_fresh, observe, repeated, unseen
from govern.scanning.resolving import NotAsked, resolve
from govern.servers.capture import capture_servers
from govern.servers.connections import cancel_on_signal, capture_one, first_error

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from govern.fleet.observation import Observation
    from govern.lockfile.document import Lock
    from govern.policy.target import Target
    from govern.scanning.settings import ScanBatch, ScanSettings, ScanTask
    from govern.servers.capture import Capture

Result = TypeVar("Result")
# An object store takes long for each object.
_STORE_THREADS = 8
# A temporary failure is tried again once, after the host's pause.
_ATTEMPTS = 2
# Locks are made one at a time: two at once would only delay the first.
_LOCKING = Mutex()


def scan_batch(batch: ScanBatch, settings: ScanSettings) -> int:
    """Scan every server that has no observation yet, and return how many; raise Interrupted after a signal."""
    try:
        return asyncio.run(_Batch(settings).run(batch))
    finally:
        clear_counts()


class _Batch:
    """The servers that one event loop scans."""

    def __init__(self, settings: ScanSettings) -> None:
        self._settings = settings
        self._store = FleetStore(settings.store)
        self._hosts = Hosts(settings.per_host, settings.rate)
        self._observed = 0

    async def run(self, batch: ScanBatch) -> int:
        """Scan the servers, and return how many were observed."""
        self._slots = asyncio.Semaphore(self._settings.jobs)
        # Names are resolved in these threads: one that nobody answers for must not make the others wait.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(self._settings.jobs, "govern-resolve"))
        with ThreadPoolExecutor(_STORE_THREADS, "govern-store") as self._threads, cancel_on_signal():
            try:
                async with asyncio.TaskGroup() as group:
                    for task in batch:
                        group.create_task(self._scan(task))
            except BaseExceptionGroup as errors:
                raise first_error(errors) from None
        return self._observed

    async def _scan(self, task: ScanTask) -> None:
        if await self._in_thread(self._store.has_row, self._settings.scan, task.name):
            return
        target = resolve(task.server, self._settings, os.environ)
        if isinstance(target, NotAsked):
            await self._write(unseen(task, self._settings.scan, target.reason, target.detail))
        elif task.before is not None and is_fresh(task, target.source):
            await self._write(repeated(task.before, self._settings.scan, task.before.fresh_until))
        else:
            await self._ask(task, target)

    async def _ask(self, task: ScanTask, target: Target) -> None:
        seen, seconds = await self._capture(target, self._hosts.gate(task.server.host) if task.server.host else None)
        row, lock = await self._in_thread(self._observe, task, seen)
        if lock is not None and (task.before is None or task.before.lock != lock.digest):
            await self._in_thread(self._store.put_lock, lock)
        # After the lock that it names, so that a killed worker leaves no observation without one.
        await self._write(replace(row, seconds=round(seconds, 3)))

    async def _capture(self, target: Target, gate: HostGate | None) -> tuple[Capture | ServerError, float]:
        """Return the capture or the error of a server, and the seconds of the last attempt."""
        for attempt in range(1, _ATTEMPTS + 1):
            async with gate.turn() if gate else nullcontext():
                if gate and gate.gave_up:
                    return ServerUnreachable("not asked: many servers of its host failed one after the other"), 0.0
                async with self._slots:
                    begun = perf_counter()
                    seen = await self._capture_now(target)
                    seconds = perf_counter() - begun
                error = seen if isinstance(seen, ServerError) else None
                if gate:
                    gate.note(error)
            retry_after = error.retry_after if error else None
            if attempt == _ATTEMPTS or gate is None or retry_after is None or retry_after > LONGEST_PAUSE:
                return seen, seconds
        raise AssertionError("the last attempt returns")

    async def _capture_now(self, target: Target) -> Capture | ServerError:
        if isinstance(target.how, Catalog):
            return (await self._in_thread(partial(capture_servers, jobs=1), [target]))[target.name]
        return await capture_one(target, lambda _: None)

    def _observe(self, task: ScanTask, seen: Capture | ServerError) -> tuple[Observation, Lock | None]:
        with _LOCKING:
            return observe(task, seen, self._settings, self._store.read_lock)

    async def _write(self, row: Observation) -> None:
        await self._in_thread(self._store.write_observation, row)
        self._observed += 1

    async def _in_thread(self, call: Callable[..., Result], *arguments: object) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call, *arguments)


# A host may ask for a longer pause; it is asked again in the next scan instead.
LONGEST_PAUSE = 60.0
_FIRST_PAUSE, _LONGEST_BACK_OFF = 0.5, 30.0
# After this many failures in a row the host's other servers are not asked in this batch.
_MOST_FAILURES = 10


class Hosts:
    """The hosts that one batch connects to."""

    def __init__(self, per_host: int, rate: float) -> None:
        self._per_host = per_host
        self._spacing = 1 / rate if rate else 0.0
        self._hosts: dict[str, HostGate] = {}

    def gate(self, host: str) -> HostGate:
        """Return the gate of a host."""
        return self._hosts.setdefault(host, HostGate(self._per_host, self._spacing))


class HostGate:
    """The turns of one host's servers, `spacing` seconds apart."""

    def __init__(self, slots: int, spacing: float) -> None:
        self._slots = asyncio.Semaphore(slots)
        self._spacing = spacing
        self._next = 0.0
        self._failures = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for the next turn, and hold one of the host's connections until the block ends."""
        async with self._slots:
            loop = asyncio.get_running_loop()
            # The pause may grow meanwhile.
            while (wait := self._next - loop.time()) > 0:  # noqa: ASYNC110 - it waits for a time, not for an event
                await asyncio.sleep(wait)
            self._next = loop.time() + self._spacing * random.uniform(0.8, 1.2)  # noqa: S311 - spreads load
            yield

    @property
    def gave_up(self) -> bool:
        """Return whether so many servers in a row failed that the others are not asked."""
        return self._failures >= _MOST_FAILURES

    def note(self, error: ServerError | None) -> None:
        """Take the result of a server: a host that is overloaded gets a pause, which grows with each failure."""
        overloaded = error is not None and (error.retry_after is not None or isinstance(error, ServerTimedOut))
        if error is None or not overloaded:
            self._failures = 0
            return
        self._failures += 1
        grown = min(_FIRST_PAUSE * 2.0**self._failures, _LONGEST_BACK_OFF) * random.uniform(0.8, 1.2)  # noqa: S311
        pause = min(max(error.retry_after or 0.0, grown), LONGEST_PAUSE)
        self._next = max(self._next, asyncio.get_running_loop().time() + pause)
