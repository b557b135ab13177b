"""The streamable-HTTP endpoint of the gateway: sessions of the stateful protocol, and single stateless requests."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from govern.errors import ServerMisbehaved, SurfaceTooLarge
from govern.policy.server_settings import Limits
from govern.serve.http_security import CALLER, RequestRefused, read_body
from govern.serve.http_streams import HttpSession, StreamResponse
from govern.serve.menu import Memory
from govern.servers.http_headers import NAMED_BY, decode_value, differing_header
from govern.servers.messages import CAPABILITIES_KEY, PROTOCOL_KEY, ErrorCode, MessageReader, meta_of, params_of
from govern.servers.session import HANDSHAKES, STATELESS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from starlette.types import Receive, Scope, Send

    from govern.policy.settings import ServeHttp
    from govern.serve.gateway import Gateway
    from govern.servers.http_headers import Repeated
    from govern.servers.messages import Message


SESSION_HEADER: Final = "mcp-session-id"
_SWEEP: Final = 5.0


class McpEndpoint:
    """An ASGI app that passes messages between HTTP clients and sessions of the gateway."""

    def __init__(self, gateway: Gateway, limits: ServeHttp) -> None:
        self._gateway = gateway
        self._limits = limits
        self._sessions: dict[str, HttpSession] = {}
        self._single: set[HttpSession] = set()
        # By caller and endpoint, as single requests have no session that could keep what was answered.
        self._memories: dict[tuple[str, str | None], Memory] = {}

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
        session = self._new_session(request, self._memory(request))
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

    def _memory(self, request: Request) -> Memory:
        """Return what earlier answers told this caller of; those of the callers that were last here are kept."""
        place = request.scope.get(CALLER, ""), request.path_params.get("server")
        self._memories[place] = self._memories.pop(place, Memory())
        if len(self._memories) > self._limits.sessions:
            del self._memories[next(iter(self._memories))]
        return self._memories[place]

    def _new_session(self, request: Request, memory: Memory | None = None) -> HttpSession:
        server = request.path_params.get("server")
        owner = request.scope.get(CALLER, "")
        session = HttpSession(owner, server, self._limits.answer_bytes)
        session.gateway_session = self._gateway.open_session(session.deliver, server=server, owner=owner, memory=memory)
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
        raise RequestRefused(400, error.message, code=ErrorCode.PARSE_ERROR) from None
    if message is None:
        raise RequestRefused(400, "the body has to be one JSON-RPC message")
    is_method, request_id = isinstance(message.get("method"), str), message.get("id", 0)
    if isinstance(request_id, bool) or not isinstance(request_id, str | int):
        raise RequestRefused(400, "the id of a message must be a string or an integer")
    if not is_method and not ("id" in message and ("result" in message or "error" in message)):
        raise RequestRefused(400, "the body has to be one JSON-RPC message")
    return message


VERSION_HEADER: Final = "mcp-protocol-version"
_METHOD_HEADER, _NAME_HEADER = "mcp-method", "mcp-name"
_HEADER_MISMATCH: Final = -32020
_UNSUPPORTED_VERSION: Final = -32022
# The HTTP status of a response with one of these codes.
ERROR_STATUS: Final[Mapping[int, int]] = {
    ErrorCode.PARSE_ERROR: 400,
    ErrorCode.INVALID_REQUEST: 400,
    ErrorCode.METHOD_NOT_FOUND: 404,
    ErrorCode.INVALID_PARAMS: 400,
    _HEADER_MISMATCH: 400,
    -32021: 400,
    _UNSUPPORTED_VERSION: 400,
}


def is_stateless(request: Request, message: Message) -> bool:
    """Return whether a message needs no session: its header or its `_meta` names a version without a handshake."""
    version = request.headers.get(VERSION_HEADER)
    return version not in HANDSHAKES if version is not None else PROTOCOL_KEY in meta_of(params_of(message))


def refuse_invalid(request: Request, message: Message) -> None:
    """Raise RequestRefused for a request whose headers contradict its body."""
    headers, method = request.headers, message.get("method")
    version: Any = headers.get(VERSION_HEADER)
    if "id" in message:
        _require_one_value(request)
        meta = meta_of(params_of(message))
        missing = [key for key in (PROTOCOL_KEY, CAPABILITIES_KEY) if key not in meta]
        if missing:
            raise _refused(message, ErrorCode.INVALID_PARAMS, f"params._meta has no {' and no '.join(missing)}")
        for header, expected in (
            (VERSION_HEADER, meta[PROTOCOL_KEY]),
            (_METHOD_HEADER, method),
            (_NAME_HEADER, message["params"].get(NAMED_BY.get(str(method), ""))),
        ):
            if expected is not None and decode_value(headers.get(header)) != expected:
                raise _refused(message, _HEADER_MISMATCH, f"the header {header} and the body differ")
    if version != STATELESS:
        data = {"supported": [STATELESS, *HANDSHAKES], "requested": version}
        raise _refused(message, _UNSUPPORTED_VERSION, "unsupported protocol version", data)


def refuse_other_arguments(request: Request, message: Message, tools: Mapping[str, Repeated]) -> None:
    """Raise RequestRefused for a call with other arguments in its headers than in its body."""
    params = message.get("params", {})
    name = params.get("name")
    if message.get("method") != "tools/call" or not isinstance(name, str) or name not in tools:
        return
    if header := differing_header(tools[name], params.get("arguments"), request.headers.getlist):
        raise _refused(message, _HEADER_MISMATCH, f"the header {header} and the body differ")


def _require_one_value(request: Request) -> None:
    for header in (VERSION_HEADER, _METHOD_HEADER, _NAME_HEADER):
        if len(request.headers.getlist(header)) > 1:
            raise RequestRefused(400, f"the header {header} appears more than once", code=_HEADER_MISMATCH)


def _refused(message: Message, code: int, text: str, data: object = None) -> RequestRefused:
    return RequestRefused(400, text, code=code, request_id=message.get("id"), data=data)
