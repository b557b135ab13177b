"""What is said, in which order, and what is made of the answers; hostile servers have tests of their own."""

import asyncio
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from govern import __version__
from govern.contract.surface import Surface
from govern.errors import ServerMisbehaved, SurfaceTooLarge
from govern.policy.target import Command, Limits, Target
from govern.snapshot.session import Refused, Session
from govern.snapshot.wire import Message

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}, "resources": {}}, "serverInfo": {"name": "s"}}
LISTS = {
    "tools/list": {"tools": [{"name": "t"}]},
    "resources/list": {"resources": None},
    "resources/templates/list": {"resourceTemplates": []},
}


class Memory:
    """A wire to a server that is a table of results."""

    protocol: str | None = None

    def __init__(self, results: dict[str, Any]) -> None:
        self.said: list[Message] = []
        self._results = results
        self._answers: deque[Message] = deque()

    async def send(self, message: Message) -> None:
        self.said.append(message)
        if "id" in message:
            self._answers.append({"jsonrpc": "2.0", "id": message["id"], "result": self._results[message["method"]]})

    async def receive(self) -> Message:
        return self._answers.popleft()


def read(wire: Memory, **rest: Any) -> tuple[Surface, list[str]]:
    stages: list[str] = []
    target = Target("s", "s", Command(("s",), Path()), **rest)
    return asyncio.run(Session(wire, target, stages.append).read()), stages


def test_conversation() -> None:
    wire = Memory({"initialize": HELLO, **LISTS})
    surface, stages = read(wire, client={"roots": {}})
    assert wire.said == [
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
    assert surface.hello == HELLO
    assert [item.key for item in surface.items] == ["t"]
    assert stages == ["connecting", "connected", "listing tools", "listing resources", "listing templates"]
    assert wire.protocol == "2025-06-18"


@pytest.mark.parametrize("prompts", [None, False])
def test_capability_that_says_no(prompts: bool | None) -> None:
    hello = {**HELLO, "capabilities": {"prompts": prompts}}
    assert read(Memory({"initialize": hello, **LISTS}))[1][-1] == "listing tools"


@pytest.mark.parametrize("name", ["capabilities", "serverInfo"])
def test_hello_of_the_wrong_shape(name: str) -> None:
    with pytest.raises(ServerMisbehaved, match=f"initialize {name}: this is no object: 7"):
        read(Memory({"initialize": {**HELLO, name: 7}, **LISTS}))


def test_hello_too_deep() -> None:
    with pytest.raises(SurfaceTooLarge, match="initialize: the answer is nested deeper than 3"):
        read(Memory({"initialize": {**HELLO, "x": [[[[]]]]}, **LISTS}), limits=Limits(depth=3))


def test_what_stands_beside_the_items_is_held_to_the_same_depth() -> None:
    tools: Message = {"tools": [], "x": [[[[[]]]]]}
    with pytest.raises(SurfaceTooLarge, match="beside the items"):
        read(Memory({"initialize": HELLO, **LISTS, "tools/list": tools}), limits=Limits(depth=4))


def test_list_that_asks_for_input_instead() -> None:
    tools = {"tools": [], "resultType": "input_required"}
    with pytest.raises(ServerMisbehaved, match="this is no list but a 'input_required'"):
        read(Memory({"initialize": HELLO, **LISTS, "tools/list": tools}))


@pytest.mark.parametrize(
    "error", [None, "text", {"code": "x"}, {"message": ["odd"]}, {"code": 1, "message": "m" * 9000}]
)
def test_errors_of_any_shape_are_short_text(error: Any) -> None:
    refused = Refused("tools/list", error)
    assert str(refused).startswith(("tools/list: it answers with error ", "tools/list: it answers with an error: "))
    assert "error None" not in str(refused)
    assert len(str(refused)) < 600
