"""A connection to one server, opened when it is needed and again when it was lost, and the judgement of its items."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from govern.errors import ServerError, ServerMisbehaved, ServerTimedOut, SessionEnded
from govern.serve.live_session import LiveSession, ignore
from govern.servers.capture import capture_error, fold_surface
from govern.servers.connections import first_error, open_wire

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from govern.contract.surface import Surface
    from govern.errors import GovernError
    from govern.policy.target import Target
    from govern.serve.live_session import Notify, Peers
    from govern.servers.messages import Message

Judged = TypeVar("Judged")

_FIRST_PAUSE: Final = 0.25
_LONGEST_PAUSE: Final = 60.0
# A request waits for a pause that is no longer; in a longer one it fails at once, so that it does not pile up.
_MAX_WAIT: Final = 1.0
# A connection lost after this many seconds counts as a first failure, not as one more in a row.
_STABLE: Final = 30.0
_MOST_LISTINGS: Final = 3


class Upstream(Generic[Judged]):
    """One server behind a gateway; `judge` returns the judgement of what it lists.

    `on_failure` gets an error of the connection, but not the same one at each attempt in a row.
    """

    def __init__(  # noqa: PLR0913 - what a connection needs
        self,
        target: Target,
        judge: Callable[[Surface], Awaitable[Judged]],
        peers: Peers,
        starts: asyncio.Semaphore,
        max_age: float,
        *,
        on_failure: Callable[[ServerError], None],
    ) -> None:
        # A request that was sent twice might take effect twice.
        self.target = replace(target, retries=0)
        self._judge = judge
        self._peers = peers
        self._starts = starts
        self._max_age = max_age
        self._on_failure = on_failure
        self._session: LiveSession | None = None
        self._opening: asyncio.Future[LiveSession] | None = None
        self._running: asyncio.Task[None] | None = None
        self._listing: asyncio.Task[Judged] | None = None
        self._judged: Judged | None = None
        self._basis: object = None
        self._failures = 0
        self._retry_at = 0.0
        self._error: ServerError | None = None
        self.on_open: list[Callable[[LiveSession], Awaitable[None]]] = []

    @property
    def state(self) -> str:
        """Return the state in one word: idle, starting, ready or failed."""
        if self._session is not None:
            return "ready"
        if self._running is not None:
            return "starting"
        return "failed" if self._error else "idle"

    async def session(self) -> LiveSession:
        """Return the open session, opening one if there is none; raise the last error while opening is paused."""
        if self._session is not None and not self._session.is_lost:
            return self._session
        if self._running is not None and self._session is not None:
            # A lost connection is closed before the next is opened.
            await asyncio.wait([self._running])
        if self._running is None:
            wait = self._retry_at - _now()
            if wait > _MAX_WAIT and self._error is not None:
                raise self._error
            self._opening = asyncio.get_running_loop().create_future()
            self._running = asyncio.create_task(self._run(self._opening, max(wait, 0)))
        if self._opening is None:
            raise AssertionError("a running connection has been opening before")
        return await asyncio.shield(self._opening)

    async def relay(self, method: str, params: Message | None, notify: Notify = ignore) -> Message:
        """Send a client's request and return the response; one that met a forgotten session is sent again."""
        judged = self._judged
        try:
            return await (await self.session()).relay(method, params, notify)
        except SessionEnded:
            # The server did not act on it.
            await self._stop()
            if judged is not None and await self.judgement(self._basis) != judged:
                # What was checked is not what the new session lists.
                raise
            return await (await self.session()).relay(method, params, notify)

    async def notify(self, method: str, params: Message | None) -> None:
        """Send a client's notification; one that cannot be sent is lost."""
        with suppress(ServerError):
            await (await self.session()).notify(method, params)

    async def judgement(self, basis: object, *, anew: bool = False) -> Judged:
        """Return the judgement of what the server lists, from lists that are no older than `max_age`, or read anew.

        With another `basis`, such as a new lock, what was judged before does not count.
        """
        session = await self.session()
        if anew or basis is not self._basis:
            self._basis, self._judged = basis, None
        if self._judged is not None and session.is_fresh(self._max_age):
            return self._judged
        if self._listing is None:
            self._listing = asyncio.create_task(self._list(session))
            self._listing.add_done_callback(self._listed)
        listing = self._listing
        try:
            return await asyncio.shield(listing)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if listing.cancelled() and not (task and task.cancelling()):
                raise ServerError("the connection was closed") from None
            raise

    async def close(self) -> None:
        """End the connection and everything that it started."""
        if self._listing is not None:
            self._listing.cancel()
        await self._stop()

    async def _list(self, session: LiveSession) -> Judged:
        try:
            async with asyncio.timeout(self.target.timeout):
                for _ in range(_MOST_LISTINGS):
                    basis = self._basis
                    surface = fold_surface(await session.surface(), self.target)
                    judged = await self._judge(surface)
                    if not session.has_changed and basis is self._basis:
                        self._judged = judged
                        return judged
        except TimeoutError:
            late = ServerTimedOut(f"timed out after {self.target.timeout:g} s while listing")
            # One that works on a long call may answer afterwards; any other is started again.
            if not session.is_busy:
                await self._stop(late)
            raise capture_error(self.target, late) from None
        raise capture_error(self.target, ServerMisbehaved("its lists change faster than govern can read them"))

    def _listed(self, task: asyncio.Task[Judged]) -> None:
        self._listing = None
        if not task.cancelled():
            # Every request that waits raises it.
            task.exception()

    async def _run(self, opening: asyncio.Future[LiveSession], wait: float) -> None:
        opened_at = None
        try:
            await asyncio.sleep(wait)
            async with AsyncExitStack() as stack:
                session, reader = await self._open(stack)
                opened_at = _now()
                self._session, self._error = session, None
                opening.set_result(session)
                await reader
        except BaseExceptionGroup as group:
            self._note_failure(first_error(group), opened_at)
        except (Exception, SystemExit, asyncio.CancelledError) as error:  # noqa: BLE001 - one broken server never affects the others
            self._note_failure(error, opened_at)
        finally:
            self._session = self._running = self._judged = None
            if not opening.done():
                opening.set_exception(self._error or ServerError("the connection was closed"))
                # Nobody may wait for it any more.
                opening.exception()

    async def _open(self, stack: AsyncExitStack) -> tuple[LiveSession, asyncio.Task[None]]:
        """Open a session, and return it with the task that reads its messages; the stack closes both."""
        try:
            async with self._starts, asyncio.timeout(self.target.timeout):
                wire = await stack.enter_async_context(open_wire(self.target))
                session = LiveSession(wire, self.target, self._peers)
                reader = asyncio.create_task(session.read_messages())
                stack.push_async_callback(_end, reader)
                await session.open()
                for prepare in self.on_open:
                    await prepare(session)
        except TimeoutError:
            raise ServerTimedOut(
                f"timed out after {self.target.timeout:g} s while starting",
                hint="if the server is just slow, raise its `timeout` in govern.toml",
            ) from None
        return session, reader

    def _note_failure(self, error: BaseException, opened_at: float | None) -> None:
        if isinstance(error, asyncio.CancelledError):
            return
        before, self._error = self._error, capture_error(self.target, error)
        if str(self._error) != str(before):
            self._on_failure(self._error)
        lasted = opened_at is not None and _now() - opened_at > _STABLE
        self._failures = 1 if lasted else self._failures + 1
        pause = min(_FIRST_PAUSE * 2 ** min(self._failures - 1, 16), _LONGEST_PAUSE)
        self._retry_at = _now() + pause * random.uniform(0.8, 1.2)  # noqa: S311 - spreads load, keeps no secret

    async def _stop(self, error: GovernError | None = None) -> None:
        """Close the connection; with an error that counts as its failure."""
        running = self._running
        if running is not None:
            running.cancel()
            await asyncio.wait([running])
        if error is not None:
            self._note_failure(error, None)


async def _end(reader: asyncio.Task[None]) -> None:
    reader.cancel()
    with suppress(BaseException):
        await reader


def _now() -> float:
    return asyncio.get_running_loop().time()
