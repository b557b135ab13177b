"""The stdio transport with a real child process."""

import asyncio
import json
import shutil
import sys
import time
from pathlib import Path

import psutil
import pytest

from govern.errors import ServerError, ServerMisbehaved, ServerUnreachable, SurfaceTooLarge
from govern.policy.server_settings import Limits
from govern.policy.target import Catalog, Command, Secrets, Target
from govern.servers.messages import Message, MessageReader, decode_in_worker
from govern.servers.stdio import open_stdio

ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


def target(code: str, limits: Limits | None = None) -> Target:
    command = Command((sys.executable, "-S", "-c", code), Path.cwd())
    return Target("s", "s", command, limits=limits or Limits(), secrets=Secrets({"hunter2": "${PASSWORD}"}))


def received(code: str, *lines: Message, limits: Limits | None = None) -> list[Message]:
    async def talk() -> list[Message]:
        async with open_stdio(target(code, limits)) as wire:
            for message in lines:
                await wire.send(message)
            return [await wire.receive() for _ in lines or [None]]

    return asyncio.run(talk())


def test_messages_are_sent_and_received() -> None:
    lines = [{"jsonrpc": "2.0", "id": 1, "text": "zwei\nZeilen \u2028 \ud800"}, {"jsonrpc": "2.0", "id": 2}]
    assert received(ECHO, *lines) == lines


def test_more_than_the_pipes_hold() -> None:
    lines = [{"jsonrpc": "2.0", "id": number, "text": "x" * 300_000} for number in range(8)]
    assert received(ECHO, *lines[:1]) == lines[:1]

    async def talk() -> list[Message]:
        async with open_stdio(target(ECHO)) as wire, asyncio.TaskGroup() as group:
            for message in lines:
                group.create_task(wire.send(message))
            return [await wire.receive() for _ in lines]

    assert asyncio.run(talk()) == lines


def test_a_slow_reader_loses_nothing() -> None:
    code = "import json\nfor n in range(20_000): print(json.dumps({'jsonrpc': '2.0', 'id': n, 'x': 'x' * 100}))"

    async def talk() -> list[int]:
        async with open_stdio(target(code)) as wire:
            await asyncio.sleep(0.2)
            return [(await wire.receive())["id"] for _ in range(20_000)]

    assert asyncio.run(talk()) == list(range(20_000))


def test_every_failure_has_evidence() -> None:
    with pytest.raises(ServerError) as failed:
        received("import sys; print('hello'); sys.exit('my password is hunter2')")
    assert isinstance(failed.value, ServerUnreachable)
    assert sorted(failed.value.evidence.split("\n")) == ["hello", "my password is ${PASSWORD}"]


def test_a_failure_outside_the_wire_gets_the_evidence_too() -> None:
    async def talk() -> None:
        async with open_stdio(target("import sys; print('why', file=sys.stderr); sys.stdin.read()")):
            await asyncio.sleep(0.2)
            raise ServerMisbehaved("no good")

    with pytest.raises(ServerMisbehaved) as failed:
        asyncio.run(talk())
    assert failed.value.evidence == "why"


def test_only_a_command_target_has_a_stdin() -> None:
    async def talk() -> None:
        async with open_stdio(Target("s", "s", Catalog(Path()))):
            pass

    with pytest.raises(TypeError):
        asyncio.run(talk())


def read(data: bytes, limits: Limits | None = None) -> Message | None:
    return asyncio.run(MessageReader(limits or Limits()).read(data))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"Listening on stdio",
        b'{"level": "info"}',
        b'{"level": "info", "sent": {"jsonrpc": "2.0"}}',
        b'{"jsonrpc": "1.0"}',
        b"{'jsonrpc': '2.0'}",
        b'[{"jsonrpc": "2.0"}]',
        b'DEBUG {"jsonrpc": "2.0"}',
    ],
)
def test_lines_that_are_not_messages(line: bytes) -> None:
    assert read(line) is None


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        (b'{"jsonrpc": "2.0", "id": 1, "id": 2}', "the key 'id' is repeated"),
        (b'{"jsonrpc": "2.0", "x": NaN}', r"^\$\.x: invalid message \(28 bytes\): nan is not a JSON number"),
        (b'{"jsonrpc": "2.0", "x": 1e999}', "inf is not a JSON number"),
        (b'{"jsonrpc": "2.0", "x": "\xff"}', "not UTF-8: byte 0xff at offset 25"),
        (b'{"jsonrpc": "2.0", "x": ', "not JSON"),
        (b'{"jsonrpc": "2.0"}{"jsonrpc": "2.0"}', "not JSON"),
    ],
)
def test_invalid_messages(line: bytes, lines: str) -> None:
    with pytest.raises(ServerMisbehaved, match=lines):
        read(line)


def test_a_message_that_is_too_deep_or_too_dense_is_not_parsed() -> None:
    for line in (b"[" * 200_000, b"[]," * 200_000, b"[[" * 200):
        with pytest.raises(SurfaceTooLarge):
            read(b'{"jsonrpc": "2.0", "a": "[[\\"", "b": ' + line, Limits(depth=99, nodes=100_000))


def test_a_large_message_is_decoded_by_a_worker() -> None:
    text = "zwei\nZeilen \u2028 \ud800 \U0001f600"
    lines = {"jsonrpc": "2.0", "id": 2**70, "text": text, "rest": [1.5, True, None, "x" * 1_100_000]}
    assert read(json.dumps(lines).encode()) == lines
    with pytest.raises(ServerMisbehaved, match="the key 'id' is repeated"):
        read(json.dumps(lines).encode().replace(b'"text"', b'"id"'))


def test_a_worker_is_killed_at_the_deadline() -> None:
    async def look() -> list[psutil.Process]:
        task = asyncio.create_task(decode_in_worker(b"[" + b"[0]," * 2_000_000 + b"0]"))
        await asyncio.sleep(0.05)
        children = psutil.Process().children()
        workers = [process for process in children if "govern.servers.messages" in " ".join(process.cmdline())]
        assert len(workers) == 1
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return psutil.wait_procs(workers, timeout=5)[1]

    started = time.monotonic()
    assert asyncio.run(look()) == []
    assert time.monotonic() - started < 5


@pytest.mark.skipif(sys.platform == "win32", reason="there is no `false`")
def test_a_failing_worker_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with pytest.raises(ServerError, match="exited with code 1"):
        read(b'{"jsonrpc": "2.0", "x": "' + b"x" * 2_000_000 + b'"}')
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(ServerError, match="could not start a worker process"):
        read(b'{"jsonrpc": "2.0", "x": "' + b"x" * 2_000_000 + b'"}')
