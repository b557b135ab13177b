"""A conversation with one server, in either era of the protocol: from hello to a Surface."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, Final

from govern import __version__
from govern.contract import json_text
from govern.contract.surface import Surface
from govern.errors import ServerError, ServerMisbehaved, ServerUnreachable, SurfaceTooLarge
from govern.servers.lists import LIST_METHODS, SERVER_INFO, read_list, without_protocol_fields
from govern.servers.messages import STREAM_ENDED

if TYPE_CHECKING:
    from collections.abc import Callable

    from govern.contract.json_type import Json
    from govern.contract.surface import Item
    from govern.policy.target import Target
    from govern.servers.messages import Message, Wire

HANDSHAKES: Final = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
STATELESS: Final = "2026-07-28"
# It goes into a header of every later request.
_VERSION: Final = re.compile(r"[!-~]{1,64}")
_CLIENT: Final = {"name": "govern", "version": __version__}
_METHOD_NOT_FOUND: Final = -32601
# What SDKs answer to a method that they do not know: most, and the first of Python.
_UNKNOWN_METHOD: Final = (_METHOD_NOT_FOUND, -32602)
# Some servers leave it unanswered.
_PROBE: Final = 2.0
_LISTS: Final = ("tools", "prompts", "resources")
_CHANGES: Final = tuple(f"notifications/{name}/list_changed" for name in _LISTS)
_LISTEN: Final = "subscriptions/listen"


class Refused(ServerMisbehaved):
    """The server answered a request with an error."""

    def __init__(self, method: str, error: object) -> None:
        known = error if isinstance(error, dict) else {"message": error}
        self.code = known.get("code")
        self.data = known.get("data")
        which = "an error" if self.code is None else f"error {self.code}"
        super().__init__(f"it answers with {which}: {_short(known.get('message'))}", where=method)


class Session:
    """Asks over a wire. `at` is told what is about to be asked."""

    def __init__(self, wire: Wire, target: Target, at: Callable[[str], None] = lambda _: None) -> None:
        self._wire = wire
        self._target = target
        self._at = at
        self._asked = 0
        self._envelope: dict[str, Any] = {}
        self._hello: Message = {}
        self._subscribed: int | None = None
        self._changed = self._lost = False
        self.listens = False

    async def read(self, *, listen: bool = False) -> Surface:
        """Everything that the server advertises; with `listen` no change of it from here on goes unheard."""
        self._at("connecting")
        self._hello = await self._greet()
        self._at("connected")
        self.listens = listen and await self._listen()
        return await self._read_lists()

    async def read_again(self) -> Surface:
        """Every list of a server that was read before."""
        self._wire.reader.restart()
        return await self._read_lists()

    async def may_be_stateless(self) -> bool:
        """Return whether a server that was read in the older era may speak the stateless one too."""
        if self._target.protocol or self._wire.protocol == STATELESS:
            return False
        try:
            async with asyncio.timeout(_PROBE):
                await self.ask("server/discover", _envelope(self._target))
        except Refused as refused:
            return refused.code not in _UNKNOWN_METHOD
        except (ServerError, TimeoutError):
            return False
        return True

    async def _read_lists(self) -> Surface:
        self._changed = False
        hello = self._hello
        offered = hello.get("capabilities") or {}
        found: list[Item] = []
        lists: dict[str, dict[str, Json]] = {}
        for listing in LIST_METHODS:
            is_offered = offered.get(listing.capability) not in (None, False)
            if listing.capability != "tools" and not is_offered:
                continue
            self._at(f"listing {listing.kind.name}s")
            try:
                items, beside = await read_list(listing, self.ask, self._target.limits)
            except Refused as refused:
                # Many offer prompts and resources and have no such method; who offers tools has some to list.
                if refused.code != _METHOD_NOT_FOUND or (listing.capability == "tools" and is_offered):
                    raise
                continue
            found += items
            if beside:
                lists[listing.method] = beside
        return Surface(hello, tuple(found), lists)

    async def _listen(self) -> bool:
        """Ask for word of lists that change; whether there can be any."""
        offered = self._hello.get("capabilities") or {}
        wanted = [name for name in _LISTS if _tells_of_changes(offered.get(name))]
        if not wanted:
            return False
        if self._wire.protocol == STATELESS:
            self._asked += 1
            self._subscribed = self._asked
            params = {"notifications": {f"{name}ListChanged": True for name in wanted}} | self._envelope
            await self._wire.send({"jsonrpc": "2.0", "id": self._asked, "method": _LISTEN, "params": params})
            return True
        # A pipe brings such word by itself; over HTTP there has to be a stream for it.
        open_stream = getattr(self._wire, "listen", None)
        return open_stream is None or await open_stream()

    async def hear(self) -> bool:
        """Wait for word that a list has changed since it was last read; False where the server will give none."""
        while self.listens and not self._changed:
            if self._lost:
                raise ServerUnreachable("the stream that brings its news ended")
            message = await self._wire.receive()
            if "method" in message:
                await self._reply(message)
            else:
                self._note_end(message)
        return self._changed

    async def ask(self, method: str, params: Message) -> Message:
        """One request's result; what the server asks or tells in between is dealt with."""
        self._asked += 1
        request: Message = {"jsonrpc": "2.0", "id": self._asked, "method": method}
        if params or self._envelope:
            request["params"] = params | self._envelope
        await self._wire.send(request)
        while True:
            answer = await self._wire.receive()
            if "method" in answer:
                await self._reply(answer)
            elif _answers(answer, self._asked):
                return _result(self._showable(answer), method)
            else:
                self._note_end(answer)

    def _showable(self, answer: Message) -> Message:
        """What is wrong with an answer is told with parts of it, and a part of a secret is not known as one."""
        if not self._target.secrets.shown_as:
            return answer
        from govern.servers.folds import without_secrets

        return without_secrets(answer, self._target)

    async def _greet(self) -> Message:
        pinned = self._target.protocol
        if pinned == STATELESS:
            return await self._discover()
        try:
            return await self._initialize(pinned or HANDSHAKES[0])
        except Refused as refused:
            if pinned:
                raise
            older = [version for version in HANDSHAKES[1:] if version in _supported(refused)]
            try:
                return await (self._initialize(older[0]) if older else self._discover())
            except ServerError:
                # A server of the older era knows nothing of `server/discover`; the first refusal is the one that tells.
                raise refused from None

    async def _initialize(self, version: str) -> Message:
        hello = await self.ask(
            "initialize",
            {"protocolVersion": version, "capabilities": dict(self._target.client), "clientInfo": _CLIENT},
        )
        spoken = hello.get("protocolVersion")
        if not (isinstance(spoken, str) and _VERSION.fullmatch(spoken)):
            raise ServerMisbehaved(f"{_short(spoken)} is no protocol version", where="initialize protocolVersion")
        if self._target.protocol and spoken != version:
            raise _pinned_otherwise(version, spoken)
        self._wire.protocol = spoken
        await self._wire.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self._checked(hello, "initialize")

    async def _discover(self) -> Message:
        self._envelope = _envelope(self._target)
        self._wire.protocol = STATELESS
        try:
            result = await self.ask("server/discover", {})
        except Refused as refused:
            if spoken := _supported(refused):
                raise _pinned_otherwise(STATELESS, ", ".join(spoken)) from None
            raise
        spoken = _texts(result.get("supportedVersions"))
        if STATELESS not in spoken:
            raise _pinned_otherwise(STATELESS, ", ".join(spoken) or "no version it names")
        meta = result.get("_meta")
        info = meta.get(SERVER_INFO) if isinstance(meta, dict) else None
        hello = {"protocolVersion": STATELESS, **({"serverInfo": info} if info is not None else {})}
        return self._checked(hello | without_protocol_fields(result), "server/discover")

    def _checked(self, hello: Message, method: str) -> Message:
        for name in ("capabilities", "serverInfo"):
            if not isinstance(hello.get(name), dict | None):
                raise ServerMisbehaved(f"this is no object: {_short(hello[name])}", where=f"{method} {name}")
        if json_text.depth(hello) > self._target.limits.depth:
            raise SurfaceTooLarge(
                f"the answer is nested deeper than {self._target.limits.depth}", where=method, limit="depth"
            )
        return hello

    def _note_end(self, answer: Message) -> None:
        """A subscription that is answered is over; one that is answered with an error was never taken."""
        if self._subscribed is not None and str(answer.get("id")) == str(self._subscribed):
            self.listens = answer.get("error") is None
            self._lost = self.listens

    async def _reply(self, message: Message) -> None:
        if "id" not in message:
            self._changed = self._changed or message["method"] in _CHANGES
            self._lost = self._lost or message["method"] == STREAM_ENDED
            return
        if not isinstance(message["id"], (str, int)):
            return
        reply: Message = {"jsonrpc": "2.0", "id": message["id"]}
        if message["method"] == "ping":
            reply["result"] = {}
        elif message["method"] == "roots/list" and "roots" in self._target.client:
            reply["result"] = {"roots": []}
        else:
            reply["error"] = {"code": _METHOD_NOT_FOUND, "message": "govern only lists"}
        await self._wire.send(reply)


def _envelope(target: Target) -> dict[str, Any]:
    """Return what each request of the stateless era carries."""
    prefix = "io.modelcontextprotocol"
    return {
        "_meta": {
            f"{prefix}/protocolVersion": STATELESS,
            f"{prefix}/clientInfo": _CLIENT,
            f"{prefix}/clientCapabilities": dict(target.client),
        }
    }


def _tells_of_changes(capability: object) -> bool:
    return isinstance(capability, dict) and capability.get("listChanged") is True


def _answers(message: Message, number: int) -> bool:
    """Some servers send the id back as text; an error without an id is about what was just asked."""
    if message.get("id") is None:
        return "error" in message
    return str(message["id"]) == str(number)


def _result(answer: Message, method: str) -> Message:
    if answer.get("error") is not None:
        raise Refused(method, answer["error"])
    result = answer.get("result")
    if not isinstance(result, dict):
        raise ServerMisbehaved(f"the answer's result is no object: {_short(result)}", where=method)
    return result


def _supported(refused: Refused) -> list[str]:
    return _texts(refused.data.get("supported")) if isinstance(refused.data, dict) else []


def _texts(value: object) -> list[str]:
    return [entry for entry in value if isinstance(entry, str)] if isinstance(value, list) else []


def _pinned_otherwise(asked: str, spoken: str) -> ServerUnreachable:
    return ServerUnreachable(
        f"asked for protocol {asked}, the server speaks {_short(spoken)}",
        hint="Change or remove `protocol` of this server in govern.toml.",
    )


def _short(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 500 else f"{text[:500]}…"  # noqa: PLR2004 - enough of a reason, and not a page of it
