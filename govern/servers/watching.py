"""Watch servers: capture each at an interval, and at once after it announces a changed list."""

from __future__ import annotations

import asyncio
import random
import signal
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from govern.policy.target import Catalog
from govern.servers.capture import Capture, capture_error, capture_servers, fold_surface
from govern.servers.connections import Connection, handle_signals

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from govern.contract.surface import Surface
    from govern.errors import ServerError
    from govern.policy.target import Target
    from govern.servers.hooks import Outbox
    from govern.servers.session import Session

# Wait this long for further notifications before reading again; the wait doubles for a server that keeps notifying.
_DEBOUNCE = 0.2
_FIRST_PAUSE = 1.0
# A connection lost after this many seconds counts as a first failure, not as one more in a row.
_STABLE = 30.0
_TICK = 1.0
# The time to deliver pending events at the end: after a signal, and otherwise.
_FLUSH_AFTER_SIGNAL, _FLUSH = 5.0, 60.0


@dataclass(frozen=True, slots=True)
class WatchPlan:
    """A schedule: every `interval` seconds, `jobs` servers at a time; `once`, for `lasting` seconds, or forever.

    With `hangup` SIGHUP ends the watch, as when a terminal closes; otherwise it reloads the config.
    """

    interval: float
    jobs: int
    once: bool = False
    lasting: float | None = None
    hangup: bool = True


class WatchObserver(Protocol):
    """The receiver of results; its methods are called in the event loop's thread."""

    def captured(self, name: str, outcome: Capture | ServerError) -> None:
        """Handle the capture, or the error, of a server."""

    def tick(self) -> None:
        """Run once per second."""

    def reload(self) -> Sequence[Target] | None:
        """Return the targets of a reloaded config, or None if they stay the same."""

    def stop(self) -> None:
        """Handle the end of the watch, when no server runs any more."""


def watch(targets: Sequence[Target], plan: WatchPlan, observer: WatchObserver, outboxes: Sequence[Outbox] = ()) -> None:
    """Watch until a signal or the plan ends it, then deliver the events still in the outboxes, for a limited time."""
    asyncio.run(_Watch(plan, observer, outboxes).run(targets))


class _Watch:
    """All watched servers, and the events that end the watch."""

    def __init__(self, plan: WatchPlan, observer: WatchObserver, outboxes: Sequence[Outbox]) -> None:
        self._plan = plan
        self._observer = observer
        self._outboxes = outboxes
        self._over, self._reload = asyncio.Event(), asyncio.Event()
        self._observer_error: Exception | None = None
        self._signalled = False
        self._slots = asyncio.Semaphore(plan.jobs)

    async def run(self, targets: Sequence[Target]) -> None:
        """Watch until the end, then deliver pending events."""
        senders = [asyncio.create_task(outbox.run()) for outbox in self._outboxes]
        with handle_signals(self._on_signal):
            try:
                await self._watch(targets)
                if self._observer_error is None:
                    self.notify(self._observer.stop)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_FLUSH_AFTER_SIGNAL if self._signalled else _FLUSH):
                        await asyncio.gather(*(outbox.emptied() for outbox in self._outboxes))
            finally:
                await _cancel_tasks(senders)
        if self._observer_error is not None:
            raise self._observer_error

    def notify(self, call: Callable[[], None]) -> None:
        """Call a method of the observer; its failure is not a server error, and ends the watch."""
        try:
            call()
        except Exception as error:  # noqa: BLE001 - raised again once no server runs
            self._observer_error = self._observer_error or error
            self._over.set()

    async def _watch(self, targets: Sequence[Target]) -> None:
        clock = asyncio.create_task(self._clock())
        if self._plan.lasting is not None:
            asyncio.get_running_loop().call_later(self._plan.lasting, self._over.set)
        try:
            while not self._over.is_set():
                self._reload.clear()
                await self._watch_these(targets)
                if self._reload.is_set() and not self._over.is_set():
                    targets = self._observer.reload() or targets
        finally:
            await _cancel_tasks([clock])

    async def _watch_these(self, targets: Sequence[Target]) -> None:
        watched = [_WatchedServer(target, self._plan, self._slots, self._captured) for target in targets]
        watching = [asyncio.create_task(server.run()) for server in watched]
        waiting = [asyncio.create_task(event.wait()) for event in (self._over, self._reload)]
        done = asyncio.create_task(asyncio.wait(watching, return_when=asyncio.FIRST_EXCEPTION))
        try:
            await asyncio.wait([done, *waiting], return_when=asyncio.FIRST_COMPLETED)
            if done.done():
                self._over.set()
                for task in done.result()[0]:
                    task.result()
        finally:
            await _cancel_tasks([done, *watching, *waiting])

    async def _clock(self) -> None:
        while True:
            await asyncio.sleep(min(_TICK, self._plan.interval))
            self.notify(self._observer.tick)

    def _captured(self, name: str, outcome: Capture | ServerError) -> None:
        if not self._over.is_set():
            self.notify(lambda: self._observer.captured(name, outcome))

    def _on_signal(self, number: int) -> None:
        if number == getattr(signal, "SIGHUP", None) and not self._plan.hangup:
            self._reload.set()
        else:
            self._signalled = True
            self._over.set()


@dataclass(slots=True)
class _WatchedServer:
    """One server under watch; the results so far decide when it is captured next."""

    target: Target
    plan: WatchPlan
    slots: asyncio.Semaphore
    captured: Callable[[str, Capture | ServerError], None]
    failures: int = 0
    is_listening: bool = False

    async def run(self) -> None:
        """Capture the server again and again."""
        while True:
            started = _loop_time()
            due = started + self.plan.interval * random.uniform(0.9, 1.1)  # noqa: S311 - spreads load
            succeeded = await self._capture(due)
            if self.plan.once:
                return
            if succeeded:
                self.failures = 0
            else:
                lasted = self.is_listening and _loop_time() - started > _STABLE
                self.failures = 1 if lasted else self.failures + 1
                due = min(due, _loop_time() + self._pause())
            await asyncio.sleep(max(due - _loop_time(), 0.05))

    def _pause(self) -> float:
        grown = _FIRST_PAUSE * 2 ** min(self.failures - 1, 16) * random.uniform(0.8, 1.2)  # noqa: S311 - spreads load
        return float(min(grown, self.plan.interval))

    async def _capture(self, due: float) -> bool:
        if isinstance(self.target.how, Catalog):
            outcome = capture_servers([self.target], jobs=1)[self.target.name]
            self.captured(self.target.name, outcome)
            return isinstance(outcome, Capture)
        connection = Connection(self.target, lambda _: None)
        slot = _Slot(self.slots)
        self.is_listening = False
        try:
            await slot.acquire()
            if self.plan.once:
                self._report(await connection.surface(), connection)
            else:
                await connection.surface(lambda session, surface: self._listen(session, surface, connection, slot, due))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - one broken server never affects the others
            if not self.is_listening:
                self.captured(self.target.name, capture_error(self.target, error))
            return False
        finally:
            slot.release()
        return True

    async def _listen(
        self, session: Session, surface: Surface, connection: Connection, slot: _Slot, due: float
    ) -> None:
        """Report the surface, then read again after each announced change, until the next full capture is due."""
        self._report(surface, connection)
        pause = _DEBOUNCE
        while session.listens:
            slot.release()
            connection.limit_time(None)
            if not await self._changed_before(session, due):
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, self.plan.interval)
            await slot.acquire()
            connection.limit_time(self.target.timeout)
            self._report(await session.read_again(), connection)

    async def _changed_before(self, session: Session, due: float) -> bool:
        """Return whether the server announces a change before the next full capture is due."""
        self.is_listening, changed = True, False
        with suppress(TimeoutError):
            async with asyncio.timeout_at(due):
                changed = await session.wait_for_change()
        self.is_listening = False
        return changed

    def _report(self, surface: Surface, connection: Connection) -> None:
        capture = Capture(self.target, fold_surface(surface, self.target), artifact=connection.artifact)
        self.captured(self.target.name, capture)


class _Slot:
    """A slot for one of the `jobs` parallel connections, released while a server is only listened to."""

    def __init__(self, slots: asyncio.Semaphore) -> None:
        self._slots = slots
        self._taken = False

    async def acquire(self) -> None:
        """Wait for a free slot and take it."""
        await self._slots.acquire()
        self._taken = True

    def release(self) -> None:
        """Free the slot, if it is taken."""
        if self._taken:
            self._taken = False
            self._slots.release()


def _loop_time() -> float:
    return asyncio.get_running_loop().time()


async def _cancel_tasks(tasks: Sequence[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
