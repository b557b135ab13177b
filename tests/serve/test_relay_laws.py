"""What passes through a gateway comes out equal, whatever it is; nothing is lost, crossed or left over."""

import asyncio
import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.desk import Desk
from tests.serve.clients import Client, gateway, join, puppet, puppets

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
)
RESULTS = st.fixed_dictionaries(
    {"content": st.lists(st.fixed_dictionaries({"type": st.text(), "x": VALUES}), max_size=3)},
    optional={"_meta": st.dictionaries(st.text(), VALUES, max_size=3), "structuredContent": VALUES, "más": VALUES},
)


def test_results_come_back_equal(desk: Desk) -> None:
    """One server and client serve all examples: a start for each would take minutes."""
    desk.monkeypatch.setenv("XDG_STATE_HOME", str(desk.folder / "state"))
    puppet(desk, "one", "say")
    puppets(desk, "one")
    found: list[Any] = []

    @settings(max_examples=25, database=None)
    @given(RESULTS)
    def collect(result: Any) -> None:
        found.append(result)

    collect()

    async def run() -> None:
        async with gateway(desk) as opened:
            client = join(opened)
            await client.initialize()
            answers = await asyncio.gather(*(client.call("say", result=each) for each in found))
            assert answers == found
            text = "\ud800 \U0001f600 \u202e"
            assert (await client.call("say", result={"content": [], "text": text}))["text"] == text

    asyncio.run(run())


def test_many_clients_share_one_server_and_nothing_outlives_the_gateway(desk: Desk) -> None:
    desk.monkeypatch.setenv("XDG_STATE_HOME", str(desk.folder / "state"))
    puppet(desk, "one", "say", "pid", "wait", "progress")
    puppets(desk, "one")

    async def run() -> int:
        async with gateway(desk) as opened:
            clients = [join(opened) for _ in range(20)]
            await asyncio.gather(*(client.initialize() for client in clients))
            pid = int((await clients[0].call("pid"))["content"][0]["text"])

            async def use(client: Client, number: int) -> None:
                said = [{"content": [], "from": [number, each]} for each in range(10)]
                assert await asyncio.gather(*(client.call("say", result=each) for each in said)) == said
                await client.result("tools/call", name="progress", _meta={"progressToken": number})
                tokens = [each["params"].get("progressToken") for each in client.unasked]
                # A log message belongs to nobody where several clients share a server.
                assert tokens == [number] * 3

            await asyncio.gather(*(use(client, number) for number, client in enumerate(clients)))
            assert {int((await client.call("pid"))["content"][0]["text"]) for client in clients} == {pid}
            for client in clients[:-1]:
                await client.session.close()
            # Even a call that never ends does not outlive the gateway.
            clients[-1].start("tools/call", {"name": "wait", "arguments": {"seconds": 60}})
            await clients[-1].call("pid")
        return pid

    pid = asyncio.run(run())
    with pytest.raises(OSError, match="No such process"):
        os.kill(pid, 0)


def test_no_request_is_sent_twice_and_a_broken_server_is_tried_less_and_less(desk: Desk) -> None:
    desk.monkeypatch.setenv("XDG_STATE_HOME", str(desk.folder / "state"))
    puppet(desk, "one", "die", "say")
    puppets(desk, "one")
    text = (desk.folder / "one.json").read_text()
    said: list[str] = []

    async def run() -> None:
        async with gateway(desk, said=said) as opened:
            client = join(opened)
            for _ in range(2):
                died = await client.call("die")
                assert "may have taken effect" in died["content"][0]["text"]
            (desk.folder / "one.json").write_text("{")
            reasons = [(await client.call("say", result={}))["_meta"]["govern/refusal"]["reason"] for _ in range(6)]
            assert set(reasons) == {"unreachable"}
            assert opened.connected("one").upstream.state == "failed"
            # An error is announced once, however often the server is started.
            assert [each.partition("; ")[0] for each in said] == [
                f"one: the server exited with code {n}" for n in (3, 3, 4)
            ]
            (desk.folder / "one.json").write_text(text)

    asyncio.run(run())
    log = (desk.folder / "one.log").read_text()
    assert log.count('"name":"die"') == 2
    # The lock, two calls, and fewer starts than calls of the broken server.
    assert log.count('"method":"initialize"') < 3 + 6
