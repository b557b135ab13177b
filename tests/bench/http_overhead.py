"""What a gateway adds to a call over HTTP: one server, called directly and through each gateway in turn."""

import json
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2
import psutil

from tests.bench.figures import Figure
from tests.bench.measuring import govern, seconds_in
from tests.bench.peers import OutOfReachError
from tests.bench.serving import FASTMCP, gateway

_SERVERS = Path(__file__).parent / "servers"
# Few calls in turn, so that other load on the machine meets all three alike.
_CALLS, _TURNS, _WARM, _STARTING = 5, 20, 20, 30
_HEADERS = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
_INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "0"},
}
_CALL = {"name": "find_berths", "arguments": {"berth": "a quay of some length", "limit": 10}}


class HttpClient:
    """A session with a server over one connection."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._http = httpx2.Client(headers=_HEADERS, trust_env=False, timeout=20)
        self._last = 0
        first = self._post("initialize", _INITIALIZE)
        self._http.headers |= {"mcp-session-id": first.headers["mcp-session-id"]}
        self._http.post(self._url, json={"jsonrpc": "2.0", "method": "notifications/initialized"})

    def times(self, count: int) -> list[float]:
        """Return the seconds of each call."""
        found = []
        for _ in range(count):
            begun = time.perf_counter()
            answer = self._post("tools/call", _CALL)
            found.append(time.perf_counter() - begun)
            if "quay" not in answer.text:
                raise RuntimeError(answer.text)
        return found

    def close(self) -> None:
        """End the connection."""
        self._http.close()

    def _post(self, method: str, params: object) -> httpx2.Response:
        self._last += 1
        message = {"jsonrpc": "2.0", "id": self._last, "method": method, "params": params}
        response = self._http.post(self._url, json=message)
        if response.status_code != httpx2.codes.OK:
            raise RuntimeError(response.text)
        return response


def serve_http(repeats: int) -> list[Figure]:
    """Measure what the gateway adds to a call over HTTP against fastmcp's proxy, both in front of one server."""
    against = "what fastmcp 4's proxy adds"
    try:
        FASTMCP.install()
    except OutOfReachError as error:
        return [Figure("what `govern serve` adds to a call over HTTP", against, note=str(error))]
    with _urls() as urls:
        clients = [HttpClient(url) for url in urls]
        for client in clients:
            client.times(_WARM)
        times, spent = _measured(clients, repeats * _TURNS)
        for client in clients:
            client.close()
    what = "what `govern serve` adds to a call over HTTP"
    plain, ours, theirs = (sum(each) / len(each) for each in spent)
    figures = [Figure(f"{what}, CPU time of all processes", against, ours - plain, theirs - plain, bound=0.5)]
    for name, rank, bound in (("p50", 50, 0.5), ("p99", 99, 1.0)):
        plain, ours, theirs = (statistics.quantiles(found, n=100)[rank - 1] for found in times)
        figures.append(Figure(f"{what}, {name}", against, ours - plain, theirs - plain, bound=bound))
    return figures


def _measured(clients: Sequence[HttpClient], turns: int) -> tuple[list[list[float]], list[list[float]]]:
    """Return the seconds of each client's calls, and the CPU seconds of a call in each of its turns."""
    times: list[list[float]] = [[] for _ in clients]
    spent: list[list[float]] = [[] for _ in clients]
    processes = psutil.Process().children(recursive=True)
    for _ in range(turns):
        for client, found, cpu in zip(clients, times, spent, strict=True):
            before = _cpu_seconds(processes)
            found.extend(client.times(_CALLS))
            cpu.append((_cpu_seconds(processes) - before) / _CALLS)
    return times, spent


def _cpu_seconds(processes: Sequence[psutil.Process]) -> float:
    return sum(sum(each.cpu_times()[:2]) for each in processes)


@contextmanager
def _urls() -> Iterator[tuple[str, str, str]]:
    """Yield the URLs of a server, of govern's gateway to it, and of fastmcp's proxy to it."""
    with ExitStack() as stack:
        port, other = _free_port(), _free_port()
        direct, proxy = (f"http://127.0.0.1:{each}/mcp" for each in (port, other))
        stack.enter_context(_running([sys.executable, _SERVERS / "sdk.py", str(port)], port))
        folder = Path(stack.enter_context(TemporaryDirectory()))
        config = f"[servers.four]\nurl = {json.dumps(direct)}\n[serve.http]\nrequests-per-minute = 10_000_000\n"
        (folder / "govern.toml").write_text(config, encoding="utf-8")
        seconds_in(folder, govern("lock", "--quiet"))
        ours, _ = stack.enter_context(gateway(folder))
        words: list[str | Path] = [FASTMCP.python, _SERVERS / "fastmcp_proxy.py", "--http", str(other), direct]
        stack.enter_context(_running(words, other))
        yield direct, f"http://127.0.0.1:{ours}/mcp/four", proxy


@contextmanager
def _running(command: Sequence[str | Path], port: int) -> Iterator[None]:
    """Run a program until it listens at this port, and end it afterwards."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        ends = time.monotonic() + _STARTING
        while time.monotonic() < ends and process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        yield
    finally:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
