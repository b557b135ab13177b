"""What changed, for code scanning, test reports and annotations."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import xmlschema

from govern.contract.characters import has_hidden
from govern.report.ci.annotations import Lines
from govern.report.formats import Format, diff_text
from govern.report.terminal.page import Page
from govern.verdict import Decided, Verdict
from tests.report.hostile import hostile_verdict, whatever_is_said
from tests.report.verdicts import BOUND, LIMIT, REQUIRED, finding, passing, rich, waiting

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


def test_levels_say_how_bad_it_is() -> None:
    levels = {rule: result["level"] for rule, result in results_of(rich()).items()}
    assert levels["test-required-added"] == "error"
    assert levels["tool-description-changed"] == "warning"
    assert levels["tool-added"] == "note"
    assert levels["server-protocol-lowered"] == "note"


def test_each_rule_says_what_it_means() -> None:
    run = run_of(rich())
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    removed = next(rule for rule in rules if rule["id"] == "tool-removed")
    assert removed["defaultConfiguration"] == {"level": "error"}
    assert removed["properties"]["severity"] == "BREAKING"
    assert "What to do: Keep it" in removed["help"]["text"]
    assert "govern explain tool-removed" in removed["help"]["markdown"]
    steers = next(rule for rule in rules if rule["id"] == "text-hidden")
    assert steers["properties"]["tags"] == ["text", "security"]


def test_locations_are_lines_of_the_lock() -> None:
    lines = {
        rule: result["locations"][0]["physicalLocation"]["region"]["startLine"]
        for rule, result in results_of(rich()).items()
    }
    assert lines["test-required-added"] == 20
    assert lines["tool-removed"] == 8
    assert lines["server-protocol-lowered"] == 8
    assert lines["text-hidden"] == 30


def test_fingerprints_do_not_move_with_the_lock() -> None:
    def prints(verdict: Verdict, lines: Lines) -> list[dict[str, str]]:
        log = json.loads(text_of(verdict, Format.SARIF, lines))
        return [result["partialFingerprints"] for result in log["runs"][0]["results"]]

    one, other = prints(rich(), LINES), prints(rich(), {("github", None): 99})
    assert one == other
    assert {each["govern.change/v1"] for each in one} == {each.finding.change.id for each in rich().decided}
    changed, again = (Verdict("a", "b", (waiting(finding(BOUND, LIMIT, 100, after)),)) for after in (50, 40))
    assert prints(changed, {})[0]["govern/v1"] == prints(again, {})[0]["govern/v1"]
    assert prints(changed, {})[0]["govern.change/v1"] != prints(again, {})[0]["govern.change/v1"]


def test_two_changes_of_one_place_are_two_results_to_code_scanning() -> None:
    decided = tuple(waiting(finding(REQUIRED, "/inputSchema/required", after=name)) for name in ("owner", "repo"))
    results = run_of(Verdict("a", "b", decided))["results"]
    assert len({result["partialFingerprints"]["primaryLocationLineHash"] for result in results}) == 2


def test_what_is_approved_is_suppressed_with_its_reason() -> None:
    results = results_of(rich())
    assert results["tool-removed"]["suppressions"] == [
        {"kind": "external", "status": "accepted", "justification": "callers moved in #412"}
    ]
    assert results["test-bound-narrowed"]["suppressions"] == []
    assert results["tool-added"]["suppressions"] == []


def test_a_result_tells_all() -> None:
    assert results_of(rich())["test-bound-narrowed"]["message"]["text"].split("\n") == [
        "github/search_issues: fewer values are taken",
        "limit: maximum: 100 → 50",
        'a call that loses its effect: {"query": "x", "dry_run": true}',
        (
            "c-c2daf5ff5658: not approved: needs 2 approvals, has 1 (ana@example.com); "
            "given by ana@example.com: callers moved in #412, until 2027-01-31"
        ),
    ]


def test_each_change_is_a_case_and_fails_where_it_is_not_approved() -> None:
    suite = suite_of(rich())
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("8", "3", "0")
    cases = suite.findall("testcase")
    assert len({(case.get("classname"), case.get("name")) for case in cases}) == 8
    failed = [case.get("classname") for case in cases if case.find("failure") is not None]
    assert failed == ["maths/add", "github/search_issues", "github/search_issues"]


def test_what_policy_lets_pass_is_skipped_and_fails_nothing() -> None:
    suite = suite_of(rich(fails=False))
    assert (suite.get("failures"), suite.get("skipped")) == ("0", "3")
    skipped = suite.find("testcase/skipped")
    assert skipped is not None
    assert "policy lets it pass" in skipped.get("message", "")


def test_a_verdict_without_a_change_is_one_case_that_passes() -> None:
    suite = suite_of(Verdict("a", "b", ()))
    assert suite.get("tests") == "1"
    assert len(suite.findall("testcase")) == 1
    assert run_of(Verdict("a", "b", ()))["results"] == []
    assert annotations_of(Verdict("a", "b", ())) == []


def test_annotations_by_severity_and_only_notices_for_what_is_approved() -> None:
    kinds = [line.split(" ", 1)[0] for line in annotations_of(rich())]
    assert kinds == ["::error"] * 3 + ["::notice"] * 5
    risky = waiting(finding("tool-description-changed", "/description", "a", "b"))
    assert annotations_of(Verdict("a", "b", (risky,)))[0].startswith("::warning file=capability.lock,line=20,title=")


@pytest.mark.parametrize("number", [10, 11, 300])
def test_no_more_annotations_than_github_shows(number: int) -> None:
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


def test_the_lock_is_asked_for_lines_only_where_it_is_pointed_into() -> None:
    def never() -> Lines:
        raise AssertionError

    for form in (Format.TEXT, Format.JSON, Format.MARKDOWN, Format.JUNIT):
        assert diff_text(rich(), lambda: Path("capability.lock"), never, form, Page())


@whatever_is_said(10)
def test_nothing_hostile_leaves_its_place(text: str) -> None:
    verdict = hostile_verdict(text)
    number = len(verdict.decided)
    results = run_of(verdict)["results"]
    assert len(results) == number
    for result in results:
        message = result["message"]["text"]
        assert not has_hidden(message)
        assert "](" not in message
        assert re.fullmatch(
            r"github.*(\n(`?EVIL|limit|RISKY by policy|description|a call that|protocol).*)*\nc-[0-9a-f]{12}: .*",
            message,
        )
    suite = suite_of(verdict)
    assert len(suite.findall("testcase")) == number
    assert len(suite.findall("testcase/failure")) == 5
    assert not any(has_hidden(said) for case in suite.iter() for said in (case.text or "", *case.attrib.values()))
    lines = annotations_of(verdict)
    assert len(lines) == number
    assert all(ANNOTATION.fullmatch(line) and not has_hidden(line) for line in lines)


def test_a_verdict_of_safe_changes_fails_no_case() -> None:
    assert suite_of(Verdict("a", "b", (passing(finding("tool-added")),))).get("failures") == "0"
