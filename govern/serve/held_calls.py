"""Calls of stateless clients to stateful servers: a server's question becomes a result, and the call waits for more.

Each such call has a session of its own for as long as it runs, so that a server's question reaches the right client.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any, Final

from govern.contract import json_text
from govern.serve.live_session import CONNECTION_KEYS
from govern.servers.messages import CAPABILITIES_KEY, ErrorCode

if TYPE_CHECKING:
    from govern.serve.gateway import Gateway
    from govern.serve.live_session import Notify
    from govern.serve.session import GatewaySession
    from govern.servers.messages import Message

_MOST_HELD: Final = 64
_MOST_IDLE: Final = 4
_QUESTION: Final = "question"

# The owner, the server and the client's capabilities.
Place = tuple[str, str | None, str]


class HeldCalls:
    """The calls that wait for clients to answer a question, and the sessions that no call uses now."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._held: dict[str, HeldCall] = {}
        self._idle: list[HeldCall] = []
        self._working = 0

    def holds(self, state: object, owner: str) -> bool:
        """Return whether a call of this owner waits under this request state."""
        held = self._held.get(state) if isinstance(state, str) else None
        return held is not None and held.place[0] == owner

    async def answer(self, client: GatewaySession, message: Message) -> Message:
        """Start a call, or go on with the one that the request state names; return its answer or its question."""
        params = message["params"]
        meta = {key: value for key, value in params["_meta"].items() if key not in CONNECTION_KEYS}
        own = {key: value for key, value in params.items() if key not in ("_meta", "inputResponses", "requestState")}
        state = params.get("requestState")
        if not self.holds(state, client.owner):
            if len(self._held) + self._working >= _MOST_HELD:
                return {
                    "error": {"code": ErrorCode.BUSY, "message": "too many calls are waiting for clients to answer"}
                }
            capabilities = params["_meta"][CAPABILITIES_KEY]
            call = self._session(client, capabilities)
            sent = own | ({"_meta": meta} if meta else {})
            await call.start(message["method"], sent, own)
            return await self._next(call, client.notify)
        call = self._held.pop(state)
        if (client.server, own) != (call.place[1], call.params):
            await call.close()
            return {
                "error": {"code": ErrorCode.INVALID_PARAMS, "message": "the request state belongs to another request"}
            }
        await call.resume(params.get("inputResponses"))
        return await self._next(call, client.notify)

    async def _next(self, call: HeldCall, notify: Notify) -> Message:
        self._working += 1
        try:
            found = await call.next(notify)
        except asyncio.CancelledError:
            await asyncio.shield(call.close())
            raise
        finally:
            self._working -= 1
        if "method" not in found:
            call.rest()
            self._idle.append(call)
            if len(self._idle) > _MOST_IDLE:
                await self._idle.pop(0).close()
            return found
        state = secrets.token_urlsafe()
        self._held[state] = call
        call.give_up_after(self._gateway.options.call_timeout, lambda: self._held.pop(state, None))
        question = {key: found[key] for key in ("method", "params") if key in found}
        return {
            "result": {
                "resultType": "input_required",
                "inputRequests": {_QUESTION: question},
                "requestState": state,
            }
        }

    def _session(self, client: GatewaySession, capabilities: dict[str, Any]) -> HeldCall:
        """Return a session that this owner used before, or a new one."""
        place = client.owner, client.server, json_text.canonical(capabilities).decode()
        for at, idle in enumerate(self._idle):
            if idle.place == place:
                return self._idle.pop(at)
        call = HeldCall(place)
        call.session = self._gateway.open_session(
            call.received, server=client.server, owner=client.owner, memory=client.relay.memory
        )
        call.session.client_name = client.client_name
        call.session.relay.use_own_connections(capabilities)
        return call


class HeldCall:
    """One call, in a session of its own."""

    session: GatewaySession

    def __init__(self, place: Place) -> None:
        self.place = place
        self.params: Message = {}
        self._news: asyncio.Queue[Message] = asyncio.Queue()
        self._notify: Notify = len
        self._asked: Any = None
        self._is_resting = False
        self._last_id = 0
        self._limit: asyncio.Task[None] | None = None

    async def start(self, method: str, sent: Message, params: Message) -> None:
        """Send the request; `params` are those that a client repeats when it goes on."""
        self.params, self._is_resting = params, False
        self._last_id += 1
        await self.session.handle({"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": sent})

    async def resume(self, responses: object) -> None:
        """Answer the question that the server waits for."""
        if self._limit is not None:
            self._limit.cancel()
        answer = responses.get(_QUESTION) if isinstance(responses, dict) else None
        missing = {"error": {"code": ErrorCode.INVALID_PARAMS, "message": "the client did not answer"}}
        found = missing if answer is None else {"result": answer}
        await self.session.handle({"jsonrpc": "2.0", "id": self._asked, **found})

    async def next(self, notify: Notify) -> Message:
        """Return the server's next question, or the response; `notify` receives what belongs to the call before."""
        self._notify = notify
        message = await self._news.get()
        self._asked = message.get("id")
        return message

    def rest(self) -> None:
        """Take nothing until the next start: a question that comes late is not one of the next call."""
        self._is_resting, self._news, self._notify = True, asyncio.Queue(), len

    async def received(self, message: Message) -> None:
        """Take a message of the session's."""
        if "method" in message and "id" not in message:
            self._notify(message)
        elif "method" in message and self._is_resting:
            late = {"code": ErrorCode.INVALID_PARAMS, "message": "no call is in progress"}
            await self.session.handle({"jsonrpc": "2.0", "id": message["id"], "error": late})
        else:
            await self._news.put(message)

    def give_up_after(self, seconds: float, forget: Any) -> None:
        """End the call if the client does not answer within this time."""

        async def give_up() -> None:
            await asyncio.sleep(seconds)
            forget()
            self._limit = None
            await self.close()

        self._limit = asyncio.create_task(give_up())

    async def close(self) -> None:
        """End the call and its session."""
        if self._limit is not None:
            self._limit.cancel()
        await self.session.close()
