"""Events on their way to one place: in order, tried again where that may help, and never more than memory can hold."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Awaitable, Callable

_MOST_EVENTS, _MOST_BYTES = 256, 32 * 1024 * 1024
_ATTEMPTS, _FIRST_PAUSE, _LONGEST_PAUSE = 6, 0.5, 60.0


class NotDelivered(Exception):
    """An event was not taken; `again` says whether another attempt may help, and `pause` when, where that was said."""

    def __init__(self, message: str, *, again: bool, pause: float | None = None) -> None:
        super().__init__(message)
        self.again = again
        self.pause = pause


Carry = Callable[[bytes], Awaitable[None]]


class Outbox:
    """A bounded queue and who empties it; the oldest events go first, also where there is no room for all."""

    def __init__(self, called: str, carry: Carry, warn: Callable[[str], None]) -> None:
        self._called = called
        self._carry = carry
        self._warn = warn
        self._waiting: deque[bytes] = deque()
        self._bytes = self._in_hand = 0
        self._news, self._empty = asyncio.Event(), asyncio.Event()
        self._empty.set()

    def put(self, event: bytes) -> None:
        """Add one more."""
        self._waiting.append(event)
        self._bytes += len(event)
        dropped = 0
        while len(self._waiting) > _MOST_EVENTS or (self._bytes > _MOST_BYTES and len(self._waiting) > 1):
            self._take()
            dropped += 1
        if dropped:
            self._warn(f"{self._called}: too slow, so {dropped} of the oldest waiting events were dropped")
        self._empty.clear()
        self._news.set()

    async def emptied(self) -> None:
        """Wait until nothing is left."""
        await self._empty.wait()

    async def run(self) -> None:
        """Carry events out, one after the other, until cancelled; what is left then is told."""
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                while self._waiting:
                    self._in_hand = 1
                    await self._delivered(self._take())
                    self._in_hand = 0
                self._empty.set()
        finally:
            if left := len(self._waiting) + self._in_hand:
                self._warn(f"{self._called}: {left} event{'' if left == 1 else 's'} not delivered when we stopped")

    def _take(self) -> bytes:
        event = self._waiting.popleft()
        self._bytes -= len(event)
        return event

    async def _delivered(self, event: bytes) -> None:
        for attempt in range(_ATTEMPTS):
            try:
                return await self._carry(event)
            except NotDelivered as failure:
                if not failure.again or attempt == _ATTEMPTS - 1:
                    tried = f" (tried {attempt + 1} times)" if attempt else ""
                    return self._warn(f"{self._called}: an event was not delivered{tried}: {failure}")
                grown = _FIRST_PAUSE * 2**attempt * random.uniform(0.8, 1.2)  # noqa: S311 - spreads load
                await asyncio.sleep(min(grown if failure.pause is None else failure.pause, _LONGEST_PAUSE))
            except Exception as error:  # noqa: BLE001 - one event that nobody can carry does not hold up the others
                return self._warn(f"{self._called}: an event was not delivered: {type(error).__name__}: {error}")
        return None
