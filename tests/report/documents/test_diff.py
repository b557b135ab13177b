"""A diff as JSON."""

import json
from dataclasses import replace
from typing import Any

import jsonschema
from pydantic import TypeAdapter

from govern.lockfile.costs import ContractSize, ServerSize
from govern.report.documents import document_types, json_text
from govern.report.documents.diff import DiffDocument, diff_document
from govern.verdict import Verdict
from tests.report.hostile import hostile_verdict, whatever_is_said
from tests.report.verdicts import BOUND, LIMIT, finding, rich, waiting

SCHEMA = TypeAdapter(DiffDocument).json_schema()
PROMISED = [
    "id", "server", "kind", "name", "rule", "severity", "pointer", "before", "after", "message", "approved",
    "approval", "witness",
]  # fmt: skip


def document_of(verdict: Verdict) -> dict[str, Any]:
    text = json_text(diff_document(verdict))
    assert text.isascii()
    assert "##" not in text
    document: dict[str, Any] = json.loads(text)
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    return document


def test_the_document_is_published() -> None:
    assert document_types()["govern.diff/1"] is DiffDocument
    assert "`how` distinguishes that from a null" in SCHEMA["$defs"]["ChangeDocument"]["description"]


def test_published_keys_come_first() -> None:
    document = document_of(rich())
    assert list(document)[:4] == ["format", "verdict", "summary", "changes"]
    assert document["summary"] == {"breaking": 4, "risky": 1, "safe": 3, "unapproved": 3}
    assert all(list(change)[: len(PROMISED)] == PROMISED for change in document["changes"])


def test_each_changed_server_is_in_numbers() -> None:
    sizes = (ServerSize("maths", None, ContractSize(1, 40)),)
    maths, github = document_of(replace(rich(), sizes=sizes))["servers"]
    assert maths == {
        "server": "maths",
        "breaking": 1,
        "risky": 0,
        "safe": 0,
        "unapproved": 1,
        "before": None,
        "after": {"tools": 1, "tokens": 40},
    }
    assert github | {"breaking": 3, "risky": 1, "safe": 3, "unapproved": 2, "before": None, "after": None} == github


def test_a_change() -> None:
    change = next(each for each in document_of(rich())["changes"] if each["rule"] == "test-required-added")
    assert change == {
        "id": "c-a7d274aa189e",
        "server": "github",
        "kind": "tool",
        "name": "search_issues",
        "rule": "test-required-added",
        "severity": "BREAKING",
        "pointer": "/inputSchema/required",
        "before": None,
        "after": "owner",
        "message": "`owner` is required now",
        "approved": False,
        "approval": None,
        "witness": {
            "instance": {"query": "is:open"},
            "accepted_by": "old",
            "rejected_by": "new",
            "reading": "documented",
            "error": "'owner' is a required property",
        },
        "how": "added",
        "from": "sha256:" + "0" * 64,
        "to": "sha256:" + "1" * 64,
        "lane": "compatibility",
        "override": None,
        "needed": 1,
        "missing": "needs approval",
        "approvals": [],
    }


def test_approvals() -> None:
    changes = {each["rule"]: each for each in document_of(rich())["changes"]}
    approved = changes["tool-removed"]
    by_ana = {"kind": "approval", "by": "ana@example.com", "reason": "callers moved in #412", "until": "2027-01-31"}
    assert (approved["approved"], approved["approval"], approved["approvals"]) == (True, by_ana, [by_ana])
    half = changes["test-bound-narrowed"]
    assert (half["approved"], half["approval"], half["needed"]) == (False, by_ana, 2)
    assert changes["tool-description-changed"]["approval"]["kind"] == "waiver"
    assert changes["tool-added"]["approval"] is None
    assert changes["tool-added"]["approved"] is True
    assert changes["server-protocol-lowered"]["override"] == {
        "severity": "SAFE",
        "instead_of": "RISKY",
        "reason": "our client speaks both",
        "where": "policy.severity",
    }


def test_ignored_approvals() -> None:
    (standing,) = document_of(rich())["standings"]
    assert standing["why"] == "stale"
    assert standing["kind"] == "approval"
    assert standing["line"] == 12


def test_a_null_value_is_distinguished_from_a_missing_one() -> None:
    absent = finding(BOUND, LIMIT, after=5)
    null = finding(BOUND, LIMIT, None, 5)
    gone = finding(BOUND, LIMIT, 5)
    changes = document_of(Verdict("a", "b", tuple(map(waiting, (absent, null, gone)))))["changes"]
    by_id = {each["id"]: (each["before"], each["after"], each["how"]) for each in changes}
    assert by_id[absent.change.id] == (None, 5, "added")
    assert by_id[null.change.id] == (None, 5, "changed")
    assert by_id[gone.change.id] == (5, None, "removed")


@whatever_is_said(40)
def test_hostile_texts_are_kept_unchanged(text: str) -> None:
    verdict = hostile_verdict(text)
    changes = {each["id"]: each for each in document_of(verdict)["changes"]}
    assert len(changes) == len(verdict.decided)
    for decided in verdict.decided:
        change = changes[decided.finding.change.id]
        assert change["message"] == decided.finding.message
        assert change["name"] == decided.finding.change.name
        assert change["pointer"] == decided.finding.change.pointer
