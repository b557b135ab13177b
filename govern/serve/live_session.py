"""A session with many requests at a time: a reader passes each message of the server to its recipient."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from govern.errors import ServerError, ServerMisbehaved, ServerUnreachable, SessionEnded
from govern.servers.http_headers import repeated_arguments
from govern.servers.messages import (
    CANCELLED,
    CAPABILITIES_KEY,
    CLIENT_KEY,
    PROGRESS,
    PROTOCOL_KEY,
    STREAM_ENDED,
    StreamMessage,
    meta_of,
    params_of,
)
from govern.servers.session import LIST_CHANGED, STATELESS, Session

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from govern.contract.surface import Surface
    from govern.policy.target import Target
    from govern.servers.messages import Message, Wire

    Notify = Callable[[Message], object]
    Ask = Callable[[Message], Awaitable[Message]]

SUBSCRIPTION_ID: Final = "io.modelcontextprotocol/subscriptionId"
ACKNOWLEDGED: Final = "notifications/subscriptions/acknowledged"
_ENVELOPE: Final = ("jsonrpc", "id", "method", "params")
# A server that does not read must not delay the end of a request.
_CANCEL_TIMEOUT: Final = 1.0
_LISTEN_AGAIN: Final = 1.0
# More questions of a server at a time get no answer.
_MOST_ASKED: Final = 256
# The keys of `_meta` that belong to one connection; all others are relayed.
LOG_LEVEL_KEY: Final = "io.modelcontextprotocol/logLevel"
LOG_LEVELS: Final = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
CONNECTION_KEYS: Final = (PROTOCOL_KEY, CLIENT_KEY, CAPABILITIES_KEY)


def ignore(_: Message) -> None:
    """Drop a message."""


@dataclass(slots=True)
class _Waiting:
    """A request without an answer yet; `notify` receives the messages that belong to it."""

    answer: asyncio.Future[Message]
    notify: Notify
    token: Any = None


@dataclass(frozen=True, slots=True)
class Peers:
    """Receivers of the messages that a server sends unasked.

    `ask` returns the response to a request of the server's; it is None where nobody may be asked. `notify` receives
    notifications that belong to no request.
    """

    notify: Notify
    ask: Ask | None = None


class LiveSession(Session):
    """A session whose requests overlap."""

    def __init__(self, wire: Wire, target: Target, peers: Peers) -> None:
        super().__init__(wire, target)
        self._peers = peers
        self._waiting: dict[str, _Waiting] = {}
        self._asked: dict[object, asyncio.Task[None]] = {}
        self._lost: ServerError | None = None
        self._is_listing = False
        self._relays = 0
        self.listed_at: float | None = None

    @property
    def handshake(self) -> Message:
        """Return the result of the handshake."""
        return self._handshake_result

    async def open(self) -> None:
        """Connect, and listen for changes if the server can announce them."""
        await self.connect()
        self.listens = await self._listen()

    @property
    def is_lost(self) -> bool:
        """Return whether no request can succeed any more."""
        return self._lost is not None

    @property
    def is_busy(self) -> bool:
        """Return whether a client's request waits for its answer."""
        return self._relays > 0

    @property
    def has_changed(self) -> bool:
        """Return whether the server announced a change since its lists were last read."""
        return self._changed

    def is_fresh(self, max_age: float) -> bool:
        """Return whether the lists were read this many seconds ago or later, and no change was announced since."""
        now = asyncio.get_running_loop().time()
        return self.listed_at is not None and not self._changed and now - self.listed_at < max_age

    async def surface(self) -> Surface:
        """Return everything that the server lists now."""
        self._is_listing = True
        try:
            started = asyncio.get_running_loop().time()
            surface = await self.read_again()
        finally:
            self._is_listing = False
        self.listed_at = started
        if self.is_stateless and hasattr(self._wire, "repeated"):
            self._wire.repeated = {tool.key: repeated_arguments(tool.raw.get("inputSchema")) for tool in surface.tools}
        return surface

    async def relay(self, method: str, params: Message | None, notify: Notify = ignore) -> Message:
        """Send a client's request and return the response; `notify` receives what belongs to it before that."""
        self._last_id += 1
        number = self._last_id
        message: Message = {"jsonrpc": "2.0", "id": number, "method": method}
        token = None
        if params is not None or self._envelope:
            message["params"], token = self._relayed(params or {}, number)
        self._relays += 1
        try:
            answer = await self._exchange(message, _Waiting(_new_future(), notify, token))
        except asyncio.CancelledError:
            self._start((CANCELLED, number), self._cancel(number))
            raise
        finally:
            self._relays -= 1
        given = [answer[key] for key in ("result", "error") if answer.get(key) is not None]
        if len(given) != 1 or not isinstance(given[0], dict):
            # Clients differ in which of both they read, so one would carry past the checks what the other hides.
            raise ServerMisbehaved("an answer has to be a result or an error")
        return answer

    async def notify(self, method: str, params: Message | None = None) -> None:
        """Send a notification; the stateless protocol has none from the client."""
        if not self.is_stateless:
            await self._wire.send({"jsonrpc": "2.0", "method": method} | ({} if params is None else {"params": params}))

    async def read_messages(self) -> None:
        """Pass on every message until the connection is lost, which fails all open requests."""
        lost = ServerError("the connection was closed")
        try:
            while True:
                if (message := await self._received()) is not None:
                    self._hand_out(message)
        except ServerError as error:
            lost = error
            raise
        finally:
            self._lost = lost
            for waiting in list(self._waiting.values()):
                self._fail(waiting, lost)
            for task in list(self._asked.values()):
                task.cancel()

    async def _received(self) -> Message | None:
        """Return the next message, or None after failing the one request that has none."""
        try:
            message = await self._wire.receive()
        except ServerError as error:
            self._fail(self._waiting.get(str(error.request)), error)
            if isinstance(error, SessionEnded):
                # Other requests may have taken effect, so they are not sent again.
                raise ServerUnreachable(error.message) from None
            if error.request is None:
                raise
            return None
        if not self._is_listing:
            # The limits are for one message, and for all lists together.
            self._wire.reader.restart()
        return message

    def _relayed(self, params: Message, number: int) -> tuple[Message, Any]:
        """Return the parameters with this connection's metadata, and the progress token that its own replaces."""
        given, own = params.get("_meta"), self._envelope.get("_meta", {})
        if not isinstance(given, dict):
            return params | self._envelope, None
        if self.is_stateless:
            # The client is told apart per request; only the version is that of the connection.
            meta = own | given | {PROTOCOL_KEY: STATELESS}
        else:
            # A stateful server is told the level by a request of its own.
            meta = {key: value for key, value in given.items() if key not in (*CONNECTION_KEYS, LOG_LEVEL_KEY)}
        token = meta.get("progressToken")
        if token is not None:
            meta["progressToken"] = number
        rest = {key: value for key, value in params.items() if key != "_meta"}
        return rest | ({"_meta": meta} if meta else {}), token

    async def _exchange(self, message: Message, waiting: _Waiting | None = None) -> Message:
        if self._lost is not None:
            raise self._lost
        waiting = waiting or _Waiting(_new_future(), self._peers.notify)
        key = str(message["id"])
        self._waiting[key] = waiting
        try:
            await self._wire.send(message)
            return await waiting.answer
        finally:
            del self._waiting[key]

    def _hand_out(self, message: Message) -> None:
        if "method" not in message:
            self._answer(message)
            return
        # Nothing else is passed on: a client may read a message that also has a result as the answer to its request.
        message = without_extras(message)
        if not isinstance(message["method"], str):
            return
        if "id" not in message:
            self._notified(message)
        elif isinstance(message["id"], (str, int)) and len(self._asked) < _MOST_ASKED:
            self._start(message["id"], self._reply_to(message))

    def _answer(self, message: Message) -> None:
        waiting = self._waiting.get(str(message.get("id")))
        if waiting is None and message.get("id") is None and len(self._waiting) == 1:
            waiting = next(iter(self._waiting.values()))
        if waiting is None:
            self._note_subscription_end(message)
        elif not waiting.answer.done():
            waiting.answer.set_result(message)

    def _notified(self, message: Message) -> None:
        method, params = message["method"], params_of(message)
        self._note(message)
        if method == STREAM_ENDED:
            self._start(STREAM_ENDED, self._listen_again())
        elif method == PROGRESS:
            waiting = self._waiting.get(str(params.get("progressToken")))
            if waiting is not None and waiting.token is not None:
                waiting.notify({**message, "params": params | {"progressToken": waiting.token}})
        elif method == CANCELLED:
            number = params.get("requestId")
            if task := self._asked.get(number) if isinstance(number, (str, int)) else None:
                task.cancel()
        elif method not in LIST_CHANGED:
            request = message.request if isinstance(message, StreamMessage) else None
            subscription = meta_of(params).get(SUBSCRIPTION_ID)
            owner = self._waiting.get(str(request if subscription is None else subscription))
            if owner is not None or method != ACKNOWLEDGED:
                (owner or self._peers).notify(dict(message))

    async def _reply_to(self, message: Message) -> None:
        if self._peers.ask is None or message["method"] == "ping":
            await self._reply(message)
            return
        answer = await self._peers.ask(message)
        await self._wire.send({**answer, "id": message["id"]})

    def _start(self, number: object, work: Coroutine[Any, Any, None]) -> None:
        if number in self._asked:
            # An id that is used twice would not count towards the most.
            work.close()
            return
        task = asyncio.create_task(_ignoring_errors(work))
        self._asked[number] = task
        task.add_done_callback(lambda _: self._asked.pop(number, None))

    async def _listen_again(self) -> None:
        # What was announced meanwhile is unknown.
        self._changed = True
        await asyncio.sleep(_LISTEN_AGAIN)
        self._stream_ended = False
        self.listens = await self._listen()

    async def _cancel(self, number: int) -> None:
        async with asyncio.timeout(_CANCEL_TIMEOUT):
            params = {"requestId": number, "reason": "the client cancelled the request"}
            await self._wire.send({"jsonrpc": "2.0", "method": CANCELLED, "params": params})

    @staticmethod
    def _fail(waiting: _Waiting | None, error: ServerError) -> None:
        if waiting is not None and not waiting.answer.done():
            waiting.answer.set_exception(error)


def without_extras(message: Message) -> Message:
    """Return a request or notification with nothing but the fields that JSON-RPC gives it."""
    found: Message = {key: message[key] for key in _ENVELOPE if key in message}
    return StreamMessage(found, message.request) if isinstance(message, StreamMessage) else found


def _new_future() -> asyncio.Future[Message]:
    return asyncio.get_running_loop().create_future()


async def _ignoring_errors(work: Awaitable[None]) -> None:
    # The reader raises what ends the connection.
    with suppress(ServerError, TimeoutError):
        await work
