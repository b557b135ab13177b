"""Changed files take effect in a running gateway, and invalid ones change nothing."""

import asyncio
import json
import os
import time
from collections.abc import Callable

import pytest

from govern.commands import signatures
from govern.serve import gateway as gateway_module
from tests.desk import Desk
from tests.serve.clients import Client, gateway, join, puppet, puppets, stateless

CHANGED = "notifications/tools/list_changed"


@pytest.fixture
def both(desk: Desk) -> str:
    """The config of two locked servers."""
    desk.monkeypatch.setattr(gateway_module, "_LOOK_EVERY", 0.01)
    desk.monkeypatch.setattr(signatures, "_BEING_WRITTEN", 0.0)
    for name in ("one", "two"):
        puppet(desk, name, "pid", "wait", resources=[{"uri": f"{name}://x", "name": "x"}])
    puppets(desk, "one", "two")
    return (desk.folder / "govern.toml").read_text()


async def names(client: Client) -> list[str]:
    return [each["name"] for each in (await client.result("tools/list"))["tools"]]


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110 - neither a process nor a file has an event
            await asyncio.sleep(0.02)


async def pid(client: Client, name: str) -> str:
    return str((await client.call(name))["content"][0]["text"])


def test_a_server_comes_and_goes_and_no_other_is_renamed_or_started_again(desk: Desk, both: str) -> None:
    one = both.partition("[servers.two]")[0]
    desk.write("govern.toml", one)
    said: list[str] = []

    async def run() -> None:
        async with gateway(desk, said=said, prefixed=True) as opened:
            client, listener = join(opened), join(opened, stateless())
            await client.initialize()
            listener.start("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
            await listener.until("notifications/subscriptions/acknowledged")
            assert await names(client) == ["one__pid", "one__wait"]
            before = await pid(client, "one__pid")
            desk.write("govern.toml", both)
            await client.until(CHANGED)
            told = await listener.until(CHANGED)
            assert told["params"]["_meta"] == {"io.modelcontextprotocol/subscriptionId": 1}
            assert await names(client) == ["one__pid", "one__wait", "two__pid", "two__wait"]
            assert await pid(client, "one__pid") == before
            await client.result("resources/subscribe", uri="two://x")
            gone = int(await pid(client, "two__pid"))
            waiting = client.start("tools/call", {"name": "two__wait", "arguments": {"seconds": 20}})[1]
            await until(lambda: '"name":"wait"' in (desk.folder / "two.log").read_text())
            client.unasked.clear()
            desk.write("govern.toml", one)
            await client.until(CHANGED)
            answer = await waiting
            assert "result" in answer, answer
            assert answer["result"]["_meta"]["govern/refusal"]["reason"] == "unreachable"
            assert (await client.request("tools/call", {"name": "two__pid"}))["error"]["code"] == -32602
            assert await pid(client, "one__pid") == before
            if os.name == "posix":
                await until(lambda: not _runs(gone))

    asyncio.run(run())
    assert said == ["changed files are in force"] * 2


def _runs(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_changed_server_gets_a_new_connection_and_keeps_its_subscribers(desk: Desk, both: str) -> None:
    said: list[str] = []

    async def run() -> None:
        async with gateway(desk, said=said) as opened:
            shared, own = join(opened), join(opened)
            await shared.initialize()
            await own.initialize(elicitation={})
            await shared.result("resources/subscribe", uri="one://x")
            before = [await pid(each, name) for each in (shared, own) for name in ("one__pid", "two__pid")]
            desk.write("govern.toml", both.replace("[servers.two]", 'env = {A = "1"}\n[servers.two]'))
            await until(lambda: bool(said))
            after = [await pid(each, name) for each in (shared, own) for name in ("one__pid", "two__pid")]
            assert [old == new for old, new in zip(before, after, strict=True)] == [False, True, False, True]
            await until(lambda: (desk.folder / "one.log").read_text().count('"resources/subscribe"') == 2)

    asyncio.run(run())


def test_an_invalid_file_keeps_the_old_state_and_says_so(desk: Desk, both: str) -> None:
    wrong = {
        "is not valid TOML": "[servers.one",
        "no server": "",
        "serve.allow": f"{both}[serve]\nallow = 'all'\n",
        "not in the lock: three": f'{both}[servers.three]\ncommand = ["three"]\n',
        "govern sign": f"{both}[policy.signatures]\nlock = 1\n",
    }
    said: list[str] = []

    async def run() -> None:
        async with gateway(desk, said=said) as opened:
            client = join(opened)
            before = await pid(client, "one__pid")
            for number, config in enumerate(wrong.values(), 1):
                desk.write("govern.toml", config)
                await until(lambda number=number: len(said) == number)  # type: ignore[misc]
                assert await pid(client, "one__pid") == before
            desk.write("govern.toml", both + "[serve]\ncall-timeout = 0.3\n[serve.http]\nsessions = 9\n")
            await until(lambda: len(said) > len(wrong))
            late = await client.call("one__wait", seconds=20)
            assert late["_meta"]["govern/refusal"]["reason"] == "unreachable"

    asyncio.run(run())
    for reason, text in zip(wrong, said, strict=False):
        assert text.startswith("changed files are ignored, and the last valid ones stay in force: ")
        assert reason in text
    assert said[-1] == "changed files are in force; restart govern to apply [serve.http]"


def test_a_config_that_is_being_written_waits(desk: Desk, both: str) -> None:
    desk.monkeypatch.setattr(signatures, "_BEING_WRITTEN", 5.0)
    said: list[str] = []

    async def run() -> None:
        async with gateway(desk, said=said) as opened:
            file = desk.write("govern.toml", f"{both}[serve]\nallow = 'none'\n")
            opened.enforcement  # noqa: B018 - the property reads changed files
            assert not said
            os.utime(file, (time.time() - 6,) * 2)
            await asyncio.sleep(0.05)
            opened.enforcement  # noqa: B018
            assert said == ["changed files are in force"]

    asyncio.run(run())


@pytest.mark.usefixtures("both")
def test_secrets_of_a_changed_config_are_hidden_in_the_audit_log(desk: Desk) -> None:
    desk.monkeypatch.setenv("XDG_STATE_HOME", str(desk.folder / "state"))
    puppet(desk, "one", "say")
    puppets(desk, "one")
    config = (desk.folder / "govern.toml").read_text()

    async def run() -> None:
        async with gateway(desk, audit=desk.folder / "audit.jsonl") as opened:
            client = join(opened)
            desk.write("govern.toml", f'{config}env = {{API_TOKEN = "open-sesame-open"}}\n')
            await asyncio.sleep(0.05)
            await client.call("say", result={"content": [{"type": "text", "text": "open-sesame-open"}]})

    asyncio.run(run())
    lines = (desk.folder / "audit.jsonl").read_text().splitlines()
    assert [json.loads(line).get("event") for line in lines][-1] == "call"
    assert "open-sesame-open" not in lines[-1]
