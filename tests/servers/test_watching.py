"""Notifications between two captures, over HTTP in both protocols."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

import pytest

from govern.errors import ServerError
from govern.policy.target import Catalog, Endpoint, Target
from govern.servers import http, watching
from govern.servers.capture import Capture
from govern.servers.watching import WatchPlan, _Watch
from tests.endpoints.raw import NOTHING, RawServer, Request, Writer, reply, serving

CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
NEW = "2026-07-28"
HOUR = WatchPlan(interval=3600, jobs=2)


@dataclass
class Heard:
    """An observer that ends the watch once `enough` is true."""

    enough: Callable[["Heard"], bool]
    over: Callable[[], None] = lambda: None
    outcomes: list[Capture | ServerError] = field(default_factory=list)
    stopped: bool = False

    def captured(self, _name: str, outcome: Capture | ServerError) -> None:
        self.outcomes.append(outcome)
        if self.enough(self):
            self.over()

    def tick(self) -> None:
        if self.enough(self):
            self.over()

    def reload(self) -> Sequence[Target] | None:
        return None

    def stop(self) -> None:
        self.stopped = True

    @property
    def tools(self) -> list[list[str]]:
        """Return the tools of each capture; none for a failed one."""
        return [
            [item.key for item in seen.surface.items] if isinstance(seen, Capture) else [] for seen in self.outcomes
        ]


@dataclass
class Server:
    """Return a handler that lists one more tool each time; `news` writes the notification stream."""

    news: Callable[[Writer], Awaitable[None]]
    lists: int = 0
    listening: int = 0

    async def __call__(self, request: Request, writer: Writer) -> None:
        method = request.message.get("method")
        if request.method == "GET" or method == "subscriptions/listen":
            self.listening += 1
            await self.news(writer)
            return
        if method == "tools/list":
            self.lists += 1
        results = {
            "initialize": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {"listChanged": True}}},
            "server/discover": {"supportedVersions": [NEW], "capabilities": {"tools": {"listChanged": True}}},
            "tools/list": {"tools": [{"name": f"t{number}"} for number in range(self.lists)]},
        }
        if method not in results:
            writer.write(NOTHING)
            return
        body = json.dumps({"jsonrpc": "2.0", "id": request.message["id"], "result": results[method]}).encode()
        writer.write(reply("200 OK", body, Content_Type="application/json"))


def event(message: object) -> bytes:
    return b"data: " + (json.dumps(message).encode() if message else b"") + b"\n\n"


def watched(
    server: Server,
    enough: Callable[[Heard], bool],
    plan: WatchPlan = HOUR,
    protocol: str | None = None,
    timeout: float = 5,
) -> Heard:
    """Return the observer of a server once the watch has ended."""
    heard = Heard(enough)

    async def run() -> RawServer:
        async with serving(server) as raw:
            target = Target("s", "s", Endpoint(raw.url(), "http"), protocol=protocol, retries=0, timeout=timeout)
            watch = _Watch(plan, heard, ())
            heard.over = watch._over.set
            async with asyncio.timeout(20):
                await watch.run([target])
            async with asyncio.timeout(20):
                while raw.connected:  # noqa: ASYNC110 - nobody tells when a socket is gone
                    await asyncio.sleep(0.01)
            return raw

    asyncio.run(run())
    assert heard.stopped
    return heard


def looks(number: int) -> Callable[[Heard], bool]:
    return lambda heard: len(heard.outcomes) >= number


@pytest.mark.parametrize("protocol", [None, NEW])
def test_notifications_have_their_own_stream_without_a_read_timeout(protocol: str | None) -> None:
    async def news(writer: Writer) -> None:
        writer.write(STREAM + b": hello\n\nid: 1\n" + event(None))
        await writer.drain()
        await asyncio.sleep(0.8)
        writer.write(event(CHANGED))
        await writer.drain()
        await asyncio.sleep(60)

    heard = watched(Server(news), looks(2), protocol=protocol, timeout=0.4)
    assert heard.tools == [["t0"], ["t0", "t1"]]


@pytest.mark.parametrize("status", ["405 Method Not Allowed", "404 Not Found", "401 Unauthorized", "500 Oops"])
def test_a_server_without_a_notification_stream_is_captured_at_the_interval(status: str) -> None:
    async def news(writer: Writer) -> None:
        writer.write(reply(status))

    server = Server(news)
    heard = watched(server, looks(3), replace(HOUR, interval=0.2))
    assert heard.tools == [["t0"], ["t0", "t1"], ["t0", "t1", "t2"]]


def test_an_unopened_stream_delays_no_capture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "_STREAM_TIMEOUT", 0.1)

    async def news(_writer: Writer) -> None:
        await asyncio.sleep(60)

    assert watched(Server(news), looks(1)).tools == [["t0"]]


@pytest.mark.parametrize("protocol", [None, NEW])
def test_a_stream_that_ends_at_once_is_reopened_with_growing_pauses(
    protocol: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pause in ("_DEBOUNCE", "_FIRST_PAUSE", "_TICK"):
        monkeypatch.setattr(watching, pause, getattr(watching, pause) * 0.4)

    async def news(writer: Writer) -> None:
        writer.write(STREAM)
        writer.close()

    server = Server(news)
    ticks: list[int] = []

    def three_pauses(_heard: Heard) -> bool:
        ticks.append(1)
        return len(ticks) - server.lists >= 3

    heard = watched(server, three_pauses, protocol=protocol)
    assert all(isinstance(outcome, Capture) for outcome in heard.outcomes)
    assert 2 <= server.lists <= 4


def test_without_a_subscription_the_interval_applies() -> None:
    async def news(writer: Writer) -> None:
        error = {"jsonrpc": "2.0", "id": 2, "error": {"code": -32601, "message": "Method not found"}}
        writer.write(reply("200 OK", json.dumps(error).encode(), Content_Type="application/json"))

    server = Server(news)
    heard = watched(server, looks(3), replace(HOUR, interval=0.2), protocol=NEW)
    assert heard.tools == [["t0"], ["t0", "t1"], ["t0", "t1", "t2"]]


def test_a_subscription_that_the_server_ends_is_renewed() -> None:
    async def news(writer: Writer) -> None:
        writer.write(STREAM + event({"jsonrpc": "2.0", "id": 2, "result": {}}))
        await writer.drain()
        await asyncio.sleep(60)

    heard = watched(Server(news), looks(2), protocol=NEW)
    assert heard.tools == [["t0"], ["t0", "t1"]]


def test_a_catalog_is_read_again(tmp_path) -> None:
    path = tmp_path / "catalog.json"
    path.write_text('{"tools": [{"name": "a"}]}')

    def enough(heard: Heard) -> bool:
        path.write_text('{"tools": [{"name": "b"}]}')
        return len(heard.outcomes) == 2

    heard = Heard(enough)

    async def run() -> None:
        watch = _Watch(replace(HOUR, interval=0.2), heard, ())
        heard.over = watch._over.set
        await watch.run([Target("s", "s", Catalog(path))])

    asyncio.run(run())
    assert heard.tools == [["a"], ["b"]]


def test_an_error_in_the_observer_ends_the_watch(tmp_path) -> None:
    path = tmp_path / "catalog.json"
    path.write_text('{"tools": [{"name": "a"}]}')

    def enough(_heard: Heard) -> bool:
        raise RuntimeError("a bug")

    heard = Heard(enough)
    with pytest.raises(RuntimeError, match="a bug"):
        asyncio.run(_Watch(HOUR, heard, ()).run([Target("s", "s", Catalog(path))]))
    assert not heard.stopped
