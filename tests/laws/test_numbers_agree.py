"""Every format reports the same number of changes per severity, and of changes that need approval."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st

from govern.report.formats import Format, diff_text
from govern.report.html.changes import changes_section
from govern.report.html.contents import Catalogue, catalogue_data, catalogue_section
from govern.report.html.page import overview_section
from govern.report.terminal.page import Page
from govern.rules.rule import Severity
from govern.verdict import Verdict
from tests.lockfile.building import lock_of, locked
from tests.report.html.pages import contents_of, data_in
from tests.rules.deciding import approval, decided, finding

RULES = (
    "tool-removed",
    "reach-input-root",
    "tool-description-changed",
    "risk-estimate-raised",
    "tool-added",
    "risk-eased",
)
SAID = {"what": "`inputSchema.type` is missing", "clients": "Python SDK 2.0.0+"}
NAMES = ("look", "find", "sort")
LOCK = lock_of(locked("s", *({"name": name, "description": f"{name} it."} for name in NAMES)))
LEVELS = {"error": "BREAKING", "warning": "RISKY", "note": "SAFE"}
# The worst first, as every format has it.
SEVERITIES = ("BREAKING", "RISKY", "SAFE")

changes = st.lists(
    st.tuples(st.sampled_from(RULES), st.sampled_from(NAMES), st.integers(0, 3), st.booleans()),
    min_size=1,
    max_size=40,
    unique_by=lambda each: each[:3],
)


def verdict_of(found: list[tuple[str, str, int, bool]]) -> tuple[Verdict, Counter[str], int]:
    """Return a verdict, its number of changes by severity, and the number of open ones."""
    findings = [
        finding(rule, name, after=f"version {number}", before="low", values=SAID) for rule, name, number, _ in found
    ]
    given_to = [each for each, (*_, approved) in zip(findings, found, strict=True) if approved]
    verdict = decided(findings, [approval(each) for each in given_to])
    waiting = sum(
        not approved and each.severity is not Severity.SAFE
        for each, (*_, approved) in zip(findings, found, strict=True)
    )
    return verdict, Counter(each.severity.value for each in findings), waiting


@settings(max_examples=60, deadline=None)
@given(changes)
def test_all_formats_count_the_same_changes(found: list[tuple[str, str, int, bool]]) -> None:
    verdict, numbers, waiting = verdict_of(found)
    total = sum(numbers.values())
    output = {form: diff_text(verdict, Path, dict, form, Page(width=200)) for form in Format}
    counted = ", ".join(f"{numbers[each]} {each}" for each in SEVERITIES if numbers[each])
    noun = "change" if total == 1 else "changes"
    asked = any(approved for *_, approved in found) or numbers["SAFE"] < total
    state = f"unapproved: {waiting} of" if waiting else "approved:" if asked else "no approval needed:"
    headline = f"{state} {total} {noun} from main to capability.lock ({counted})"

    assert headline in output[Format.TEXT]
    assert headline in output[Format.MARKDOWN]
    assert in_sections(output[Format.MARKDOWN]) == numbers
    document = json.loads(output[Format.JSON])
    assert document["summary"] == {**{each.lower(): numbers[each] for each in SEVERITIES}, "unapproved": waiting}
    assert Counter(each["severity"] for each in document["changes"]) == numbers
    assert sum(not each["approved"] for each in document["changes"]) == waiting
    (run,) = json.loads(output[Format.SARIF])["runs"]
    assert Counter(LEVELS[each["level"]] for each in run["results"]) == numbers
    assert len(json.loads(output[Format.CODEQUALITY])) == total
    assert annotated(output[Format.GITHUB]) == total
    suite = ET.fromstring(output[Format.JUNIT]).find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures")) == (str(total), str(waiting))
    assert len(suite.findall("testcase")) == total
    assert len(suite.findall("testcase/failure")) == waiting


@settings(max_examples=40, deadline=None)
@given(changes)
def test_the_page_counts_each_item_by_severity(found: list[tuple[str, str, int, bool]]) -> None:
    verdict, numbers, waiting = verdict_of(found)
    contents = contents_of(LOCK, LOCK, verdict=verdict)
    catalogue = Catalogue(contents)
    rows = data_in("".join(catalogue_data(catalogue)), "index")["rows"]
    by_name = {name: Counter[str]() for name in NAMES}
    for each in verdict.decided:
        by_name[each.finding.change.name][each.finding.severity.value] += 1
    assert {row[2]: Counter(dict(row[8])) for row in rows if row[1] == "tool"} == by_name
    figures, _, servers = str(overview_section(contents, catalogue)).partition("<table>")
    assert badges(figures) == badges(servers) == numbers
    assert badges(str(catalogue_section(catalogue))) == numbers
    page = str(changes_section(contents, catalogue))
    assert badges("".join(re.findall(r"<summary>.*?</summary>", page, re.DOTALL))) == numbers
    to_approve = sum(int(each) for each in re.findall(r"(\d+) unapproved</", page))
    assert to_approve == waiting


def in_sections(markdown: str) -> Counter[str]:
    """Return the number of changes that the headings and the counted lines state, by severity."""
    total = Counter[str]()
    for severity, number in re.findall(r"^(?:<.*<summary>)?(\w+): (\d+) changes?\b", markdown, re.MULTILINE):
        total[severity] += int(number)
    return total


def annotated(commands: str) -> int:
    """Return how many changes the annotations report; the last of a kind counts the omitted ones."""
    left_out = [int(number) for number in re.findall(r"::and (\d+) more;", commands)]
    return len(commands.splitlines()) - len(left_out) + sum(left_out)


def badges(html: Any) -> Counter[str]:
    """Return the sum of all numbers of a severity on the page."""
    total = Counter[str]()
    for number, severity in re.findall(r">(\d+) (BREAKING|RISKY|SAFE)<", html):
        total[severity] += int(number)
    return +total
