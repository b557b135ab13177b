"""One client's requests to its servers, each checked against the lock before it is sent."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from govern.errors import GovernError, ServerError, ServerTimedOut
from govern.serve import refusals
from govern.serve.audit import AuditSubject
from govern.serve.checks import CONTENTS, FINE, without_result
from govern.serve.live_session import LOG_LEVEL_KEY, LOG_LEVELS, without_extras
from govern.servers.messages import CLIENT_KEY, PROTOCOL_KEY, ErrorCode, meta_of, params_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping

    from govern.contract.surface import KindName
    from govern.serve.audit import AuditedRequest
    from govern.serve.gateway import Connected, Gateway
    from govern.serve.live_session import Notify
    from govern.serve.menu import Memory, Menu
    from govern.serve.refusals import Refusal
    from govern.serve.session import GatewaySession
    from govern.servers.messages import Message

_RESOURCE_NOT_FOUND: Final = -32002
_MOST_ROUNDS: Final = 16


class RequestError(Exception):
    """The error that answers a request."""

    def __init__(self, error: Message) -> None:
        super().__init__(error.get("message"))
        self.error = error


class Relay:
    """The connections that one client uses, and its checked requests to them."""

    def __init__(self, gateway: Gateway, server: str | None, session: GatewaySession, memory: Memory) -> None:
        self._gateway = gateway
        self._server = server
        self._session = session
        self._own: dict[str, Connected] = {}
        self._shared: set[str] = set()
        self._capabilities: Mapping[str, Any] | None = None
        # Its first request decides: what was judged on one connection is not sent on another.
        self.is_stateless: bool | None = None
        self.memory = memory
        self._level: str | None = None
        self.methods: Mapping[str, Callable[[Message], Awaitable[Message]]] = {
            "tools/call": self._call,
            "prompts/get": self._get,
            "resources/read": self._read,
            "completion/complete": self._complete,
            "logging/setLevel": self._set_level,
            **dict.fromkeys(("tasks/get", "tasks/result", "tasks/cancel", "tasks/update"), self._task),
            "tasks/list": self._list_tasks,
        }

    @property
    def _menu(self) -> Menu:
        return self._gateway.menu(self._server)

    def use_own_connections(self, capabilities: Mapping[str, Any]) -> None:
        """Connect with the client's capabilities from now on, to servers that may ask this client."""
        if self._capabilities is None:
            self._capabilities = capabilities

    def drop_connections(self, servers: Collection[str]) -> None:
        """End the client's own connections to servers whose config changed."""
        self._gateway.close_later(self._own.pop(server) for server in self._own.keys() & servers)

    async def is_stateful(self, message: Message) -> bool:
        """Return whether a request is for a server of the stateful protocol that may ask for more during it."""
        method, params = message["method"], params_of(message)
        server = self._server_of(method, params)
        if server is None or self._gateway.blocked(server):
            return False
        try:
            return not (await (await self._connect(server)).upstream.session()).is_stateless
        except ServerError:
            return False

    def _server_of(self, method: str, params: Message) -> str | None:
        name = params.get("uri" if method == "resources/read" else "name")
        if method not in ("tools/call", "prompts/get", "resources/read") or not isinstance(name, str):
            return None
        if method == "resources/read":
            found = self._menu.place_of_uri(name) or self.memory.links.place(name)
            return found[0] if found else None
        place = self._menu.place("tool" if method == "tools/call" else "prompt", name)
        return place[0] if place else None

    def connected(self, server: str) -> Connected:
        """Return the connection that this client uses."""
        if server in self._own:
            return self._own[server]
        if self._capabilities is not None and server not in self._shared:
            own = self._gateway.own_connection(server, self._session, self._capabilities)
            if own is not None:
                self._own[server] = own
                return own
            # What is judged on one connection is not sent on another.
            self._shared.add(server)
        shared = self._gateway.connected(server)
        if self.is_stateless and shared.stateless:
            shared = shared.stateless
        shared.users.add(self._session)
        return shared

    @property
    def own_connections(self) -> int:
        """Return the number of connections that no other client uses."""
        return len(self._own)

    async def _connect(self, server: str) -> Connected:
        """Return the connection that this client uses, in its era of the protocol if the server supports both."""
        if self.is_stateless and self._capabilities is None:
            await self._gateway.connected(server).probe()
        return self.connected(server)

    async def warm(self, server: str) -> None:
        """Connect to a server and compare its lists; the first call reports a failure."""
        with suppress(GovernError):
            if self._gateway.blocked(server) is None:
                await self.connected(server).upstream.judgement(self._gateway.enforcement)

    async def notify(self, method: str, params: Message | None) -> None:
        """Pass a notification of the client's on to the servers that may ask it."""
        ready = [each.upstream for each in self._own.values() if each.upstream.state == "ready"]
        await asyncio.gather(*(each.notify(method, params) for each in ready))

    async def close(self) -> None:
        """End the client's own connections, and its use of the others."""
        self._gateway.leave(self._session)
        await asyncio.gather(*(each.close() for each in self._own.values()))

    async def refusal(self, server: str, kind: KindName, key: str) -> Refusal | None:
        """Return why an item may not be used now, or None if it may."""
        if blocked := self._gateway.audit.refusal() or self._gateway.blocked(server):
            return blocked
        try:
            judgement = await (await self._connect(server)).upstream.judgement(self._gateway.enforcement)
        except GovernError as error:
            return refusals.unreachable(server, error)
        return judgement.refusal(kind, key)

    async def call_tool(self, server: str, tool: str, params: Message, notify: Notify) -> Message:
        """Return the response to a call of a locked tool, refused if it or its answer may not pass."""
        with self._audited("tools/call", "tool", server, tool, params) as request:
            enforcement, arguments = self._gateway.enforcement, params.get("arguments", {})
            refusal = await self.refusal(server, "tool", tool)
            if refusal is None and not enforcement.arguments.accept(server, tool, arguments):
                # An example of valid arguments may take a second to find.
                refusal = await asyncio.to_thread(enforcement.arguments.refusal, server, tool, arguments)
            if refusal is not None:
                return _refused(request, refusal)
            try:
                answer = await self.send(server, "tools/call", {**params, "name": tool}, notify)
            except ServerError as error:
                return {"result": refusals.no_answer(server, error).result()}
            result = answer.get("result")
            verdict = enforcement.answers.check(server, tool, result) if isinstance(result, dict) else FINE
            if verdict.refusal is not None:
                return _refused(request, verdict.refusal)
            request.answered(answer, verdict.problem)
            return answer

    async def send(self, server: str, method: str, params: Message, notify: Notify) -> Message:
        """Send a request that was checked, and return the response."""
        for _ in range(_MOST_ROUNDS):
            answer = await self._send_once(server, method, params, notify)
            result = answer.get("result")
            if not isinstance(result, dict):
                return answer
            if result.get("resultType") != "input_required" or PROTOCOL_KEY in meta_of(params):
                self._note(server, result, params["name"] if method == "tools/call" else "")
                return answer
            # Only clients of the stateless protocol know such a result; others are asked.
            params = {**params, "inputResponses": await self._input_responses(result)}
            if "requestState" in result:
                params["requestState"] = result["requestState"]
        raise RequestError({"code": ErrorCode.INTERNAL_ERROR, "message": "the server keeps asking for input"})

    async def _send_once(self, server: str, method: str, params: Message, notify: Notify) -> Message:
        seconds, loop = self._gateway.options.call_timeout, asyncio.get_running_loop()

        def extend_and_notify(message: Message) -> None:
            limit.reschedule(loop.time() + seconds)
            notify(message)

        try:
            async with asyncio.timeout(seconds) as limit:
                connection = self.connected(server)
                params = await self._with_log_level(connection, params)
                return await connection.upstream.relay(method, params, extend_and_notify)
        except TimeoutError:
            raise ServerTimedOut(f"no answer within {seconds:g} s", where=server) from None

    async def _with_log_level(self, connection: Connected, params: Message) -> Message:
        """Return the parameters with the client's log level, which a stateful server is told before."""
        level = meta_of(params).get(LOG_LEVEL_KEY, self._level)
        if level not in LOG_LEVELS:
            return params
        if (await connection.upstream.session()).is_stateless:
            return {**params, "_meta": {LOG_LEVEL_KEY: level} | meta_of(params)}
        await connection.use_log_level(level)
        return params

    async def _input_responses(self, result: Mapping[str, Any]) -> Message:
        """Ask the client what a server of the stateless protocol wants to know."""
        wanted = result.get("inputRequests")
        if self._capabilities is None or not isinstance(wanted, dict):
            raise RequestError(
                {
                    "code": ErrorCode.INTERNAL_ERROR,
                    "message": "the server asks for something that this client cannot answer",
                }
            )
        responses: Message = {}
        for key, request in wanted.items():
            if not isinstance(request, dict) or not isinstance(request.get("method"), str):
                raise RequestError(
                    {"code": ErrorCode.INTERNAL_ERROR, "message": "the server asks for input in an invalid way"}
                )
            answer = await self._session.ask({**without_extras(request), "jsonrpc": "2.0"})
            if "result" not in answer:
                raise RequestError(answer.get("error") or {"code": ErrorCode.INTERNAL_ERROR, "message": "no answer"})
            responses[key] = answer["result"]
        return responses

    async def _call(self, message: Message) -> Message:
        params = params_of(message)
        server, tool = self._place(message, "tool", params.get("name"))
        return await self.call_tool(server, tool, params, self._session.notify)

    async def _get(self, message: Message) -> Message:
        params = params_of(message)
        server, prompt = self._place(message, "prompt", params.get("name"))
        return await self._use(message, server, "prompt", prompt, {**params, "name": prompt})

    async def _read(self, message: Message) -> Message:
        return await self._use(message, *self._resource(message), params_of(message))

    async def _use(self, message: Message, server: str, kind: KindName, key: str, sent: Message) -> Message:
        """Return the response to a request that uses a locked item, unless the item is refused."""
        with self._audited(message["method"], kind, server, key, params_of(message)) as request:
            await self._require(server, kind, key, request)
            answer = await self.send(server, message["method"], sent, self._session.notify)
            request.answered(answer)
            return answer

    async def resource_server(self, message: Message) -> str:
        """Return the server whose locked resource or template a request names, or that linked to it, unless refused."""
        server, kind, key = self._resource(message)
        with self._audited(message["method"], kind, server, key, params_of(message)) as request:
            await self._require(server, kind, key, request)
            request.answered({"result": {}})
        return server

    def _resource(self, message: Message) -> tuple[str, KindName, str]:
        """Return the server, kind and key of the item by which the URI of a request is read."""
        params = params_of(message)
        uri = params.get("uri")
        if isinstance(uri, str):
            if place := self._menu.place_of_uri(uri):
                return place
            if linked := self.memory.links.place(uri):
                return linked[0], "resource", uri
        self._note_unknown(message["method"], "resource", uri, params)
        code = ErrorCode.INVALID_PARAMS if PROTOCOL_KEY in meta_of(params) else _RESOURCE_NOT_FOUND
        raise RequestError({"code": code, "message": "resource not found", "data": {"uri": uri}})

    async def _complete(self, message: Message) -> Message:
        params = params_of(message)
        ref = params.get("ref")
        ref = ref if isinstance(ref, dict) else {}
        kind: KindName = "prompt" if ref.get("type") == "ref/prompt" else "template"
        field = "name" if kind == "prompt" else "uri"
        found = self._menu.place("resource", ref["uri"]) if kind == "template" and "uri" in ref else None
        if found:
            kind = "resource"
        server, key = found or self._place(message, kind, ref.get(field))
        return await self._use(message, server, kind, key, {**params, "ref": {**ref, field: key}})

    async def _set_level(self, message: Message) -> Message:
        """Take a level for the client's later requests, and tell the servers that are running."""
        level = params_of(message).get("level")
        if level not in LOG_LEVELS:
            raise RequestError(
                {"code": ErrorCode.INVALID_PARAMS, "message": f"`level` must be one of {', '.join(LOG_LEVELS)}"}
            )
        self._level = level
        ready = [each for each in map(self.connected, self._menu.servers) if each.upstream.state == "ready"]
        await asyncio.gather(*(each.use_log_level(level) for each in ready))
        return {"result": {}}

    async def _task(self, message: Message) -> Message:
        params = params_of(message)
        place = self.memory.tasks.place(params.get("taskId"))
        if place is None:
            raise RequestError({"code": ErrorCode.INVALID_PARAMS, "message": "task not found"})
        server, tools = place[0], sorted(place[1])
        with self._audited(message["method"], "tool", server, tools[0] if tools else "", params) as request:
            for tool in tools or [""]:
                await self._require(server, "tool", tool, request)
            answer = await self.send(server, message["method"], params, self._session.notify)
            for tool in tools:
                answer = self._checked_task(server, tool, answer, request)
            if not request.ended:
                request.answered(answer)
            return answer

    def _checked_task(self, server: str, tool: str, answer: Message, request: AuditedRequest) -> Message:
        """Return the response about a task, with a refusal in place of a result that may not pass."""
        result = answer.get("result")
        if not isinstance(result, dict):
            return answer
        if inner := self._refusal_of_result(server, tool, result.get("result")):
            result = result | {"result": inner.result()}
        outer = self._refusal_of_result(server, tool, result)
        if (refusal := outer or inner) and not request.ended:
            request.refused(refusal)
        return {"result": outer.result() if outer else result}

    def _refusal_of_result(self, server: str, tool: str, result: object) -> Refusal | None:
        if not isinstance(result, dict) or not result.keys() & CONTENTS:
            return None
        return self._gateway.enforcement.answers.check(server, tool, result).refusal

    async def _list_tasks(self, message: Message) -> Message:
        found: list[Any] = []
        for server in self.memory.tasks.servers:
            with self._audited("tasks/list", "tool", server, "", params_of(message)) as request:
                if refusal := await self.refusal(server, "tool", ""):
                    request.refused(refusal)
                    continue
                answer = await self.send(server, "tasks/list", params_of(message), self._session.notify)
                request.answered(answer)
            result = answer.get("result")
            tasks = result.get("tasks") if isinstance(result, dict) else None
            for task in tasks if isinstance(tasks, list) else ():
                place = self.memory.tasks.place(task.get("taskId")) if isinstance(task, dict) else None
                if place and place[0] == server:
                    found.append(without_result(task))
        return {"result": {"tasks": found}}

    def _place(self, message: Message, kind: KindName, name: object) -> tuple[str, str]:
        place = self._menu.place(kind, name) if isinstance(name, str) else None
        if place is None:
            self._note_unknown(message["method"], kind, name, params_of(message))
            raise RequestError({"code": ErrorCode.INVALID_PARAMS, "message": self._menu.unknown(kind, str(name))})
        return place

    def _note_unknown(self, method: str, kind: KindName, name: object, params: Message) -> None:
        servers = self._menu.servers
        with self._audited(method, kind, servers[0] if len(servers) == 1 else "", str(name), params) as request:
            request.refused(refusals.unknown())

    async def _require(self, server: str, kind: KindName, key: str, request: AuditedRequest) -> None:
        if refusal := await self.refusal(server, kind, key):
            request.refused(refusal)
            raise RequestError(refusal.error())

    def _audited(self, method: str, kind: KindName, server: str, key: str, params: Message) -> AuditedRequest:
        offer = self._gateway.enforcement.offers.get(server)
        digest = offer.digest(kind, key) if offer else ""
        client = self._session.client_name or _client_name(meta_of(params))
        subject = AuditSubject(self._session.audit_id, client, server, kind, key, digest, method)
        return self._gateway.audit.begin(subject, params.get("arguments"), meta_of(params))

    def _note(self, server: str, result: Mapping[str, Any], tool: str) -> None:
        """Remember the task that an answer announces, and the resources that it links to."""
        task = result.get("task")
        self.memory.tasks.add(server, task.get("taskId") if isinstance(task, dict) else result.get("taskId"), tool)
        for block in result.get("content", ()) if isinstance(result.get("content"), list) else ():
            if isinstance(block, dict) and block.get("type") == "resource_link":
                self.memory.links.add(server, block.get("uri"))


def _refused(request: AuditedRequest, refusal: Refusal) -> Message:
    """Return the refusal of a tool call as its response."""
    request.refused(refusal)
    return {"result": refusal.result()}


def _client_name(meta: Message) -> str:
    """Return the name that a client gives itself in each request of the stateless protocol."""
    info = meta.get(CLIENT_KEY)
    return str(info.get("name", "")) if isinstance(info, dict) else ""
