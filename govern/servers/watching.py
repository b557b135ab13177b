"""Servers looked at again and again: on an interval, and at once where one says that a list of its has changed."""

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

# Changes that are told one after the other are looked at together; who goes on telling is looked at ever less often.
_GATHERING = 0.2
_FIRST_PAUSE = 1.0
# A conversation that lasted this long was a good one: losing it says nothing about the next.
_LASTING = 30.0
_TICK = 1.0
# How long undelivered events may hold us up, when a signal ended us and when nothing did.
_HURRIED, _UNHURRIED = 5.0, 60.0


@dataclass(frozen=True, slots=True)
class WatchPlan:
    """How to watch: a look every `interval` seconds, `jobs` at a time; `once` or for `lasting` seconds, else for ever.

    `hangup` says whether SIGHUP ends it, as it does where a terminal is gone; else it means: look now, by a new config.
    """

    interval: float
    jobs: int
    once: bool = False
    lasting: float | None = None
    hangup: bool = True


class WatchObserver(Protocol):
    """Who is told what comes of it, always in the event loop's thread."""

    def saw(self, name: str, outcome: Capture | ServerError) -> None:
        """A server was looked at."""

    def tick(self) -> None:
        """Another second has passed."""

    def reload(self) -> Sequence[Target] | None:
        """What to watch from now on; None where that stays as it is."""

    def stop(self) -> None:
        """It is over; nothing that was started runs any more."""


def watch(targets: Sequence[Target], plan: WatchPlan, hearer: WatchObserver, outboxes: Sequence[Outbox] = ()) -> None:
    """Watch until a signal or the plan ends it; what is in the outboxes then is still carried out, for a while."""
    asyncio.run(_Watch(plan, hearer, outboxes).run(targets))


class _Watch:
    """All vigils, and what ends them."""

    def __init__(self, plan: WatchPlan, hearer: WatchObserver, outboxes: Sequence[Outbox]) -> None:
        self._plan = plan
        self._hearer = hearer
        self._outboxes = outboxes
        self._over, self._again = asyncio.Event(), asyncio.Event()
        self._broken: Exception | None = None
        self._hurried = False
        self._seats = asyncio.Semaphore(plan.jobs)

    async def run(self, targets: Sequence[Target]) -> None:
        carriers = [asyncio.create_task(outbox.run()) for outbox in self._outboxes]
        with handle_signals(self._signalled):
            try:
                await self._watch(targets)
                if self._broken is None:
                    self.tell(self._hearer.stop)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_HURRIED if self._hurried else _UNHURRIED):
                        await asyncio.gather(*(outbox.emptied() for outbox in self._outboxes))
            finally:
                await _ended(carriers)
        if self._broken is not None:
            raise self._broken

    def tell(self, told: Callable[[], None]) -> None:
        """What goes wrong with telling is never a server's fault, and ends it all."""
        try:
            told()
        except Exception as error:  # noqa: BLE001 - raised again once nothing of ours runs
            self._broken = self._broken or error
            self._over.set()

    async def _watch(self, targets: Sequence[Target]) -> None:
        clock = asyncio.create_task(self._clock())
        if self._plan.lasting is not None:
            asyncio.get_running_loop().call_later(self._plan.lasting, self._over.set)
        try:
            while not self._over.is_set():
                self._again.clear()
                await self._watch_these(targets)
                if self._again.is_set() and not self._over.is_set():
                    targets = self._hearer.reload() or targets
        finally:
            await _ended([clock])

    async def _watch_these(self, targets: Sequence[Target]) -> None:
        vigils = [_Vigil(target, self._plan, self._seats, self._saw) for target in targets]
        looking = [asyncio.create_task(vigil.keep()) for vigil in vigils]
        waiting = [asyncio.create_task(event.wait()) for event in (self._over, self._again)]
        done = asyncio.create_task(asyncio.wait(looking, return_when=asyncio.FIRST_EXCEPTION))
        try:
            await asyncio.wait([done, *waiting], return_when=asyncio.FIRST_COMPLETED)
            if done.done():
                self._over.set()
                for task in done.result()[0]:
                    task.result()
        finally:
            await _ended([done, *looking, *waiting])

    async def _clock(self) -> None:
        while True:
            await asyncio.sleep(min(_TICK, self._plan.interval))
            self.tell(self._hearer.tick)

    def _saw(self, name: str, outcome: Capture | ServerError) -> None:
        if not self._over.is_set():
            self.tell(lambda: self._hearer.saw(name, outcome))

    def _signalled(self, number: int) -> None:
        if number == getattr(signal, "SIGHUP", None) and not self._plan.hangup:
            self._again.set()
        else:
            self._hurried = True
            self._over.set()


class _Vigil:
    """One server, looked at for as long as it is watched; how it fares decides when the next look is due."""

    def __init__(
        self,
        target: Target,
        plan: WatchPlan,
        seats: asyncio.Semaphore,
        saw: Callable[[str, Capture | ServerError], None],
    ) -> None:
        self._target = target
        self._plan = plan
        self._seats = seats
        self._saw = saw
        self._setbacks = 0
        self._staying = False

    async def keep(self) -> None:
        """Look, wait, and look again."""
        while True:
            started = _now()
            due = started + self._plan.interval * random.uniform(0.9, 1.1)  # noqa: S311 - spreads load
            went_well = await self._look(due)
            if self._plan.once:
                return
            if went_well:
                self._setbacks = 0
            else:
                lasted = self._staying and _now() - started > _LASTING
                self._setbacks = 1 if lasted else self._setbacks + 1
                due = min(due, _now() + self._pause())
            await asyncio.sleep(max(due - _now(), 0.05))

    def _pause(self) -> float:
        grown = _FIRST_PAUSE * 2 ** min(self._setbacks - 1, 16) * random.uniform(0.8, 1.2)  # noqa: S311 - spreads load
        return float(min(grown, self._plan.interval))

    async def _look(self, due: float) -> bool:
        if isinstance(self._target.how, Catalog):
            outcome = capture_servers([self._target], jobs=1)[self._target.name]
            self._saw(self._target.name, outcome)
            return isinstance(outcome, Capture)
        visit = Connection(self._target, lambda _: None)
        seat = _Seat(self._seats)
        self._staying = False
        try:
            await seat.take()
            if self._plan.once:
                self._told(await visit.surface())
            else:
                await visit.surface(lambda session, surface: self._stay(session, surface, visit, seat, due))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - one bad server never costs the others
            if not self._staying:
                self._saw(self._target.name, capture_error(self._target, error))
            return False
        finally:
            seat.leave()
        return True

    async def _stay(self, session: Session, surface: Surface, visit: Connection, seat: _Seat, due: float) -> None:
        """Tell what was seen; then hear what the server says of changes, until the next look from scratch is due."""
        self._told(surface)
        pause = _GATHERING
        while session.listens:
            seat.leave()
            visit.allow(None)
            if not await self._heard(session, due):
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, self._plan.interval)
            await seat.take()
            visit.allow(self._target.timeout)
            self._told(await session.read_again())

    async def _heard(self, session: Session, due: float) -> bool:
        """Whether the server says that it has changed before the next look is due."""
        self._staying, heard = True, False
        with suppress(TimeoutError):
            async with asyncio.timeout_at(due):
                heard = await session.hear()
        self._staying = False
        return heard

    def _told(self, surface: Surface) -> None:
        self._saw(self._target.name, Capture(self._target, fold_surface(surface, self._target)))


class _Seat:
    """One of the places for those who look at the same time; who only listens leaves it to others."""

    def __init__(self, seats: asyncio.Semaphore) -> None:
        self._seats = seats
        self._taken = False

    async def take(self) -> None:
        await self._seats.acquire()
        self._taken = True

    def leave(self) -> None:
        if self._taken:
            self._taken = False
            self._seats.release()


def _now() -> float:
    return asyncio.get_running_loop().time()


async def _ended(tasks: Sequence[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
