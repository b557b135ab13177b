"""All servers in one event loop: some at a time, each in its own time, and all of them gone when we are."""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager, suppress

from govern.contract.surface import Surface
from govern.errors import ServerTimedOut, SnapshotError
from govern.policy.target import Command, Endpoint, Target
from govern.snapshot.outcome import failed, first_of, folded
from govern.snapshot.session import Session
from govern.snapshot.take import Interrupted, Progress, Seen
from govern.snapshot.wire import Wire

# Closing takes this at the very most; each transport has shorter limits of its own.
_CLOSING = 10.0
_ENDING_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")

Tell = Callable[[Progress], None]
Outcome = Seen | SnapshotError


def see_all(targets: Sequence[Target], jobs: int, tell: Tell, *, twice: bool) -> dict[str, Outcome]:
    """Look at all of them, `jobs` at a time; an ending signal raises Interrupted once everything is cleaned up."""
    return asyncio.run(_until_interrupted(targets, jobs, tell, twice=twice))


async def _until_interrupted(targets: Sequence[Target], jobs: int, tell: Tell, *, twice: bool) -> dict[str, Outcome]:
    seats = asyncio.Semaphore(jobs)
    looks: list[asyncio.Task[tuple[str, Outcome]]] = []
    with _one_interruption() as signals:
        try:
            async with asyncio.TaskGroup() as group:
                looks += [group.create_task(_seated(target, seats, tell, twice=twice)) for target in targets]
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
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def interrupt(number: int) -> None:
        signals.append(number)
        if len(signals) == 1 and task is not None:
            task.cancel()

    before = {number: signal.getsignal(number) for number in _ending_signals()}
    for number in before:
        try:
            loop.add_signal_handler(number, interrupt, number)
        except NotImplementedError:  # On Windows, whose loop is woken by signals all the same.
            signal.signal(number, lambda number, _: loop.call_soon_threadsafe(interrupt, number))
    try:
        yield signals
    finally:
        for number, handler in before.items():
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, handler)


def _ending_signals() -> list[signal.Signals]:
    """Those that are ours: only the main thread can handle any, and who ignores one, as under nohup, means it."""
    if threading.current_thread() is not threading.main_thread():
        return []
    known = [number for number in signal.Signals if number.name in _ENDING_SIGNALS]
    return [number for number in known if signal.getsignal(number) is not signal.SIG_IGN]


async def _seated(target: Target, seats: asyncio.Semaphore, tell: Tell, *, twice: bool) -> tuple[str, Outcome]:
    async with seats:
        visit = _Visit(target, tell)
        try:
            surface = folded(await visit.surface(), target)
            again = folded(await visit.surface(), target) if twice else None
            outcome: Outcome = Seen(target, surface, again)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - one bad server never costs the others
            outcome = failed(target, error)
        visit.at("failed" if isinstance(outcome, SnapshotError) else "done")
    return target.name, outcome


class _Visit:
    """One look at one server, which knows how far it has come."""

    def __init__(self, target: Target, tell: Tell) -> None:
        self._target = target
        self._tell = tell
        self._stage = ""
        self._wire: Wire | None = None

    def at(self, stage: str) -> None:
        """Another step begins."""
        self._stage = stage
        self._tell(Progress(self._target.name, stage))

    async def surface(self) -> Surface:
        """Start or reach it, list everything and take leave, within its time."""
        self.at("starting")
        time = asyncio.timeout(self._target.timeout)
        try:
            async with time:
                return await self._surface(time)
        except TimeoutError:
            if not time.expired():
                raise
            raise ServerTimedOut(
                f"gave up {self._stage} after {self._target.timeout:g} s",
                hint="Raise `timeout` of this server in govern.toml if it is only slow.",
                evidence=getattr(self._wire, "evidence", ""),
            ) from None

    async def _surface(self, time: asyncio.Timeout) -> Surface:
        try:
            async with _opened(self._target) as self._wire:
                surface = await Session(self._wire, self._target, self.at).read()
                self.at("closing")
                time.reschedule(asyncio.get_running_loop().time() + _CLOSING)
        except BaseExceptionGroup as group:
            raise first_of(group) from None
        return surface


def _opened(target: Target) -> AbstractAsyncContextManager[Wire]:
    """The way to this target; each is imported only where it is taken."""
    if isinstance(target.how, Command):
        from govern.snapshot.stdio import open_stdio

        return open_stdio(target)
    if isinstance(target.how, Endpoint):
        from govern.snapshot.http import open_endpoint

        return open_endpoint(target)
    from govern.snapshot.in_process import open_object

    return open_object(target)
