"""Floods and dense responses cost only the server that sends them, and never the others."""

import subprocess
import time

import pytest

from govern.errors import ServerError, ServerMisbehaved, ServerTimedOut, SurfaceTooLarge
from govern.policy.server_settings import Limits
from govern.policy.target import Command, Endpoint, Target
from govern.servers.capture import Capture, capture_servers
from tests.hostile.looking import REPOSITORY, argv

# Nothing but a time limit ends these.
ENDLESS = {
    "stdio, blank lines": "floods blank",
    "stdio, comments": "floods comments",
    "json, a byte at a time": "/json/drip",
    "stream, a byte at a time": "/stream/drip",
    "older, blank lines": "/older/blank",
    "older, comments": "/older/comments",
    "older, pings": "/older/pings",
    "older, a byte at a time": "/older/drip",
}
# Without limits and linear time each of these took minutes, or memory without end.
LARGE: dict[str, tuple[str, type[ServerError]]] = {
    "json, compressed": ("/json/bomb", SurfaceTooLarge),
    "stream, blank lines": ("/stream/blank", SurfaceTooLarge),
    "stream, pings": ("/stream/pings", SurfaceTooLarge),
    "older, data that is empty": ("/older/empty-data", SurfaceTooLarge),
    "one key of many stands twice": ("lists twice-among-many", ServerMisbehaved),
    "deep and cut off": ("lists deep-and-unfinished", SurfaceTooLarge),
    "dots and digits": ("lists dotted", ServerMisbehaved),
}


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Capture | ServerError]:
    """Capture the endless servers next to a good one, then the large ones."""
    with subprocess.Popen(argv("floods", "http"), cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        base = f"http://127.0.0.1:{server.stdout.readline().strip()}"
        fair = target(base, "fair", "lists fair", timeout=20)
        endless = [target(base, name, where, timeout=0.5) for name, where in ENDLESS.items()]
        large = [target(base, name, where, timeout=20) for name, (where, _) in LARGE.items()]
        started = time.monotonic()
        found = capture_servers([*endless, fair], jobs=len(endless) + 1)
        assert time.monotonic() - started < 8
        found |= capture_servers(large, jobs=4)
        assert time.monotonic() - started < 20
        server.kill()
    return found


def target(base: str, name: str, where: str, timeout: float) -> Target:
    if where.startswith("/"):
        how: Endpoint | Command = Endpoint(base + where, "sse" if where.startswith("/older") else "http")
    else:
        how = Command(argv(*where.split()), REPOSITORY)
    limit = 1_000_000 if isinstance(how, Endpoint) else 4_000_000
    return Target(name, "", how, timeout=timeout, limits=Limits(bytes=limit))


@pytest.mark.parametrize("name", ENDLESS)
def test_the_time_limit_ends_an_endless_schema(outcomes: dict[str, Capture | ServerError], name: str) -> None:
    assert isinstance(outcomes[name], ServerTimedOut), outcomes[name]


@pytest.mark.parametrize("name", LARGE)
def test_a_large_response_is_rejected_quickly(outcomes: dict[str, Capture | ServerError], name: str) -> None:
    assert isinstance(outcomes[name], LARGE[name][1]), outcomes[name]


def test_a_good_server_is_captured_next_to_them(outcomes: dict[str, Capture | ServerError]) -> None:
    assert isinstance(outcomes["fair"], Capture)
