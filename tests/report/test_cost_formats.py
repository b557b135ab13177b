"""The bill in each format, with names and texts that would be something else if they could."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt

from tests.desk import Desk

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "![i](http://evil.example/i.png)",
    "[here](http://evil.example)",
    "https://evil.example @everyone #1",
    "a|b\\|c\\",
    "`code` ``more`` `",
    "`",
    "line\n| a | b |\n# head\n</details>\n- [ ] x",
    "x\r\n::error file=a::b\n##[add-mask]y",
    "::warning::w%0A::error::e%",
    '"><script>alert(1)</script>',
    "]]><!-- & &amp; -->",
    "\x1b[31mred\x07\x00\x08",
    "\ufffe\uffff\u2028\u202e\u200b",
    "**bold** _it_ ~~s~~ $x$",
    "a, b: c, d",
    "",
    " ",
]


@pytest.fixture
def hostile(desk: Desk) -> Desk:
    """Each hostile text as a name, with all of them as its description, and every budget broken."""
    said = "\n".join(HOSTILE)
    tools = [{"name": name, "description": said, "inputSchema": {"description": said}} for name in HOSTILE]
    desk.catalogs(s=tools, more="[policy.budget]\nserver-tokens = 1\ntool-tokens = 1\n")
    desk.ok("lock")
    return desk


def report(desk: Desk, form: str, code: int = 1) -> str:
    answer = desk.govern("cost", "--format", form)
    assert answer.code == code
    return answer.out


OURS = re.compile(r"<details><summary>(Tools|Advice)</summary>|</details>")


def test_markdown_holds_no_markup_but_ours(hostile: Desk) -> None:
    text = report(hostile, "markdown")
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    inline = [child for token in tokens for child in token.children or []]
    kinds = {token.type for token in (*tokens, *inline)}
    assert not kinds & {"link_open", "image", "html_inline", "s_open", "em_open", "fence", "code_block", "hr"}
    assert all(OURS.fullmatch(token.content.strip()) for token in tokens if token.type == "html_block")
    assert {token.content for token in tokens if token.type == "inline" and token.level == 1 and token.map} >= {
        "Token cost of tools",
        "Over budget",
    }
    assert [token.tag for token in tokens if token.type == "heading_open"] == ["h2", "h3"]
    bold = [inline[at + 1].content for at, token in enumerate(inline) if token.type == "strong_open"]
    assert all("bold" not in text for text in bold)


def test_markdown_rows_stay_rows(hostile: Desk) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(report(hostile, "markdown"))
    widths = [0]
    for token in tokens:
        widths[-1] += token.type in ("td_open", "th_open")
        if token.type == "tr_close":
            widths.append(0)
    assert widths == [5, 5, *[6] * (len(HOSTILE) + 1), 0]


def test_every_line_for_github_is_an_annotation_of_ours(hostile: Desk) -> None:
    lines = report(hostile, "github").split("\n")
    assert lines.pop() == ""
    one = r"file=capability\.lock,line=\d+,title=[^,:\r\n]+\([a-z-]+\)::s(/|: )[^\r\n]*"
    rest = r"title=govern cost::and \d+ more[^\r\n]*"
    assert [line for line in lines if not re.fullmatch(f"::(error|warning|notice) ({one}|{rest})", line)] == []
    assert lines[0].startswith("::error ")
    assert "\x1b" not in "".join(lines)


def unescaped(data: str) -> str:
    """What GitHub makes of an annotation's message."""
    return data.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


def test_what_github_shows_is_what_was_said(desk: Desk) -> None:
    desk.catalogs(s=[{"name": "::warning::w%0A::error::e%"}])
    desk.ok("lock")
    messages = [unescaped(line.split("::", 2)[2]) for line in report(desk, "github", code=0).splitlines()]
    assert messages
    assert all(message.startswith("s/::warning::w%0A::error::e%: ") for message in messages)


def test_lines_are_those_of_the_lock(hostile: Desk) -> None:
    lock = hostile.lock_path.read_text("utf-8").split("\n")
    for result in json.loads(report(hostile, "sarif"))["runs"][0]["results"]:
        line = result["locations"][0]["physicalLocation"]["region"]["startLine"]
        place = result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]
        assert lock[line - 1] == ("[[server.tool]]" if "/" in place else "[[server]]")


def test_junit_is_well_formed(hostile: Desk) -> None:
    suites = ET.fromstring(report(hostile, "junit").encode())
    cases = list(suites.iter("testcase"))
    assert suites.get("failures") == str(len(cases)) == str(len(HOSTILE) + 1)
    assert all(case.find("failure") is not None for case in cases)
    named = {case.get("classname") for case in cases}
    assert {"s", 's/"><script>alert(1)</script>', "s/]]><!-- & &amp; -->"} <= named
    assert "s/line\n| a | b |\n# head\n</details>\n- [ ] x" in named


def test_junit_of_a_bill_within_its_budget_is_one_case(desk: Desk) -> None:
    desk.catalogs(s=[{"name": "t"}])
    desk.ok("lock")
    suites = ET.fromstring(report(desk, "junit", code=0).encode())
    assert [case.get("classname") for case in suites.iter("testcase")] == ["capability.lock"]
    assert suites.get("failures") == "0"


def run_of(text: str) -> dict[str, Any]:
    """A log's one run, as SARIF 2.1.0 asks for it."""
    log = json.loads(text)
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    run: dict[str, Any]
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "govern"
    ids = [rule["id"] for rule in driver["rules"]]
    assert ids == sorted(set(ids))
    assert all(rule["shortDescription"]["text"] for rule in driver["rules"])
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        assert result["message"]["text"]
        (location,) = result["locations"]
        assert location["physicalLocation"]["region"]["startLine"] >= 1
        assert re.fullmatch(r"[A-Za-z0-9._~:/%-]+", location["physicalLocation"]["artifactLocation"]["uri"])
    return run


def test_sarif_is_what_the_standard_asks_for(hostile: Desk) -> None:
    text = report(hostile, "sarif")
    assert text.isascii()
    results = run_of(text)["results"]
    assert sum(result["level"] == "error" for result in results) == len(HOSTILE) + 1
    prints = [result["partialFingerprints"]["govern/v1"] for result in results]
    assert len(prints) == len(set(prints))


@pytest.mark.parametrize(
    ("lock", "uri"), [("my folder/größe.lock", "my%20folder/gr%C3%B6%C3%9Fe.lock"), ("x.lock", "x.lock")]
)
def test_sarif_names_the_lock_by_a_uri(desk: Desk, lock: str, uri: str) -> None:
    desk.catalogs(s=[{"name": "t"}])
    (desk.folder / "my folder").mkdir()
    desk.ok("lock", "--lock", lock)
    for words in (("--lock", lock), ("--lock", str(desk.folder / lock))):
        answer = desk.ok("cost", "--format", "sarif", *words)
        artifact = run_of(answer.out)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        assert artifact == {"uri": uri, "uriBaseId": "%SRCROOT%"}


def test_sarif_names_a_lock_elsewhere_by_its_whole_uri(desk: Desk) -> None:
    desk.catalogs(s=[{"name": "t"}])
    desk.ok("lock")
    (desk.folder / "below").mkdir()
    desk.monkeypatch.chdir(desk.folder / "below")
    answer = desk.ok("cost", "--format", "sarif", "--lock", str(desk.lock_path))
    artifact = run_of(answer.out)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact == {"uri": Path(desk.lock_path).as_uri()}


def test_fingerprints_outlive_other_lines(desk: Desk) -> None:
    def prints() -> set[str]:
        results = run_of(report(desk, "sarif", code=0))["results"]
        return {result["partialFingerprints"]["govern/v1"] for result in results if "/t" in result["message"]["text"]}

    desk.catalogs(s=[{"name": "t"}])
    desk.ok("lock")
    before = prints()
    desk.catalogs(s=[{"name": "a", "description": "One.\nTwo."}, {"name": "t"}])
    desk.ok("lock")
    assert before == prints() != set()


def test_text_is_ours_line_by_line(hostile: Desk) -> None:
    for line in report(hostile, "text").splitlines():
        assert not re.search("[\x00-\x1f\u2028\u202e\u200b]", line)
        assert not line.lstrip().startswith(("::", "#", "|", "</"))
