"""The streamable-HTTP endpoint of the gateway: sessions of the stateful protocol, and single stateless requests."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from govern.errors import ServerMisbehaved, SurfaceTooLarge
from govern.policy.server_settings import Limits
from govern.serve.http_responses import StreamResponse
from govern.serve.http_security import CALLER, RequestRefused, read_body
from govern.serve.http_stateless import ERROR_STATUS, is_stateless, refuse_invalid, refuse_other_arguments
from govern.serve.http_streams import HttpSession
from govern.servers.messages import MessageReader

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import Receive, Scope, Send

    from govern.policy.serve_settings import ServeHttp
    from govern.serve.gateway import Gateway
    from govern.servers.messages import Message

SESSION_HEADER: Final = "mcp-session-id"
_SWEEP: Final = 5.0
_PARSE_ERROR: Final = -32700


class McpEndpoint:
    """An ASGI app that passes messages between HTTP clients and sessions of the gateway."""

    def __init__(self, gateway: Gateway, limits: ServeHttp) -> None:
        self._gateway = gateway
        self._limits = limits
        self._sessions: dict[str, HttpSession] = {}
        self._single: set[HttpSession] = set()

    @property
    def session_count(self) -> int:
        """Return the number of open sessions."""
        return len(self._sessions)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """End unused sessions meanwhile, and all sessions at the end."""
        sweeper = asyncio.create_task(self._sweep())
        try:
            yield
        finally:
            sweeper.cancel()
            await self.close()

    async def close(self) -> None:
        """End all sessions, so that no response keeps a connection open."""
        sessions = [*self._sessions.values(), *self._single]
        self._sessions.clear()
        await asyncio.gather(*(session.close() for session in sessions))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        try:
            await self._answer(Request(scope, receive), send)
        except RequestRefused as refused:
            await refused.response(scope, receive, send)
        except ClientDisconnect:
            return

    async def _answer(self, request: Request, send: Send) -> None:
        answer = {"POST": self._post, "GET": self._listen, "DELETE": self._delete}.get(request.method)
        if answer is None:
            raise RequestRefused(405, "use POST, GET or DELETE", headers={"Allow": "GET, POST, DELETE"})
        server = request.path_params.get("server")
        if server is not None and server not in self._gateway.names:
            raise RequestRefused(404, "no such server")
        await answer(request, send)

    async def _post(self, request: Request, send: Send) -> None:
        _require_json(request)
        limits = self._limits
        message = await _message(await read_body(request, limits.request_bytes, limits.timeout))
        if is_stateless(request, message):
            await self._post_stateless(request, message, send)
            return
        opens = message.get("method") == "initialize" and "id" in message
        session = self._open(request) if opens else self._session_of(request)
        headers = {SESSION_HEADER: session.id}
        if not _is_request(message):
            await session.receive(message)
            await Response(status_code=202, headers=headers)(request.scope, request.receive, send)
            return
        stream = session.expect(message)
        try:
            await session.receive(message)
            await StreamResponse(session, stream, request, headers).send(send)
        finally:
            if opens and "result" not in (stream.last or {}):
                await self._end(session)

    async def _post_stateless(self, request: Request, message: Message, send: Send) -> None:
        """Answer one request in a session of its own; a client that disconnects cancels the request."""
        refuse_invalid(request, message)
        refuse_other_arguments(request, message, self._gateway.menu(request.path_params.get("server")).repeated)
        if not _is_request(message):
            await Response(status_code=202)(request.scope, request.receive, send)
            return
        session = self._new_session(request)
        self._single.add(session)
        try:
            stream = session.expect(message)
            await session.receive(message)
            await StreamResponse(session, stream, request, {}, ERROR_STATUS).send(send)
        finally:
            self._single.discard(session)
            await session.close()

    async def _listen(self, request: Request, send: Send) -> None:
        if not _accepts(request, "text/event-stream"):
            raise RequestRefused(406, "GET answers with text/event-stream")
        session = self._session_of(request)
        stream, at = session.listen(request.headers.get("last-event-id"))
        await StreamResponse(session, stream, request, {SESSION_HEADER: session.id}).listen(send, at)

    async def _delete(self, request: Request, send: Send) -> None:
        await self._end(self._session_of(request))
        await Response(status_code=200)(request.scope, request.receive, send)

    def _open(self, request: Request) -> HttpSession:
        if SESSION_HEADER in request.headers:
            raise RequestRefused(400, "the server chooses the session ID; send initialize without one")
        if len(self._sessions) >= self._limits.sessions:
            raise RequestRefused(503, "too many sessions are open", headers={"Retry-After": "30"})
        session = self._new_session(request)
        self._sessions[session.id] = session
        return session

    def _new_session(self, request: Request) -> HttpSession:
        server = request.path_params.get("server")
        owner = request.scope.get(CALLER, "")
        session = HttpSession(owner, server, self._limits.answer_bytes)
        session.gateway_session = self._gateway.open_session(session.deliver, server=server, owner=owner)
        return session

    def _session_of(self, request: Request) -> HttpSession:
        """Return the session that the request names, if its caller opened it at the same endpoint."""
        name = request.headers.get(SESSION_HEADER)
        if name is None:
            raise RequestRefused(400, f"the header {SESSION_HEADER} is missing; send initialize first")
        session = self._sessions.get(name)
        place = request.scope.get(CALLER, ""), request.path_params.get("server")
        if session is None or (session.owner, session.server) != place:
            raise RequestRefused(404, "no such session; send initialize")
        session.used = asyncio.get_running_loop().time()
        return session

    async def _end(self, session: HttpSession) -> None:
        self._sessions.pop(session.id, None)
        await session.close()

    async def end_unused_sessions(self, now: float) -> None:
        """End each session that has been idle for too long at this time of the event loop."""
        for session in list(self._sessions.values()):
            if session.is_busy:
                session.used = now
            elif now - session.used > self._limits.idle_timeout:
                await self._end(session)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(_SWEEP, self._limits.idle_timeout))
            await self.end_unused_sessions(asyncio.get_running_loop().time())


def _is_request(message: Message) -> bool:
    return "method" in message and "id" in message


def _require_json(request: Request) -> None:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RequestRefused(415, "the body must be application/json")
    if not (_accepts(request, "application/json") and _accepts(request, "text/event-stream")):
        raise RequestRefused(406, "the client must accept application/json and text/event-stream")


def _accepts(request: Request, wanted: str) -> bool:
    ranges = {part.partition(";")[0].strip().lower() for part in request.headers.get("accept", "").split(",")}
    return not ranges.isdisjoint({wanted, f"{wanted.partition('/')[0]}/*", "*/*"})


async def _message(body: bytes) -> Message:
    """Return the JSON-RPC message of a body, which is a request, a notification or a response."""
    try:
        message = await MessageReader(Limits()).read(body.strip())
    except (ServerMisbehaved, SurfaceTooLarge) as error:
        raise RequestRefused(400, error.message, code=_PARSE_ERROR) from None
    if message is None:
        raise RequestRefused(400, "the body has to be one JSON-RPC message")
    is_method, request_id = isinstance(message.get("method"), str), message.get("id", 0)
    if isinstance(request_id, bool) or not isinstance(request_id, str | int):
        raise RequestRefused(400, "the id of a message must be a string or an integer")
    if not is_method and not ("id" in message and ("result" in message or "error" in message)):
        raise RequestRefused(400, "the body has to be one JSON-RPC message")
    return message
