"""One server has the same digests over every transport."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from govern.contract.digests import part_digests
from govern.contract.surface import KINDS, Surface
from govern.policy.target import Catalog, Command, Endpoint, InProcess, Target
from govern.servers.capture import Capture, capture_servers
from tests.endpoints.running import HARBOUR, harbour


@pytest.fixture(scope="module")
def ways() -> Iterator[dict[str, Command | Endpoint | InProcess]]:
    with ExitStack() as stack:
        streamable, older = (stack.enter_context(harbour(transport)) for transport in ("http", "sse"))
        yield {
            "stdio": Command((sys.executable, str(HARBOUR), "stdio"), HARBOUR.parent),
            "http": Endpoint(streamable),
            "sse": Endpoint(older),
            "forced sse": Endpoint(older, "sse"),
            "object": InProcess("harbour:server", HARBOUR.parent),
            "factory": InProcess("harbour:make_later", HARBOUR.parent),
        }


def surfaces(targets: list[Target]) -> dict[str, Surface]:
    outcomes = capture_servers(targets, jobs=8)
    assert [str(outcome) for outcome in outcomes.values() if not isinstance(outcome, Capture)] == []
    return {name: outcome.surface for name, outcome in outcomes.items() if isinstance(outcome, Capture)}


def digests(surface: Surface) -> list[tuple[str, str, dict[str, str]]]:
    return [(item.kind.name, item.key, part_digests(item)) for item in surface.items]


PROTOCOLS = ("2025-06-18", "2025-11-25", "2026-07-28")


def test_the_digests_are_the_same_over_every_transport_and_in_a_saved_capture(
    ways: dict[str, Command | Endpoint | InProcess], tmp_path: Path
) -> None:
    seen = surfaces([Target(name, name, how) for name, how in ways.items()])
    assert set(seen) == set(ways)
    expected = seen["stdio"]
    assert [item.key for item in expected.items] == [
        "find_berth",
        "tide",
        "arrival",
        "harbour://rules",
        "harbour://ships/{name}",
    ]
    for surface in seen.values():
        assert digests(surface) == digests(expected)
        assert surface == expected
        assert surface.protocol == PROTOCOLS[1]
    lists = {kind.listed_as: [item.raw for item in expected.of(kind)] for kind in KINDS.values()}
    path = tmp_path / "harbour.json"
    path.write_text(json.dumps({"initialize": expected.handshake, **lists}), encoding="utf-8")
    assert surfaces([Target("saved", "saved", Catalog(path))])["saved"] == expected


def test_the_digests_are_the_same_in_both_protocols(ways: dict[str, Command | Endpoint | InProcess]) -> None:
    # The server behind HTTP runs already; the others are started for each, and speak 2025-11-25 in the test above.
    tried = [*(("http", each) for each in PROTOCOLS), *((name, PROTOCOLS[2]) for name in ("stdio", "object"))]
    seen = surfaces([Target(f"{name} {protocol}", name, ways[name], protocol=protocol) for name, protocol in tried])
    expected = seen["http 2025-11-25"]
    for name, surface in seen.items():
        assert digests(surface) == digests(expected), name
        assert surface.protocol == name.split()[-1]
