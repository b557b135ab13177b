"""Politeness to hosts: few connections at a time, spaced, and a pause after failures."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from govern import __version__
from govern.errors import ServerTimedOut

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from govern.errors import ServerError

# A host may ask for a longer pause; it is asked again in the next scan instead.
LONGEST_PAUSE = 60.0
_FIRST_PAUSE, _LONGEST_BACK_OFF = 0.5, 30.0
# After this many failures in a row the host's other servers are not asked in this batch.
_MOST_FAILURES = 10


def user_agent(contact: str) -> str:
    """Return the User-Agent of a scan, with the place for complaints."""
    return f"govern-fleet/{__version__}{f' (+{contact})' if contact else ''}"


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
