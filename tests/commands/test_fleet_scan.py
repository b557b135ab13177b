import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from govern.fleet.store import FleetStore
from govern.scanning import engines
from tests.desk import Answer, Desk, Prepared
from tests.endpoints.code_host import serving as serving_registry
from tests.endpoints.fleet import Fleet, Member, serving
from tests.endpoints.mcp_registry import McpRegistry, entry, package
from tests.scanning.conftest import TINY, tool
from tests.scanning.stores import content

Scan = Callable[..., Answer]


@pytest.fixture(scope="session")
def served() -> Iterator[Fleet]:
    with serving({}) as fleet:
        yield fleet


@pytest.fixture
def fleet(served: Fleet) -> Fleet:
    served.members = {f"http{number}": Member({"tools": [tool("find"), tool(f"book{number}")]}) for number in range(6)}
    return served


@pytest.fixture
def scan(desk: Desk, fleet: Fleet) -> Scan:
    """Return a function that runs `govern fleet scan` of six HTTP servers, a stdio server and a dead one."""
    rows: list[dict[str, Any]] = [{"name": name, "url": fleet.url(name), "trusted": True} for name in fleet.members]
    rows += [{"name": "tiny", "command": TINY, "trusted": True}]
    rows += [{"name": "dead", "url": "http://127.0.0.1:9/mcp", "trusted": True}]
    desk.write("fleet.jsonl", "".join(json.dumps(row) + "\n" for row in rows))

    def run(*words: str, store: str = "store") -> Answer:
        options = ("--rate", "0", "--workers", "1", "--sandbox", "none")
        return desk.govern("fleet", "scan", "fleet.jsonl", "--store", store, *options, *words)

    return run


@pytest.fixture
def scanned(scan: Scan, prepared: Prepared) -> Scan:
    """Return that function, with a scan 1 in the store, whose result is in 1.json; each scan starts a process."""

    def scan_once(desk: Desk) -> None:
        desk.write("1.json", scan("--scan", "1", "--json").out)

    prepared(scan_once)
    return scan


def test_scans_count_what_is_new_changed_and_unseen(scanned: Scan, fleet: Fleet) -> None:
    first = json.loads(Path("1.json").read_text())
    fleet.members["http1"] = Member({"tools": [tool("find")]})
    del fleet.members["http2"]
    answer = scanned("--scan", "2", "--json")
    second = answer.document
    assert answer.err == ""
    assert first["format"] == "govern.fleet-scan/1"
    assert first["new"] == [*(f"http{number}" for number in range(6)), "tiny"]
    assert first["reasons"] == {"unreachable": 1}
    assert (second["new"], second["changed"], second["unchanged"]) == ([], ["http1"], 5)
    assert second["reasons"] == {"unreachable": 2}
    assert second["servers"] == 8


def test_the_report_names_what_changed_and_what_to_run_next(scanned: Scan, fleet: Fleet) -> None:
    fleet.members["http1"] = Member({"tools": [tool("find", description="\x1b[31mFind.")]})
    answer = scanned("--scan", "2")
    assert answer.code == 0
    assert next(line.split("  ")[0] for line in answer.out.splitlines()) == "2"
    assert "changed: http1\n" in answer.out
    assert "1 unreachable\n" in answer.out
    assert "  dead: unreachable: connection to 127.0.0.1:9 refused\n" in answer.out
    assert answer.out.endswith("see the changes: govern fleet diff --store store\n")


def test_unseen_servers_fail_only_on_request(scanned: Scan) -> None:
    assert scanned("--scan", "1", "--resume").code == 0
    assert scanned("--scan", "1", "--resume", "--fail-on-unseen").code == 3


def test_a_finished_scan_asks_nobody_again(scanned: Scan, fleet: Fleet) -> None:
    asked = fleet.asked.total()
    again = scanned("--scan", "1", "--json").document
    assert (again["observed"], fleet.asked.total()) == (8, asked)
    assert scanned("--resume").code == 2


def test_a_scan_of_this_name_that_is_not_finished_is_named(scan: Scan) -> None:
    assert "note" not in scan("--scan", "1", "--shard", "1/2").err
    answer = scan("--scan", "1")
    assert answer.err.startswith("note: scan 1 has begun at ")
    assert answer.err.endswith("; this one asks only servers without a result\n")
    finished = scan("--scan", "1")
    assert (finished.code, finished.err) == (
        0,
        "note: scan 1 is finished; nothing was scanned; another --scan NAME scans again\n",
    )


def test_servers_that_are_unseen_alike_share_a_line(desk: Desk) -> None:
    rows = [{"name": f"dead{number}", "catalog": "x.json"} for number in range(5)]
    desk.write("dead.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    out = desk.ok("fleet", "scan", "dead.jsonl", "--store", "store", "--sandbox", "none").out
    assert "  dead0, dead1, dead2 and 2 more: untrusted: catalog: only for trusted servers" in out
    assert out.endswith("no server could be listed; with --fail-on-unseen that is exit code 3\n")


def test_another_inventory_under_the_name_of_a_scan_is_refused(scanned: Scan) -> None:
    inventory = Path("fleet.jsonl")
    inventory.write_text(inventory.read_text().replace("/http1", "/http0"))
    answer = scanned("--scan", "1")
    assert (answer.code, "scan 1 is of another inventory or encoding" in answer.err) == (2, True)


def test_a_name_that_sorts_before_another_scan_is_named(scanned: Scan) -> None:
    assert scanned("--scan", "0").err.startswith("note: scan 0 sorts before 1, ")


def test_shards_merge_to_the_store_of_one_scan(scanned: Scan, desk: Desk) -> None:
    for shard in (1, 2):
        answer = scanned("--scan", "1", "--shard", f"{shard}/2", store=f"part{shard}")
        assert answer.code == 0
        assert f"join separate stores: govern fleet merge part{shard} STORE… --store URL\n" in answer.out
    assert desk.govern("fleet", "merge", "part1", "part2", "--store", "joined").code == 0
    assert content(FleetStore("joined")) == content(FleetStore("store"))


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--timeout", "inf"], "--timeout: expected a finite number"),
        (["--shard", "1/2"], "--shard needs --scan NAME"),
        (["--scan", "1", "--shard", "3/2"], "expected K/N"),
        (["--on", "threads"], "expected processes, dask or dask=tcp://HOST:PORT"),
        (["--resume"], "is not a fleet store"),
        (["--contact", "a\nb"], "--contact: expected printable ASCII"),
        (["--opt-out", "missing.txt"], "missing.txt: cannot be read"),
        (["--on", "dask=tcp://127.0.0.1:9"], "no Dask scheduler answers"),
    ],
)
def test_mistakes_are_refused(words: list[str], reason: str, scan: Scan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_CONNECT", 0.5)
    answer = scan(*words)
    assert answer.code == (3 if "Dask" in reason else 2)
    assert reason in answer.err


def test_an_inventory_that_cannot_be_read_is_an_error(desk: Desk) -> None:
    assert desk.govern("fleet", "scan", "missing.jsonl", "--store", "store").code == 2
    assert not Path("store").exists()


def test_the_servers_of_a_registry_are_scanned(desk: Desk, fleet: Fleet) -> None:
    remotes = [{"type": "streamable-http", "url": fleet.url(name)} for name in fleet.members]
    listed = [entry(f"a.b/{name}", remotes=[remote]) for name, remote in zip(fleet.members, remotes, strict=True)]
    listed.append(entry("a.b/odd", packages=[package("npm", "odd", "latest")]))
    options = ("--store", "store", "--rate", "0", "--workers", "1", "--sandbox", "none", "--json")
    with serving_registry(McpRegistry(listed=listed, page_size=3)) as registry:
        first = desk.ok("fleet", "scan", registry.url, "--scan", "1", "--pages", "pages.jsonl", *options).document
        assert first["new"] == [f"a.b:{name}" for name in fleet.members]
        assert first["reasons"] == {"not-started": 1}
    # The pages are complete, so neither shards nor a later scan ask the registry.
    second = desk.ok("fleet", "scan", registry.url, "--scan", "2", "--pages", "pages.jsonl", *options).document
    assert second["unchanged"] == 6
    # Of a file nobody knows whether its registry is in a private network, so private addresses are refused.
    third = desk.ok("fleet", "scan", "pages.jsonl", "--scan", "3", *options).document
    assert third["reasons"] == {"not-started": 7}
    fourth = desk.ok("fleet", "scan", "pages.jsonl", "--scan", "4", "--private", *options).document
    assert fourth["unchanged"] == 6


def test_the_servers_of_domains_are_scanned(desk: Desk) -> None:
    desk.write("domains.txt", "127.0.0.1:9 # nobody\n")
    options = ("--store", "store", "--workers", "1", "--sandbox", "none", "--json")
    assert desk.ok("fleet", "scan", "domains.txt", *options).document["reasons"] == {"not-started": 1}
    answer = desk.govern("fleet", "scan", "domains.txt", "--since", "2026-11-01", *options)
    assert (answer.code, "are for the URL of an MCP registry" in answer.err) == (2, True)
