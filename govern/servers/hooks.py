"""Where events are carried to: a URL that they are posted to, a command that reads them on its stdin."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import TYPE_CHECKING

import httpx2

from govern import __version__
from govern.servers.outbox import NotDelivered
from govern.servers.process_group import SPAWN_OPTIONS, Group, gone

if TYPE_CHECKING:
    from govern.policy.watch import CommandHook, Webhook
    from govern.servers.outbox import Carry

_ANSWER, _RUN, _AFTER_SIGTERM = 10.0, 60.0, 1.0
_NOT_NOW, _SERVER_ERROR = {408, 425, 429}, 500


def posting(webhook: Webhook) -> Carry:
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
            raise NotDelivered(reason, again=True) from None

    return carry


def running(hook: CommandHook) -> Carry:
    """Run a command for each event, which it reads on its stdin; what it prints goes to our stderr."""

    async def carry(event: bytes) -> None:
        try:
            process = await asyncio.create_subprocess_exec(
                *hook.argv, cwd=hook.cwd, stdin=asyncio.subprocess.PIPE, stdout=_stderr(), **SPAWN_OPTIONS
            )
        except (OSError, ValueError) as error:
            raise NotDelivered(f"cannot be started: {hook.secrets.redact(str(error))}", again=False) from None
        group = Group(process.pid)
        try:
            async with asyncio.timeout(_RUN):
                await process.communicate(event)
        except TimeoutError:
            raise NotDelivered(f"is not done after {_RUN:g} s", again=False) from None
        finally:
            await _gone(group)
            await process.wait()
        if process.returncode:
            raise NotDelivered(f"ends with code {process.returncode}", again=False)

    return carry


def _judge(answer: httpx2.Response) -> None:
    status, wait = answer.status_code, answer.headers.get("retry-after", "")
    if answer.is_success:
        return
    why = "; no redirect is followed, so name the URL that it leads to" if answer.has_redirect_location else ""
    pause = float(wait) if wait.isascii() and wait.isdigit() else None
    again = status in _NOT_NOW or status >= _SERVER_ERROR
    raise NotDelivered(f"it answers HTTP {status}{why}", again=again, pause=pause)


async def _gone(group: Group) -> None:
    """End whatever a command left running."""
    try:
        if group.alive():
            group.terminate()
            await gone(group, _AFTER_SIGTERM)
    finally:
        group.kill()


def _stderr() -> int:
    """Our stderr, whatever else it is called now; nowhere, where it has none."""
    try:
        return sys.__stderr__.fileno() if sys.__stderr__ else asyncio.subprocess.DEVNULL
    except (OSError, ValueError):
        return asyncio.subprocess.DEVNULL
