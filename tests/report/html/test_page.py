import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256

from govern.contract.characters import has_hidden
from govern.economics.budgets import BrokenBudget
from govern.lockfile.document import Lock
from govern.report.html.contents import Catalogue, Contents
from govern.report.html.page import overview_section, report_html, servers_table
from govern.verdict import Verdict
from tests.lockfile.building import lock_of, locked
from tests.report.hostile import ATTACKS, hostile_verdict, undirected
from tests.report.html.pages import Reading, contents_of
from tests.report.html.rich_page import rich_contents
from tests.report.html.test_contents import ADD
from tests.report.test_diff_of_locks import NARROWER, SEARCH, verdict_of
from tests.report.verdicts import rich


def page() -> str:
    return "".join(report_html(rich_contents()))


def test_sections_and_navigation() -> None:
    reading = Reading(page())
    keys = ["overview", "changes", "cost", "history", "risk", "advice", "items"]
    assert [has["id"] for tag, has, _ in reading.found if tag == "section" and "id" in has] == keys
    links = [href for href in reading.values("href") if href[1:] in keys]
    assert links == ["#overview", *(f"#{key}" for key in keys)]


def test_every_link_has_a_target() -> None:
    reading = Reading(page())
    assert set(reading.values("popovertarget")) <= set(reading.values("id"))
    anchors = {href.removeprefix("#") for href in reading.values("href") if not href.startswith("data:")}
    assert anchors <= set(reading.values("id"))


def test_ids_are_unique() -> None:
    ids = Reading(page()).values("id")
    assert len(ids) == len(set(ids))


def test_the_policy_allows_only_the_shipped_style_and_script() -> None:
    html = page()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    rules = dict(rule.strip().split(" ", 1) for rule in policy.replace("&#x27;", "'").split(";"))
    for name in ("script", "style"):
        (shipped,) = re.findall(rf"<{name}>(.*?)</{name}>", html, re.DOTALL)
        expected = b64encode(sha256(shipped.encode()).digest()).decode()
        assert rules.pop(f"{name}-src") == f"'sha256-{expected}'"
    assert rules == {
        "default-src": "'none'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }


def test_the_page_requests_nothing() -> None:
    reading = Reading(page())
    assert not reading.values("src")
    assert all(href.startswith(("#", "data:")) for href in reading.values("href"))
    assert not reading.values("style")
    shipped = "".join(reading.texts("style") + reading.texts("script"))
    assert "http" not in shipped.replace("http-equiv", "")
    assert "url(" not in shipped
    assert "innerHTML" not in shipped


def test_the_page_is_reproducible() -> None:
    assert page() == page()


def test_no_hidden_characters() -> None:
    for attack in ATTACKS:
        text = attack.encode("utf-8", "replace").decode()
        tool = {
            "name": text,
            "title": text,
            "description": text,
            "inputSchema": {"properties": {text: {"enum": [text]}}},
        }
        lock = lock_of(locked("s", tool, handshake={"instructions": text}))
        html = "".join(report_html(contents_of(lock, verdict=hostile_verdict(attack))))
        assert not has_hidden(undirected(html.replace("\r", "")))
        assert html.encode()
        Reading(html)


def overview_of(contents: Contents) -> str:
    return overview_section(contents, Catalogue(contents))


def test_the_verdict_and_the_next_step() -> None:
    reading = Reading(overview_of(contents_of(lock_of(locked("maths", ADD)), verdict=rich())))
    assert reading.texts("p", class_="state") == ["✕Unapproved"]
    assert reading.texts("code") == ["govern approve"]
    assert "3 of 8 changes from capability.lock at HEAD to capability.lock need approval" in reading.texts("p")
    assert reading.texts("span", class_="counts") == ["✕4 BREAKING▲1 RISKY✓3 SAFE"]


def test_figures_and_their_changes() -> None:
    old, new = lock_of(locked("maths", ADD)), lock_of(locked("maths", ADD, SEARCH))
    contents = contents_of(new, old, verdict=Verdict("a", "b", ()))
    reading = Reading(overview_of(contents))
    tokens = [each.tokens for each in contents.bill.tools]
    values = dict(zip(reading.texts("dt"), reading.texts("dd", class_="value"), strict=True))
    assert values["Tokens on every call"] == f"{sum(tokens)}"
    assert values["Tools"] == "2"
    more = reading.texts("dd", class_="more")
    assert f"+{tokens[0]} since the old lock ({tokens[0] / tokens[1]:+.1%})" in more
    assert reading.texts("p", class_="state") == ["✓Unchanged"]


def test_figures_without_a_verdict() -> None:
    reading = Reading(overview_of(contents_of(lock_of(locked("maths", ADD)), why_no_verdict="No git.")))
    assert reading.texts("p") == ["No git."]
    assert "Changes" not in reading.texts("dt")
    assert "Tools" in reading.texts("dt")


def test_exceeded_budgets() -> None:
    contents = contents_of(lock_of(locked("maths", ADD)))
    broken = BrokenBudget("tool-tokens", "maths", "add", 900, 100)
    contents = replace(contents, bill=replace(contents.bill, broken=(broken,)))
    assert Reading(overview_of(contents)).texts("li") == ["maths/add: 900 tokens; tool-tokens allows 100"]


def test_hostile_verdicts() -> None:
    for attack in ATTACKS:
        reading = Reading(overview_of(contents_of(lock_of(), verdict=hostile_verdict(attack))))
        assert not reading.tags & {"script", "img", "a", "b"}


def rows_of(new: Lock, old: Lock | None = None) -> list[list[str]]:
    """Return the texts of the cells of each row, with the head first."""
    contents = contents_of(new, old, verdict=verdict_of(old, new) if old else None)
    reading = Reading("".join(map(str, servers_table(contents, Catalogue(contents)))))
    cells = [(tag, "".join(message)) for tag, _, message in reading.found if tag in ("tr", "th", "td")]
    rows: list[list[str]] = []
    for tag, message in cells:
        if tag == "tr":
            rows.append([])
        else:
            rows[-1].append(message)
    return rows


def test_servers_with_unapproved_changes_come_first() -> None:
    old = lock_of(locked("maths", ADD), locked("same", ADD), locked("tracker", SEARCH), locked("gone", ADD))
    new = lock_of(locked("maths", ADD, SEARCH), locked("same", ADD), locked("tracker", NARROWER), locked("new", ADD))
    head, *rows = rows_of(new, old)
    assert head == ["server", "changes", "unapproved", "tokens", "growth", "tools", "risk"]
    by_name = {row[0]: row[1:] for row in rows}
    unapproved = [int(row[2]) for row in rows]
    assert unapproved == sorted(unapproved, reverse=True)
    assert rows[-1][0] == "same"
    assert by_name["same"][:2] == ["", "0"]
    assert by_name["same"][3:5] == ["0", "1"]
    assert by_name["gone"][2:] == ["0", by_name["gone"][3], "0", ""]
    assert by_name["gone"][3].endswith("(-100%)")
    assert by_name["new"][3].endswith("(new)")
    assert int(by_name["maths"][2]) > int(by_name["same"][2])
    assert by_name["maths"][3].startswith(f"+{int(by_name['maths'][2]) - int(by_name['same'][2])} ")


def test_without_a_verdict_there_are_no_changes() -> None:
    head, *_ = rows_of(lock_of(locked("maths", ADD)))
    assert head[:3] == ["server", "tokens", "tools"]
    assert rows_of(lock_of()) == []
