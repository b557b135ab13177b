"""One visit to one server: reached, asked, perhaps stayed with, and left, each in its time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, cast

from govern.contract.surface import Surface
from govern.errors import ServerTimedOut
from govern.policy.target import Command, Endpoint
from govern.servers.outcome import first_of
from govern.servers.session import Session
from govern.servers.take import Progress

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from govern.policy.target import InProcess, Target
    from govern.servers.wire import Wire

# Closing takes this at the very most; each transport has shorter limits of its own.
_CLOSING = 10.0

Tell = Callable[[Progress], None]
Stay = Callable[[Session, Surface], Awaitable[None]]


class Visit:
    """One look at one server, which knows how far it has come."""

    def __init__(self, target: Target, tell: Tell, *, probe: bool = False) -> None:
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

    async def surface(self, stay: Stay | None = None) -> Surface:
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

    async def _surface(self, stay: Stay | None) -> Surface:
        try:
            async with opened(self._target) as self._wire:
                session = Session(self._wire, self._target, self.at)
                surface = await session.read(listen=stay is not None)
                if self._probe:
                    self.may_be_stateless = await session.may_be_stateless()
                if stay is not None:
                    await stay(session, surface)
                self.at("closing")
                self.allow(_CLOSING)
        except BaseExceptionGroup as group:
            raise first_of(group) from None
        return surface


def opened(target: Target) -> AbstractAsyncContextManager[Wire]:
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
