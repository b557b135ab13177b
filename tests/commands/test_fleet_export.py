"""`govern fleet export`: the tables, the feed and the badges of a fleet."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import duckdb
import pytest

from govern.fleet.observation import Observation
from govern.fleet.publishing import LastChange, server_badge
from govern.fleet.store import FleetStore
from govern.report.publishing import badge_json, badge_name, badge_svg
from govern.rules.rule import Severity
from tests.fleet.fleets import fleet, requiring, scan_into, tool

if TYPE_CHECKING:
    from pathlib import Path

    from tests.desk import Desk

ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = "</content><entry>\u202e\x00]]>&amp;\ud800\n::error::x"
FIND = tool("find", q={"type": "string"})
FAMILY = {f"shop-{at}": {"tools": [FIND]} for at in range(3)}
CHANGED = {f"shop-{at}": {"tools": [requiring(FIND, "q")]} for at in range(3)}


def table(path: Path) -> list[dict[str, Any]]:
    with duckdb.connect(":memory:") as database:
        found = database.execute("SELECT * FROM read_parquet(?)", [str(path)])
        names = [column[0] for column in found.description or ()]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


@pytest.fixture
def store(desk: Desk) -> FleetStore:
    old, new = ({"tools": [tool("find", text)]} for text in (HOSTILE, f"{HOSTILE} at once"))
    before: dict[str, Any] = FAMILY | {"odd:name/A": old, "dead": "timed-out"}
    after: dict[str, Any] = CHANGED | {"odd:name/A": new, "dead": "unreachable"}
    return fleet(desk.folder / "store", on_2026_11_01=before, on_2026_11_18=before, on_2026_11_19=after)


def test_tables_hold_every_change_and_every_tool(desk: Desk, store: FleetStore) -> None:
    document = desk.ok("fleet", "export", "--store", "store", "--part", "tables", "--json").document
    assert document["files"] == ["tables/changes.parquet", "tables/tools.parquet"]
    rows = table(desk.folder / "store" / "tables" / "changes.parquet")
    diffed = desk.govern("fleet", "diff", "--store", "store", "--json").document["diff"]["changes"]
    ids = {each["id"] for change in diffed for each in (change, *change.get("members", ()))}
    assert {each["id"] for each in rows} == ids
    assert {(each["since"], each["scan"]) for each in rows} == {("2026-11-18", "2026-11-19")}
    (reworded,) = (each for each in rows if each["pointer"] == "/description")
    assert json.loads(reworded["after"]) == f"{HOSTILE} at once".replace("\ud800", "?")
    tools = table(desk.folder / "store" / "tables" / "tools.parquet")
    assert [(each["server"], each["tool"]) for each in tools] == [
        ("odd:name/A", "find"), ("shop-0", "find"), ("shop-1", "find"), ("shop-2", "find"),
    ]  # fmt: skip
    assert {each["lock"] for each in tools} == {each.lock for each in store.observations("2026-11-19") if each.lock}


def test_the_feed_is_valid_atom_with_one_entry_for_a_family(desk: Desk, store: FleetStore) -> None:
    desk.ok("fleet", "export", "--store", "store", "--part", "feed")
    written = (desk.folder / "store" / "changes.atom").read_bytes()
    feed = ET.fromstring(written)
    assert feed.tag == f"{ATOM}feed"
    # RFC 4287, 4.1.1 and 4.1.2: each has exactly one id, title and updated, and the feed an author.
    entries = feed.findall(f"{ATOM}entry")
    for each in (feed, *entries):
        assert [len(each.findall(f"{ATOM}{name}")) for name in ("id", "title", "updated")] == [1, 1, 1]
        assert datetime.fromisoformat(each.findtext(f"{ATOM}updated", "")).tzinfo
        assert each.findtext(f"{ATOM}id", "").startswith("urn:uuid:")
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "govern"
    assert len({each.findtext(f"{ATOM}id") for each in entries}) == len(entries) == 2
    content = {each.findtext(f"{ATOM}title"): each.find(f"{ATOM}content") for each in entries}
    family = content["shop-0 and 2 other servers: 1 BREAKING"]
    assert family is not None
    assert family.get("type") == "text"
    assert (family.text or "").endswith("In 3 servers of one family: shop-0, shop-1, shop-2")
    desk.ok("fleet", "export", "--store", "store", "--part", "feed")
    assert (desk.folder / "store" / "changes.atom").read_bytes() == written
    scan_into(store, "2026-11-20", CHANGED | {"shop-1": FAMILY["shop-1"]})
    desk.ok("fleet", "export", "--store", "store", "--part", "feed")
    later = ET.fromstring((desk.folder / "store" / "changes.atom").read_bytes())
    ids = [each.findtext(f"{ATOM}id") for each in later.findall(f"{ATOM}entry")]
    assert len(set(ids)) == 3
    assert {each.findtext(f"{ATOM}id") for each in entries} < set(ids)


def test_each_server_has_a_badge_in_a_file_of_a_safe_name(desk: Desk, store: FleetStore) -> None:
    answer = desk.ok("fleet", "export", "--store", "store", "--output", "site", "--part", "badges")
    assert answer.out == "5 changes, 4 tools, 5 servers\nwrote 5 badges to site\n"
    site = FleetStore("site")
    index = json.loads(site.get("badges/index.json") or b"")
    assert index.keys() == {"dead", "odd:name/A", "shop-0", "shop-1", "shop-2"}
    words = {server: json.loads(site.get(f"badges/{name}.json") or b"")["message"] for server, name in index.items()}
    assert words == {
        "dead": "never listed: unreachable",
        "odd:name/A": "risky change 2026-11-19",
        **{f"shop-{at}": "breaking change 2026-11-19" for at in range(3)},
    }
    for name in index.values():
        drawn = ET.fromstring(site.get(f"badges/{name}.svg") or b"")
        assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
        assert drawn.find("{http://www.w3.org/2000/svg}title") is not None
    assert store.get("badges/index.json") is None


@pytest.mark.parametrize(
    ("server", "name"),
    [
        ("github", "github"),
        ("a.b-c_1", "a.b-c_1"),
        ("GitHub", "github-"),
        ("com1.x", "com1-x-"),
        ("../../etc", "etc-"),
        ("a.b:c/d", "a-b-c-d-"),
        ("\u202e", "server-"),
        ("a" * 300, "a" * 60 + "-"),
        ("a.", "a-"),
        ("a..b", "a-b-"),
    ],
)
def test_a_badge_has_a_name_for_every_file_system(server: str, name: str) -> None:
    found = badge_name(server)
    assert found.startswith(name)
    assert (found == server) == (name == server)
    assert len(found) <= 100 + len("-123456789012")


def test_a_badge_tells_of_recent_changes_only() -> None:
    def words(state: str, changed: LastChange | None, *, flaps: bool = False) -> str:
        seen = (
            Observation(server="a", scan="s", seen_at="2026-11-19T12:00:00Z", state="locked", lock="sha256:1")
            if state == "locked"
            else Observation.of_failure("a", "s", "2026-11-19T12:00:00Z", "timed-out", "slow")
        )
        badge = server_badge(seen, changed, is_flapping=flaps)
        ET.fromstring(badge_svg(badge))
        assert json.loads(badge_json(badge))["schemaVersion"] == 1
        return badge.words

    risky = Severity.RISKY
    assert words("locked", LastChange("2026-11-12T12:00:00Z", risky)) == "risky change 2026-11-12"
    assert words("locked", LastChange("2026-11-11T11:00:00Z", risky)) == "unchanged since 2026-11-11"
    assert words("locked", LastChange("2026-11-19T12:00:00Z", None)) == "unchanged since 2026-11-19"
    assert words("locked", LastChange("2026-11-19T12:00:00Z", risky), flaps=True) == "changes often"
    assert words("unseen", LastChange("2026-11-19T12:00:00Z", risky), flaps=True) == "unseen: timed-out"
    assert words("unseen", None) == "never listed: timed-out"
