import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import xmlschema

from govern.contract.characters import has_hidden
from govern.report.annotations import Lines
from govern.report.formats import Format, diff_text
from govern.report.terminal.page import Page
from govern.verdict import Decided, Verdict
from tests.report.hostile import hostile_verdict, undirected, whatever_is_said
from tests.report.verdicts import BOUND, LIMIT, finding, passing, rich, waiting

SCHEMAS = Path(__file__).parent / "schemas"
SARIF = jsonschema.Draft7Validator(json.loads((SCHEMAS / "sarif-schema-2.1.0.json").read_text("utf-8")))
JUNIT = xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd")
LINES: Lines = {("github", None): 8, ("github", "search_issues"): 20, ("maths", None): 30}
ANNOTATION = re.compile(
    r"::(error|warning|notice) file=capability\.lock,line=\d+,title=[^,:%\r\n]+ \([a-z-]+\)::[^\r\n]+"
)


def text_of(verdict: Verdict, form: Format, lines: Lines = LINES) -> str:
    return diff_text(verdict, lambda: Path("capability.lock"), lambda: lines, form, Page())


def run_of(verdict: Verdict) -> dict[str, Any]:
    log = json.loads(text_of(verdict, Format.SARIF))
    SARIF.validate(log)
    run: dict[str, Any] = log["runs"][0]
    return run


def results_of(verdict: Verdict) -> dict[str, dict[str, Any]]:
    return {result["ruleId"]: result for result in run_of(verdict)["results"]}


def suite_of(verdict: Verdict) -> ET.Element:
    text = text_of(verdict, Format.JUNIT)
    JUNIT.validate(text.split("\n", 1)[1])
    suite = ET.fromstring(text.encode()).find("testsuite")
    assert suite is not None
    return suite


def annotations_of(verdict: Verdict) -> list[str]:
    text = text_of(verdict, Format.GITHUB)
    assert text == "" or text.endswith("\n")
    return text.split("\n")[:-1]


def test_levels_follow_severities() -> None:
    levels = {rule: result["level"] for rule, result in results_of(rich()).items()}
    assert levels["test-required-added"] == "error"
    assert levels["tool-description-changed"] == "warning"
    assert levels["tool-added"] == "note"
    assert levels["server-protocol-lowered"] == "note"


def test_locations_are_lines_of_the_lock() -> None:
    lines = {
        rule: result["locations"][0]["physicalLocation"]["region"]["startLine"]
        for rule, result in results_of(rich()).items()
    }
    assert lines["test-required-added"] == 20
    assert lines["tool-removed"] == 8
    assert lines["server-protocol-lowered"] == 8
    assert lines["text-hidden"] == 30


def test_a_message_has_change_witness_and_approvals() -> None:
    assert results_of(rich())["test-bound-narrowed"]["message"]["text"].split("\n") == [
        "github/search_issues: fewer values are taken",
        "limit: maximum: 100 → 50",
        'example call: {"query": "x", "dry_run": true} (still accepted, but the argument is now ignored)',
        (
            "c-c2daf5ff5658: needs 2 approvals, has 1 (ana@example.com); "
            "so far by ana@example.com: callers moved in #412, until 2027-01-31"
        ),
    ]


@pytest.mark.parametrize(("length", "end"), [(400, 'x"]'), (401, 'x"…')])
def test_a_value_of_at_most_400_characters_is_shown_whole(length: int, end: str) -> None:
    value = ["x" * (length - len('[""]'))]
    verdict = Verdict("old", "new", (waiting(finding(BOUND, LIMIT, 100, value)),), (), fails=True)
    assert results_of(verdict)["test-bound-narrowed"]["message"]["text"].split("\n")[1].endswith(end)


def test_junit_each_change_is_a_case_and_unapproved_ones_fail() -> None:
    suite = suite_of(rich())
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("8", "3", "0")
    cases = suite.findall("testcase")
    assert len({(case.get("classname"), case.get("name")) for case in cases}) == 8
    failed = [case.get("classname") for case in cases if case.find("failure") is not None]
    assert failed == ["maths/add", "github/search_issues", "github/search_issues"]


def test_junit_changes_allowed_by_policy_are_skipped() -> None:
    suite = suite_of(rich(fails=False))
    assert (suite.get("failures"), suite.get("skipped")) == ("0", "3")
    skipped = suite.find("testcase/skipped")
    assert skipped is not None
    assert "allowed by policy" in skipped.get("message", "")


def test_no_changes_are_one_passing_case_and_no_results() -> None:
    suite = suite_of(Verdict("a", "b", ()))
    assert suite.get("tests") == "1"
    assert len(suite.findall("testcase")) == 1
    assert run_of(Verdict("a", "b", ()))["results"] == []
    assert annotations_of(Verdict("a", "b", ())) == []


def test_github_levels_follow_severities_and_approved_changes_are_notices() -> None:
    kinds = [line.split(" ", 1)[0] for line in annotations_of(rich())]
    assert kinds == ["::error"] * 3 + ["::notice"] * 5
    risky = waiting(finding("tool-description-changed", "/description", "a", "b"))
    assert annotations_of(Verdict("a", "b", (risky,)))[0].startswith("::warning file=capability.lock,line=20,title=")


@pytest.mark.parametrize("number", [10, 11, 300])
def test_github_at_most_ten_annotations_per_level(number: int) -> None:
    def several(rule: str) -> tuple[Decided, ...]:
        return tuple(waiting(finding(rule, name=f"t{at}")) for at in range(number))

    lines = annotations_of(
        Verdict("a", "b", (*several("tool-removed"), *several("answers-unbounded"), *several("tool-added")))
    )
    assert len(lines) == 30
    last = [lines[9], lines[19], lines[29]]
    summed = [
        f"::{kind} title=govern diff::and {number - 9} more; `govern diff` shows all"
        for kind in ("error", "warning", "notice")
    ]
    assert (last == summed) is (number > 10)


def test_lines_of_the_lock_are_read_only_for_formats_that_use_them() -> None:
    def never() -> Lines:
        raise AssertionError

    for form in (Format.TEXT, Format.JSON, Format.MARKDOWN, Format.JUNIT):
        assert diff_text(rich(), lambda: Path("capability.lock"), never, form, Page())


@whatever_is_said(10)
def test_hostile_texts_stay_inside_their_annotation(text: str) -> None:
    verdict = hostile_verdict(text)
    number = len(verdict.decided)
    results = run_of(verdict)["results"]
    assert len(results) == number
    for result in results:
        message = result["message"]["text"]
        assert not has_hidden(message)
        assert "](" not in message
        assert re.fullmatch(
            r"github.*(\n(`?EVIL|limit|SAFE → RISKY by policy|description|example call|protocol).*)*"
            r"\nc-[0-9a-f]{12}: .*",
            message,
        )
    suite = suite_of(verdict)
    assert len(suite.findall("testcase")) == number
    assert len(suite.findall("testcase/failure")) == 5
    assert not any(
        has_hidden(expected) for case in suite.iter() for expected in (case.text or "", *case.attrib.values())
    )
    lines = annotations_of(verdict)
    assert len(lines) == number
    assert all(ANNOTATION.fullmatch(line) and not has_hidden(undirected(line)) for line in lines)


def test_junit_safe_changes_do_not_fail() -> None:
    assert suite_of(Verdict("a", "b", (passing(finding("tool-added")),))).get("failures") == "0"
