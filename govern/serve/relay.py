"""One client's requests to its servers, each checked against the lock before it is sent."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from govern.errors import GovernError, ServerError, ServerTimedOut
from govern.serve import refusals
from govern.serve.answers import FINE
from govern.serve.audit import AuditSubject
from govern.serve.live_session import PROTOCOL_KEY

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping

    from govern.contract.surface import KindName
    from govern.serve.audit import AuditedRequest
    from govern.serve.gateway import Connected, Gateway
    from govern.serve.live_session import Tell
    from govern.serve.menu import Menu
    from govern.serve.refusals import Refusal
    from govern.serve.session import GatewaySession
    from govern.servers.messages import Message

_INVALID_PARAMS: Final = -32602
_INTERNAL_ERROR: Final = -32603
_RESOURCE_NOT_FOUND: Final = -32002
_MOST_ROUNDS: Final = 16
_LOG_LEVEL: Final = "io.modelcontextprotocol/logLevel"
# URIs that answers of a server linked to, which the client may read from it.
_MOST_LINKS: Final = 10_000


class RequestError(Exception):
    """The error that answers a request."""

    def __init__(self, error: Message) -> None:
        super().__init__(error.get("message"))
        self.error = error


class Relay:
    """The connections that one client uses, and its checked requests to them."""

    def __init__(self, gateway: Gateway, server: str | None, session: GatewaySession) -> None:
        self._gateway = gateway
        self._server = server
        self._session = session
        self._own: dict[str, Connected] = {}
        self._capabilities: Mapping[str, Any] | None = None
        # Its first request decides: what was judged on one connection is not sent on another.
        self.is_stateless: bool | None = None
        # The server of each task, and the tool whose answer its result is.
        self._tasks: dict[str, tuple[str, str]] = {}
        self._links: dict[str, str] = {}
        self._level: object = None
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
        method, params = message["method"], _params(message)
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
            found = self._menu.place_of_uri(name)
            return found[0] if found else self._links.get(name)
        place = self._menu.place("tool" if method == "tools/call" else "prompt", name)
        return place[0] if place else None

    def connected(self, server: str) -> Connected:
        """Return the connection that this client uses."""
        if self._capabilities is None:
            shared = self._gateway.connected(server)
            if self.is_stateless and shared.stateless:
                shared = shared.stateless
            shared.users.add(self._session)
            return shared
        if server not in self._own:
            self._own[server] = self._gateway.own_connection(server, self._session, self._capabilities)
        return self._own[server]

    async def _connect(self, server: str) -> Connected:
        """Return the connection that this client uses, in its era of the protocol if the server supports both."""
        if self.is_stateless and self._capabilities is None:
            await self._gateway.connected(server).probe()
        return self.connected(server)

    async def warm(self, server: str) -> None:
        """Connect to a server and compare its lists; the first call reports a failure."""
        with suppress(GovernError):
            if self._gateway.blocked(server) is None:
                await self.connected(server).upstream.standing(self._gateway.enforcement)

    async def notify(self, method: str, params: Message | None) -> None:
        """Pass a notification of the client's on to the servers that may ask it."""
        for each in self._own.values():
            if each.upstream.state == "ready":
                with suppress(ServerError):
                    await (await each.upstream.session()).notify(method, params)

    async def close(self) -> None:
        """End the client's own connections, and its use of the others."""
        self._gateway.leave(self._session)
        await asyncio.gather(*(each.close() for each in self._own.values()))

    async def refusal(self, server: str, kind: KindName, key: str) -> Refusal | None:
        """Return why an item may not be used now, or None if it may."""
        if blocked := self._gateway.audit.refusal() or self._gateway.blocked(server):
            return blocked
        try:
            judgement = await (await self._connect(server)).upstream.standing(self._gateway.enforcement)
        except GovernError as error:
            return refusals.unreachable(server, error)
        return judgement.refusal(kind, key)

    async def call_tool(self, server: str, tool: str, params: Message, tell: Tell) -> Message:
        """Return the response to a call of a locked tool, refused if it or its answer may not pass."""
        with self._audited("tool", server, tool, params) as request:
            enforcement, arguments = self._gateway.enforcement, params.get("arguments", {})
            refusal = await self.refusal(server, "tool", tool)
            if refusal is None and not enforcement.arguments.accept(server, tool, arguments):
                # An example of valid arguments may take a second to find.
                refusal = await asyncio.to_thread(enforcement.arguments.refusal, server, tool, arguments)
            if refusal is not None:
                return _refused(request, refusal)
            try:
                answer = await self.send(server, "tools/call", {**params, "name": tool}, tell)
            except ServerError as error:
                return {"result": refusals.no_answer(server, error).result()}
            result = answer.get("result")
            verdict = enforcement.answers.check(server, tool, result) if isinstance(result, dict) else FINE
            if verdict.refusal is not None:
                return _refused(request, verdict.refusal)
            request.answered(answer, verdict.problem)
            return answer

    async def send(self, server: str, method: str, params: Message, tell: Tell) -> Message:
        """Send a request that was checked, and return the response."""
        for _ in range(_MOST_ROUNDS):
            answer = await self._send_once(server, method, params, tell)
            result = answer.get("result")
            if not isinstance(result, dict):
                return answer
            if result.get("resultType") != "input_required" or PROTOCOL_KEY in params.get("_meta", {}):
                self._note(server, result, params["name"] if method == "tools/call" else "")
                return answer
            # Only clients of the stateless protocol know such a result; others are asked.
            params = {**params, "inputResponses": await self._input_responses(result)}
            if "requestState" in result:
                params["requestState"] = result["requestState"]
        raise RequestError({"code": _INTERNAL_ERROR, "message": "the server keeps asking for input"})

    async def _send_once(self, server: str, method: str, params: Message, tell: Tell) -> Message:
        seconds, loop = self._gateway.options.call_timeout, asyncio.get_running_loop()

        def tell_and_wait(message: Message) -> None:
            limit.reschedule(loop.time() + seconds)
            tell(message)

        try:
            async with asyncio.timeout(seconds) as limit:
                upstream = self.connected(server).upstream
                if self._level and (await upstream.session()).is_stateless:
                    params = {**params, "_meta": {_LOG_LEVEL: self._level} | params.get("_meta", {})}
                return await upstream.relay(method, params, tell_and_wait)
        except TimeoutError:
            raise ServerTimedOut(f"no answer within {seconds:g} s", where=server) from None

    async def _input_responses(self, result: Mapping[str, Any]) -> Message:
        """Ask the client what a server of the stateless protocol wants to know."""
        wanted = result.get("inputRequests")
        if self._capabilities is None or not isinstance(wanted, dict):
            raise RequestError(
                {"code": _INTERNAL_ERROR, "message": "the server asks for something that this client cannot answer"}
            )
        responses: Message = {}
        for key, request in wanted.items():
            if not isinstance(request, dict):
                raise RequestError({"code": _INTERNAL_ERROR, "message": "the server asks for input in an invalid way"})
            answer = await self._session.ask({"jsonrpc": "2.0", **request})
            if "result" not in answer:
                raise RequestError(answer.get("error") or {"code": _INTERNAL_ERROR, "message": "no answer"})
            responses[key] = answer["result"]
        return responses

    async def _call(self, message: Message) -> Message:
        params = _params(message)
        server, tool = self._place("tool", params.get("name"), params)
        return await self.call_tool(server, tool, params, self._session.tell)

    async def _get(self, message: Message) -> Message:
        params = _params(message)
        server, prompt = self._place("prompt", params.get("name"), params)
        with self._audited("prompt", server, prompt, params) as request:
            await self._require(server, "prompt", prompt, request)
            answer = await self.send(server, "prompts/get", {**params, "name": prompt}, self._session.tell)
            request.answered(answer)
            return answer

    async def _read(self, message: Message) -> Message:
        params = _params(message)
        is_stateless = PROTOCOL_KEY in params.get("_meta", {})
        server, kind, key = self._resource(params.get("uri"), _INVALID_PARAMS if is_stateless else _RESOURCE_NOT_FOUND)
        with self._audited(kind, server, key, params) as request:
            await self._require(server, kind, key, request)
            answer = await self.send(server, "resources/read", params, self._session.tell)
            request.answered(answer)
            return answer

    async def resource_server(self, uri: object) -> str:
        """Return the server whose locked resource or template a URI is, or that linked to it, unless refused."""
        server, kind, key = self._resource(uri)
        await self._require(server, kind, key)
        return server

    def _resource(self, uri: object, unknown: int = _RESOURCE_NOT_FOUND) -> tuple[str, KindName, str]:
        """Return the server, kind and key of the item that a URI is read by."""
        if isinstance(uri, str):
            if place := self._menu.place_of_uri(uri):
                return place
            if server := self._links.get(uri, ""):
                return server, "resource", uri
        raise RequestError({"code": unknown, "message": "resource not found", "data": {"uri": uri}})

    async def _complete(self, message: Message) -> Message:
        params = _params(message)
        ref = params.get("ref")
        ref = ref if isinstance(ref, dict) else {}
        kind: KindName = "prompt" if ref.get("type") == "ref/prompt" else "template"
        field = "name" if kind == "prompt" else "uri"
        found = self._menu.place("resource", ref["uri"]) if kind == "template" and "uri" in ref else None
        if found:
            kind = "resource"
        server, key = found or self._place(kind, ref.get(field), params)
        await self._require(server, kind, key)
        return await self.send(
            server, "completion/complete", {**params, "ref": {**ref, field: key}}, self._session.tell
        )

    async def _set_level(self, message: Message) -> Message:
        params = _params(message)
        self._level = params.get("level")
        for server in self._menu.servers:
            offered = self._gateway.enforcement.offers[server].handshake.get("capabilities", {})
            if "logging" in offered and not (await self.connected(server).upstream.session()).is_stateless:
                answer = await self.send(server, "logging/setLevel", params, self._session.tell)
                if "error" in answer:
                    return answer
        return {"result": {}}

    async def _task(self, message: Message) -> Message:
        params = _params(message)
        server, tool = self._tasks.get(str(params.get("taskId")), ("", ""))
        if not server:
            raise RequestError({"code": _INVALID_PARAMS, "message": "task not found"})
        answer = await self.send(server, message["method"], params, self._session.tell)
        return self._checked_task(server, tool, answer) if tool else answer

    def _checked_task(self, server: str, tool: str, answer: Message) -> Message:
        """Return the response about a task, with a refusal in place of a result that may not pass."""
        result = answer.get("result")
        if not isinstance(result, dict):
            return answer
        is_wrapped = "content" not in result and isinstance(result.get("result"), dict)
        held = result["result"] if is_wrapped else result
        if not held.keys() & {"content", "structuredContent"}:
            return answer
        refusal = self._gateway.enforcement.answers.check(server, tool, held).refusal
        if refusal is None:
            return answer
        return {"result": result | {"result": refusal.result()} if is_wrapped else refusal.result()}

    async def _list_tasks(self, message: Message) -> Message:
        found: list[Any] = []
        for server in dict.fromkeys(server for server, _ in self._tasks.values()):
            answer = await self.send(server, "tasks/list", _params(message), self._session.tell)
            tasks = answer.get("result", {}).get("tasks", [])
            found += [task for task in tasks if isinstance(task, dict) and task.get("taskId") in self._tasks]
        return {"result": {"tasks": found}}

    def _place(self, kind: KindName, name: object, params: Message) -> tuple[str, str]:
        place = self._menu.place(kind, name) if isinstance(name, str) else None
        if place is None:
            servers = self._menu.servers
            with self._audited(kind, servers[0] if len(servers) == 1 else "", str(name), params) as request:
                request.refused(refusals.unknown())
            raise RequestError({"code": _INVALID_PARAMS, "message": self._menu.unknown(kind, str(name))})
        return place

    async def _require(self, server: str, kind: KindName, key: str, request: AuditedRequest | None = None) -> None:
        if refusal := await self.refusal(server, kind, key):
            if request:
                request.refused(refusal)
            raise RequestError(refusal.error())

    def _audited(self, kind: KindName, server: str, key: str, params: Message) -> AuditedRequest:
        offer = self._gateway.enforcement.offers.get(server)
        digest = offer.digest(kind, key) if offer else ""
        meta = params.get("_meta")
        client = self._session.client_name or _client_name(meta)
        subject = AuditSubject(self._session.audit_id, client, server, kind, key, digest)
        return self._gateway.audit.begin(subject, params.get("arguments"), meta)

    def _note(self, server: str, result: Mapping[str, Any], tool: str) -> None:
        """Remember the task that an answer announces, and the resources that it links to."""
        task = result.get("task")
        task_id = task.get("taskId") if isinstance(task, dict) else result.get("taskId")
        if isinstance(task_id, str):
            self._tasks.setdefault(task_id, (server, tool))
        for block in result.get("content", ()) if isinstance(result.get("content"), list) else ():
            uri = block.get("uri") if isinstance(block, dict) and block.get("type") == "resource_link" else None
            if isinstance(uri, str) and len(self._links) < _MOST_LINKS:
                self._links.setdefault(uri, server)


def _refused(request: AuditedRequest, refusal: Refusal) -> Message:
    """Return the refusal of a tool call as its response."""
    request.refused(refusal)
    return {"result": refusal.result()}


def _client_name(meta: object) -> str:
    """Return the name that a client gives itself in each request of the stateless protocol."""
    info = meta.get("io.modelcontextprotocol/clientInfo") if isinstance(meta, dict) else None
    return str(info.get("name", "")) if isinstance(info, dict) else ""


def _params(message: Message) -> Message:
    params = message.get("params")
    return params if isinstance(params, dict) else {}
