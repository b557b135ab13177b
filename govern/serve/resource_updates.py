"""Subscriptions to resources: one at the server for all clients that subscribe to the same URI."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from govern.errors import ServerError
from govern.serve.live_session import ACKNOWLEDGED

if TYPE_CHECKING:
    from govern.serve.live_session import LiveSession, Notify
    from govern.serve.upstream import Upstream
    from govern.servers.messages import Message

UPDATED: Final = "notifications/resources/updated"
LISTEN: Final = "subscriptions/listen"
_ACCEPTING: Final = 5.0


class ResourceUpdates:
    """The clients that want to know when a resource of one server changes."""

    def __init__(self, upstream: Upstream[Any]) -> None:
        self._upstream = upstream
        self._listeners: dict[str, list[Notify]] = {}
        self._listening: dict[str, asyncio.Task[None]] = {}
        upstream.on_open.append(self._resubscribe)

    async def subscribe(self, uri: str, notify: Notify) -> Message:
        """Subscribe a client, and return the server's answer."""
        listeners = self._listeners.setdefault(uri, [])
        listeners.append(notify)
        if len(listeners) > 1:
            return {"result": {}}
        answer = await self._ask_for(uri, await self._upstream.session())
        if "error" in answer:
            self._forget(uri, notify)
        return answer

    async def unsubscribe(self, uri: str, notify: Notify) -> Message:
        """End a client's subscription; with the last one, also the server's."""
        if not self._forget(uri, notify) or uri in self._listeners:
            return {"result": {}}
        if listening := self._listening.pop(uri, None):
            listening.cancel()
            return {"result": {}}
        return await self._upstream.relay("resources/unsubscribe", {"uri": uri}, _ignore)

    def pass_on(self, message: Message) -> bool:
        """Pass on an update to its subscribers, and return whether the message is one."""
        if message["method"] != UPDATED:
            return False
        params = message.get("params")
        uri = params.get("uri") if isinstance(params, dict) else None
        for subscribed, listeners in self._listeners.items():
            # A server may report a part of what was subscribed to.
            if isinstance(uri, str) and uri.startswith(subscribed):
                for notify in listeners:
                    notify(message)
        return True

    def forget(self, notify: Notify) -> None:
        """Drop a client that has left."""
        for uri in list(self._listeners):
            self._forget(uri, notify)

    def _forget(self, uri: str, notify: Notify) -> bool:
        listeners = self._listeners.get(uri, [])
        if notify not in listeners:
            return False
        listeners.remove(notify)
        if not listeners:
            del self._listeners[uri]
        return True

    async def _ask_for(self, uri: str, session: LiveSession) -> Message:
        if not session.is_stateless:
            return await session.relay("resources/subscribe", {"uri": uri}, _ignore)
        accepted = asyncio.Event()
        listening = self._listening[uri] = asyncio.create_task(self._listen(uri, session, accepted))
        listening.add_done_callback(lambda _: accepted.set())
        with suppress(TimeoutError):
            async with asyncio.timeout(_ACCEPTING):
                await accepted.wait()
        return {"result": {}}

    async def _listen(self, uri: str, session: LiveSession, accepted: asyncio.Event) -> None:
        def notify(message: Message) -> None:
            if message["method"] == ACKNOWLEDGED:
                accepted.set()
            else:
                self.pass_on(message)

        with suppress(ServerError):
            await session.relay(LISTEN, {"notifications": {"resourceSubscriptions": [uri]}}, notify)

    async def _resubscribe(self, session: LiveSession) -> None:
        for uri in self._listeners:
            with suppress(ServerError):
                await self._ask_for(uri, session)


def _ignore(_: Message) -> None:
    """Drop a message."""
