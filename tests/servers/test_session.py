"""The messages of a session, and how responses are handled; hostile servers have tests of their own."""

import asyncio
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from govern import __version__
from govern.contract.surface import Surface
from govern.errors import ServerMisbehaved, SurfaceTooLarge
from govern.policy.server_settings import Limits
from govern.policy.target import Command, Secrets, Target
from govern.servers.messages import Message, MessageReader
from govern.servers.session import ErrorResponse, Session

HANDSHAKE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}, "resources": {}},
    "serverInfo": {"name": "s"},
}
LISTS = {
    "tools/list": {"tools": [{"name": "t"}]},
    "resources/list": {"resources": None},
    "resources/templates/list": {"resourceTemplates": []},
}


class Memory:
    """A wire to a server with a table of results and no other methods."""

    protocol: str | None = None
    reader = MessageReader(Limits())

    def __init__(self, results: dict[str, Any]) -> None:
        self.sent: list[Message] = []
        self._results = results
        self._answers: deque[Message] = deque()

    async def send(self, message: Message) -> None:
        self.sent.append(message)
        if "id" in message:
            unknown = {"error": {"code": -32601, "message": "no such method"}}
            found = {"result": self._results[message["method"]]} if message["method"] in self._results else unknown
            self._answers.append({"jsonrpc": "2.0", "id": message["id"], **found})

    async def receive(self) -> Message:
        return self._answers.popleft()


def read(wire: Memory, **rest: Any) -> tuple[Surface, list[str]]:
    stages: list[str] = []
    target = Target("s", "s", Command(("s",), Path()), **rest)
    return asyncio.run(Session(wire, target, stages.append).read()), stages


def test_a_session_in_each_protocol() -> None:
    wire = Memory({"initialize": HANDSHAKE, **LISTS})
    surface, stages = read(wire, client={"roots": {}})
    assert wire.sent == [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": {"roots": {}},
                "clientInfo": {"name": "govern", "version": __version__},
            },
        },
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 3, "method": "resources/list"},
        {"jsonrpc": "2.0", "id": 4, "method": "resources/templates/list"},
    ]
    assert surface.handshake == HANDSHAKE
    assert [item.key for item in surface.items] == ["t"]
    assert stages == ["connecting", "connected", "listing tools", "listing resources", "listing templates"]
    assert wire.protocol == "2025-06-18"


@pytest.mark.parametrize("prompts", [None, False])
def test_a_false_capability_is_not_offered(prompts: bool | None) -> None:
    handshake = {**HANDSHAKE, "capabilities": {"prompts": prompts}}
    assert read(Memory({"initialize": handshake, **LISTS}))[1][-1] == "listing tools"


def test_a_missing_method_is_an_empty_list_except_for_announced_tools() -> None:
    tools = {"tools/list": LISTS["tools/list"]}
    assert [item.key for item in read(Memory({"initialize": HANDSHAKE, **tools}))[0].items] == ["t"]
    assert not read(Memory({"initialize": {**HANDSHAKE, "capabilities": {"resources": {}}}}))[0].items
    with pytest.raises(ErrorResponse, match="tools/list: the server returned error -32601"):
        read(Memory({"initialize": HANDSHAKE}))


@pytest.mark.parametrize("name", ["capabilities", "serverInfo"])
def test_a_handshake_of_the_wrong_shape(name: str) -> None:
    with pytest.raises(ServerMisbehaved, match=f"initialize {name}: expected an object, got 7"):
        read(Memory({"initialize": {**HANDSHAKE, name: 7}, **LISTS}))


def test_a_handshake_nested_too_deeply() -> None:
    with pytest.raises(SurfaceTooLarge, match=r"initialize: the response is nested .* limit of 3\n.*raise `depth`"):
        read(Memory({"initialize": {**HANDSHAKE, "x": [[[[]]]]}, **LISTS}), limits=Limits(depth=3))


def test_other_fields_of_a_result_have_the_same_depth_limit() -> None:
    tools: Message = {"tools": [], "x": [[[[[]]]]]}
    with pytest.raises(SurfaceTooLarge, match="beside the items"):
        read(Memory({"initialize": HANDSHAKE, **LISTS, "tools/list": tools}), limits=Limits(depth=4))


SECRET = "s3cr3t-'\\é-Zq8vK2"


TOLD: dict[str, Callable[[str], Any]] = {
    "protocol": lambda text: {"initialize": {**HANDSHAKE, "protocolVersion": [text]}},
    "capabilities": lambda text: {"initialize": {**HANDSHAKE, "capabilities": text}},
    "result": lambda text: {"tools/list": text},
    "list": lambda text: {"tools/list": {"tools": text}},
    "no cursor": lambda text: {"tools/list": {"tools": [], "nextCursor": [text]}},
    "cursor": lambda text: {"tools/list": {"tools": [], "nextCursor": text}},
    "kind": lambda text: {"tools/list": {"tools": [], "resultType": text}},
    "name": lambda text: {"tools/list": {"tools": [{"name": [text]}]}},
}


@pytest.mark.parametrize("before", [0, 40, 50, 480, 490])
@pytest.mark.parametrize("output", TOLD)
def test_errors_quote_no_part_of_a_secret(output: str, before: int) -> None:
    wire = Memory({"initialize": HANDSHAKE, **LISTS} | TOLD[output]("x" * before + SECRET))
    with pytest.raises(ServerMisbehaved) as caught:
        read(wire, secrets=Secrets({SECRET: "${TOKEN}"}))
    assert "s3cr" not in str(caught.value)
    assert "Zq8v" not in str(caught.value)


def test_a_cursor_is_sent_back_unchanged() -> None:
    wire = Memory({"initialize": HANDSHAKE, **LISTS, "tools/list": {"tools": [], "nextCursor": SECRET}})
    with pytest.raises(ServerMisbehaved):
        read(wire, secrets=Secrets({SECRET: "${TOKEN}"}))
    assert wire.sent[-1]["params"] == {"cursor": SECRET}


def test_depth_is_checked_with_and_without_secrets() -> None:
    deep: Any = SECRET
    for _ in range(130):
        deep = [deep]
    tools = {"tools": [{"name": "t", "x": deep}]}
    with pytest.raises(SurfaceTooLarge, match="the tool 't' is nested deeper"):
        read(Memory({"initialize": HANDSHAKE, **LISTS, "tools/list": tools}), secrets=Secrets({SECRET: "${TOKEN}"}))


def test_a_list_that_requests_input_is_an_error() -> None:
    tools = {"tools": [], "resultType": "input_required"}
    with pytest.raises(ServerMisbehaved, match="expected a complete result, got 'input_required'"):
        read(Memory({"initialize": HANDSHAKE, **LISTS, "tools/list": tools}))


@pytest.mark.parametrize(
    "error", [None, "text", {"code": "x"}, {"message": ["odd"]}, {"code": 1, "message": "m" * 9000}]
)
def test_json_rpc_errors_of_any_shape_are_short(error: Any) -> None:
    refused = ErrorResponse("tools/list", error)
    assert str(refused).startswith(
        ("tools/list: the server returned error ", "tools/list: the server returned an error: ")
    )
    assert "error None" not in str(refused)
    assert len(str(refused)) < 600
