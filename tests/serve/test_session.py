"""What clients get through the gateway, from real servers over stdio."""

import asyncio
import json

import pytest

from tests.desk import Desk
from tests.serve.clients import Client, gateway, join, puppet, puppets, stateless


def test_one_server_under_its_own_names(desk: Desk) -> None:
    puppet(desk, "one", "say", "respond", "wait", "progress", "die", "pid", "announce")
    puppets(desk, "one")

    async def run() -> None:
        async with gateway(desk) as opened:
            client = join(opened)
            hello = await client.initialize()
            assert hello["serverInfo"] == {"name": "puppet", "version": "1"}
            listed = await client.result("tools/list")
            sent = {"content": [], "structuredContent": {"n": 2**70, "x": None}, "more": [1]}
            assert await client.call("say", result=sent) == sent
            # A call that does not end delays no other, and its cancellation reaches the server.
            number, _ = client.start("tools/call", {"name": "wait", "arguments": {"seconds": 20}})
            progress = {"name": "progress", "_meta": {"progressToken": "mine"}}
            assert (await client.result("tools/call", **progress))["content"][0]["text"] == "done"
            assert [each["params"] for each in client.unasked] == [
                *({"progressToken": "mine", "progress": step, "total": 3} for step in range(3)),
                {"level": "info", "data": "working"},
            ]
            await client.notify("notifications/cancelled", requestId=number)
            pid = (await client.call("pid"))["content"][0]["text"]
            # A changed tool is refused once the server announces it; the others go on, and the texts stay.
            puppet(
                desk,
                "one",
                *[each | ({"description": "new"} if each["name"] == "say" else {}) for each in listed["tools"]],
            )
            await client.call("announce")
            refused = await client.call("say", result={})
            assert refused["isError"]
            assert "tool-description-changed" in str(refused["_meta"])
            assert await client.result("tools/list") == listed
            assert (await client.call("pid"))["content"][0]["text"] == pid
            # A response that clients may read in two ways reaches none of them.
            for response in ({}, {"result": [1]}, {"error": "x"}, {"result": {"content": []}, "error": {"code": 1}}):
                failed = await client.call("respond", **response)
                assert failed["_meta"]["govern/refusal"]["reason"] == "unreachable", response
            # A server that dies fails the call, and is started again for the next.
            died = await client.call("die")
            assert died["isError"]
            assert (await client.call("pid"))["content"][0]["text"] != pid

    asyncio.run(run())
    assert '"method":"notifications/cancelled"' in (desk.folder / "one.log").read_text()


def test_several_servers_and_clients(desk: Desk) -> None:
    puppet(desk, "one", "say", "ask")
    puppet(desk, "two", "say", "wait", resources=[{"uri": "a://x", "name": "x"}], prompts=[{"name": "p"}])
    puppets(desk, "one", "two")

    async def run() -> None:
        async with gateway(desk) as opened:
            plain, asked = join(opened), join(opened)
            asked.replies["elicitation/create"] = lambda message: {
                "result": {"action": "accept", "got": message["params"]}
            }
            hello = await plain.initialize()
            await asked.initialize(elicitation={})
            assert hello["serverInfo"]["name"] == "govern"
            names = [each["name"] for each in (await plain.result("tools/list"))["tools"]]
            assert names == ["one__ask", "one__say", "two__say", "two__wait"]
            assert (await plain.request("tools/call", {"name": "say"}))["error"]["code"] == -32602
            assert await plain.call("two__say", result={"content": [1]}) == {"content": [1]}
            # A server may ask the client that it serves alone, and no other.
            question = {"method": "elicitation/create", "params": {"message": "sure?"}}
            found = await asked.call("one__ask", **question)
            assert found["structuredContent"]["answer"] == {"action": "accept", "got": {"message": "sure?"}}
            found = await plain.call("one__ask", **question)
            assert found["structuredContent"]["error"]["code"] == -32601
            assert plain.unasked == []
            echoed = (await plain.result("prompts/get", name="two__p", arguments={"a": "b"}))["echo"]
            assert echoed == {"method": "prompts/get", "params": {"name": "p", "arguments": {"a": "b"}}}
            assert (await plain.result("resources/read", uri="a://x"))["echo"]["params"] == {"uri": "a://x"}
            assert (await plain.request("resources/read", {"uri": "a://y"}))["error"]["code"] == -32002

    asyncio.run(run())


@pytest.mark.parametrize("upstream", [False, True, "both"])
@pytest.mark.parametrize("downstream", ["stateful", "stateless"])
def test_each_pair_of_eras(desk: Desk, upstream: bool | str, downstream: str) -> None:
    resources = [{"uri": "a://x", "name": "x"}]
    puppet(desk, "one", "say", "ask", "update", "task", "progress", resources=resources, stateless=upstream)
    puppets(desk, "one")

    async def run() -> None:
        async with gateway(desk) as opened:
            client = join(opened, stateless() if downstream == "stateless" else None)
            if downstream == "stateless":
                hello = await client.result("server/discover")
                assert "2026-07-28" in hello["supportedVersions"]
            else:
                hello = await client.initialize()
            assert hello["capabilities"]["tools"] == {"listChanged": True}
            assert (await client.request("ping")).get("error", {}).get("code") == (-32601 if client.meta else None)
            unknown = (await client.request("resources/read", {"uri": "b://"}))["error"]
            assert unknown["code"] == (-32602 if client.meta else -32002)
            unknown = (await client.request("tools/call", {"name": "one__say"}))["error"]
            assert unknown["message"] == "unknown tool: 'one__say'; did you mean say?"
            listed = await client.result("tools/list")
            assert (listed.get("resultType") == "complete") is (downstream == "stateless")
            said = await client.call("say", result={"content": [], "_meta": {"a": 1}})
            assert (said["content"], said["_meta"]["a"]) == ([], 1)
            await updates_arrive(client, downstream)
            assert (await client.call("task"))["task"]["taskId"] == "t-1"
            assert (await client.result("tasks/get", taskId="t-1"))["echo"]["params"]["taskId"] == "t-1"
            assert (await client.request("tasks/get", {"taskId": "t-2"}))["error"]["code"] == -32602
            # Another client can be asked.
            client = join(opened, stateless(elicitation={}) if downstream == "stateless" else None)
            client.replies["elicitation/create"] = lambda _: {"result": {"action": "accept"}}
            if downstream == "stateful":
                await client.initialize(elicitation={})
            question = {"method": "elicitation/create", "params": {"message": "sure?"}}
            asked = {"name": "ask", "arguments": question}
            found = await client.result("tools/call", **asked)
            if downstream == "stateless":
                # What a server asks in the client's own era arrives untouched.
                assert (found["requestState"] == "s1") is bool(upstream)
                assert found["inputRequests"] == {next(iter(found["inputRequests"])): question}
                responses = {key: {"action": "accept"} for key in found["inputRequests"]}
                more = {"inputResponses": responses, "requestState": found["requestState"]}
                found = await client.result("tools/call", **asked, **more)
            assert found["structuredContent"]["answer"] == {"action": "accept"}

    asyncio.run(run())


@pytest.mark.parametrize("upstream", [False, True])
def test_a_stateless_client_gets_the_log_that_it_asks_for_and_the_name_of_the_server(
    desk: Desk, upstream: bool
) -> None:
    puppet(desk, "one", "progress", stateless=upstream)
    puppets(desk, "one")
    level = "io.modelcontextprotocol/logLevel"
    info = "io.modelcontextprotocol/serverInfo"

    async def run() -> None:
        async with gateway(desk) as opened:
            for client in (stateless(), stateless(elicitation={})):
                join(opened, client)
                asked: dict[str, int] = {}
                for wanted in (None, "warning", "info", "no level"):
                    client.unasked.clear()
                    meta = {"_meta": {level: wanted}} if wanted else {}
                    found = await client.result("tools/call", name="progress", **meta)
                    assert (found["_meta"][info]["name"] == "puppet") if not upstream else True
                    asked[str(wanted)] = sum(each["method"] == "notifications/message" for each in client.unasked)
                assert asked == {"None": 0, "warning": 0, "info": 1, "no level": 0}
                # A server over stdio does not say which of several clients its log is for.
                await client.session.close()
            stateful = join(opened)
            await stateful.initialize()
            refused = await stateful.request("logging/setLevel", {"level": "loud"})
            assert refused["error"]["code"] == -32602
            await stateful.result("logging/setLevel", level="debug")

    asyncio.run(run())
    log = (desk.folder / "one.log").read_text()
    assert [line.count(level) for line in log.splitlines() if level in line] == ([1] * 6 if upstream else [])
    levels = [json.loads(line)["params"]["level"] for line in log.splitlines() if "logging/setLevel" in line]
    assert levels == ([] if upstream else ["warning", "info"] * 2 + ["debug"])


async def updates_arrive(client: Client, downstream: str) -> None:
    """Subscribe to a resource, and wait for its update."""
    number = 0
    if downstream == "stateless":
        number, _ = client.start("subscriptions/listen", {"notifications": {"resourceSubscriptions": ["a://x"]}})
        await client.until("notifications/subscriptions/acknowledged")
    else:
        assert await client.result("resources/subscribe", uri="a://x") == {}
    await client.call("update", uri="a://x")
    update = await client.until("notifications/resources/updated")
    assert update["params"]["uri"] == "a://x"
    meta = update["params"].get("_meta")
    assert meta == ({"io.modelcontextprotocol/subscriptionId": number} if downstream == "stateless" else None)
