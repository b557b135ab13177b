"""One visit to one server: reached, asked, perhaps stayed with, and left, each in its time."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Awaitable, Callable
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, cast

from govern.contract.surface import Surface
from govern.errors import ServerError, ServerTimedOut
from govern.policy.target import Command, Endpoint
from govern.servers.capture import Capture, Interrupted, Progress, capture_error, first_error, fold_surface
from govern.servers.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractAsyncContextManager

    from govern.policy.target import InProcess, Target
    from govern.servers.messages import Wire

# Closing takes this at the very most; each transport has shorter limits of its own.
_CLOSING = 10.0

ReportProgress = Callable[[Progress], None]
StayConnected = Callable[[Session, Surface], Awaitable[None]]


class Connection:
    """One look at one server, which knows how far it has come."""

    def __init__(self, target: Target, tell: ReportProgress, *, probe: bool = False) -> None:
        self.may_be_stateless = False
        self._probe = probe
        self._target = target
        self._tell = tell
        self._stage = ""
        self._wire: Wire | None = None
        self._time: asyncio.Timeout | None = None

    def at(self, stage: str) -> None:
        """Another step begins."""
        self._stage = stage
        self._tell(Progress(self._target.name, stage))

    async def surface(self, stay: StayConnected | None = None) -> Surface:
        """Start or reach it, list everything, `stay` to hear of changes if wanted, and take leave, within its time."""
        self.at("starting")
        time = self._time = asyncio.timeout(self._target.timeout)
        try:
            async with time:
                return await self._surface(stay)
        except TimeoutError:
            if not time.expired():
                raise
            raise ServerTimedOut(
                f"gave up {self._stage} after {self._target.timeout:g} s",
                hint=getattr(self._wire, "advice", "")
                or "Raise `timeout` of this server in govern.toml if it is only slow.",
                evidence=getattr(self._wire, "evidence", ""),
            ) from None

    def allow(self, seconds: float | None) -> None:
        """What comes next may take this long, or any time."""
        if self._time is not None:
            self._time.reschedule(None if seconds is None else asyncio.get_running_loop().time() + seconds)

    async def _surface(self, stay: StayConnected | None) -> Surface:
        try:
            async with open_wire(self._target) as self._wire:
                session = Session(self._wire, self._target, self.at)
                surface = await session.read(listen=stay is not None)
                if self._probe:
                    self.may_be_stateless = await session.may_be_stateless()
                if stay is not None:
                    await stay(session, surface)
                self.at("closing")
                self.allow(_CLOSING)
        except BaseExceptionGroup as group:
            raise first_error(group) from None
        return surface


def open_wire(target: Target) -> AbstractAsyncContextManager[Wire]:
    """The way to this target; each is imported only where it is taken."""
    if isinstance(target.how, Command):
        from govern.servers.stdio import open_stdio

        return open_stdio(target)
    if isinstance(target.how, Endpoint):
        from govern.servers.http import open_endpoint

        return open_endpoint(target)
    if cast("InProcess", target.how).given is None:
        from govern.servers.imported import open_imported

        return open_imported(target)
    from govern.servers.in_process import open_object

    return open_object(target)


Outcome = Capture | ServerError


def capture_live(
    targets: Sequence[Target], jobs: int, tell: ReportProgress, *, twice: bool, probe: bool = False
) -> dict[str, Outcome]:
    """Look at all of them, `jobs` at a time; an ending signal raises Interrupted once everything is cleaned up."""
    return asyncio.run(_until_interrupted(targets, jobs, tell, twice=twice, probe=probe))


async def _until_interrupted(
    targets: Sequence[Target], jobs: int, tell: ReportProgress, *, twice: bool, probe: bool
) -> dict[str, Outcome]:
    seats = asyncio.Semaphore(jobs)
    looks: list[asyncio.Task[tuple[str, Outcome]]] = []
    with _one_interruption() as signals:
        try:
            async with asyncio.TaskGroup() as group:
                looks += [
                    group.create_task(_seated(target, seats, tell, twice=twice, probe=probe)) for target in targets
                ]
        except asyncio.CancelledError:
            if not signals:
                raise
    if signals:
        raise Interrupted(signals[0])
    return dict(look.result() for look in looks)


@contextmanager
def _one_interruption() -> Iterator[list[int]]:
    """The first signal cancels. Later ones change nothing: a second cancellation would cut the cleaning up short."""
    signals: list[int] = []
    task = asyncio.current_task()

    def interrupt(number: int) -> None:
        signals.append(number)
        if len(signals) == 1 and task is not None:
            task.cancel()

    with handle_signals(interrupt):
        yield signals


async def _seated(
    target: Target, seats: asyncio.Semaphore, tell: ReportProgress, *, twice: bool, probe: bool
) -> tuple[str, Outcome]:
    async with seats:
        visit = Connection(target, tell, probe=probe)
        try:
            surface = fold_surface(await visit.surface(), target)
            again = fold_surface(await visit.surface(), target) if twice else None
            outcome: Outcome = Capture(target, surface, again, visit.may_be_stateless)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - one bad server never costs the others
            outcome = capture_error(target, error)
        visit.at("failed" if isinstance(outcome, ServerError) else "done")
    return target.name, outcome


_ENDING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


@contextmanager
def handle_signals(tell: Callable[[int], None]) -> Iterator[None]:
    """Let `tell` hear of each signal that would end us, instead of what usually happens."""
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in _ours()}
    for number in before:
        try:
            loop.add_signal_handler(number, tell, number)
        except NotImplementedError:  # On Windows, whose loop is woken by signals all the same.
            signal.signal(number, lambda number, _: loop.call_soon_threadsafe(tell, number))
    try:
        yield
    finally:
        for number, handler in before.items():
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, handler)


def _ours() -> list[signal.Signals]:
    """Only the main thread can handle any, and who ignores one, as under nohup, means it."""
    if threading.current_thread() is not threading.main_thread():
        return []
    known = [number for number in signal.Signals if number.name in _ENDING]
    return [number for number in known if signal.getsignal(number) is not signal.SIG_IGN]
