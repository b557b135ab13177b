"""The compact surface of one session: seven tools in place of the servers' own."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.errors import GovernError
from govern.serve import refusals
from govern.serve.compact import resources
from govern.serve.compact.resources import ResultStore
from govern.serve.compact.surface import CompactSurface
from govern.serve.compact.tools import ToolDirectory
from govern.serve.compact.usage import UsageCounts
from govern.servers.messages import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from pathlib import Path

    from govern.reductions.reduce import ReductionLimits
    from govern.serve.enforcement import Enforcement
    from govern.serve.gateway import Gateway
    from govern.serve.live_session import Notify
    from govern.serve.relay import Relay
    from govern.servers.messages import Message

    Handler = Callable[[Message], Awaitable[Message]]

_HANDSHAKE = ("initialize", "server/discover")
_OFFERED = ("tools", "resources", "prompts")


@dataclass(frozen=True, slots=True)
class CompactOptions:
    """The settings of the compact surface, and the file with the figures of all runs."""

    limits: Callable[[str, str], ReductionLimits]
    missing_keys: Callable[[str], Sequence[str]]
    usage: Path | None
    encoding: str


class CompactGateway:
    """The state that all sessions of a gateway share: the tools by the lock in force, and the figures."""

    def __init__(self, gateway: Gateway, options: CompactOptions) -> None:
        self.options = options
        self.gateway = gateway
        self.usage = UsageCounts(options.usage)
        self._enforcement: Enforcement | None = None
        self._directories: dict[str | None, ToolDirectory] = {}

    def front(self, server: str | None, relay: Relay, notify: Notify, handlers: Mapping[str, Handler]) -> CompactFront:
        """Return what stands before the handlers of one session."""
        return CompactFront(self, server, relay, notify, handlers)

    def directory(self, server: str | None) -> ToolDirectory:
        """Return the tools of one server, or of all, by the lock in force."""
        enforcement = self.gateway.enforcement
        if enforcement is not self._enforcement:
            self._enforcement = enforcement
            self._directories.clear()
        if server not in self._directories:
            names = self.gateway.names if server is None else (server,)
            surfaces = {name: enforcement.offers[name].surface for name in names}
            told = {name: surface.handshake.get("instructions") for name, surface in surfaces.items()}
            tools = {name: [tool.raw for tool in surface.tools] for name, surface in surfaces.items()}
            self._directories[server] = ToolDirectory(tools, told)
        return self._directories[server]


class CompactFront:
    """One session: it answers requests about the seven tools and leaves the rest to the gateway."""

    def __init__(
        self,
        shared: CompactGateway,
        server: str | None,
        relay: Relay,
        notify: Notify,
        handlers: Mapping[str, Handler],
    ) -> None:
        self._shared, self._server, self._relay, self._notify, self._handlers = shared, server, relay, notify, handlers
        directory, encoding = shared.directory(server), shared.options.encoding
        results = relay.memory.results = relay.memory.results or ResultStore()
        self._surface = CompactSurface(directory, self, results, shared.usage, encoding)
        self.methods: Mapping[str, Handler] = {
            **handlers,
            **dict.fromkeys(_HANDSHAKE, self._handshake),
            "tools/list": self._list_tools,
            "tools/call": self._call_tool,
            "resources/list": self._list_with("resources", resources.listed_resources),
            "resources/templates/list": self._list_with("resourceTemplates", resources.listed_templates),
            "resources/read": self._read_resource,
            "prompts/list": self._list_with("prompts", resources.listed_prompts),
            "prompts/get": self._get_prompt,
        }

    @property
    def surface(self) -> CompactSurface:
        """Return the seven tools over the lock in force."""
        self._surface.directory = self._shared.directory(self._server)
        return self._surface

    def health(self) -> Mapping[str, str]:
        """Return the state of each server's connection; a blocked server is never started."""
        return {name: self._state(name) for name in self.surface.directory.servers}

    def _state(self, server: str) -> str:
        if blocked := self._shared.gateway.blocked(server):
            return f"refused: {blocked.reason}"
        return self._relay.connected(server).upstream.state

    def missing_keys(self, server: str) -> Sequence[str]:
        """Return the unset environment variables that the config of a server names."""
        return self._shared.options.missing_keys(server)

    def limits(self, server: str, tool: str) -> ReductionLimits:
        """Return the limits above which answers of a tool are reduced."""
        return self._shared.options.limits(server, tool)

    async def refresh(self, server: str | None) -> Mapping[str, str]:
        """Compare one server with the lock now, or all, and return the state of each with what is refused."""
        names = [server] if server else list(self.surface.directory.servers)
        return dict(zip(names, await asyncio.gather(*map(self._compared, names)), strict=True))

    async def _compared(self, server: str) -> str:
        if self._shared.gateway.blocked(server):
            return self._state(server)
        try:
            upstream = self._relay.connected(server).upstream
            judgement = await upstream.judgement(self._shared.gateway.enforcement, anew=True)
        except GovernError as error:
            return f"unreachable: {refusals.reason(error)}"
        if judgement.refused_all:
            return f"refused: {judgement.refused_all.reason}"
        refused = [key for _, key in judgement.refused]
        return f"ready; refused because they changed: {', '.join(refused)}" if refused else "ready"

    async def _handshake(self, message: Message) -> Message:
        answer = await self._handlers[message["method"]](message)
        if "result" not in answer:
            return answer
        result = answer["result"]
        offered: dict[str, Any] = {name: {} for name in _OFFERED}
        instructions = f"Servers: {', '.join(self.surface.directory.servers)}.\n{resources.GUIDE}"
        capabilities = offered | result.get("capabilities", {})
        return {"result": result | {"capabilities": capabilities, "instructions": instructions}}

    async def _list_tools(self, message: Message) -> Message:
        answer = await self._handlers["tools/list"](message)
        return {"result": answer["result"] | {"tools": self.surface.tools()}} if "result" in answer else answer

    def _list_with(self, key: str, own: Callable[[], list[dict[str, Any]]]) -> Handler:
        async def listed(message: Message) -> Message:
            answer = await self._handlers[message["method"]](message)
            result = answer.get("result")
            return {"result": result | {key: [*own(), *result[key]]}} if result else answer

        return listed

    async def _call_tool(self, message: Message) -> Message:
        params = message.get("params", {})
        name, arguments = params.get("name"), params.get("arguments", {})
        if not isinstance(name, str) or name not in self._surface or not isinstance(arguments, dict):
            return {"error": {"code": ErrorCode.INVALID_PARAMS, "message": f"unknown tool: {name!r:.200}"}}

        async def call(server: str, tool: str, inner: dict[str, Any]) -> dict[str, Any]:
            answer = await self._relay.call_tool(
                server, tool, {**_once(params, name), "arguments": inner}, self._notify
            )
            if "result" in answer:
                result: dict[str, Any] = answer["result"]
                return result
            error = answer.get("error", {})
            text = f"the server answered with error {error.get('code')}: {error.get('message')}"
            return {"content": [{"type": "text", "text": text}], "isError": True}

        return {"result": await self.surface.call(name, arguments, call)}

    async def _read_resource(self, message: Message) -> Message:
        uri = message.get("params", {}).get("uri")
        if isinstance(uri, str) and uri.startswith(resources.SCHEME):
            found = resources.read_resource(self.surface, uri)
            if found is not None:
                return {"result": found}
        return await self._handlers["resources/read"](message)

    async def _get_prompt(self, message: Message) -> Message:
        params = message.get("params", {})
        name, arguments = params.get("name"), params.get("arguments", {})
        if name in resources.PROMPTS and isinstance(arguments, dict):
            return {"result": resources.prompt(name, arguments)}
        return await self._handlers["prompts/get"](message)


def _once(params: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the parameters for a call; only a single call reports its progress, as a token stands for one request."""
    meta = params.get("_meta")
    if name == "call_tool" or not isinstance(meta, dict):
        return params
    return params | {"_meta": {key: value for key, value in meta.items() if key != "progressToken"}}
