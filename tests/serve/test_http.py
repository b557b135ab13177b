import asyncio
import json
from typing import Any

import httpx2

from govern.policy.settings import ServeHttp
from govern.serve.http import McpEndpoint
from govern.serve.http_streams import HttpSession
from tests.serve.over_http import INITIALIZE, JSON, Client, call, listening, run
from tests.serve.tiny import TinyGateway

PV = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
ENVELOPE = {"_meta": {PV: "2026-07-28", CAPABILITIES: {}}}


async def next_event(lines) -> tuple[str, dict[str, Any]]:
    """Return the ID and the message of the next server-sent event."""
    event_id = ""
    async for line in lines:
        if line.startswith("id: "):
            event_id = line[4:]
        if line.startswith("data: "):
            return event_id, json.loads(line[6:])
    raise EOFError


def test_a_stateful_session_from_initialize_to_delete() -> None:
    async def story() -> None:
        gateway = TinyGateway()
        async with listening(gateway) as client_of:
            client = client_of()
            await client.initialize()
            accepted = await client.post({"jsonrpc": "2.0", "method": "notifications/initialized"})
            assert (accepted.status_code, accepted.content) == (202, b"")
            big = 12345678901234567890123456789
            (answer,) = await client.ask(call("x", "echo", number=big, text="☃\u2028"))
            assert answer["result"] == {"echo": {"number": big, "text": "☃\u2028"}, "server": None}
            notes = await client.ask(call(2, "progress", token="t"))
            assert [note.get("params", {}).get("progress") for note in notes] == [0, 1, 2, None]
            assert (await client.http.delete(client.url, headers=client.headers)).status_code == 200
            gone = await client.post(call(3, "echo"))
            assert (gone.status_code, gone.json()["id"]) == (404, None)
            assert [session.closed.is_set() for session in gateway.sessions] == [True]
            other = client_of(path="/tiny")
            await other.initialize()
            assert (await other.ask(call(1, "echo")))[0]["result"]["server"] == "tiny"
            assert (await client_of(path="/nobody").post(INITIALIZE)).status_code == 404

    run(story)


def test_each_message_reaches_the_response_that_it_belongs_to() -> None:
    async def story() -> None:
        async with listening(TinyGateway()) as client_of:
            client = client_of()
            await client.initialize()
            # Two calls at a time: progress goes by its token.
            first, second = await asyncio.gather(
                client.ask(call(1, "progress", token="a")), client.ask(call(2, "progress", token="b"))
            )
            assert {note["params"]["progressToken"] for note in first[:-1]} == {"a"}
            assert {note["params"]["progressToken"] for note in second[:-1]} == {"b"}
            # What a server asks during a call arrives in the call's response, and may be answered meanwhile.
            async with client.http.stream("POST", client.url, json=call(3, "ask"), headers=client.headers) as response:
                lines = response.aiter_lines()
                _, question = await next_event(lines)
                assert question["method"] == "sampling/createMessage"
                reply = {"jsonrpc": "2.0", "id": question["id"], "result": {"text": "hi"}}
                assert (await client.post(reply)).status_code == 202
                assert (await next_event(lines))[1]["result"] == {"answered": {"text": "hi"}}
            hanging = asyncio.create_task(client.ask(call(4, "hang")))
            async with client.http.stream("GET", client.url, headers=client.headers) as listened:
                await client.ask(call(5, "change"))
                _, note = await next_event(listened.aiter_lines())
                assert note["method"] == "notifications/tools/list_changed"
                assert (await client.http.get(client.url, headers=client.headers)).status_code == 409
            await client.post({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 4}})
            assert (await hanging)[0]["error"]["code"] == -32800

    run(story)


def test_a_broken_stream_is_resumed_where_it_broke() -> None:
    async def story() -> None:
        async with listening(TinyGateway()) as client_of:
            client = client_of()
            await client.initialize()
            async with client.http.stream("POST", client.url, json=call(1, "ask"), headers=client.headers) as response:
                event_id, question = await next_event(response.aiter_lines())
            await client.post({"jsonrpc": "2.0", "id": question["id"], "result": "later"})
            resumed = client.headers | {"last-event-id": event_id}
            async with client.http.stream("GET", client.url, headers=resumed) as response:
                assert (await next_event(response.aiter_lines()))[1]["result"] == {"answered": "later"}
            await asyncio.sleep(0.05)
            again = await client.http.get(client.url, headers=resumed)
            assert (again.status_code, again.json()["error"]["message"]) == (404, "no stream has this event")

    run(story)


def test_a_stateless_request_has_a_session_of_its_own_that_ends_with_the_connection() -> None:
    async def story() -> None:
        gateway = TinyGateway()
        async with listening(gateway) as client_of:
            client = client_of()
            request = call(1, "progress", token=7)
            request["params"]["_meta"] |= ENVELOPE["_meta"]
            client.headers = JSON | {
                "mcp-protocol-version": "2026-07-28",
                "mcp-method": "tools/call",
                "mcp-name": "=?base64?cHJvZ3Jlc3M=?=",
            }
            assert (await client.ask(request))[-1]["result"] == {"done": 7}
            request["params"] |= {"name": "echo", "arguments": {"region": "Genève"}}
            named = {"mcp-name": "echo"}
            for header, status in (("=?base64?R2Vuw6h2ZQ==?=", 200), ("Geneva", 400), (None, 400)):
                answer = await client.post(request, **named | ({"mcp-param-region": header} if header else {}))
                assert answer.status_code == status
                assert (answer.json().get("error", {}).get("code") == -32020) is (status == 400)
            missing = {"jsonrpc": "2.0", "id": 2, "method": "prompts/list", "params": ENVELOPE}
            unknown = await client.post(missing, **{"mcp-method": "prompts/list"})
            assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, -32601)
            # A server may put anything in place of a number.
            missing["params"] = ENVELOPE | {"code": ["odd"]}
            odd = await client.post(missing, **{"mcp-method": "prompts/list"})
            assert (odd.status_code, odd.json()["error"]["code"]) == (200, ["odd"])
            request["params"]["name"] = "hang"
            hanging = asyncio.create_task(client.post(request, **{"mcp-name": "hang"}))
            await gateway.opened(5)
            hanging.cancel()
            await gateway.sessions[-1].closed.wait()

    run(story)


def test_what_a_stateless_request_must_not_say() -> None:
    def wrong(headers: dict[str, str] | None = None, meta: object = None, method: str = "tools/list"):
        names = {"mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list"}
        params = {"_meta": ENVELOPE["_meta"] if meta is None else meta, "uri": "file:///x"}
        return JSON | names | (headers or {}), {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}

    cases = {
        "no envelope": (wrong(meta={}), -32602),
        "no capabilities": (wrong(meta={PV: "2026-07-28"}), -32602),
        "another version in the header": (wrong({"mcp-protocol-version": "2027-01-01"}), -32020),
        "a version of the future": (
            wrong({"mcp-protocol-version": "2027-01-01"}, {PV: "2027-01-01", CAPABILITIES: {}}),
            -32022,
        ),
        "another method in the header": (wrong({"mcp-method": "tools/call"}), -32020),
        "no name in the header": (wrong({"mcp-method": "resources/read"}, method="resources/read"), -32020),
    }

    async def story() -> None:
        async with listening(TinyGateway()) as client_of:
            client = client_of()
            for name, ((headers, message), code) in cases.items():
                response = await client.http.post(client.url, json=message, headers=headers)
                assert (response.status_code, response.json()["error"]["code"]) == (400, code), name
                assert response.json()["id"] == 1
            twice = [*wrong()[0].items(), ("mcp-method", "tools/list")]
            response = await client.http.post(client.url, json=wrong()[1], headers=httpx2.Headers(twice))
            assert response.json()["error"]["code"] == -32020

    run(story)


def test_a_body_that_is_no_message() -> None:
    async def story() -> None:
        async with listening(TinyGateway()) as client_of:
            client = client_of()
            await client.initialize()
            deep = b'{"jsonrpc":"2.0","id":1,"method":"x","params":' + b"[" * 5000 + b"]" * 5000 + b"}"
            for body in (b"", b"{", b"[]", b"3", b'{"jsonrpc":"2.0"}', b'{"jsonrpc":"2.0","id":null,"method":"x"}',
                         b'{"jsonrpc":"2.0","id":true,"method":"x"}', b'{"jsonrpc":"2.0","id":1,"id":2,"method":"x"}',
                         b'{"jsonrpc":"2.0","id":1,"method":3}', deep):  # fmt: skip
                response = await client.post(body)
                assert response.status_code == 400, body[:50]
                assert response.json()["error"]["code"] in {-32700, -32600}
            assert (await client.post(INITIALIZE, **{"content-type": "text/plain"})).status_code == 415
            assert (await client.post(INITIALIZE, accept="application/json")).status_code == 406
            assert (await client.http.put(client.url, headers=client.headers)).status_code == 405

    run(story)


def test_unused_sessions_end_and_busy_ones_stay() -> None:
    async def story() -> None:
        gateway: Any = TinyGateway()
        endpoint = McpEndpoint(gateway, ServeHttp(idle_timeout=100))
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(endpoint)) as http:
            idle, busy = (Client(http, "http://localhost/mcp") for _ in range(2))
            async with endpoint.running():
                await busy.initialize()
                hanging = asyncio.create_task(busy.post(call(1, "hang")))
                await idle.initialize()
                while 1 not in gateway.sessions[0].calls:  # noqa: ASYNC110 - the call has no event
                    await asyncio.sleep(0.01)
                now = asyncio.get_running_loop().time()
                for later, count in ((99, 2), (101, 1), (1_000, 1)):
                    await endpoint.end_unused_sessions(now + later)
                    assert endpoint.session_count == count
                assert gateway.sessions[1].closed.is_set()
                assert (await idle.post(call(1, "echo"))).status_code == 404
            # The end of the server answers what is under way.
            assert "the session has ended" in (await hanging).text

    run(story)


def test_a_session_keeps_few_messages_that_nobody_fetches() -> None:
    async def story() -> None:
        session = HttpSession("", None, 200_000)
        note = {"jsonrpc": "2.0", "method": "notifications/message", "params": {}}
        for number in range(3_000):
            await session.deliver(note | {"params": {"number": number}})
        stream, at = session.listen(None)
        found = await stream.get(at)
        assert found is not None
        assert found[0] == 2_000
        await session.deliver(note | {"params": {"large": "x" * 300_000}})
        assert (await stream.get(at) or (0,))[0] == 3_000
        last = stream
        for size, kept in ((10, 32), (10_000, 19), (300_000, 32)):
            for number in range(100):
                last = session.expect(call(number, "echo"))
                last.connected = False
                await session.deliver({"jsonrpc": "2.0", "id": number, "result": {"text": "x" * size}})
            assert len(session._streams) == 1 + kept
        assert "larger than the limit of 200000" in str(await last.get(0))

    run(story)
