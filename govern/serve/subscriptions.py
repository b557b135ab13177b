"""Subscriptions to resources, in both eras: those of one client, and one at the server for all clients."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from govern.errors import ServerError, ServerTimedOut
from govern.serve.live_session import ACKNOWLEDGED, SUBSCRIPTION_ID
from govern.serve.relay import RequestError
from govern.servers.messages import LISTEN, ErrorCode, meta_of, params_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping

    from govern.serve.live_session import LiveSession, Notify
    from govern.serve.relay import Relay
    from govern.serve.upstream import Upstream
    from govern.servers.messages import Message


UPDATED: Final = "notifications/resources/updated"
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
        return await self._upstream.relay("resources/unsubscribe", {"uri": uri})

    def pass_on(self, message: Message) -> bool:
        """Pass on an update to its subscribers, and return whether the message is one."""
        if message["method"] != UPDATED:
            return False
        uri = params_of(message).get("uri")
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
            seconds = self._upstream.target.timeout
            try:
                async with asyncio.timeout(seconds):
                    return await session.relay("resources/subscribe", {"uri": uri})
            except TimeoutError:
                raise ServerTimedOut(f"no answer within {seconds:g} s", where=self._upstream.target.name) from None
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


_RESOURCES: Final = "resourceSubscriptions"
# Subscriptions of one client to resources.
_MOST: Final = 1_000


class Subscriptions:
    """The subscriptions of one client."""

    def __init__(self, relay: Relay, notify: Notify) -> None:
        self._relay = relay
        self._notify = notify
        self._held: dict[str, tuple[str, Notify]] = {}
        # What each `subscriptions/listen` of a stateless client asked for, by its id.
        self._listening: dict[str | int, dict[str, Any]] = {}
        # The server and URI of every subscription to a resource, with what receives its updates.
        self._updates: list[tuple[str, str, Notify]] = []
        self._renewing: asyncio.Task[None] | None = None
        self.methods: Mapping[str, Callable[[Message], Awaitable[Message]]] = {
            "resources/subscribe": self._subscribe,
            "resources/unsubscribe": self._unsubscribe,
            "subscriptions/listen": self._listen,
        }

    async def close(self) -> None:
        """End all subscriptions."""
        if self._renewing:
            self._renewing.cancel()
        for server, notify in list(self._held.values()):
            with suppress(ServerError):
                self._relay.connected(server).updates.forget(notify)
        self._held.clear()

    def renew(self, servers: Collection[str]) -> None:
        """Subscribe again at servers whose connection was replaced."""
        if lost := [each for each in self._updates if each[0] in servers]:
            self._renewing = asyncio.create_task(self._renew(lost))

    async def _renew(self, lost: Iterable[tuple[str, str, Notify]]) -> None:
        for server, uri, notify in lost:
            with suppress(ServerError, RequestError):
                await self._relay.resource_server(_subscribing(uri))
                await self._relay.connected(server).updates.subscribe(uri, notify)

    def announce(self, name: str) -> None:
        """Notify a stateless client that a list has changed, if it subscribed to that."""
        for number, wanted in self._listening.items():
            if wanted.get(f"{name}ListChanged") is True:
                params = {"_meta": {SUBSCRIPTION_ID: number}}
                self._notify({"jsonrpc": "2.0", "method": f"notifications/{name}/list_changed", "params": params})

    async def _subscribe(self, message: Message) -> Message:
        uri = str(message.get("params", {}).get("uri"))
        server = await self._relay.resource_server(message)
        if uri in self._held:
            return {"result": {}}
        if len(self._updates) >= _MOST:
            raise _too_many()
        notify = partial(self._update, None)
        self._held[uri] = server, notify
        self._updates.append((server, uri, notify))
        answer = await self._relay.connected(server).updates.subscribe(uri, notify)
        if "error" in answer:
            del self._held[uri]
            self._updates.remove((server, uri, notify))
        return answer

    async def _unsubscribe(self, message: Message) -> Message:
        uri = str(message.get("params", {}).get("uri"))
        if uri not in self._held:
            return {"result": {}}
        server, notify = self._held.pop(uri)
        self._updates.remove((server, uri, notify))
        return await self._relay.connected(server).updates.unsubscribe(uri, notify)

    async def _listen(self, message: Message) -> Message:
        """Subscribe until the client cancels the request."""
        wanted = message.get("params", {}).get("notifications")
        wanted = wanted if isinstance(wanted, dict) else {}
        uris = wanted.get(_RESOURCES)
        notify = partial(self._update, message["id"])
        honoured = []
        try:
            for uri in uris if isinstance(uris, list) else []:
                if len(self._updates) >= _MOST:
                    raise _too_many()
                server = await self._relay.resource_server(_subscribing(uri))
                if "error" not in await self._relay.connected(server).updates.subscribe(uri, notify):
                    honoured.append((server, uri))
                    self._updates.append((server, uri, notify))
            accepted: dict[str, Any] = {key: value for key, value in wanted.items() if key != _RESOURCES}
            accepted |= {_RESOURCES: [uri for _, uri in honoured]} if uris else {}
            params = {"notifications": accepted, "_meta": {SUBSCRIPTION_ID: message["id"]}}
            self._listening[message["id"]] = accepted
            self._notify({"jsonrpc": "2.0", "method": ACKNOWLEDGED, "params": params})
            await asyncio.get_running_loop().create_future()
        finally:
            self._listening.pop(message["id"], None)
            for server, uri in honoured:
                self._updates.remove((server, uri, notify))
                with suppress(ServerError):
                    await self._relay.connected(server).updates.unsubscribe(uri, notify)
        raise AssertionError("a subscription ends only when it is cancelled")

    def _update(self, subscription: object, message: Message) -> None:
        """Pass an update on under the client's own subscription."""
        params = dict(params_of(message))
        meta = {key: value for key, value in meta_of(params).items() if key != SUBSCRIPTION_ID}
        params.pop("_meta", None)
        if subscription is not None:
            meta[SUBSCRIPTION_ID] = subscription
        self._notify({**message, "params": params | ({"_meta": meta} if meta else {})})


def _subscribing(uri: object) -> Message:
    """Return the request that one of several subscriptions stands for."""
    return {"method": "resources/subscribe", "params": {"uri": uri}}


def _too_many() -> RequestError:
    """Return the error for a client with too many subscriptions."""
    return RequestError({"code": ErrorCode.BUSY, "message": f"more than {_MOST:,} subscriptions"})
