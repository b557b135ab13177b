import asyncio
import socket
import sys
import time
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from govern.errors import ServerTimedOut, ServerUnreachable, UsageError
from govern.fleet.inventory import FleetServer
from govern.fleet.observation import Observation
from govern.fleet.store import FleetStore
from govern.lockfile.document import Lock
from govern.policy.server_settings import Limits, Server
from govern.scanning.batch import LONGEST_PAUSE, HostGate, Hosts
from govern.scanning.settings import OptOut
from tests.endpoints.fleet import Member, serving
from tests.scanning.conftest import Scanner, http, stdio, tool

NOW = "2026-11-19"
LATER = "2026-11-20"


def states(found: dict[str, Observation]) -> dict[str, str]:
    return {name: each.reason or each.state for name, each in found.items()}


def test_each_server_gets_one_observation_with_its_state_or_its_reason(scanner: Scanner) -> None:
    behaviours = ("plain", "slow", "silent", "junk", "endless", "huge", "torn", "busy")
    capture = {"tools": [tool("find"), tool("book")]}
    members = {name: Member(capture, name, wait=0.2, refusals=1) for name in behaviours}
    with serving(members) as fleet:
        waits = dict.fromkeys(behaviours, 20.0) | {"silent": 1.0}
        servers = [http(name, fleet.url(name), timeout=waits[name], limits=Limits(pages=20)) for name in behaviours]
        unreachable = http("dead", "http://127.0.0.1:9/mcp")
        found = scanner.scan(NOW, *servers, unreachable, stdio("tiny"), stdio("strange", trusted=False))
    assert states(found) == {
        "plain": "locked",
        "slow": "locked",
        "silent": "timed-out",
        "junk": "misbehaved",
        "endless": "too-large",
        "huge": "too-large",
        "torn": "unreachable",
        "busy": "locked",
        "dead": "unreachable",
        "tiny": "locked",
        "strange": "untrusted",
    }
    assert [each.tools for each in (found["plain"], found["tiny"], found["dead"])] == [2, 4, None]
    assert found["plain"].family == found["slow"].family != found["tiny"].family
    assert found["plain"].contract == found["slow"].contract
    lock = scanner.store.read_lock(found["plain"].lock or "")
    assert [(server.name, [each.key for each in server.tools]) for server in lock.servers] == [
        ("plain", ["book", "find"])
    ]


def test_a_state_that_did_not_change_costs_a_row_and_no_lock_is_read(
    scanner: Scanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = {name: Member({"tools": [tool("find")]}) for name in ("same", "moved")}
    with serving(members) as fleet:
        servers = [http(name, fleet.url(name)) for name in members]
        first = scanner.scan(NOW, *servers)
        stored = scanner.store.locks()
        read: list[str] = []
        real = FleetStore.read_lock

        def read_lock(store: FleetStore, digest: str) -> Lock:
            read.append(digest)
            return real(store, digest)

        monkeypatch.setattr(FleetStore, "read_lock", read_lock)
        fleet.members["moved"] = Member({"tools": [tool("find", description="Find a berth.")]})
        second = scanner.scan(LATER, *servers)
    assert second["same"].lock == first["same"].lock
    assert second["moved"].lock not in (None, first["moved"].lock)
    assert read == [first["moved"].lock]
    assert sorted(scanner.store.locks()) == sorted([*stored, str(second["moved"].lock)])


def test_a_shuffled_enum_is_no_new_state(scanner: Scanner) -> None:
    def listing(*values: str) -> Member:
        schema = {"type": "object", "properties": {"berth": {"enum": list(values)}}}
        return Member({"tools": [tool("find", inputSchema=schema)]})

    with serving({"one": listing("a", "b")}) as fleet:
        server = http("one", fleet.url("one"))
        first = scanner.scan(NOW, server)
        fleet.members["one"] = listing("b", "a")
        second = scanner.scan(LATER, server)
    assert second["one"].lock == first["one"].lock
    assert second["one"].listing != first["one"].listing


def test_a_server_that_lost_all_its_tools_is_unseen(scanner: Scanner) -> None:
    with serving({"one": Member({"tools": [tool("find")]})}) as fleet:
        server = http("one", fleet.url("one"))
        scanner.scan(NOW, server)
        fleet.members["one"] = Member({"tools": []})
        found = scanner.scan(LATER, server)["one"]
    assert (found.state, found.reason) == ("unseen", "misbehaved")
    assert found.detail == "lists no tools; its last lock has 1"


def test_a_list_whose_time_to_live_has_not_run_out_is_not_asked_again(scanner: Scanner) -> None:
    waits = {"fresh": 3600, "short": 0.001, "moved": 3600}
    members = {name: Member({"tools": [tool("find")]}, "stateless", wait=wait) for name, wait in waits.items()}
    with serving(members) as fleet:
        first = scanner.scan(NOW, *(http(name, fleet.url(name)) for name in members))
        asked = fleet.asked.copy()
        elsewhere = http("moved", fleet.url("short"))
        second = scanner.scan(LATER, http("fresh", fleet.url("fresh")), http("short", fleet.url("short")), elsewhere)
    assert states(first) == states(second) == dict.fromkeys(members, "locked")
    assert fleet.asked["fresh"] == asked["fresh"]
    assert fleet.asked["short"] > asked["short"]
    assert (second["fresh"].lock, second["fresh"].fresh_until) == (first["fresh"].lock, first["fresh"].fresh_until)
    # Another URL in the inventory is another server.
    assert second["moved"].source != first["moved"].source


def test_no_store_keeps_a_server_from_being_asked_for_ever(scanner: Scanner) -> None:
    with serving({"one": Member({"tools": [tool("find")]}, "stateless", wait=3600)}) as fleet:
        server = http("one", fleet.url("one"))
        scanner.scan(NOW, server)
        scanner.before["one"] = replace(scanner.before["one"], fresh_until="2999-01-01T00:00:00Z")
        asked = fleet.asked["one"]
        scanner.scan(LATER, server)
        assert fleet.asked["one"] > asked


def test_what_has_an_observation_is_not_asked_again(scanner: Scanner) -> None:
    with serving({"one": Member({"tools": [tool("find")]})}) as fleet:
        server = http("one", fleet.url("one"))
        scanner.scan(NOW, server)
        asked = fleet.asked.total()
        scanner.scan(NOW, server)
        assert fleet.asked.total() == asked


def test_hosts_are_told_who_asks_and_get_few_connections_at_a_time(scanner: Scanner) -> None:
    members = {str(number): Member({"tools": [tool("find")]}, "slow", wait=0.1) for number in range(8)}
    with serving(members) as fleet:
        servers = [http(name, fleet.url(name)) for name in members]
        found = scanner.scan(NOW, *servers, contact="https://example.com/scan", per_host=2)
    assert states(found) == dict.fromkeys(members, "locked")
    assert fleet.most_open["127.0.0.1"] <= 2
    assert {agent.partition("/")[0] for agent in fleet.agents} == {"govern-fleet"}
    assert all(agent.endswith(" (+https://example.com/scan)") for agent in fleet.agents)


def test_a_busy_host_gets_the_pause_that_it_asks_for(scanner: Scanner) -> None:
    with serving({"busy": Member({"tools": [tool("find")]}, "busy", wait=1, refusals=1)}) as fleet:
        found = scanner.scan(NOW, http("busy", fleet.url("busy")))
    assert found["busy"].state == "locked"
    refused, again = fleet.times[0][0], fleet.times[1][0]
    assert again - refused >= 1


def test_a_busy_host_that_asks_for_too_long_a_pause_is_left_alone(scanner: Scanner) -> None:
    with serving({"busy": Member({"tools": []}, "busy", wait=3600, refusals=100)}) as fleet:
        found = scanner.scan(NOW, http("busy", fleet.url("busy")))
    assert states(found) == {"busy": "unreachable"}
    assert "retry after 3600 s" in (found["busy"].detail or "")
    assert fleet.asked["busy"] == 1


def test_what_opted_out_is_not_asked(scanner: Scanner) -> None:
    with serving({"one": Member({"tools": []})}) as fleet:
        found = scanner.scan(NOW, http("one", fleet.url("one")), opt_out=OptOut(frozenset({"127.0.0.1"})))
        dotted = scanner.scan(LATER, http("one", "https://one.example./"), opt_out=OptOut(frozenset({"one.example"})))
    assert (found["one"].reason, found["one"].detail) == ("opted-out", "the opt-out list has 127.0.0.1")
    assert dotted["one"].reason == "opted-out"
    assert not fleet.asked


def test_only_a_trusted_server_reads_the_environment(scanner: Scanner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARBOUR_TOKEN", "not-for-strangers")
    members = {name: Member({"tools": [tool("find")]}) for name in ("ours", "theirs")}
    with serving(members) as fleet:
        servers = [http(name, fleet.url(name), headers={"X-Token": "${HARBOUR_TOKEN}"}) for name in members]
        found = scanner.scan(NOW, replace(servers[0], trusted=True), servers[1])
    assert states(found) == {"ours": "locked", "theirs": "not-started"}
    assert not fleet.asked["theirs"]
    assert (found["theirs"].detail or "").startswith("needs HARBOUR_TOKEN; variables are read only for trusted servers")
    assert "not-for-strangers" not in str(found)


@pytest.mark.parametrize(
    "settings",
    [
        Server(catalog="catalog.json"),
        Server(python="a:b"),
        Server(env_file=".env"),
        Server(url="https://a.example", normalize={"x": "(a+)+$"}),
    ],
)
def test_only_a_trusted_server_reads_local_files_and_has_patterns(settings: Server, scanner: Scanner) -> None:
    found = scanner.scan(NOW, replace(http("one", ""), settings=settings))
    assert found["one"].reason == "untrusted"
    assert "only for trusted servers" in (found["one"].detail or "")


def test_a_mistake_in_an_entry_costs_only_that_server(scanner: Scanner) -> None:
    odd = http("odd", "https://example.com", headers={"X Odd": "1"})
    found = scanner.scan(NOW, http("wrong", "gopher://example.com"), odd, stdio("tiny"))
    assert states(found) == {"wrong": "not-started", "odd": "not-started", "tiny": "locked"}
    assert found["odd"].detail == 'fleet.jsonl:1: headers."X Odd": is not a valid header name'


@pytest.mark.parametrize(
    ("line", "detail"), [("'no key'", ": no key"), ("'a' * 300", f": {'a' * 200}…"), ("'b' * 5_000_000", "")]
)
def test_the_last_line_of_a_failed_server_is_shown_if_it_is_short(scanner: Scanner, line: str, detail: str) -> None:
    code = f"import sys; print({line}, file=sys.stderr); sys.exit(1)"
    failing = replace(stdio("one"), settings=Server(command=[sys.executable, "-I", "-S", "-c", code]))
    assert scanner.scan(NOW, failing)["one"].detail == f"the server exited with code 1{detail}"


def test_a_store_that_cannot_be_written_ends_the_scan(scanner: Scanner) -> None:
    with serving({"one": Member({"tools": []})}) as fleet, pytest.raises(UsageError):
        scanner.scan("../elsewhere", http("one", fleet.url("one")))


def test_an_entry_that_nothing_can_start_is_unseen_with_its_reason(scanner: Scanner) -> None:
    refused = FleetServer("odd", Server(), trusted=False, where="dump.json", root=".", refused="npm odd: no version")
    (seen,) = scanner.scan("1", refused).values()
    assert (seen.state, seen.reason, seen.detail) == ("unseen", "not-started", "npm odd: no version")


def test_a_server_is_listed_over_one_connection(scanner: Scanner) -> None:
    with serving({"one": Member({"tools": [tool("find")]})}) as fleet:
        scanner.scan(NOW, http("one", fleet.url("one")))
    assert fleet.connections == 1


def test_only_a_trusted_server_is_asked_in_a_private_network(scanner: Scanner) -> None:
    members = {name: Member({"tools": [tool("find")]}) for name in ("ours", "theirs")}
    with serving(members) as fleet:
        ours, theirs = (replace(http(name, fleet.url(name, "localhost")), private=False) for name in members)
        found = scanner.scan(NOW, replace(ours, trusted=True), theirs)
        asked = fleet.asked["theirs"]
        allowed = scanner.scan(LATER, theirs, private=True)
    assert states(found) == {"ours": "locked", "theirs": "untrusted"}
    assert "localhost is in a private network" in (found["theirs"].detail or "")
    assert (asked, states(allowed)) == (0, {"theirs": "locked"})


def test_names_that_resolve_slowly_delay_no_other_server(scanner: Scanner, monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.getaddrinfo

    def resolve(host: str | bytes, *rest: Any, **more: Any) -> Any:
        if b".example" in (host.encode() if isinstance(host, str) else host):
            time.sleep(1)
            raise socket.gaierror(host)
        return real(host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with serving({"quick": Member({"tools": [tool("find")]})}) as fleet:
        slow = [http(f"s{number}", f"https://s{number}.example") for number in range(14)]
        found = scanner.scan(NOW, *slow, http("quick", fleet.url("quick", "localhost"), timeout=0.8), jobs=32)
    assert found["quick"].state == "locked"
    assert {each.detail for name, each in found.items() if name != "quick"} == {
        f"host s{number}.example not found" for number in range(14)
    }


async def _starts(gate: HostGate, count: int) -> list[float]:
    loop, starts = asyncio.get_running_loop(), []

    async def one() -> None:
        async with gate.turn():
            starts.append(loop.time())

    await asyncio.gather(*(one() for _ in range(count)))
    return starts


def test_turns_of_a_host_are_spaced() -> None:
    starts = asyncio.run(_starts(Hosts(4, 20).gate("h"), 6))
    assert all(later - sooner >= 0.039 for sooner, later in pairwise(starts))


def test_each_host_has_a_gate_of_its_own() -> None:
    hosts = Hosts(1, 1)
    assert hosts.gate("a") is hosts.gate("a")
    assert hosts.gate("a") is not hosts.gate("b")


@pytest.mark.parametrize(("asked", "waited"), [(5.0, 5.0), (0.0, 0.8), (10_000.0, LONGEST_PAUSE)])
def test_a_host_that_is_overloaded_gets_a_pause(asked: float, waited: float) -> None:
    async def pause() -> float:
        gate, error = HostGate(1, 0), ServerUnreachable("busy")
        error.retry_after = asked
        gate.note(error)
        return gate._next - asyncio.get_running_loop().time()

    assert waited - 0.1 <= asyncio.run(pause()) <= max(waited, 1.3)


def test_a_host_whose_servers_time_out_one_after_the_other_is_given_up() -> None:
    async def given_up() -> list[bool]:
        gate, seen = HostGate(1, 0), []
        for error in [*[ServerTimedOut("late")] * 9, None, *[ServerTimedOut("late")] * 10]:
            gate.note(error)
            seen.append(gate.gave_up)
        return seen

    assert asyncio.run(given_up()) == [False] * 19 + [True]


def test_a_server_that_is_not_there_says_nothing_about_its_host() -> None:
    async def given_up() -> bool:
        gate = HostGate(1, 0)
        for _ in range(100):
            gate.note(ServerUnreachable("HTTP 404"))
        return gate.gave_up

    assert not asyncio.run(given_up())
