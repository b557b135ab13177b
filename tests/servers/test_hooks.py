"""Events on their way: posted to a real web server, and read by real commands."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import psutil
import pytest

from govern.policy.target import Secrets
from govern.policy.watch import CommandHook, Webhook
from govern.servers import hooks
from govern.servers.hooks import DeliveryFailed, Outbox
from tests.endpoints.receiving import Received, receiving

EVENT = b'{"event": "drift", "message": "$(touch pwned) `touch pwned`; touch pwned"}\n'
KEEP = "import pathlib, sys; pathlib.Path(sys.argv[1]).write_bytes(sys.stdin.buffer.read())"


@pytest.fixture
def received() -> Iterator[Received]:
    with receiving() as server:
        yield server


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "_FIRST_PAUSE", 0.01)


def run(carry: Callable[[bytes], Awaitable[None]]) -> None:
    asyncio.run(_carried(carry))


async def _carried(carry: Callable[[bytes], Awaitable[None]]) -> None:
    await carry(EVENT)


def delivered(carry: Callable[[bytes], Awaitable[None]], *events: bytes) -> list[str]:
    """What is warned of when these events are put into an hooks, all at once."""
    warned: list[str] = []

    async def deliver() -> None:
        box = Outbox("box", carry, warned.append)
        for event in events:
            box.put(event)
        carrier = asyncio.create_task(box.run())
        async with asyncio.timeout(20):
            await box.emptied()
        carrier.cancel()
        await asyncio.gather(carrier, return_exceptions=True)

    asyncio.run(deliver())
    return warned


def test_an_event_is_posted_as_json_with_the_headers(received: Received) -> None:
    run(hooks.webhook_delivery(Webhook(received.url("/hook"), {"Authorization": "Bearer x"})))
    ((path, headers, body),) = received.requests
    assert (path, body) == ("/hook", EVENT)
    assert headers["content-type"] == "application/json"
    assert headers["authorization"] == "Bearer x"
    assert headers["user-agent"].startswith("govern/")


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_may_pass_is_tried_again(received: Received, status: int) -> None:
    received.answers = [status, status]
    assert delivered(hooks.webhook_delivery(Webhook(received.url())), b"1", b"2") == []
    assert received.bodies == [b"1", b"1", b"1", b"2"]


def test_what_is_refused_is_told_and_not_tried_again(received: Received) -> None:
    received.answers = [400]
    assert delivered(hooks.webhook_delivery(Webhook(received.url())), b"1", b"2") == [
        "box: an event was not delivered: it answers HTTP 400"
    ]
    assert received.bodies == [b"1", b"2"]


def test_it_gives_up_on_what_never_passes(received: Received) -> None:
    received.answers = [503] * 6
    (warning,) = delivered(hooks.webhook_delivery(Webhook(received.url())), b"1", b"2")
    assert warning == "box: an event was not delivered (tried 6 times): it answers HTTP 503"
    assert received.bodies[-1] == b"2"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_takes_an_event_elsewhere(received: Received, status: int) -> None:
    with receiving() as elsewhere:
        received.answers, received.location = [status], elsewhere.url("/stolen")
        (warning,) = delivered(hooks.webhook_delivery(Webhook(received.url(), {"Authorization": "Bearer x"})), b"1")
        assert "no redirect is followed" in warning
        assert elsewhere.requests == []


def test_a_server_that_never_answers_holds_nothing_up(received: Received, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "_ANSWER", 0.2)
    received.silent = 30
    with pytest.raises(DeliveryFailed) as caught:
        run(hooks.webhook_delivery(Webhook(received.url())))
    assert caught.value.again


def test_who_cannot_be_reached_is_told_without_secrets() -> None:
    with receiving() as gone:
        url = gone.url("/s3cr3t-path")
    with pytest.raises(DeliveryFailed) as caught:
        run(hooks.webhook_delivery(Webhook(url, secrets=Secrets({"/s3cr3t-path": "***", url: "***"}))))
    assert caught.value.again
    assert "s3cr3t" not in str(caught.value)


def test_a_command_reads_the_event_and_no_shell_does(tmp_path: Path) -> None:
    run(hooks.command_delivery(CommandHook((sys.executable, "-c", KEEP, "$(touch pwned).json"), tmp_path)))
    assert [path.name for path in tmp_path.iterdir()] == ["$(touch pwned).json"]
    assert (tmp_path / "$(touch pwned).json").read_bytes() == EVENT


def test_a_command_that_reads_nothing_is_fine(tmp_path: Path) -> None:
    big = json.dumps({"message": "x" * 1_000_000}).encode()
    assert delivered(hooks.command_delivery(CommandHook((sys.executable, "-c", ""), tmp_path)), big) == []


def test_a_command_that_fails_is_told(tmp_path: Path) -> None:
    with pytest.raises(DeliveryFailed, match="ends with code 3"):
        run(hooks.command_delivery(CommandHook((sys.executable, "-c", "raise SystemExit(3)"), tmp_path)))
    with pytest.raises(DeliveryFailed, match="cannot be started"):
        run(hooks.command_delivery(CommandHook(("no-such-program-anywhere",), tmp_path)))


def test_a_command_that_hangs_is_ended_with_all_it_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "_RUN", 1.0)
    child = (
        "import os, pathlib, subprocess, sys, time\n"
        "inner = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "pathlib.Path('pids').write_text(f'{os.getpid()} {inner.pid}')\n"
        "time.sleep(600)\n"
    )
    with pytest.raises(DeliveryFailed, match="not done after 1 s"):
        run(hooks.command_delivery(CommandHook((sys.executable, "-c", child), tmp_path)))
    for pid in map(int, (tmp_path / "pids").read_text().split()):
        assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_an_outbox_keeps_no_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "_MOST_EVENTS", 3)
    carried: list[bytes] = []

    async def carry(event: bytes) -> None:
        carried.append(event)

    warned = delivered(carry, *(str(number).encode() for number in range(10)))
    assert carried == [b"7", b"8", b"9"]
    assert len(warned) == 7
    monkeypatch.setattr(hooks, "_MOST_BYTES", 10)
    carried.clear()
    delivered(carry, b"x" * 8, b"y" * 8)
    assert carried == [b"y" * 8]


def test_what_is_left_at_the_end_is_told() -> None:
    warned: list[str] = []

    async def never(_event: bytes) -> None:
        await asyncio.sleep(600)

    async def deliver() -> None:
        box = Outbox("box", never, warned.append)
        carrier = asyncio.create_task(box.run())
        box.put(b"1")
        await asyncio.sleep(0.01)
        box.put(b"2")
        carrier.cancel()
        await asyncio.gather(carrier, return_exceptions=True)

    asyncio.run(deliver())
    assert warned == ["box: 2 events not delivered when we stopped"]


def test_an_event_that_breaks_the_carrier_does_not_stop_it() -> None:
    carried: list[bytes] = []

    async def carry(event: bytes) -> None:
        if event == b"1":
            raise RuntimeError("odd")
        carried.append(event)

    assert delivered(carry, b"1", b"2") == ["box: an event was not delivered: RuntimeError: odd"]
    assert carried == [b"2"]
