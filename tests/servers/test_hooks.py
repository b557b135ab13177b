"""Deliver events to a real web server and to real commands."""

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


def run(deliver: Callable[[bytes], Awaitable[None]]) -> None:
    asyncio.run(_delivered(deliver))


async def _delivered(deliver: Callable[[bytes], Awaitable[None]]) -> None:
    await deliver(EVENT)


def delivered(carry: Callable[[bytes], Awaitable[None]], *events: bytes) -> list[str]:
    """Return the warnings after these events were put into an outbox at once."""
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
def test_a_temporary_failure_is_retried(received: Received, status: int) -> None:
    received.answers = [status, status]
    assert delivered(hooks.webhook_delivery(Webhook(received.url())), b"1", b"2") == []
    assert received.bodies == [b"1", b"1", b"1", b"2"]


def test_a_rejected_event_is_warned_about_and_not_retried(received: Received) -> None:
    received.answers = [400]
    assert delivered(hooks.webhook_delivery(Webhook(received.url())), b"1", b"2") == [
        "box: event not delivered: HTTP 400"
    ]
    assert received.bodies == [b"1", b"2"]


def test_an_event_is_given_up_after_six_attempts(received: Received) -> None:
    received.answers = [503] * 6
    (warning,) = delivered(hooks.webhook_delivery(Webhook(received.url())), b"1", b"2")
    assert warning == "box: event not delivered (tried 6 times): HTTP 503"
    assert received.bodies[-1] == b"2"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(received: Received, status: int) -> None:
    with receiving() as elsewhere:
        received.answers, received.location = [status], elsewhere.url("/stolen")
        (warning,) = delivered(hooks.webhook_delivery(Webhook(received.url(), {"Authorization": "Bearer x"})), b"1")
        assert "redirects are not followed" in warning
        assert elsewhere.requests == []


def test_a_silent_server_times_out(received: Received, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "_POST_TIMEOUT", 0.2)
    received.silent = 30
    with pytest.raises(DeliveryFailed) as caught:
        run(hooks.webhook_delivery(Webhook(received.url())))
    assert caught.value.again


def test_the_error_for_an_unreachable_url_shows_no_secret() -> None:
    with receiving() as gone:
        url = gone.url("/s3cr3t-path")
    with pytest.raises(DeliveryFailed) as caught:
        run(hooks.webhook_delivery(Webhook(url, secrets=Secrets({"/s3cr3t-path": "***", url: "***"}))))
    assert caught.value.again
    assert "s3cr3t" not in str(caught.value)


def test_a_command_gets_the_event_on_stdin_without_a_shell(tmp_path: Path) -> None:
    run(hooks.command_delivery(CommandHook((sys.executable, "-c", KEEP, "$(touch pwned).json"), tmp_path)))
    assert [path.name for path in tmp_path.iterdir()] == ["$(touch pwned).json"]
    assert (tmp_path / "$(touch pwned).json").read_bytes() == EVENT


def test_a_command_on_windows_is_not_taken_from_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    (tmp_path / "notify.EXE").touch(0o755)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DeliveryFailed, match=r"cannot start the command: .* 'notify'"):
        run(hooks.command_delivery(CommandHook(("notify",), tmp_path)))


def test_a_command_may_ignore_its_stdin(tmp_path: Path) -> None:
    big = json.dumps({"message": "x" * 1_000_000}).encode()
    assert delivered(hooks.command_delivery(CommandHook((sys.executable, "-c", ""), tmp_path)), big) == []


def test_a_failing_command_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DeliveryFailed, match="exited with code 3"):
        run(hooks.command_delivery(CommandHook((sys.executable, "-c", "raise SystemExit(3)"), tmp_path)))
    with pytest.raises(DeliveryFailed, match="cannot start the command"):
        run(hooks.command_delivery(CommandHook(("no-such-program-anywhere",), tmp_path)))


def test_a_hanging_command_is_killed_with_its_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "_RUN_TIMEOUT", 1.0)
    child = (
        "import os, pathlib, subprocess, sys, time\n"
        "inner = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "pathlib.Path('pids').write_text(f'{os.getpid()} {inner.pid}')\n"
        "time.sleep(600)\n"
    )
    with pytest.raises(DeliveryFailed, match="timed out after 1 s"):
        run(hooks.command_delivery(CommandHook((sys.executable, "-c", child), tmp_path)))
    for pid in map(int, (tmp_path / "pids").read_text().split()):
        assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_a_full_outbox_drops_the_oldest_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "_MAX_EVENTS", 3)
    carried: list[bytes] = []

    async def carry(event: bytes) -> None:
        carried.append(event)

    warned = delivered(carry, *(str(number).encode() for number in range(10)))
    assert carried == [b"7", b"8", b"9"]
    assert len(warned) == 7
    monkeypatch.setattr(hooks, "_MAX_BYTES", 10)
    carried.clear()
    delivered(carry, b"x" * 8, b"y" * 8)
    assert carried == [b"y" * 8]


def test_undelivered_events_are_warned_about_at_the_end() -> None:
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
    assert warned == ["box: 2 events not delivered when govern stopped"]


def test_an_unexpected_error_loses_one_event_only() -> None:
    carried: list[bytes] = []

    async def carry(event: bytes) -> None:
        if event == b"1":
            raise RuntimeError("odd")
        carried.append(event)

    assert delivered(carry, b"1", b"2") == ["box: event not delivered: RuntimeError: odd"]
    assert carried == [b"2"]
