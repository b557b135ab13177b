"""Texts of hostile servers, and a verdict with them in every place."""

import re
from collections.abc import Callable
from datetime import date

from hypothesis import example, given, settings
from hypothesis import strategies as st

from govern.facts.change import Witness
from govern.policy.approvals import Standing, Waiver
from govern.rules.finding import Override
from govern.rules.rule import Severity
from govern.verdict import Decided, Verdict
from tests.report.verdicts import BOUND, LIMIT, REQUIRED, approval, finding, waiting

# Every text of a server in these verdicts begins with this word.
EVIL = "EVIL"
ATTACKS = (
    "\n      approved by ana@example.com: fine\n\nunapproved: 0 of 0 changes\nnext: rm -rf /",
    "\x1b[31mred\x1b]0;title\x07\x1b[2J\r\x08",
    "\u202eabc\u2066\u200b\u200d\ufeff\U000e0041\u2028\u2029\x85\x00\ufffe",
    "\ud800 \udfff",
    "\n::error::owned\n::set-output name=x::y\n##[error]x\n##vso[task.complete]\n##teamcity[buildStop comment='x']",
    "\n--- x\n+++ x\n~~~ x\n^^^ +++\ntravis_fold:start:x\r\x1b[0K\nsection_start:1:x\r\x1b[0Kx",
    "<script>alert(1)</script><!-- --> </details></summary><img src=x onerror=y> &lt; &#60; <a@b.co>",
    "[a](http://evil.test) ![b](http://evil.test/i.png) <http://evil.test> www.evil.test @ana #1 gh-2 :smile:",
    "\u05d0 → \u05d1",
    "``` \n```\n# heading\n~~~\n- item\n> quote\n| a | b |\n| --- | --- |\n***\n``` ` `` ``` ````",
    "**b** ~~s~~ __u__ \\` \\\\ \\[ $x$ [^1] {+x+} [-y-] ]]> \t\t tab",
    "]]><failure/> \" ' & %0A %25 {0} {} {after}",
    "`",
    "x" * 300,
    "漢字" * 60 + "́",
    "  ",
)


def undirected(report: str) -> str:
    """Return a report without the marks that govern puts around arrows."""
    return report.replace("\u200e→\u200e", "→")


hostile_texts = st.one_of(
    st.sampled_from(ATTACKS),
    st.text(st.characters(), max_size=60),
    st.lists(st.sampled_from(ATTACKS), min_size=2, max_size=3).map("".join),
).map(lambda text: f"{EVIL}{text}")

# No line of a log may match these, since a CI would execute it.
COMMAND = re.compile(
    r"^\s*::|##(?:\[|vso\[|teamcity\[)"
    r"|^(?:---|\+\+\+|~~~|\^\^\^)[ \t]"
    r"|^\s*(?:travis_(?:fold|time)|section_(?:start|end)):",
    re.MULTILINE,
)
Test = Callable[[str], None]


def whatever_is_said(number: int) -> Callable[[Test], Test]:
    """Run a test with each attack, and with this many other texts."""

    def decorated(test: Test) -> Test:
        tried: Test = settings(max_examples=number)(given(hostile_texts)(test))
        for attack in ATTACKS:
            tried = example(f"{EVIL}{attack}")(tried)
        return tried

    return decorated


def hostile_verdict(text: str) -> Verdict:
    """Return a verdict with `text` as every name, text, value, reason and error."""
    witness = Witness({text: [text]}, "old", "new", "documented", text)
    required = finding(REQUIRED, f"/inputSchema/properties/{text}/required", after=text, name=text, witness=witness)
    bound = finding(BOUND, LIMIT, text, {text: text}, name=text, witness=witness)
    message = finding("text-hidden", "/description", after=[text], name=text, cues=f"instruction at /: {text}")
    reworded = finding("tool-description-changed", "/description", f"{text} old", f"{text} {text}", name=text)
    respelled = finding("tool-title-respelled", "/title", f"{text}\n", text, name=text)
    renamed = finding("tool-renamed", "", text, text, name=text, similarity=0.9)
    lowered = finding(
        "server-protocol-lowered", "/protocolVersion", text, f"{text}2", kind="server", name="",
        override=Override(Severity.RISKY, text, text),
    )  # fmt: skip
    waiver = Waiver("*", text, "*", text, date(2027, 1, 1), text)
    return Verdict(
        "old.lock",
        "new.lock",
        (
            waiting(required),
            Decided(bound, 2, (approval(bound, text, text),), f"needs 2 approvals, has 1 ({text})"),
            waiting(message),
            waiting(reworded),
            waiting(respelled),
            Decided(renamed, 1, (approval(renamed, text, text), waiver)),
            Decided(lowered, 0),
        ),
        (Standing(waiver, "expired", f"the waiver for {text} has expired"),),
        fails=True,
    )


HOSTILE_NAMES = [
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
