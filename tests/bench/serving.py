"""The gateway: what it adds to a call, how soon it lists tools, and many clients at a time."""

import asyncio
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from tests.bench.figures import Figure
from tests.bench.http_load import Load
from tests.bench.measuring import ROOT, govern, seconds_in, side_by_side
from tests.bench.peers import OutOfReachError, Peer
from tests.bench.tables import Table

FASTMCP = Peer("fastmcp", "4.1.2", "fastmcp", ())
_PUPPET = [sys.executable, "-I", "-S", str(ROOT / "tests" / "endpoints" / "puppet.py")]
_SDK_SERVER = [sys.executable, str(Path(__file__).parent / "servers" / "sdk.py")]
_PROXY = str(Path(__file__).parent / "servers" / "fastmcp_proxy.py")
_CALLS, _WARM = 100, 20
_SAY = {"name": "say", "inputSchema": {"type": "object"}}
_RESULT = {"content": [{"type": "text", "text": "x" * 200}], "structuredContent": {"number": 1}}
_INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "0"},
}


class LineClient:
    """A client over stdio that parses as little as it can."""

    def __init__(self, command: Sequence[str | Path], folder: Path) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        self._last = 0
        self.request("initialize", _INITIALIZE)
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def request(self, method: str, params: object) -> bytes:
        """Return the line with the response."""
        self._last += 1
        self._write({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
        assert self._process.stdout
        while line := self._process.stdout.readline():
            message = json.loads(line)
            if message.get("id") == self._last and "method" not in message:
                if "error" in message or message["result"].get("isError"):
                    raise RuntimeError(line.decode())
                return line
        raise RuntimeError("the server ended")

    def times(self, count: int) -> list[float]:
        """Return the seconds of each call."""
        found = []
        for _ in range(count):
            begun = time.perf_counter()
            self.request("tools/call", {"name": "say", "arguments": {"result": _RESULT}})
            found.append(time.perf_counter() - begun)
        return found

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(10)
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def _write(self, message: object) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()


def serve(repeats: int) -> list[Figure]:
    """Measure what the gateway adds to a call against fastmcp's proxy, and its first list against the SDK's."""
    return [*_overheads(repeats), _first_list(repeats)]


def _overheads(repeats: int) -> list[Figure]:
    against = "what fastmcp 4's proxy adds"
    try:
        FASTMCP.install()
    except OutOfReachError as error:
        return [Figure("what `govern run` adds to a call", against, note=str(error))]
    with locked_puppets(1) as folder:
        direct = [*_PUPPET, "s0.json"]
        commands: tuple[Sequence[str | Path], ...] = (direct, govern("run", "s0"), [FASTMCP.python, _PROXY, *direct])
        clients = [LineClient(command, folder) for command in commands]
        times: list[list[float]] = [[], [], []]
        try:
            for client in clients:
                client.times(_WARM)
            for _ in range(repeats):
                for client, found in zip(clients, times, strict=True):
                    found.extend(client.times(_CALLS))
        finally:
            for client in clients:
                client.close()
    figures = []
    for name, rank, bound in (("p50", 50, 0.5), ("p99", 99, 1.0)):
        plain, ours, theirs = (statistics.quantiles(found, n=100)[rank - 1] for found in times)
        what = f"what `govern run` adds to a call over stdio, {name}"
        figures.append(Figure(what, against, ours - plain, theirs - plain, bound=bound))
    return figures


def _first_list(repeats: int) -> Figure:
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "govern.toml").write_text(f"[servers.four]\ncommand = {json.dumps(_SDK_SERVER)}\n", encoding="utf-8")
        seconds_in(folder, govern("lock", "--quiet"))

        def listed(command: Sequence[str | Path]) -> float:
            begun = time.perf_counter()
            client = LineClient(command, folder)
            client.request("tools/list", {})
            taken = time.perf_counter() - begun
            client.close()
            return taken

        ours, theirs = side_by_side(
            lambda: listed(govern("run", "four")), lambda: listed(_SDK_SERVER), max(repeats // 2, 2)
        )
    return Figure("from the start to the first tool list, `govern run`", "the bare SDK server", ours, theirs, bound=1.2)


@contextmanager
def locked_puppets(count: int) -> Iterator[Path]:
    """Yield a folder in which as many servers are configured and locked."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        tables = ["[serve.http]\nrequests-per-minute = 10_000_000\n"]
        for at in range(count):
            (folder / f"s{at}.json").write_text(json.dumps({"tools": [_SAY]}), encoding="utf-8")
            tables.append(f"[servers.s{at}]\ncommand = {json.dumps([*_PUPPET, f's{at}.json'])}\n")
        (folder / "govern.toml").write_text("".join(tables), encoding="utf-8")
        seconds_in(folder, govern("lock", "--quiet"))
        yield folder


@contextmanager
def gateway(folder: Path) -> Iterator[tuple[int, psutil.Process]]:
    """Serve the folder over HTTP, and yield the port and the process, which must leave none behind."""
    command = govern("serve", "--http", "127.0.0.1:0")
    process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    assert process.stderr
    try:
        port = int(process.stderr.readline().rpartition(":")[2].partition("/")[0])
        yield port, psutil.Process(process.pid)
        children = psutil.Process(process.pid).children(recursive=True)
        process.terminate()
        process.wait(20)
        left = psutil.wait_procs(children, timeout=5)[1]
        if left:
            raise RuntimeError(f"{len(left)} processes outlived the gateway")
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def serve_load() -> Table:
    """Let 200 clients make 20,000 calls to 50 servers, then 2,000 while servers are killed."""
    sessions, servers, calls = 200, 50, 20_000
    with locked_puppets(servers) as folder:
        with gateway(folder) as (port, process):
            load = Load(port, sessions, servers)
            early, late, seconds = asyncio.run(_measured(load, process, calls))
        with gateway(folder) as (port, process):
            faulty = Load(port, sessions // 4, servers)
            asyncio.run(killing(faulty, process, calls // 10))
    growth = late / early - 1
    rows = (
        ("calls answered with what they sent", f"{load.equal:,} of {calls:,}", f"{calls:,}"),
        ("calls lost, twice or to another session", f"{load.wrong:,}", "0"),
        ("resident memory after all calls, against 2,000", f"{growth:+.1%}", "at most +10%"),
        ("sockets of clients left open", f"{load.sockets_left}", "0"),
        ("calls per second, client on the same machine", f"{calls / seconds:,.0f}", ""),
        ("with servers killed at random: calls with an answer", f"{faulty.equal:,}", ""),
        ("with servers killed at random: clear errors", f"{faulty.refused:,}", ""),
        ("with servers killed at random: calls without either", f"{faulty.wrong:,}", "0"),
    )
    met = load.equal == calls and not (load.wrong or load.sockets_left or faulty.wrong) and growth <= 0.1
    title = f"Serving {sessions} sessions and {servers} servers over HTTP"
    return Table(title, ("figure", "measured", "aim"), rows, met=met)


async def _measured(load: Load, process: psutil.Process, calls: int) -> tuple[float, float, float]:
    """Return the resident memory after a tenth and after all calls, and the seconds of the rest."""
    await load.open()
    await load.call(calls // 10)
    early, begun = process.memory_info().rss, time.perf_counter()
    await load.call(calls - calls // 10)
    seconds = (time.perf_counter() - begun) / 0.9
    late = process.memory_info().rss
    await load.close()
    await asyncio.sleep(0.5)
    open_sockets = process.net_connections("tcp")
    load.sockets_left = sum(each.status == psutil.CONN_ESTABLISHED for each in open_sockets)
    return early, late, seconds


async def killing(load: Load, process: psutil.Process, calls: int) -> None:
    """Make calls while a server is killed 20 times a second."""
    await load.open()
    calling = asyncio.create_task(load.call(calls))
    choice = random.Random(1)
    while not calling.done():
        children = [child for child in process.children() if "puppet.py" in " ".join(child.cmdline())]
        if children:
            choice.choice(children).kill()
        await asyncio.sleep(0.05)
    await calling
    await load.close()
