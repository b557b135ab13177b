"""One client of the gateway: its messages in, the gateway's out, in both eras of the protocol."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from govern.contract.surface import KINDS
from govern.errors import ServerError
from govern.serve.checks import without_result
from govern.serve.live_session import LOG_LEVEL_KEY, LOG_LEVELS
from govern.serve.menu import Memory
from govern.serve.relay import Relay, RequestError
from govern.serve.subscriptions import Subscriptions
from govern.servers.lists import LIST_METHODS, SERVER_INFO
from govern.servers.messages import (
    CANCELLED,
    CAPABILITIES_KEY,
    CLIENT_KEY,
    PROGRESS,
    PROTOCOL_KEY,
    ErrorCode,
    encode_message,
    meta_of,
    params_of,
)
from govern.servers.session import HANDSHAKES, STATELESS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping

    from govern.serve.gateway import Gateway, Send
    from govern.serve.menu import Menu
    from govern.servers.messages import Message

    Handler = Callable[[Message], Awaitable[Message]]

_UNSUPPORTED_VERSION: Final = -32022
_NOTIFICATIONS: Final = "notifications/"
_LOG: Final = "notifications/message"
_TASK: Final = "notifications/tasks"
# Capabilities with which a server may send requests to the client.
_ASKABLE: Final = ("sampling", "elicitation", "roots")
_LISTED: Final = {listing.method: KINDS[listing.kind.name] for listing in LIST_METHODS}
_STATEFUL_ONLY: Final = (
    "initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe",
)  # fmt: skip
_UNCACHED: Final = {"ttlMs": 0, "cacheScope": "private"}
_MOST_REQUESTS: Final = 256
_MOST_UNSENT: Final = 1_024
# Bytes of notifications that wait for a slow client.
_MOST_UNSENT_BYTES: Final = 16 * 1024 * 1024
# For how long a client of the stateless protocol may keep a list: the lock changes rarely.
_TTL_MS: Final = 60_000


class GatewaySession:
    """A client's session; requests run side by side, and everything for the client leaves in one order."""

    def __init__(
        self, gateway: Gateway, server: str | None, send: Send, owner: str = "", memory: Memory | None = None
    ) -> None:
        self.client_name = ""
        self.owner = owner
        self.audit_id = token_hex(6)
        self.on_close: list[Callable[[], None]] = []
        self.server = server
        self._gateway = gateway
        self._send = send
        self.relay = Relay(gateway, server, self, memory or Memory())
        self._subscriptions = Subscriptions(self.relay, self.notify)
        self._running: dict[str | int, asyncio.Task[None]] = {}
        # The log level that each running request of a stateless client asks for.
        self._log_levels: dict[str | int, object] = {}
        self._asked: dict[int, asyncio.Future[Message]] = {}
        self._tokens: dict[int, Any] = {}
        self._last_ask = 0
        self._unsent: asyncio.Queue[tuple[Message, int]] = asyncio.Queue(_MOST_UNSENT)
        self._unsent_bytes = 0
        self._sender = asyncio.create_task(self._send_all())
        self._background: set[asyncio.Task[None]] = set()
        self._methods: Mapping[str, Handler] = {
            "initialize": self._initialize,
            "server/discover": self._discover,
            "ping": self._ping,
            **dict.fromkeys(_LISTED, self._list),
            **self.relay.methods,
            **self._subscriptions.methods,
        }
        if gateway.compact:
            self._methods = gateway.compact.front(server, self.relay, self.notify, self._methods).methods

    @property
    def _menu(self) -> Menu:
        return self._gateway.menu(self.server)

    async def handle(self, message: Message) -> None:
        """Handle any message of the client; answers are sent through `send`."""
        method, number = message.get("method"), message.get("id")
        if not isinstance(method, str):
            self._answered(message)
        elif "id" not in message:
            self._notified(message)
        elif not isinstance(number, (str, int)) or isinstance(number, bool) or number in self._running:
            await self._respond(message, _error(ErrorCode.INVALID_REQUEST, "the id must be a new string or integer"))
        elif len(self._running) >= _MOST_REQUESTS:
            await self._respond(message, _error(ErrorCode.BUSY, f"more than {_MOST_REQUESTS} requests at a time"))
        else:
            task = self._running[number] = asyncio.create_task(self._serve(message))
            self._log_levels[number] = meta_of(params_of(message)).get(LOG_LEVEL_KEY)
            task.add_done_callback(lambda _: self._forget(number))

    def notify(self, message: Message) -> None:
        """Queue a notification for the client; dropped if the client reads too slowly, or did not ask for the log."""
        if self._unsent.full() or (message.get("method") == _LOG and not self._wants_log(message)):
            return
        if message.get("method") == _TASK:
            message = {**message, "params": without_result(params_of(message))}
        size = len(encode_message(message))
        if self._unsent_bytes + size <= _MOST_UNSENT_BYTES:
            self._unsent_bytes += size
            self._unsent.put_nowait((message, size))

    def _wants_log(self, message: Message) -> bool:
        """Return whether the client may get a log message; a stateless one asks for a level in each request."""
        level = params_of(message).get("level")
        asked = (LOG_LEVELS.index(each) for each in self._log_levels.values() if each in LOG_LEVELS)
        return not self.relay.is_stateless or (level in LOG_LEVELS and LOG_LEVELS.index(level) >= min(asked, default=9))

    def _forget(self, number: str | int) -> None:
        self._running.pop(number, None)
        self._log_levels.pop(number, None)

    def files_changed(self, servers: Collection[str], before: Menu | None) -> None:
        """Drop the client's own connections to changed servers, and announce each list that differs from before."""
        self.relay.drop_connections(servers)
        self._subscriptions.renew(servers)
        for name in self._menu.changed_lists(before) if before else ():
            if self.relay.is_stateless is False:
                self.notify({"jsonrpc": "2.0", "method": f"notifications/{name}/list_changed"})
            self._subscriptions.announce(name)

    async def ask(self, message: Message) -> Message:
        """Send a server's request to the client, and return the client's response."""
        self._last_ask += 1
        number = self._last_ask
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        meta = meta_of(params_of(message))
        sent = {**message, "id": number}
        if meta.get("progressToken") is not None:
            self._tokens[number] = meta["progressToken"]
            sent["params"] = {**message["params"], "_meta": meta | {"progressToken": number}}
        try:
            await self._unsent.put((sent, 0))
            return await answer
        except asyncio.CancelledError:
            self.notify({"jsonrpc": "2.0", "method": CANCELLED, "params": {"requestId": number}})
            raise
        finally:
            self._asked.pop(number, None)
            self._tokens.pop(number, None)

    async def finish(self, seconds: float) -> None:
        """Wait for pending answers, at most this long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*self._running.values(), return_exceptions=True)
                await self._unsent.join()

    async def close(self) -> None:
        """Cancel everything that the client asked for, and end its own connections."""
        tasks = [*self._running.values(), *self._background, self._sender]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._subscriptions.close()
        await self.relay.close()
        for done in self.on_close:
            done()

    async def _serve(self, message: Message) -> None:
        try:
            answer = await self._answer(message)
        except RequestError as error:
            answer = {"error": error.error}
        except ServerError as error:
            answer = _error(ErrorCode.INTERNAL_ERROR, f"the server failed: {type(error).__name__}")
        except Exception as error:  # noqa: BLE001 - a bug must not leave a request without an answer
            answer = _error(ErrorCode.INTERNAL_ERROR, f"internal error of govern: {type(error).__name__}")
        await self._respond(message, answer)

    async def _answer(self, message: Message) -> Message:
        handler = self._methods.get(message["method"])
        if handler is None:
            return _error(ErrorCode.METHOD_NOT_FOUND, f"no method {message['method']!r:.100}")
        if message.get("params") is None:
            message.pop("params", None)
        if not isinstance(message.get("params", {}), dict):
            return _error(ErrorCode.INVALID_PARAMS, "params must be an object")
        version = meta_of(params_of(message)).get(PROTOCOL_KEY)
        if version is not None and message["method"] in _STATEFUL_ONLY:
            return _error(ErrorCode.METHOD_NOT_FOUND, f"{message['method']} is not a method of {STATELESS}")
        if version is not None and version != STATELESS:
            found = _error(_UNSUPPORTED_VERSION, f"unsupported protocol version {version!r:.60}")
            found["error"]["data"] = {"supported": [STATELESS, *HANDSHAKES], "requested": version}
            return found
        if self.relay.is_stateless is None:
            self.relay.is_stateless = version is not None
        self._take_name(meta_of(params_of(message)).get(CLIENT_KEY))
        if version is not None and await self._is_interview(message):
            return await self._gateway.held_calls.answer(self, message)
        return await handler(message)

    def _take_name(self, info: object) -> None:
        if isinstance(info, dict) and not self.client_name:
            self.client_name = str(info.get("name", ""))

    async def _is_interview(self, message: Message) -> bool:
        """Return whether a stateful server may ask the client of this stateless request something."""
        if self._gateway.held_calls.holds(message["params"].get("requestState"), self.owner):
            return True
        capabilities = meta_of(params_of(message)).get(CAPABILITIES_KEY)
        return _can_be_asked(capabilities) and await self.relay.is_stateful(message)

    async def _respond(self, message: Message, answer: Message) -> None:
        if PROTOCOL_KEY in meta_of(params_of(message)) and isinstance(result := answer.get("result"), dict):
            read = _UNCACHED if message["method"] == "resources/read" and "contents" in result else {}
            answer = {**answer, "result": {"resultType": "complete", **read, **self._with_server_info(result)}}
        known = {key: value for key, value in answer.items() if key not in ("jsonrpc", "id")}
        await self._unsent.put(({"jsonrpc": "2.0", "id": message.get("id"), **known}, 0))

    def _with_server_info(self, result: Message) -> Message:
        """Return a result for a stateless client with the locked name of the server, if it has none."""
        info, meta = self._menu.handshake.get("serverInfo"), result.get("_meta") or {}
        if info is None or not isinstance(meta, dict) or SERVER_INFO in meta:
            return result
        return result | {"_meta": {**meta, SERVER_INFO: info}}

    async def _send_all(self) -> None:
        while True:
            message, size = await self._unsent.get()
            await self._send(message)
            self._unsent_bytes -= size
            self._unsent.task_done()

    def _answered(self, message: Message) -> None:
        """Hand the client's response to the server that asked."""
        number = message.get("id")
        waiting = self._asked.get(number) if isinstance(number, int) else None
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    def _notified(self, message: Message) -> None:
        method, params = message["method"], params_of(message)
        if method == CANCELLED:
            number = params.get("requestId")
            if running := self._running.get(number) if isinstance(number, (str, int)) else None:
                running.cancel()
        elif method == PROGRESS:
            token = params.get("progressToken")
            if isinstance(token, int) and token in self._tokens:
                self._in_background(self.relay.notify, method, params | {"progressToken": self._tokens[token]})
        elif method == "notifications/initialized":
            self._warm()
        elif method.startswith(_NOTIFICATIONS):
            # A server may act on a request without an id, which nothing has checked.
            self._in_background(self.relay.notify, method, message.get("params"))

    def _warm(self) -> None:
        """Connect to the servers in the background, so that the first call does not wait."""
        for server in self._menu.servers:
            self._in_background(self.relay.warm, server)

    def _in_background(self, work: Callable[..., Coroutine[Any, Any, None]], *arguments: Any) -> None:
        """Do what no other message waits for, since a server may not read; nothing more while too much is under way."""
        if len(self._background) < _MOST_REQUESTS:
            task = asyncio.create_task(work(*arguments))
            self._background.add(task)
            task.add_done_callback(self._background.discard)

    async def _initialize(self, message: Message) -> Message:
        params = message.get("params", {})
        if _can_be_asked(capabilities := params.get("capabilities")):
            self.relay.use_own_connections(capabilities)
        self._take_name(params.get("clientInfo"))
        wanted = params.get("protocolVersion")
        version = wanted if wanted in HANDSHAKES else HANDSHAKES[0]
        return {"result": {"protocolVersion": version, **self._menu.handshake}}

    async def _discover(self, message: Message) -> Message:  # noqa: ARG002 - every handler takes the message
        handshake = dict(self._menu.handshake)
        info = handshake.pop("serverInfo", None)
        meta = handshake.pop("_meta", {})
        meta = meta | ({SERVER_INFO: info} if info else {})
        result = {"supportedVersions": [STATELESS, *HANDSHAKES], "capabilities": {}, **handshake, "_meta": meta}
        return {"result": _cacheable(result)}

    async def _ping(self, _: Message) -> Message:
        return {"result": {}}

    async def _list(self, message: Message) -> Message:
        if message.get("params", {}).get("cursor") is not None:
            return _error(ErrorCode.INVALID_PARAMS, "unknown cursor: every list is a single page")
        listing = self._menu.listing(_LISTED[message["method"]])
        return {"result": _cacheable(listing) if PROTOCOL_KEY in meta_of(params_of(message)) else listing}


def _can_be_asked(capabilities: object) -> bool:
    return isinstance(capabilities, dict) and any(name in capabilities for name in _ASKABLE)


def _cacheable(result: dict[str, Any]) -> dict[str, Any]:
    return {"ttlMs": _TTL_MS, "cacheScope": "private", **result}


def _error(code: int, message: str) -> Message:
    return {"error": {"code": code, "message": message}}
