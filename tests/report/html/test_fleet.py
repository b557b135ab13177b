"""The page of `govern fleet report`, as text and in Chromium."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from govern.fleet.objects import public_url
from govern.fleet.store import FleetStore
from tests.fleet.fleets import fleet, requiring, scan_into, tool
from tests.report.html.test_browser import TROUBLE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.chromium import Chromium, Tab
    from tests.desk import Desk

HOSTILE = "</td></script><script>window.hacked = 1</script><img src=x onerror='hacked = 1'>\u202e find"
FIND = tool("find", q={"type": "string"})
DAYS = [f"2026-11-{day:02}" for day in range(14, 20)]


@pytest.fixture
def store(desk: Desk) -> FleetStore:
    """Write a fleet with a family, a hostile server, a flapping one, and two that are unseen."""
    family: dict[str, Any] = {f"shop-{at}": {"tools": [FIND]} for at in range(30)}
    changed = {server: {"tools": [requiring(FIND, "q")]} for server in family}
    made = fleet(desk.folder / "store")
    for at, day in enumerate(DAYS):
        flips = {"tools": [FIND]} if at % 2 else "timed-out"
        hostile = {"tools": [tool(HOSTILE, HOSTILE), tool("lend", f"{HOSTILE} {at}")]}
        lost = "unreachable" if at > 3 else {"tools": [FIND]}
        found: dict[str, Any] = {HOSTILE: hostile, "flips": flips, "lost": lost, "never": "misbehaved"}
        scan_into(made, day, found | (changed if at == 5 else family))
    return made


def page(desk: Desk) -> Path:
    desk.ok("fleet", "report", "--store", "store", "--output", "fleet.html")
    return desk.folder / "fleet.html"


@pytest.mark.usefixtures("store")
def test_the_page_holds_each_part_and_escapes_every_text(desk: Desk) -> None:
    written = page(desk).read_text("utf-8")
    assert "<script" not in written
    assert "<img" not in written
    assert "\u202e" not in written
    words = re.sub(r"<[^>]+>", " ", written)
    sections = re.findall(r'<section id="(\w+)"', written)
    assert sections == ["overview", "changes", "history", "cost", "risk", "families", "unseen"]
    assert "the same in 29 other servers of its family" in words
    assert "Flapping within a week: 2 servers" in words
    assert re.search(r"never\s+misbehaved\s+2026-11-14", words)
    assert re.search(r"lost\s+unreachable\s+2026-11-18\s.*2026-11-17", words)


def test_a_family_of_two_has_one_other_server(desk: Desk) -> None:
    store = fleet(desk.folder / "store", on_2026_11_18={name: {"tools": [FIND]} for name in ("alpha", "beta")})
    changed = {"tools": [FIND | {"description": "Search elsewhere."}]}
    scan_into(store, "2026-11-19", {"alpha": changed, "beta": changed})
    assert "and 1 other of its family" in page(desk).read_text("utf-8")


def test_a_store_with_one_scan_has_nothing_to_compare(desk: Desk) -> None:
    store = fleet(desk.folder / "store", on_2026_11_18={"alpha": {"tools": [FIND]}})
    assert "one finished scan" in page(desk).read_text("utf-8")
    scan_into(store, "2026-11-19", {"alpha": {"tools": [FIND]}})
    assert "No change between the last two scans." in page(desk).read_text("utf-8")
    FleetStore(str(desk.folder / "empty")).create()
    answer = desk.govern("fleet", "report", "--store", "empty")
    assert (answer.code, answer.err.splitlines()[0]) == (2, "error: empty: no finished scan")


def test_no_password_of_a_store_is_shown() -> None:
    assert public_url("ftp://ana:secret@host/folder@x") == "ftp://host/folder@x"
    assert public_url("s3://bucket/folder") == "s3://bucket/folder"
    assert public_url("folder/a@b") == "folder/a@b"


@pytest.mark.browser
@pytest.mark.timeout(600)
@pytest.mark.usefixtures("store")
def test_the_page_is_accessible_and_fits_a_phone(desk: Desk, chromium: Chromium, axe: str) -> None:
    written = page(desk)
    for dark, width in ((False, 1280), (True, 400)):
        with chromium.tab(dark=dark, width=width) as tab:
            tab.open(written)
            assert rows(tab, "Scans")[0][:6] == ["2026-11-19", "32", "2", "0", "31", "0"]
            worst = ["input-required-added", "✕ BREAKING", "30", "30"]
            assert rows(tab, "Changes by rule")[0][:4] == worst
            assert rows(tab, "Largest families")[0][:2] == ["shop-0", "30"]
            assert tab.run("document.documentElement.scrollWidth <= innerWidth")
            assert tab.run("[typeof hacked, document.scripts.length, document.images.length]") == ["undefined", 0, 0]
            assert tab.texts_of_events(*TROUBLE) == []
            asked = {each["request"]["url"] for each in tab.texts_of_events("Network.requestWillBeSent")}
            assert asked == {written.as_uri()}
            tab.call("Page.setBypassCSP", enabled=True)
            tab.open(written).run(f"document.querySelectorAll('details').forEach(each => each.open = true); {axe};0")
            violations = "axe.run(document, {resultTypes: ['violations']}).then(found => found.violations)"
            found: list[Any] = tab.run(violations)
            assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []


def rows(tab: Tab, caption: str) -> list[list[str]]:
    tables = "[...document.querySelectorAll('table')]"
    found: list[list[str]] = tab.run(
        f"{tables}.filter(each => each.caption.textContent === {json.dumps(caption)})"
        ".flatMap(each => [...each.tBodies[0].rows])"
        ".map(row => [...row.cells].map(cell => cell.innerText.replace('\\n', ' ')))"
    )
    return found
