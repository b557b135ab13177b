import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from govern.contract.characters import has_hidden
from govern.report.annotations import Annotation, AnnotationRule, Annotations, Lines
from govern.report.ci import sarif
from govern.report.formats import Format
from govern.verdict import Verdict
from tests.desk import Desk
from tests.report.hostile import HOSTILE_NAMES, hostile_verdict, whatever_is_said
from tests.report.test_annotations import LINES, SARIF, results_of, run_of, text_of
from tests.report.verdicts import BOUND, LIMIT, REQUIRED, finding, passing, rich, waiting


def fingerprint(**place: Any) -> str:
    where: dict[str, Any] = {"server": "s", "tool": "t", "change": "c-1"} | place
    annotation = Annotation("r", "R", "error", "message", **where)
    run = sarif(Annotations("diff", "capability.lock", {"r": AnnotationRule("R")}, (annotation,)))["runs"][0]
    found: str = run["results"][0]["partialFingerprints"]["govern/v1"]
    return found


@pytest.mark.parametrize(
    "place", [{"server": "other"}, {"tool": "other"}, {"kind": "prompt"}, {"pointer": "/inputSchema/type"}]
)
def test_a_fingerprint_depends_on_each_part_of_the_place(place: dict[str, str]) -> None:
    assert fingerprint(**place) != fingerprint()
    assert fingerprint(**place) == fingerprint(**place, change="c-2")


@pytest.mark.parametrize("place", [{"server": "other"}, {"tool": "other"}])
def test_a_fingerprint_of_a_check_depends_on_server_and_tool(place: dict[str, str]) -> None:
    assert fingerprint(**place, change="") != fingerprint(change="")


def test_fingerprints_of_changes_do_not_depend_on_lines() -> None:
    def prints(verdict: Verdict, lines: Lines) -> list[dict[str, str]]:
        log = json.loads(text_of(verdict, Format.SARIF, lines))
        return [result["partialFingerprints"] for result in log["runs"][0]["results"]]

    one, other = prints(rich(), LINES), prints(rich(), {("github", None): 99})
    assert one == other
    assert {each["govern.change/v1"] for each in one} == {each.finding.change.id for each in rich().decided}
    changed, again = (Verdict("a", "b", (waiting(finding(BOUND, LIMIT, 100, after)),)) for after in (50, 40))
    assert prints(changed, {})[0]["govern/v1"] == prints(again, {})[0]["govern/v1"]
    assert prints(changed, {})[0]["govern.change/v1"] != prints(again, {})[0]["govern.change/v1"]


def test_two_changes_of_one_place_have_distinct_line_hashes() -> None:
    decided = tuple(waiting(finding(REQUIRED, "/inputSchema/required", after=name)) for name in ("owner", "repo"))
    results = run_of(Verdict("a", "b", decided))["results"]
    assert len({result["partialFingerprints"]["primaryLocationLineHash"] for result in results}) == 2


def test_approved_changes_are_suppressed_with_their_reason() -> None:
    results = results_of(rich())
    assert results["tool-removed"]["suppressions"] == [
        {"kind": "external", "status": "accepted", "justification": "callers moved in #412"}
    ]
    assert results["test-bound-narrowed"]["suppressions"] == []
    assert results["tool-added"]["suppressions"] == []


def test_each_rule_in_use_has_help_and_properties() -> None:
    run = run_of(rich())
    rules = run["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} == {result["ruleId"] for result in run["results"]}
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    removed = next(rule for rule in rules if rule["id"] == "tool-removed")
    assert removed["defaultConfiguration"] == {"level": "error"}
    assert removed["properties"]["severity"] == "BREAKING"
    assert "What to do: Keep it" in removed["help"]["text"]
    assert "govern explain tool-removed" in removed["help"]["markdown"]
    steers = next(rule for rule in rules if rule["id"] == "text-hidden")
    assert steers["properties"]["tags"] == ["text", "security"]


def checked_run(text: str) -> dict[str, Any]:
    log = json.loads(text)
    SARIF.validate(log)
    run: dict[str, Any] = log["runs"][0]
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert ids == sorted(set(ids))
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
        assert re.fullmatch(r"[A-Za-z0-9._~:/%-]+", artifact["uri"])
    return run


def test_hostile_names_are_valid_sarif_with_distinct_fingerprints(hostile: Desk) -> None:
    text = hostile.govern("cost", "--format", "sarif").out
    assert text.isascii()
    results = checked_run(text)["results"]
    assert sum(result["level"] == "error" for result in results) == len(HOSTILE_NAMES) + 1
    prints = [result["partialFingerprints"]["govern/v1"] for result in results]
    assert len(prints) == len(set(prints))


@pytest.mark.parametrize(
    ("lock", "uri"), [("my folder/größe.lock", "my%20folder/gr%C3%B6%C3%9Fe.lock"), ("x.lock", "x.lock")]
)
def test_the_location_is_a_uri_relative_to_the_repository(desk: Desk, lock: str, uri: str) -> None:
    desk.catalogs(s=[{"name": "t"}])
    (desk.folder / "my folder").mkdir()
    desk.ok("lock", "--lock", lock)
    for words in (("--lock", lock), ("--lock", str(desk.folder / lock))):
        answer = desk.ok("cost", "--format", "sarif", *words)
        artifact = checked_run(answer.out)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        assert artifact == {"uri": uri, "uriBaseId": "%SRCROOT%"}


def test_the_location_outside_the_working_directory_is_absolute(desk: Desk) -> None:
    desk.catalogs(s=[{"name": "t"}])
    desk.ok("lock")
    (desk.folder / "below").mkdir()
    desk.monkeypatch.chdir(desk.folder / "below")
    answer = desk.ok("cost", "--format", "sarif", "--lock", str(desk.lock_path))
    artifact = checked_run(answer.out)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact == {"uri": Path(desk.lock_path).as_uri()}


def test_sarif_fingerprints_do_not_depend_on_lines(desk: Desk) -> None:
    def prints() -> set[str]:
        results = checked_run(desk.ok("cost", "--format", "sarif").out)["results"]
        return {result["partialFingerprints"]["govern/v1"] for result in results if "/t" in result["message"]["text"]}

    desk.catalogs(s=[{"name": "t"}])
    desk.ok("lock")
    before = prints()
    desk.catalogs(s=[{"name": "a", "description": "One.\nTwo."}, {"name": "t"}])
    desk.ok("lock")
    assert before == prints() != set()


# As GitLab's documentation lists them: these keys, these severities, and a path from the root of the repository.
REPORT = jsonschema.Draft202012Validator(
    {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["description", "check_name", "fingerprint", "severity", "location"],
            "properties": {
                "description": {"type": "string", "minLength": 1},
                "check_name": {"type": "string", "minLength": 1},
                "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
                "location": {
                    "type": "object",
                    "required": ["path", "lines"],
                    "properties": {
                        "path": {"type": "string", "pattern": "^[^/.]"},
                        "lines": {
                            "type": "object",
                            "required": ["begin"],
                            "properties": {"begin": {"type": "integer", "minimum": 1}},
                        },
                    },
                },
            },
        },
    }
)


def entries_of(text: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(text)
    REPORT.validate(entries)
    assert len({entry["fingerprint"] for entry in entries}) == len(entries)
    return entries


def report_of(verdict: Verdict, **how: Any) -> list[dict[str, Any]]:
    return entries_of(text_of(verdict, Format.CODEQUALITY, **how))


def test_every_change_is_an_entry_at_its_line() -> None:
    entries = report_of(rich())
    assert len(entries) == len(rich().decided)
    assert {entry["location"]["path"] for entry in entries} == {"capability.lock"}
    assert {entry["location"]["lines"]["begin"] for entry in entries} >= {8, 20}


def test_severities_follow_level_and_approval() -> None:
    breaking, risky = finding(REQUIRED, "/a"), finding("tool-description-changed")
    unapproved = (waiting(breaking), waiting(risky))
    severities = {
        name: [entry["severity"] for entry in report_of(Verdict("a", "b", decided, fails=fails))]
        for name, decided, fails in (
            ("fails", unapproved, True),
            ("waits", unapproved, False),
            ("approved", (passing(breaking), passing(risky)), False),
        )
    }
    assert severities == {"fails": ["blocker"] * 2, "waits": ["critical", "major"], "approved": ["info"] * 2}


def test_gitlab_fingerprints_do_not_depend_on_lines() -> None:
    verdict = Verdict("a", "b", (waiting(finding(BOUND, LIMIT, 20, 10)),))
    here = report_of(verdict)
    moved = report_of(verdict, lines={("github", None): 800, ("github", "search_issues"): 900})
    other = report_of(Verdict("a", "b", (waiting(finding(BOUND, LIMIT, 20, 5)),)))
    assert here[0]["location"] != moved[0]["location"]
    assert here[0]["fingerprint"] == moved[0]["fingerprint"] != other[0]["fingerprint"]


@whatever_is_said(10)
def test_hidden_characters_are_escaped(message: str) -> None:
    text = text_of(hostile_verdict(message), Format.CODEQUALITY)
    assert text.isascii()
    assert "##" not in text
    for entry in entries_of(text):
        assert not has_hidden(entry["description"])
        assert "\n" not in entry["description"]


def test_exceeded_budgets_and_advice_are_entries(desk: Desk) -> None:
    tool = {"name": "look", "description": "word " * 300, "inputSchema": {"type": "object"}}
    desk.catalogs(a=[tool], more="[policy.budget]\ntool-tokens = 10\n")
    desk.ok("lock")
    entries = entries_of(desk.govern("cost", "--format", "codequality").out)
    blocking = [entry for entry in entries if entry["severity"] == "blocker"]
    assert [entry["check_name"] for entry in blocking] == ["budget-tool-tokens"]
    assert "a/look" in blocking[0]["description"]
