"""What clients get through the gateway, from real servers over stdio."""

import asyncio

from tests.desk import Desk
from tests.serve.clients import gateway, join, puppet, puppets


def test_one_server_under_its_own_names(desk: Desk) -> None:
    puppet(desk, "one", "say", "wait", "progress", "die", "pid", "announce")
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
