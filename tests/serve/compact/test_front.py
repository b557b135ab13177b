"""The compact surface through the gateway, with real servers: what clients list, call and read."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from govern.commands.serve import compact_options
from govern.policy.config import load_config
from govern.reductions.answer import answer_tokens
from govern.servers.http_headers import NAMED_BY
from tests.desk import Desk
from tests.serve.clients import Client, gateway, join, puppet, puppets, stateless
from tests.serve.over_http import ANN, BEN, listening, tokens
from tests.serve.over_http import Client as HttpClient

CONFIG = """
[serve.reduce]
collapse = 100
[servers.one.reduce.whole]
collapse = 0
chunk = 0
cut = 0
[servers.two.env]
TOKEN = "${TWO_TOKEN:-none}${OTHER:-}"
"""
ROWS = [{"id": at, "text": "row " * 20} for at in range(50)]
LONG = {"content": [{"type": "text", "text": json.dumps(ROWS)}]}


def opened(desk: Desk) -> Any:
    options = compact_options(load_config(None, desk.folder), desk.lock_path, {})
    return gateway(desk, compact=options)


def text(result: dict[str, Any]) -> Any:
    return json.loads(result["content"][-1]["text"])


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def lock_two_servers(desk: Desk) -> None:
    puppet(desk, "one", "say", "whole", "wait", "progress", "announce", handshake={"instructions": "Say it."})
    puppet(desk, "two", "say", resources=[{"uri": "a://x", "name": "x"}], prompts=[{"name": "p"}])
    puppets(desk, "one", "two", more=CONFIG)


@pytest.mark.parametrize("client", [Client, stateless])
def test_a_client_gets_seven_tools_and_reaches_all_others(desk: Desk, client: Any) -> None:
    lock_two_servers(desk)

    async def run() -> None:
        async with opened(desk) as found:
            one = join(found, client())
            if client is Client:
                hello = await one.initialize()
                assert hello["capabilities"].keys() >= {"tools", "resources", "prompts"}
                assert hello["instructions"].startswith("Servers: one, two.")
            listed = (await one.result("tools/list"))["tools"]
            assert [each["name"] for each in listed][4] == "call_tool"
            assert len(listed) == 7
            for name in ("one__say", ["call_tool"]):
                assert (await one.request("tools/call", {"name": name}))["error"]["code"] == -32602
            names = await one.call("list_tools", server="one")
            assert text(names)["instructions"] == "Say it."
            wire = answer_tokens(names)
            wire += answer_tokens(await one.call("search_tools", query="say"))
            answer = await one.call("call_tool", tool="one/say", arguments={"result": LONG})
            assert text(answer)[:4] == [*ROWS[:3], {"id": 3}]
            wire += answer_tokens(answer)
            whole = await one.call("call_tool", tool="one/whole", arguments={})
            wire += answer_tokens(whole)
            chain = await one.call("call_chain", steps=[{"tool": "one/say", "arguments": {"result": LONG}}] * 3)
            wire += answer_tokens(chain)
            stats = json.loads((await one.result("resources/read", uri="govern://stats"))["contents"][0]["text"])
            assert stats["tokens"]["returned"] == wire
            assert stats["tokens"]["processed"] == 4 * answer_tokens(LONG) + answer_tokens(whole)
            assert stats["menu"]["plain"] - stats["menu"]["compact"] == stats["menu"]["saved"]
            assert stats["latency"]["one"]["calls"] == 5

    asyncio.run(run())
    asyncio.run(restarted(desk))


async def restarted(desk: Desk) -> None:
    async with opened(desk) as found:
        one = join(found)
        await one.initialize()
        stats = json.loads((await one.result("resources/read", uri="govern://stats"))["contents"][0]["text"])
        assert stats["tools"] == {}
        assert stats["all_runs"]["one/say"]["calls"] == 4


def test_resources_prompts_and_what_belongs_to_the_servers(desk: Desk) -> None:
    lock_two_servers(desk)

    async def run() -> None:
        async with opened(desk) as found:
            one, other = join(found), join(found)
            await one.initialize()

            async def read(uri: str, client: Client = one) -> str:
                content: str = (await client.result("resources/read", uri=uri))["contents"][0]["text"]
                return content

            uris = [each["uri"] for each in (await one.result("resources/list"))["resources"]]
            assert uris[-1] == "a://x"
            for uri in uris[:-1]:
                assert await read(uri), uri
            assert "one" in json.loads(await read("govern://servers"))
            assert len((await one.result("resources/templates/list"))["resourceTemplates"]) == 3
            assert json.loads(await read("govern://tool/one/say"))["inputSchema"] == {"type": "object"}
            assert json.loads(await read("govern://server/two"))["tools"] == ["say"]
            # A kept answer belongs to its session alone, and so does what it called.
            await one.call("call_tool", tool="one/say", arguments={"result": LONG})
            assert json.loads(await read("govern://result/1")) == ROWS
            recent = [json.loads(await read("govern://recent", client)) for client in (one, other)]
            assert [[each["tool"] for each in calls] for calls in recent] == [["one/say"], []]
            for client, uri in ((other, "govern://result/1"), (one, "govern://result/1/9"), (one, "govern://nothing")):
                assert (await client.request("resources/read", {"uri": uri}))["error"]["code"] == -32002
            names = [each["name"] for each in (await one.result("prompts/list"))["prompts"]]
            assert names == ["discover_tools", "find_tool", "two__p"]
            asked = await one.result("prompts/get", name="find_tool", arguments={"query": "{x} mail"})
            assert asked["messages"][0]["content"]["text"].endswith(": {x} mail")
            assert (await one.result("prompts/get", name="two__p"))["echo"]["method"] == "prompts/get"
            assert (await one.result("resources/read", uri="a://x"))["echo"]

    asyncio.run(run())


def test_a_changed_tool_is_refused_also_in_chains_and_progress_arrives(desk: Desk) -> None:
    lock_two_servers(desk)

    async def run() -> None:
        async with opened(desk) as found:
            one = join(found)
            await one.initialize()
            progress = {"name": "call_tool", "arguments": {"tool": "one/progress"}, "_meta": {"progressToken": "mine"}}
            await one.result("tools/call", **progress)
            assert [each["params"].get("progressToken") for each in one.unasked][:3] == ["mine"] * 3
            listed = json.loads((desk.folder / "one.json").read_text())["tools"]
            changed = [each | ({"description": "new"} if each["name"] == "say" else {}) for each in listed]
            before = await one.call("tool_info", tool="one/say", full=True)
            puppet(desk, "one", *changed)
            states = text(await one.call("refresh"))
            assert states["one"] == "ready; refused because they changed: say"
            assert states["two"] == "ready"
            refused = await one.call("call_tool", tool="one/say", arguments={"result": LONG})
            assert refused["isError"]
            assert "tool-description-changed" in str(refused)
            steps = [
                {"id": "a", "tool": "one/say", "arguments": {"result": LONG}},
                {"id": "b", "tool": "two/say", "arguments": {"result": {"content": [], "structuredContent": {"n": 1}}}},
            ]
            chain = await one.call("call_chain", steps=steps)
            assert chain["isError"]
            assert text(chain)["results"] == {"b": {"n": 1}}
            assert "refused" in text(chain)["failed"]["a"]
            code = 'await call_tool("one/say", {})'
            assert "refused" in str(await one.call("call_chain", code=code))
            assert await one.call("tool_info", tool="one/say", full=True) == before

    asyncio.run(run())


def test_over_stdio_as_a_client_starts_it(desk: Desk) -> None:
    lock_two_servers(desk)
    calls = [
        (
            "initialize",
            {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
        ),
        ("tools/list", {}),
        ("tools/call", {"name": "call_tool", "arguments": {"tool": "one/say", "arguments": {"result": LONG}}}),
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "govern", "serve", "--surface", "compact"],
        cwd=desk.folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        results = []
        for number, (method, params) in enumerate(calls):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
            results.append(json.loads(process.stdout.readline())["result"])
        process.stdin.close()
    assert process.returncode == 0
    assert len(results[1]["tools"]) == 7
    assert text(results[2])[:4] == [*ROWS[:3], {"id": 3}]


def test_config_sets_the_limits_and_names_missing_variables(desk: Desk) -> None:
    lock_two_servers(desk)
    config = (desk.folder / "govern.toml").read_text()
    desk.write("govern.toml", config.replace("${TWO_TOKEN:-none}", "${TWO_TOKEN}"))
    options = compact_options(load_config(None, desk.folder), desk.lock_path, {})
    assert options.limits("one", "whole").collapse == 0
    assert options.limits("one", "whole").intent == 1_500
    assert options.limits("one", "say").collapse == 100
    assert options.missing_keys("two@profile") == ["TWO_TOKEN"]


def test_a_client_without_sessions_reads_what_earlier_answers_told_it_of(desk: Desk) -> None:
    puppet(desk, "one", "say", "task", task={"content": []})
    puppets(desk, "one", more=CONFIG.partition("[servers.one")[0])
    envelope = stateless().meta

    async def ask(client: HttpClient, method: str, **params: Any) -> Any:
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params | {"_meta": envelope}}
        named = {"mcp-name": params[key]} if (key := NAMED_BY.get(method)) else {}
        headers = {"mcp-protocol-version": "2026-07-28", "mcp-method": method} | named
        return (await client.post(message, **headers)).json()

    async def story() -> None:
        async with opened(desk) as found, listening(found, tokens(ANN, BEN)) as client_of:
            ann, ben = client_of(ANN), client_of(BEN)
            for each in ("say", "task"):
                called = {"tool": f"one/{each}", "arguments": {"result": LONG}}
                await ask(ann, "tools/call", name="call_tool", arguments=called)
            read = await ask(ann, "resources/read", uri="govern://result/1")
            assert json.loads(read["result"]["contents"][0]["text"]) == ROWS
            assert (await ask(ann, "tasks/get", taskId="t-1"))["result"]["echo"]["method"] == "tasks/get"
            assert "not found" in (await ask(ben, "resources/read", uri="govern://result/1"))["error"]["message"]
            assert "not found" in (await ask(ben, "tasks/get", taskId="t-1"))["error"]["message"]

    asyncio.run(story())
