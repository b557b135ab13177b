"""Connections to live servers: each opened, listed and closed within its timeout, several at a time."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from govern.contract.surface import Surface
from govern.errors import (
    GovernError,
    ServerError,
    ServerMisbehaved,
    ServerNotStarted,
    ServerTimedOut,
    ServerUntrusted,
)
from govern.policy.target import Command, Endpoint, Incomplete
from govern.servers.capture import Capture, Interrupted, Progress, capture_error, fold_surface
from govern.servers.session import Session

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence
    from contextlib import AbstractAsyncContextManager

    from govern.policy.target import InProcess, Target
    from govern.servers.artifacts import Artifact
    from govern.servers.messages import Wire

# The upper limit for closing; each transport has shorter limits of its own.
_CLOSING = 10.0
_ENDING_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")

ReportProgress = Callable[[Progress], None]
StayConnected = Callable[[Session, Surface], Awaitable[None]]
Outcome = Capture | ServerError


class Connection:
    """A connection to one server, with its current stage and its time limit."""

    def __init__(self, target: Target, report: ReportProgress, *, probe: bool = False) -> None:
        self.may_be_stateless = False
        self.artifact: Artifact | None = None
        self._probe = probe
        self._target = target
        self._report = report
        self._stage = ""
        self._wire: Wire | None = None
        self._timeout: asyncio.Timeout | None = None

    def enter_stage(self, stage: str) -> None:
        """Record and report the next stage."""
        self._stage = stage
        self._report(Progress(self._target.name, stage))

    async def surface(self, stay: StayConnected | None = None) -> Surface:
        """Connect, return everything the server lists, and disconnect, all within the timeout.

        With `stay` that function runs before disconnecting, to wait for changes.
        """
        self.enter_stage("starting")
        timeout = self._timeout = asyncio.timeout(self._target.timeout)
        try:
            async with timeout:
                return await self._list_all(stay)
        except TimeoutError:
            if not timeout.expired():
                raise
            raise ServerTimedOut(
                f"timed out after {self._target.timeout:g} s while {self._stage}",
                hint=getattr(self._wire, "advice", "")
                or "if the server is only slow, raise `timeout` for it in govern.toml",
                evidence=getattr(self._wire, "evidence", ""),
            ) from None

    def limit_time(self, seconds: float | None) -> None:
        """Set the time limit from now on; None removes it."""
        if self._timeout is not None:
            self._timeout.reschedule(None if seconds is None else asyncio.get_running_loop().time() + seconds)

    async def _list_all(self, stay: StayConnected | None) -> Surface:
        try:
            async with open_wire(self._target) as self._wire:
                session = Session(self._wire, self._target, self.enter_stage)
                surface = await session.read(listen=stay is not None)
                if isinstance(self._target.how, Command):
                    self.artifact = await _running_artifact(self._wire, self._target, self._target.how)
                    _require_integrity(self._target, self.artifact)
                if self._probe:
                    self.may_be_stateless = await session.may_be_stateless()
                if stay is not None:
                    await stay(session, surface)
                self.enter_stage("closing")
                self.limit_time(_CLOSING)
        except BaseExceptionGroup as group:
            raise first_error(group) from None
        return surface


async def _running_artifact(wire: Wire, target: Target, command: Command) -> Artifact | None:
    """Return the bundle that the command runs, or the package that a launcher started, if it is one."""
    from govern.servers.artifacts import Artifact, find_artifact
    from govern.servers.stdio import StdioWire

    if bundle := command.bundle:
        return Artifact(bundle.url, bundle.url, bundle.url, f"sha256:{bundle.sha256}")
    if not isinstance(wire, StdioWire) or wire.pid is None:
        return None
    # The engine is asked outside of the sandbox, where the server's variables must not choose what runs.
    asked = replace(command, env={}) if target.sandbox else command
    return await asyncio.to_thread(find_artifact, wire.pid, asked)


def _require_integrity(target: Target, ran: Artifact | None) -> None:
    """Raise ServerMisbehaved if the package that ran is known not to be the one that the config states."""
    if target.integrity and ran and ran.line and ran.line != target.integrity:
        raise ServerMisbehaved(
            f"its package has the integrity {ran.line}, but `integrity` in govern.toml is {target.integrity}",
            hint="do not run it before you know why it differs; if you changed its version, update `integrity` too",
        )


def open_wire(target: Target) -> AbstractAsyncContextManager[Wire]:
    """Return a context manager that opens the target's transport; imports only that transport."""
    if isinstance(target.how, Incomplete):
        kind = ServerUntrusted if target.how.untrusted else ServerNotStarted
        raise kind(target.how.reason, where=target.how.where, hint=target.how.hint)
    if isinstance(target.how, Command):
        from govern.servers.stdio import open_stdio

        return open_stdio(target)
    if isinstance(target.how, Endpoint):
        from govern.servers.http import open_endpoint

        return open_endpoint(target)
    if cast("InProcess", target.how).given is None:
        from govern.servers.stdio import open_imported

        return open_imported(target)
    from govern.servers.in_process import open_object

    return open_object(target)


@asynccontextmanager
async def connected(target: Target) -> AsyncIterator[tuple[Session, Surface]]:
    """Connect to a server, and yield the session and what the server lists, until the block ends."""
    raised: BaseException | None = None
    try:
        async with asyncio.timeout(target.timeout) as limit, open_wire(target) as wire:
            session = Session(wire, target)
            surface = await session.read()
            limit.reschedule(None)
            try:
                yield session, fold_surface(surface, target)
            except BaseException as found:
                raised = found
                raise
            limit.reschedule(asyncio.get_running_loop().time() + _CLOSING)
    except (BaseExceptionGroup, ServerError, TimeoutError) as found:
        error = first_error(found) if isinstance(found, BaseExceptionGroup) else found
        if isinstance(error, TimeoutError) and error is not raised:
            error = ServerTimedOut(f"timed out after {target.timeout:g} s while connecting")
        # An error of the block is not one of this server.
        if error is raised or not isinstance(error, ServerError):
            raise error from None
        raise capture_error(target, error) from None


def first_error(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the most informative error of a group: the first GovernError, else the first error."""
    leaves = list(_leaf_errors(group))
    return next((leaf for leaf in leaves if isinstance(leaf, GovernError)), leaves[0])


def _leaf_errors(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaf_errors(inner)
    else:
        yield error


def capture_live(
    targets: Sequence[Target], jobs: int, report: ReportProgress, *, twice: bool, probe: bool = False
) -> dict[str, Outcome]:
    """Return the capture, or the error, of each server by name, connecting to `jobs` servers at a time.

    An ending signal raises Interrupted once everything is cleaned up.
    """
    return asyncio.run(_capture_all(targets, jobs, report, twice=twice, probe=probe))


async def _capture_all(
    targets: Sequence[Target], jobs: int, report: ReportProgress, *, twice: bool, probe: bool
) -> dict[str, Outcome]:
    slots = asyncio.Semaphore(jobs)

    async def capture_in_turn(target: Target) -> Outcome:
        async with slots:
            return await capture_one(target, report, twice=twice, probe=probe)

    with cancel_on_signal():
        async with asyncio.TaskGroup() as group:
            tasks = {target.name: group.create_task(capture_in_turn(target)) for target in targets}
    return {name: task.result() for name, task in tasks.items()}


async def capture_one(target: Target, report: ReportProgress, *, twice: bool = False, probe: bool = False) -> Outcome:
    """Return the capture, or the error, of one server that is not a catalog."""
    connection = Connection(target, report, probe=probe)
    try:
        surface = fold_surface(await connection.surface(), target)
        again = fold_surface(await connection.surface(), target) if twice else None
        outcome: Outcome = Capture(target, surface, again, connection.may_be_stateless, connection.artifact)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - one broken server never affects the others
        outcome = capture_error(target, error)
    connection.enter_stage("failed" if isinstance(outcome, ServerError) else "done")
    return outcome


@contextmanager
def cancel_on_signal() -> Iterator[None]:
    """Cancel the current task at the first signal, and raise Interrupted once the block has cleaned up.

    Later signals change nothing: a second cancellation would cut the cleanup short.
    """
    signals: list[int] = []
    task = asyncio.current_task()

    def interrupt(number: int) -> None:
        signals.append(number)
        if len(signals) == 1 and task is not None:
            task.cancel()

    with handle_signals(interrupt):
        try:
            yield
        except asyncio.CancelledError:
            if not signals:
                raise
    if signals:
        raise Interrupted(signals[0])


@contextmanager
def handle_signals(handler: Callable[[int], None]) -> Iterator[None]:
    """Call `handler` for each signal that would end this process, and restore the previous handlers on exit."""
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in _handled_signals()}
    for number in before:
        try:
            loop.add_signal_handler(number, handler, number)
        except NotImplementedError:  # On Windows, where signals wake the loop all the same.
            signal.signal(number, lambda number, _: loop.call_soon_threadsafe(handler, number))
    try:
        yield
    finally:
        for number, previous in before.items():
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, previous)


def _handled_signals() -> list[signal.Signals]:
    """Return the ending signals to handle: only in the main thread, and none that is ignored (as under nohup)."""
    if threading.current_thread() is not threading.main_thread():
        return []
    known = [number for number in signal.Signals if number.name in _ENDING_SIGNALS]
    return [number for number in known if signal.getsignal(number) is not signal.SIG_IGN]
