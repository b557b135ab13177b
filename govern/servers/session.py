"""An MCP session: the handshake, in the stateful or the stateless protocol, and the lists that make a Surface."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, Final

from govern import __version__
from govern.contract import json_text
from govern.contract.characters import shortened
from govern.contract.surface import Surface
from govern.errors import ServerError, ServerMisbehaved, ServerUnreachable, SurfaceTooLarge
from govern.policy.target import Endpoint
from govern.servers.lists import LIST_METHODS, SERVER_INFO, read_list, without_protocol_fields
from govern.servers.messages import CAPABILITIES_KEY, CLIENT_KEY, LISTEN, PROTOCOL_KEY, STREAM_ENDED, ErrorCode

if TYPE_CHECKING:
    from collections.abc import Callable

    from govern.contract.json_text import Json
    from govern.contract.surface import Item
    from govern.policy.target import Target
    from govern.servers.messages import Message, Wire

HANDSHAKES: Final = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
STATELESS: Final = "2026-07-28"
# The version is sent as a header of every later request.
_VERSION: Final = re.compile(r"[!-~]{1,64}")
_CLIENT: Final = {"name": "govern", "version": __version__}
_MAX_QUOTE: Final = 500
# The error codes of SDKs for an unknown method; the second is that of the first Python SDK.
_UNKNOWN_METHOD: Final = (ErrorCode.METHOD_NOT_FOUND, ErrorCode.INVALID_PARAMS)
# Some servers do not respond to the probe.
_PROBE_TIMEOUT: Final = 2.0
_LISTS: Final = ("tools", "prompts", "resources")
LIST_CHANGED: Final = tuple(f"notifications/{name}/list_changed" for name in _LISTS)


class ErrorResponse(ServerMisbehaved):
    """A JSON-RPC error that the server returned for a request."""

    def __init__(self, method: str, error: object) -> None:
        known = error if isinstance(error, dict) else {"message": error}
        self.code = known.get("code")
        self.data = known.get("data")
        code = "an error" if self.code is None else f"error {self.code}"
        message = _shortened(known.get("message") or "no message")
        super().__init__(f"the server returned {code}: {message}", where=method)


class Session:
    """A session over a wire; `enter_stage` is called with each stage."""

    def __init__(self, wire: Wire, target: Target, enter_stage: Callable[[str], None] = lambda _: None) -> None:
        self._wire = wire
        self._target = target
        self._enter_stage = enter_stage
        self._last_id = 0
        self._envelope: dict[str, Any] = {}
        self._handshake_result: Message = {}
        self._subscribed: int | None = None
        self._changed = self._stream_ended = False
        self.listens = False

    async def read(self, *, listen: bool = False) -> Surface:
        """Return everything that the server lists; with `listen`, subscribe to changes first."""
        await self.connect()
        self.listens = listen and await self._listen()
        return await self._read_lists()

    async def connect(self) -> None:
        """Agree with the server on a version of the protocol."""
        self._enter_stage("connecting")
        self._handshake_result = await self._handshake()
        self._enter_stage("connected")

    @property
    def is_stateless(self) -> bool:
        """Return whether the session uses the stateless protocol."""
        return self._wire.protocol == STATELESS

    async def read_again(self) -> Surface:
        """Return everything that a server lists now, after an earlier `read`."""
        self._wire.reader.restart()
        return await self._read_lists()

    async def may_be_stateless(self) -> bool:
        """Return whether a server that was read with the stateful protocol may support the stateless one too."""
        if self._target.protocol or self.is_stateless:
            return False
        if isinstance(self._target.how, Endpoint):
            # A session hides what the server knows without one; a second connection tells, and starts no process.
            return True
        try:
            async with asyncio.timeout(_PROBE_TIMEOUT):
                await self.request("server/discover", _envelope(self._target))
        except ErrorResponse as error:
            return error.code not in _UNKNOWN_METHOD
        except (ServerError, TimeoutError):
            return False
        return True

    async def _read_lists(self) -> Surface:
        self._changed = False
        handshake = self._handshake_result
        offered = handshake.get("capabilities") or {}
        found: list[Item] = []
        lists: dict[str, dict[str, Json]] = {}
        for listing in LIST_METHODS:
            is_offered = offered.get(listing.capability) not in (None, False)
            if listing.capability != "tools" and not is_offered:
                continue
            self._enter_stage(f"listing {listing.kind.name}s")
            try:
                items, other = await read_list(listing, self.request, self._target.limits)
            except ErrorResponse as error:
                # Many servers announce prompts or resources without the method; for tools that is an error.
                if error.code != ErrorCode.METHOD_NOT_FOUND or (listing.capability == "tools" and is_offered):
                    raise
                continue
            found += items
            if other:
                lists[listing.method] = other
        return Surface(handshake, tuple(found), lists)

    async def _listen(self) -> bool:
        """Subscribe to list changes, and return whether the server can send any."""
        offered = self._handshake_result.get("capabilities") or {}
        wanted = [name for name in _LISTS if announces_changes(offered.get(name))]
        if not wanted:
            return False
        if self.is_stateless:
            self._last_id += 1
            self._subscribed = self._last_id
            params = {"notifications": {f"{name}ListChanged": True for name in wanted}} | self._envelope
            await self._wire.send({"jsonrpc": "2.0", "id": self._last_id, "method": LISTEN, "params": params})
            return True
        # Over stdio notifications arrive anyway; HTTP needs a stream for them.
        open_stream = getattr(self._wire, "listen", None)
        return open_stream is None or await open_stream()

    async def wait_for_change(self) -> bool:
        """Wait until a list has changed since it was last read; return False if the server sends no notifications."""
        while self.listens and not self._changed:
            if self._stream_ended:
                raise ServerUnreachable("the notification stream ended")
            message = await self._wire.receive()
            if "method" in message:
                await self._reply(message)
            else:
                self._note_subscription_end(message)
        return self._changed

    async def request(self, method: str, params: Message) -> Message:
        """Return the result of a request."""
        self._last_id += 1
        message: Message = {"jsonrpc": "2.0", "id": self._last_id, "method": method}
        if params or self._envelope:
            message["params"] = params | self._envelope
        return _result(self._redacted(await self._exchange(message)), method)

    async def _exchange(self, message: Message) -> Message:
        """Send a request and return the response, replying to the server's own requests in between."""
        await self._wire.send(message)
        while True:
            answer = await self._wire.receive()
            if "method" in answer:
                await self._reply(answer)
            elif _is_response(answer, message["id"]):
                return answer
            else:
                self._note_subscription_end(answer)

    async def call(self, tool: str, arguments: Message) -> Message:
        """Return the result of a tool call, as the server sent it."""
        self._wire.reader.restart()
        return await self.request("tools/call", {"name": tool, "arguments": arguments})

    def _redacted(self, answer: Message) -> Message:
        # Errors quote parts of a response, and a part of a secret would not be recognized as one.
        if not self._target.secrets.shown_as:
            return answer
        from govern.servers.capture import without_secrets

        return without_secrets(answer, self._target)

    async def _handshake(self) -> Message:
        pinned = self._target.protocol
        if pinned == STATELESS:
            return await self._discover()
        try:
            return await self._initialize(pinned or HANDSHAKES[0])
        except ErrorResponse as error:
            if pinned:
                raise
            older = [version for version in HANDSHAKES[1:] if version in _supported(error)]
            try:
                return await (self._initialize(older[0]) if older else self._discover())
            except ServerError:
                # A stateful server does not support `server/discover`; the first error is the informative one.
                raise error from None

    async def _initialize(self, version: str) -> Message:
        handshake = await self.request(
            "initialize",
            {"protocolVersion": version, "capabilities": dict(self._target.client), "clientInfo": _CLIENT},
        )
        version_used = handshake.get("protocolVersion")
        if not (isinstance(version_used, str) and _VERSION.fullmatch(version_used)):
            raise ServerMisbehaved(
                f"{_shortened(version_used)} is not a protocol version", where="initialize protocolVersion"
            )
        if self._target.protocol and version_used != version:
            raise _version_mismatch(version, version_used)
        self._wire.protocol = version_used
        await self._wire.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self._checked(handshake, "initialize")

    async def _discover(self) -> Message:
        self._envelope = _envelope(self._target)
        self._wire.protocol = STATELESS
        try:
            result = await self.request("server/discover", {})
        except ErrorResponse as error:
            if versions := _supported(error):
                raise _version_mismatch(STATELESS, ", ".join(versions)) from None
            raise
        versions = _strings(result.get("supportedVersions"))
        if STATELESS not in versions:
            raise _version_mismatch(STATELESS, ", ".join(versions) or "no version")
        meta = result.get("_meta")
        info = meta.get(SERVER_INFO) if isinstance(meta, dict) else None
        handshake = {"protocolVersion": STATELESS, **({"serverInfo": info} if info is not None else {})}
        return self._checked(handshake | without_protocol_fields(result), "server/discover")

    def _checked(self, handshake: Message, method: str) -> Message:
        for name in ("capabilities", "serverInfo"):
            if not isinstance(handshake.get(name), dict | None):
                raise ServerMisbehaved(
                    f"expected an object, got {_shortened(handshake[name])}", where=f"{method} {name}"
                )
        if json_text.depth(handshake) > self._target.limits.depth:
            raise SurfaceTooLarge(
                f"the response is nested deeper than the limit of {self._target.limits.depth}",
                where=method,
                limit="depth",
            )
        return handshake

    def _note_subscription_end(self, answer: Message) -> None:
        """Note the end of the subscription: a result ends it, and an error means that it was never accepted."""
        if self._subscribed is not None and str(answer.get("id")) == str(self._subscribed):
            self.listens = answer.get("error") is None
            self._stream_ended = self.listens

    def _note(self, notification: Message) -> None:
        self._changed = self._changed or notification["method"] in LIST_CHANGED
        self._stream_ended = self._stream_ended or notification["method"] == STREAM_ENDED

    async def _reply(self, message: Message) -> None:
        if "id" not in message:
            self._note(message)
            return
        if not isinstance(message["id"], (str, int)):
            return
        reply: Message = {"jsonrpc": "2.0", "id": message["id"]}
        if message["method"] == "ping":
            reply["result"] = {}
        elif message["method"] == "roots/list" and "roots" in self._target.client:
            reply["result"] = {"roots": []}
        else:
            reply["error"] = {"code": ErrorCode.METHOD_NOT_FOUND, "message": "govern only reads lists"}
        await self._wire.send(reply)


def _envelope(target: Target) -> dict[str, Any]:
    """Return the metadata of each request in the stateless protocol."""
    return {"_meta": {PROTOCOL_KEY: STATELESS, CLIENT_KEY: _CLIENT, CAPABILITIES_KEY: dict(target.client)}}


def announces_changes(capability: object) -> bool:
    """Return whether a server with this capability announces changes of the list."""
    return isinstance(capability, dict) and capability.get("listChanged") is True


def _is_response(message: Message, number: int) -> bool:
    """Return whether a message is the response to this request.

    Some servers return the id as a string; an error without an id belongs to the last request.
    """
    if message.get("id") is None:
        return "error" in message
    return str(message["id"]) == str(number)


def _result(answer: Message, method: str) -> Message:
    if answer.get("error") is not None:
        raise ErrorResponse(method, answer["error"])
    result = answer.get("result")
    if not isinstance(result, dict):
        raise ServerMisbehaved(f"the result must be an object, got {_shortened(result)}", where=method)
    return result


def _supported(error: ErrorResponse) -> list[str]:
    return _strings(error.data.get("supported")) if isinstance(error.data, dict) else []


def _strings(value: object) -> list[str]:
    return [entry for entry in value if isinstance(entry, str)] if isinstance(value, list) else []


def _version_mismatch(pinned: str, offered: str) -> ServerUnreachable:
    return ServerUnreachable(
        f"protocol {pinned} is configured, but the server supports {_shortened(offered)}",
        hint="change or remove `protocol` for this server in govern.toml",
    )


def _shortened(value: object) -> str:
    return shortened(value if isinstance(value, str) else repr(value), _MAX_QUOTE)
