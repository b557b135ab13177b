"""A malicious server or client gets nothing of another's session, and cannot exhaust the gateway."""

import asyncio
import json
from typing import Any

import pytest

from govern.serve import gateway as gateway_module
from govern.serve import session as session_module
from govern.serve import subscriptions
from govern.serve.refusals import REFUSED
from tests.desk import Desk
from tests.serve.clients import Client, gateway, join, puppet, puppets, stateless, tool

ASK = "sampling/createMessage"
NOTE = {"method": "notifications/x", "params": {}}


@pytest.fixture
def servers(desk: Desk) -> Desk:
    """Two servers behind one gateway; a is malicious."""
    for name in ("a", "b"):
        puppet(desk, name, "say", "send", "wait", "ask", resources=[{"uri": f"{name}://x", "name": "x"}])
    puppets(desk, "a", "b")
    return desk


def link(uri: str) -> dict[str, Any]:
    return {"content": [{"type": "resource_link", "uri": uri, "name": "x"}]}


def questions(client: Client) -> list[Any]:
    return [each["params"] for each in client.unasked if each["method"] == ASK]


def test_no_server_answers_for_another_or_speaks_in_its_requests(servers: Desk) -> None:
    async def run() -> None:
        async with gateway(servers) as opened:
            client, other = join(opened), join(opened)
            await client.initialize(sampling={})
            await other.initialize()
            token = {"_meta": {"progressToken": "mine"}}
            waiting = client.start("tools/call", {"name": "b__wait", "arguments": {"seconds": 0.5}} | token)[1]
            forged: list[dict[str, Any]] = [{"id": number, "result": {"content": []}} for number in range(1, 40)]
            forged += [
                {"id": None, "result": {}},
                {"id": "1", "error": {"code": 1}},
                {"method": None, "id": 1, "result": {}},
            ]
            progress = [{"progressToken": each, "progress": 9} for each in ("mine", *range(40))]
            forged += [{"method": "notifications/progress", "params": each} for each in progress]
            forged += [{"method": "notifications/cancelled", "params": {"requestId": each}} for each in range(40)]
            forged += [{"method": 5, "id": 2}, NOTE | {"result": {}, "error": {}}]
            assert "content" in await client.call("a__send", messages=forged)
            assert (await waiting)["result"]["content"][0]["text"] == "waited"
            assert 9 not in [each["params"].get("progress") for each in client.unasked]
            assert [each for each in client.unasked if "progress" not in each["method"]] == [NOTE | {"jsonrpc": "2.0"}]
            assert other.unasked == []

    asyncio.run(run())


def test_a_question_in_a_result_cannot_be_an_answer(desk: Desk) -> None:
    puppet(desk, "a", "say", stateless=True)
    puppets(desk, "a")

    async def run() -> None:
        async with gateway(desk) as opened:
            client = join(opened)
            await client.initialize(sampling={})
            client.replies["ping"] = lambda _: {"result": {}}
            wrong: list[dict[str, Any]] = [
                {"id": 1, "result": {"content": []}},
                {"method": None, "result": {}},
                {"params": {}},
            ]
            for request in wrong:
                asked = {"resultType": "input_required", "inputRequests": {"x": request}}
                answer = await client.request("tools/call", {"name": "say", "arguments": {"result": asked}})
                assert answer["error"]["message"] == "the server asks for input in an invalid way"
            asked = {"resultType": "input_required", "inputRequests": {"x": {"method": "ping", "result": {}, "id": 7}}}
            await client.request("tools/call", {"name": "say", "arguments": {"result": asked}})
            assert {key for each in client.unasked for key in each} == {"jsonrpc", "method", "id"}

    asyncio.run(run())


def test_floods_stop_nobody_else(servers: Desk) -> None:
    async def run() -> None:
        async with gateway(servers) as opened:
            client = join(opened)
            await client.initialize(sampling={})
            flood = [{"method": ASK, "id": "same", "params": {}}] * 500
            flood += [{"method": "govern/lost"}, {"method": "notifications/tools/list_changed"}] * 500
            await client.call("a__send", messages=flood)
            assert (await client.call("b__say", result={"content": [1]}))["content"] == [1]
            assert len(questions(client)) == 1
            # Its lists are read again, and after that its tools may be called.
            assert (await client.call("a__say", result={"content": [2]}))["content"] == [2]
            (connection,) = (each for each in [client.session.relay._own["a"]])
            assert len((await connection.upstream.session())._asked) <= 2

    asyncio.run(run())


def test_a_server_that_reads_nothing_delays_no_other(desk: Desk) -> None:
    for name in ("a", "b"):
        resources = [{"uri": f"memo://{name}", "name": "x"}]
        puppet(desk, name, "say", "deafen", resources=resources, unknown=["resources/subscribe"])
    puppets(desk, "a", "b", keys="timeout = 4")
    desk.monkeypatch.setattr(gateway_module, "_OPENING", 0.1)

    async def run() -> None:
        async with gateway(desk, call_timeout=0.5) as opened:
            client = join(opened)
            await client.initialize(roots={})
            await client.call("b__say", result={"content": []})
            await client.call("a__deafen")
            # The first may still be read; they fill the pipe.
            late = [await client.call("a__say", result={}, padding="x" * 1_000_000) for _ in range(3)]
            assert late[-1]["isError"]
            async with asyncio.timeout(20):
                await client.notify("notifications/roots/list_changed")
                assert await client.result("logging/setLevel", level="debug") == {}
                # Nor is a subscription that failed there the second time.
                for uri in ("memo://a", "memo://b", "memo://b"):
                    assert (await client.request("resources/subscribe", {"uri": uri}))["error"]
            assert "roots/list_changed" in (desk.folder / "b.log").read_text()

    asyncio.run(run())


def test_what_two_servers_announce_belongs_to_neither(servers: Desk) -> None:
    async def run() -> None:
        async with gateway(servers) as opened:
            client = join(opened)
            await client.call("a__say", result=link("memo://b") | {"task": {"taskId": "t"}})
            assert (await client.result("resources/read", uri="memo://b"))["echo"]["params"] == {"uri": "memo://b"}
            assert (await client.result("tasks/get", taskId="t"))["echo"]["params"] == {"taskId": "t"}
            await client.call("b__say", result=link("memo://b") | {"task": {"taskId": "t"}})
            assert (await client.request("resources/read", {"uri": "memo://b"}))["error"]["code"] == -32002
            assert (await client.request("tasks/get", {"taskId": "t"}))["error"]["message"] == "task not found"
            # Many names of one server push only its own out.
            many = [link(f"memo://{at}")["content"][0] for at in range(1_100)]
            await client.call("a__say", result={"content": many})
            await client.call("b__say", result=link("memo://last"))
            assert "echo" in await client.result("resources/read", uri="memo://last")
            assert (await client.request("resources/read", {"uri": "memo://0"}))["error"]

    asyncio.run(run())


BAD = {"content": [], "structuredContent": {"told": "a model"}}


@pytest.mark.parametrize(
    "result",
    [
        BAD,
        {"result": BAD},
        {"content": [], "structuredContent": {"x": 1}, "result": BAD},
        BAD | {"result": {"content": []}},
    ],
)
def test_the_result_of_a_task_is_checked_wherever_a_client_may_read_it(desk: Desk, result: dict[str, Any]) -> None:
    task = tool("task", outputSchema={"type": "object", "required": ["x"]})
    held = {"taskId": "t-1", "status": "completed"} | result
    puppet(desk, "a", task, "say", "send", "announce", task=held)
    puppets(desk, "a", more='[serve]\nanswers = "refuse"\n')

    async def run() -> None:
        async with gateway(desk) as opened:
            client = join(opened)
            await client.initialize()
            # A tool without a schema announces the same task.
            await client.call("say", result={"task": {"taskId": "t-1"}})
            await client.call("task")
            assert "told" not in str(await client.request("tasks/result", {"taskId": "t-1"}))
            await client.call("send", messages=[{"method": "notifications/tasks", "params": held}])
            assert (await client.until("notifications/tasks"))["params"] == {"taskId": "t-1", "status": "completed"}
            listed = await client.result("tasks/list")
            assert listed == {"tasks": [{"taskId": "t-1", "status": "completed"}]}
            # Nor does a server that changed say more of it.
            puppet(desk, "a", task | {"description": "New."}, "say", "send", "announce", task=held)
            await client.call("announce")
            assert (await client.request("tasks/get", {"taskId": "t-1"}))["error"]["code"] == REFUSED

    asyncio.run(run())


def test_questions_reach_only_the_client_of_the_call(servers: Desk) -> None:
    question = {"method": ASK, "id": "q", "params": {"secret": "of ann"}}

    async def run() -> None:
        async with gateway(servers) as opened:
            ann, ben = stateless(sampling={}), stateless(sampling={})
            for client, owner in ((ann, "ann"), (ben, "ben")):
                client.session = opened.open_session(client.received, owner=owner)
            await ann.call("a__send", messages=[question], after=0.1)
            late = ben.start("tools/call", {"name": "a__wait", "arguments": {"seconds": 0.4}})[1]
            assert (await late)["result"]["content"][0]["text"] == "waited"
            # The next call in that session, by ann, does not get the late question either.
            found = await ann.call("a__wait", seconds=0.1)
            assert found["content"][0]["text"] == "waited"
            # Another owner cannot answer ann's question.
            asked = {"name": "a__ask", "arguments": {"method": ASK, "params": {}}}
            held = await ann.result("tools/call", **asked)
            more = {"inputResponses": {"question": {"stolen": 1}}, "requestState": held["requestState"]}
            again = await ben.result("tools/call", **asked, **more)
            assert again["resultType"] == "input_required"
            mine = more | {"inputResponses": {"question": {"mine": 1}}}
            assert (await ann.result("tools/call", **asked, **mine))["structuredContent"]["answer"] == {"mine": 1}

    asyncio.run(run())
    log = (servers.folder / "a.log").read_text()
    assert '"no call is in progress"' in log
    assert "stolen" not in log


def test_a_request_without_an_id_is_not_passed_on(servers: Desk) -> None:
    async def run() -> None:
        async with gateway(servers) as opened:
            client = join(opened)
            await client.initialize(sampling={})
            await client.call("a__say", result={})
            for method in ("tools/call", "resources/read", "x"):
                await client.notify(method, name="unlocked", uri="file:///etc/passwd")
            await client.notify("notifications/roots/list_changed")
            await client.call("a__say", result={})

    asyncio.run(run())
    log = (servers.folder / "a.log").read_text()
    assert "notifications/roots/list_changed" in log
    assert "unlocked" not in log


def test_no_wider_template_stands_for_a_refused_one_or_for_that_of_another_server(desk: Desk) -> None:
    wide, raw, page = ({"uriTemplate": uri, "name": "x"} for uri in ("x://{id}", "x://{id}/raw", "x://{id}/raw/{page}"))
    puppet(desk, "a", resourceTemplates=[wide, raw])
    puppet(desk, "b", resourceTemplates=[page])
    puppets(desk, "a", "b")

    async def run() -> None:
        async with gateway(desk, max_age=0.0) as opened:
            client = join(opened)
            await client.initialize()
            for uri in ("x://7", "x://7/raw", "x://7/raw/1"):
                await client.result("resources/read", uri=uri)
            puppet(desk, "a", resourceTemplates=[wide, raw | {"description": "new"}])
            assert (await client.request("resources/read", {"uri": "x://7/raw"}))["error"]["code"] == REFUSED
            await client.result("resources/read", uri="x://7")

    asyncio.run(run())
    for name, read in (("a", ["x://7", "x://7/raw", "x://7"]), ("b", ["x://7/raw/1"])):
        messages = map(json.loads, (desk.folder / f"{name}.log").read_text().splitlines())
        assert [each["params"]["uri"] for each in messages if each.get("method") == "resources/read"] == read


def test_clients_are_bounded(servers: Desk) -> None:
    servers.monkeypatch.setattr(gateway_module, "_MOST_OWN", 1)
    servers.monkeypatch.setattr(subscriptions, "_MOST", 1)
    servers.monkeypatch.setattr(session_module, "_MOST_UNSENT_BYTES", 1_000)
    asked: dict[str, Any] = {"method": "elicitation/create", "params": {}}

    async def run() -> None:
        async with gateway(servers) as opened:
            first, second = join(opened, server="a"), join(opened, server="a")
            for client in (first, second):
                client.replies[asked["method"]] = lambda _: {"result": {"action": "accept"}}
                await client.initialize(elicitation={})
            assert (await first.call("ask", **asked))["structuredContent"]["answer"]
            # One connection more than allowed is shared, and nobody is asked on it.
            assert (await second.call("ask", **asked))["structuredContent"]["error"]["code"] == -32601
            assert await first.result("resources/subscribe", uri="a://x") == {}
            refused = await first.request("resources/subscribe", {"uri": "a://x?"})
            assert refused["error"]
            listen = {"notifications": {"resourceSubscriptions": ["a://x", "a://x"]}}
            other = join(opened, stateless(), server="a")
            assert (
                "more than 1 subscriptions" in (await other.request("subscriptions/listen", listen))["error"]["message"]
            )
            for _ in range(50):
                second.session.notify(NOTE | {"params": {"text": "x" * 100}})
            await asyncio.sleep(0.05)
            assert 0 < len(second.unasked) < 10

    asyncio.run(run())


@pytest.mark.parametrize(("names", "more"), [("prefixed", ""), ("plain", '[serve]\nnames = "plain"\n')])
def test_names_that_collide_are_refused_and_never_take_the_place_of_another(desk: Desk, names: str, more: str) -> None:
    puppet(desk, "a", "b__c", "say")
    puppet(desk, "a__b", "c" if names == "prefixed" else "say")
    puppets(desk, "a", "a__b", more=more)
    refused = desk.govern("serve")
    both = "a and a__b both have the tool " + ("a__b__c" if names == "prefixed" else "say")
    assert (refused.code, both in refused.err) == (2, True), refused

    async def run() -> None:
        async with gateway(desk, prefixed=names == "prefixed") as opened:
            client = join(opened)
            listed = [each["name"] for each in (await client.result("tools/list"))["tools"]]
            assert listed == (["a__say"] if names == "prefixed" else ["b__c"])
            for name in ("a__b__c", "say"):
                assert (await client.request("tools/call", {"name": name}))["error"]["code"] == -32602

    asyncio.run(run())
