import re
from base64 import b64encode
from hashlib import sha256

from govern.contract.characters import has_hidden
from govern.report.html.page import report_html
from tests.lockfile.building import lock_of, locked
from tests.report.hostile import ATTACKS, hostile_verdict
from tests.report.html.pages import Reading, contents_of
from tests.report.html.rich_page import rich_contents


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
        assert not has_hidden(html.replace("\r", ""))
        assert html.encode()
        Reading(html)
