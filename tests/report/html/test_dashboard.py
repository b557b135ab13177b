"""The pages of `govern bench` and `govern eval` in Chromium."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.report.html.test_browser import TROUBLE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.chromium import Chromium, Tab
    from tests.desk import Desk

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
HOSTILE = "</script><script>window.hacked = 1</script><img src=x onerror='hacked = 1'>\u202e find"
SUITE = {
    "name": HOSTILE,
    "intents": [{"query": f"{HOSTILE} novels", "expect": "find"}, {"query": "zzzz", "expect": "lend"}],
    "expect": [{"intents.recall@1": {">=": 90}}],
}


def pages(desk: Desk) -> tuple[Path, Path]:
    """Write both pages over tools and queries that are hostile."""
    tools = [{"name": name, "description": f"{name} novels. {HOSTILE}"} for name in ("find", "lend")]
    desk.catalogs(library=tools)
    desk.ok("lock")
    labels = [{"tool_id": "library:find", "relevance": 2}]
    desk.write(
        "golden.json", json.dumps({"queries": [{"id": HOSTILE, "query": f"{HOSTILE} novels", "labels": labels}]})
    )
    desk.write("suite.yaml", json.dumps({"agents": [SUITE]}))
    desk.write("baseline.json", json.dumps({"mrr": 1.0, "map": 1.1}))
    bench = ("bench", "--golden", "golden.json", "--baseline", "baseline.json", "--html", "bench.html")
    assert desk.govern(*bench).code == 1
    assert desk.govern("eval", "suite.yaml", "--html", "eval.html").code == 1
    return desk.folder / "bench.html", desk.folder / "eval.html"


def rows(tab: Tab, caption: str) -> list[list[str]]:
    tables = "[...document.querySelectorAll('table')]"
    found: list[list[str]] = tab.run(
        f"{tables}.filter(each => each.caption.textContent === {json.dumps(caption)})"
        ".flatMap(each => [...each.tBodies[0].rows])"
        ".map(row => [...row.cells].map(cell => cell.innerText.replace('\\n', ' ')))"
    )
    return found


def test_both_pages_show_their_figures_and_load_nothing(desk: Desk, chromium: Chromium, axe: str) -> None:
    bench, evaluated = pages(desk)
    with chromium.tab() as tab:
        tab.open(bench)
        assert tab.run("document.title") == "failed: capability.lock · govern bench"
        assert [row[0] for row in rows(tab, "Cost of each mode")][:2] == ["baseline", "deferred-names"]
        metrics = {row[0]: row[1:3] for row in rows(tab, "Metrics over all queries")}
        assert metrics["mrr"] == ["1.000", "1.000 to 1.000"]
        assert {row[0]: row[2] for row in rows(tab, "Metrics and their baseline")} == {
            "mrr": "✓ passed", "map": "✕ failed",
        }  # fmt: skip
        (query,) = rows(tab, "Rank of the first relevant tool")
        assert "‹U+202E›" in query[0]
        assert (query[1], query[3]) == ("1", "library:find")
        _is_clean(tab, bench, axe)
        tab.open(evaluated)
        assert rows(tab, "Gates") == [["intents.recall@1", "50, expected >= 90", "✕ failed"]]
        assert [row[2] for row in rows(tab, "Intents")] == ["1", "not found"]
        assert "proxy: ranked by govern's search, without a model" in tab.run("document.body.innerText")
        _is_clean(tab, evaluated, axe)


def _is_clean(tab: Tab, page: Path, axe: str) -> None:
    assert tab.run("[typeof hacked, document.scripts.length, document.images.length]") == ["undefined", 0, 0]
    assert tab.texts_of_events(*TROUBLE) == []
    assert {asked["request"]["url"] for asked in tab.texts_of_events("Network.requestWillBeSent")} == {page.as_uri()}
    # axe writes styles of its own, which the page's policy would refuse.
    tab.call("Page.setBypassCSP", enabled=True)
    tab.open(page).run(f"{axe};0")
    found: list[Any] = tab.run("axe.run(document, {resultTypes: ['violations']}).then(found => found.violations)")
    tab.call("Page.setBypassCSP", enabled=False)
    assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
