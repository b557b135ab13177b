"""`govern cost` in each format, with names and texts that look like markup or commands."""

import re
from xml.etree import ElementTree as ET

from markdown_it import MarkdownIt

from tests.desk import Desk
from tests.report.hostile import HOSTILE_NAMES


def report(desk: Desk, form: str, code: int = 1) -> str:
    answer = desk.govern("cost", "--format", form)
    assert answer.code == code
    return answer.out


OURS = re.compile(r"<details><summary>(Tools|Advice)</summary>|</details>")


def test_markdown_has_no_markup_from_servers(hostile: Desk) -> None:
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
    assert widths == [5, 5, *[6] * (len(HOSTILE_NAMES) + 1), 0]


def test_github_every_line_is_an_annotation(hostile: Desk) -> None:
    lines = report(hostile, "github").split("\n")
    assert lines.pop() == ""
    one = r"file=capability\.lock,line=\d+,title=[^,:\r\n]+\([a-z-]+\)::s(/|: )[^\r\n]*"
    rest = r"title=govern cost::and \d+ more[^\r\n]*"
    assert [line for line in lines if not re.fullmatch(f"::(error|warning|notice) ({one}|{rest})", line)] == []
    assert lines[0].startswith("::error ")
    assert "\x1b" not in "".join(lines)


def unescaped(data: str) -> str:
    """Decode the message of an annotation as GitHub does."""
    return data.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


def test_github_shows_messages_unchanged(desk: Desk) -> None:
    desk.catalogs(s=[{"name": "::warning::w%0A::error::e%"}])
    desk.ok("lock")
    messages = [unescaped(line.split("::", 2)[2]) for line in report(desk, "github", code=0).splitlines()]
    assert messages
    assert all(message.startswith("s/::warning::w%0A::error::e%: ") for message in messages)


def test_junit_is_well_formed(hostile: Desk) -> None:
    suites = ET.fromstring(report(hostile, "junit").encode())
    cases = list(suites.iter("testcase"))
    assert suites.get("failures") == str(len(cases)) == str(len(HOSTILE_NAMES) + 1)
    assert all(case.find("failure") is not None for case in cases)
    named = {case.get("classname") for case in cases}
    assert {"s", 's/"><script>alert(1)</script>', "s/]]><!-- & &amp; -->"} <= named
    assert "s/line\n| a | b |\n# head\n</details>\n- [ ] x" in named


def test_junit_within_budget_is_one_case(desk: Desk) -> None:
    desk.catalogs(s=[{"name": "t"}])
    desk.ok("lock")
    suites = ET.fromstring(report(desk, "junit", code=0).encode())
    assert [case.get("classname") for case in suites.iter("testcase")] == ["capability.lock"]
    assert suites.get("failures") == "0"


def test_text_has_no_line_that_looks_like_a_command(hostile: Desk) -> None:
    for line in report(hostile, "text").splitlines():
        assert not re.search("[\x00-\x1f\u2028\u202e\u200b]", line)
        assert not line.lstrip().startswith(("::", "#", "|", "</"))
