"""GitLab code quality reports."""

import json
from typing import Any

import jsonschema

from govern.contract.characters import has_hidden
from govern.report.formats import Format
from govern.verdict import Verdict
from tests.desk import Desk
from tests.report.ci.test_annotations import text_of
from tests.report.hostile import hostile_verdict, whatever_is_said
from tests.report.verdicts import BOUND, LIMIT, REQUIRED, finding, passing, rich, waiting

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


def test_fingerprints_do_not_depend_on_lines() -> None:
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
