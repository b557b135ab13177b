"""Deliver the events of `govern watch`: post them to a URL, or run a command that reads them from stdin."""

from __future__ import annotations

import asyncio
import logging
import random
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from govern import __version__
from govern.servers.spawning import SPAWN_OPTIONS, ProcessGroup, end_group, program_path

if TYPE_CHECKING:
    import httpx2

    from govern.policy.watch import CommandHook, Webhook

Deliver = Callable[[bytes], Awaitable[None]]

_POST_TIMEOUT, _RUN_TIMEOUT, _AFTER_SIGTERM = 10.0, 60.0, 1.0
_MAX_EVENTS, _MAX_BYTES = 256, 32 * 1024 * 1024
_ATTEMPTS, _FIRST_PAUSE, _MAX_PAUSE = 6, 0.5, 60.0
_RETRY_STATUS, _SERVER_ERROR = {408, 425, 429}, 500


class DeliveryFailed(Exception):
    """A failed delivery; `again` allows a retry, after `pause` seconds if the receiver named a time."""

    def __init__(self, message: str, *, again: bool, pause: float | None = None) -> None:
        super().__init__(message)
        self.again = again
        self.pause = pause


class Outbox:
    """A bounded queue of events and the task that delivers them in order; if it is full, the oldest are dropped."""

    def __init__(self, name: str, deliver: Deliver, warn: Callable[[str], None]) -> None:
        self._name = name
        self._deliver = deliver
        self._warn = warn
        self._waiting: deque[bytes] = deque()
        self._bytes = self._in_hand = 0
        self._added, self._empty = asyncio.Event(), asyncio.Event()
        self._empty.set()

    def put(self, event: bytes) -> None:
        """Add an event."""
        self._waiting.append(event)
        self._bytes += len(event)
        dropped = 0
        while len(self._waiting) > _MAX_EVENTS or (self._bytes > _MAX_BYTES and len(self._waiting) > 1):
            self._take()
            dropped += 1
        if dropped:
            self._warn(f"{self._name}: too slow; dropped the {dropped} oldest waiting events")
        self._empty.clear()
        self._added.set()

    async def emptied(self) -> None:
        """Wait until every event is delivered or given up."""
        await self._empty.wait()

    async def run(self) -> None:
        """Deliver events one after the other until cancelled, then warn about those left."""
        try:
            while True:
                await self._added.wait()
                self._added.clear()
                while self._waiting:
                    self._in_hand = 1
                    await self._deliver_or_warn(self._take())
                    self._in_hand = 0
                self._empty.set()
        finally:
            if left := len(self._waiting) + self._in_hand:
                self._warn(f"{self._name}: {left} event{'' if left == 1 else 's'} not delivered when govern stopped")

    def _take(self) -> bytes:
        event = self._waiting.popleft()
        self._bytes -= len(event)
        return event

    async def _deliver_or_warn(self, event: bytes) -> None:
        for attempt in range(_ATTEMPTS):
            try:
                return await self._deliver(event)
            except DeliveryFailed as failure:
                if not failure.again or attempt == _ATTEMPTS - 1:
                    tried = f" (tried {attempt + 1} times)" if attempt else ""
                    return self._warn(f"{self._name}: event not delivered{tried}: {failure}")
                grown = _FIRST_PAUSE * 2**attempt * random.uniform(0.8, 1.2)  # noqa: S311 - spreads load
                await asyncio.sleep(min(grown if failure.pause is None else failure.pause, _MAX_PAUSE))
            except Exception as error:  # noqa: BLE001 - one undeliverable event must not block the others
                return self._warn(f"{self._name}: event not delivered: {type(error).__name__}: {error}")
        return None


def webhook_delivery(webhook: Webhook) -> Deliver:
    """Return a function that posts an event as JSON; redirects are not followed, because events go to one URL only."""
    import httpx2

    headers = {"Content-Type": "application/json", "User-Agent": f"govern/{__version__}", **webhook.headers}

    async def deliver(event: bytes) -> None:
        # httpx2 logs every URL, and this one may be a secret.
        logging.getLogger("httpx2").setLevel(logging.WARNING)
        try:
            async with (
                asyncio.timeout(_POST_TIMEOUT),
                httpx2.AsyncClient(headers=headers, timeout=_POST_TIMEOUT, follow_redirects=False) as client,
                client.stream("POST", webhook.url, content=event) as answer,
            ):
                _check_response(answer)
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            reason = webhook.secrets.redact(str(error)) or type(error).__name__
            raise DeliveryFailed(reason, again=True) from None

    return deliver


def command_delivery(hook: CommandHook) -> Deliver:
    """Return a function that runs a command with an event on its stdin; its output goes to stderr."""

    async def deliver(event: bytes) -> None:
        try:
            argv = (program_path(hook.argv[0], hook.cwd), *hook.argv[1:])
            process = await asyncio.create_subprocess_exec(
                *argv, cwd=hook.cwd, stdin=asyncio.subprocess.PIPE, stdout=_stderr(), **SPAWN_OPTIONS
            )
        except (OSError, ValueError) as error:
            raise DeliveryFailed(f"cannot start the command: {hook.secrets.redact(str(error))}", again=False) from None
        group = ProcessGroup(process.pid)
        try:
            async with asyncio.timeout(_RUN_TIMEOUT):
                await process.communicate(event)
        except TimeoutError:
            raise DeliveryFailed(f"timed out after {_RUN_TIMEOUT:g} s", again=False) from None
        finally:
            await end_group(group, _AFTER_SIGTERM)
            await process.wait()
        if process.returncode:
            raise DeliveryFailed(f"exited with code {process.returncode}", again=False)

    return deliver


def _check_response(response: httpx2.Response) -> None:
    status, wait = response.status_code, response.headers.get("retry-after", "")
    if response.is_success:
        return
    note = "; redirects are not followed, set `url` to the final URL" if response.has_redirect_location else ""
    pause = float(wait) if wait.isascii() and wait.isdigit() else None
    again = status in _RETRY_STATUS or status >= _SERVER_ERROR
    raise DeliveryFailed(f"HTTP {status}{note}", again=again, pause=pause)


def _stderr() -> int:
    """Return the file descriptor of the original stderr, or DEVNULL if there is none."""
    try:
        return sys.__stderr__.fileno() if sys.__stderr__ else asyncio.subprocess.DEVNULL
    except (OSError, ValueError):
        return asyncio.subprocess.DEVNULL
