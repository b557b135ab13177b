"""Where events are carried to: a URL that they are posted to, a command that reads them on its stdin."""

from __future__ import annotations

import asyncio
import logging
import random
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import httpx2

from govern import __version__
from govern.servers.spawning import SPAWN_OPTIONS, Group, has_ended_within

if TYPE_CHECKING:
    from govern.policy.watch import CommandHook, Webhook

_ANSWER, _RUN, _AFTER_SIGTERM = 10.0, 60.0, 1.0
_NOT_NOW, _SERVER_ERROR = {408, 425, 429}, 500


def webhook_delivery(webhook: Webhook) -> Deliver:
    """Post each event as JSON. A redirect is never followed: what stands in an event is for the URL that was named."""
    headers = {"Content-Type": "application/json", "User-Agent": f"govern/{__version__}", **webhook.headers}

    async def carry(event: bytes) -> None:
        # It logs every URL, and this one may be a secret.
        logging.getLogger("httpx2").setLevel(logging.WARNING)
        try:
            async with (
                asyncio.timeout(_ANSWER),
                httpx2.AsyncClient(headers=headers, timeout=_ANSWER, follow_redirects=False) as client,
                client.stream("POST", webhook.url, content=event) as answer,
            ):
                _judge(answer)
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            reason = webhook.secrets.redact(str(error)) or type(error).__name__
            raise DeliveryFailed(reason, again=True) from None

    return carry


def command_delivery(hook: CommandHook) -> Deliver:
    """Run a command for each event, which it reads on its stdin; what it prints goes to our stderr."""

    async def carry(event: bytes) -> None:
        try:
            process = await asyncio.create_subprocess_exec(
                *hook.argv, cwd=hook.cwd, stdin=asyncio.subprocess.PIPE, stdout=_stderr(), **SPAWN_OPTIONS
            )
        except (OSError, ValueError) as error:
            raise DeliveryFailed(f"cannot be started: {hook.secrets.redact(str(error))}", again=False) from None
        group = Group(process.pid)
        try:
            async with asyncio.timeout(_RUN):
                await process.communicate(event)
        except TimeoutError:
            raise DeliveryFailed(f"is not done after {_RUN:g} s", again=False) from None
        finally:
            await _gone(group)
            await process.wait()
        if process.returncode:
            raise DeliveryFailed(f"ends with code {process.returncode}", again=False)

    return carry


def _judge(answer: httpx2.Response) -> None:
    status, wait = answer.status_code, answer.headers.get("retry-after", "")
    if answer.is_success:
        return
    why = "; no redirect is followed, so name the URL that it leads to" if answer.has_redirect_location else ""
    pause = float(wait) if wait.isascii() and wait.isdigit() else None
    again = status in _NOT_NOW or status >= _SERVER_ERROR
    raise DeliveryFailed(f"it answers HTTP {status}{why}", again=again, pause=pause)


async def _gone(group: Group) -> None:
    """End whatever a command left running."""
    try:
        if group.alive():
            group.terminate()
            await has_ended_within(group, _AFTER_SIGTERM)
    finally:
        group.kill()


def _stderr() -> int:
    """Our stderr, whatever else it is called now; nowhere, where it has none."""
    try:
        return sys.__stderr__.fileno() if sys.__stderr__ else asyncio.subprocess.DEVNULL
    except (OSError, ValueError):
        return asyncio.subprocess.DEVNULL


_MOST_EVENTS, _MOST_BYTES = 256, 32 * 1024 * 1024
_ATTEMPTS, _FIRST_PAUSE, _LONGEST_PAUSE = 6, 0.5, 60.0


class DeliveryFailed(Exception):
    """An event was not taken; `again` says whether another attempt may help, and `pause` when, where that was said."""

    def __init__(self, message: str, *, again: bool, pause: float | None = None) -> None:
        super().__init__(message)
        self.again = again
        self.pause = pause


Deliver = Callable[[bytes], Awaitable[None]]


class Outbox:
    """A bounded queue and who empties it; the oldest events go first, also where there is no room for all."""

    def __init__(self, called: str, carry: Deliver, warn: Callable[[str], None]) -> None:
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
            except DeliveryFailed as failure:
                if not failure.again or attempt == _ATTEMPTS - 1:
                    tried = f" (tried {attempt + 1} times)" if attempt else ""
                    return self._warn(f"{self._called}: an event was not delivered{tried}: {failure}")
                grown = _FIRST_PAUSE * 2**attempt * random.uniform(0.8, 1.2)  # noqa: S311 - spreads load
                await asyncio.sleep(min(grown if failure.pause is None else failure.pause, _LONGEST_PAUSE))
            except Exception as error:  # noqa: BLE001 - one event that nobody can carry does not hold up the others
                return self._warn(f"{self._called}: an event was not delivered: {type(error).__name__}: {error}")
        return None
