"""JSON documents match their published schemas."""

import json
import os
from datetime import date
from functools import cache
from typing import Any

import jsonschema
import pytest
from pydantic import TypeAdapter

from govern.policy.approvals import Approval
from govern.report.documents import document_of, document_types
from govern.report.documents.approve import ApprovedChangeDocument
from govern.report.documents.recordings import RecordingsDocument
from govern.rules.rule import RULES
from govern.traces.reading import Notes
from tests.desk import Answer, Desk
from tests.signing.people import WITHOUT, Person

# Keys that are present only on request, so that other documents stay unchanged.
OPTIONAL = {"govern.diff/1": {"recorded", "unsigned", "filter"}}
TOOL = {"name": "look", "description": "Looks.", "outputSchema": {"type": "string"}}


def assert_valid(answer: Answer) -> dict[str, Any]:
    document: dict[str, Any] = answer.document
    assert [error.message for error in validator_of(document["format"]).iter_errors(document)] == []
    return document


@cache
def validator_of(name: str) -> jsonschema.Draft202012Validator:
    """Return what tells whether a document has this format, with no additional properties."""
    schema = TypeAdapter(document_types()[name]).json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(closed(schema))


def closed(schema: Any) -> Any:
    """Return the schema with no additional properties allowed."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    more = {"additionalProperties": False} if "properties" in schema else {}
    return {key: closed(value) for key, value in schema.items()} | more


@pytest.mark.parametrize("name", document_types())
def test_each_schema_has_its_format_as_a_constant(name: str) -> None:
    schema = TypeAdapter(document_types()[name]).json_schema()
    assert schema["properties"]["format"]["const"] == name
    assert set(schema["properties"]) - set(schema["required"]) == OPTIONAL.get(name, set())
    assert schema["description"]


def test_values_are_converted_to_the_types_of_their_keys() -> None:
    given = Approval("c-1", "s", "t", "r", "SAFE", "-", "-", "ok", "ana", date(2027, 1, 31))
    document = document_of(ApprovedChangeDocument, given, why="")
    assert list(document) == ["change", "server", "tool", "rule", "by", "reason", "until", "why"]
    assert document["until"] == "2027-01-31"
    assert document_of(ApprovedChangeDocument, given, why="", until=None)["until"] is None
    read = document_of(RecordingsDocument, Notes(bad=1, named=[("a.jsonl:2", "not JSON")]), spoilt=1)
    assert read["named"] == [{"where": "a.jsonl:2", "why": "not JSON"}]
    with pytest.raises(AttributeError, match="why"):
        document_of(ApprovedChangeDocument, given)


def test_explain(desk: Desk) -> None:
    every = assert_valid(desk.ok("explain", "--json"))["rules"]
    assert [rule["id"] for rule in every] == [*RULES]
    one = assert_valid(desk.ok("explain", "TEXT_HIDDEN", "--json"))["rules"]
    assert one == [rule for rule in every if rule["id"] == "text-hidden"]
    assert (one[0]["waivable"], one[0]["severity"]) == (False, "BREAKING")
    assert (desk.govern("explain", "nope", "--json").code, desk.govern("explain", "nope", "--json").out) == (2, "")


def test_init(desk: Desk) -> None:
    for name in ("HOME", "USERPROFILE"):
        desk.monkeypatch.setenv(name, str(desk.folder / "home"))
    servers: dict[str, Any] = {
        "good": {"command": "x", "env": {"A": "${A}"}},
        "off": {"command": "y", "disabled": True},
        "bad": 3,
    }
    desk.write(".mcp.json", json.dumps({"mcpServers": servers}))
    # An entry that cannot be read is exit 2; the others are still added.
    answers = desk.govern("init", "--dry-run", "--json"), desk.govern("init", "--json")
    dry, written = map(assert_valid, answers)
    assert [each.code for each in answers] == [2, 2]
    assert (dry["written"], written["written"], dry["added"]) == (False, True, written["added"])
    assert [(each["name"], each["state"]) for each in written["servers"]] == [("good", "added"), ("off", "skipped")]
    assert written["variables"] == [{"name": "A", "servers": ["good"], "set": False}]
    assert [each["reason"] for each in written["unreadable"]] == ["bad is not a table"]
    failed = assert_valid(desk.govern("init", "--check", "--json"))
    assert (failed["verdict"], failed["files"][0]["servers"]) == ("failed", 3)
    desk.write(".mcp.json", json.dumps({"mcpServers": {"good": servers["good"] | {"args": ["z"]}}}))
    (differs,) = assert_valid(desk.ok("init", "--json"))["servers"]
    assert (differs["state"], differs["differences"]) == (
        "differs",
        ["command differs (govern.toml: x, .mcp.json: x z)"],
    )
    desk.write(".mcp.json", json.dumps({"mcpServers": {"good": servers["good"]}}))
    assert assert_valid(desk.ok("init", "--check", "--json"))["verdict"] == "passed"
    assert assert_valid(desk.ok("init", "--json"))["servers"][0]["state"] == "kept"


def test_approve(desk: Desk) -> None:
    desk.git("init", "-q")
    desk.catalogs(a=[TOOL, {"name": "find"}])
    desk.ok("lock")
    desk.commit()
    desk.catalogs(a=[TOOL])
    desk.ok("lock")
    (change,) = [each["id"] for each in desk.govern("diff", "--json").document["changes"]]
    by = ("--reason", "meant", "--by", "ana@example.com", "--json")
    planned = assert_valid(desk.ok("approve", "--rule", "tool-removed", "--dry-run", *by))
    assert (planned["previewed"], planned["open"]) == (True, None)
    assert not (desk.folder / "capability.approvals.toml").exists()
    for words in (("--json",), ("--rule", "tool-removed", *by)):
        answer = desk.govern("approve", *words)
        assert (answer.code, answer.out) == (2, ""), "nothing is asked, and nothing is approved unasked"
    done = assert_valid(desk.ok("approve", change, *by))
    (written,) = done["written"]
    assert written == planned["written"][0]
    assert (written["change"], written["rule"], done["open"], done["previewed"]) == (change, "tool-removed", 0, False)
    desk.commit()
    pruned = assert_valid(desk.ok("approve", "--prune", "--json"))
    assert (pruned["open"], [each["why"] for each in pruned["removed"]]) == (None, ["stale"])


@WITHOUT
def test_sign(desk: Desk, ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    desk.git("init", "-q")
    desk.catalogs(a=[TOOL])
    desk.ok("lock")
    words = ("sign", "--key", str(ana.key), "--identity", ana.name, "--json")
    first = assert_valid(desk.ok(*words))
    assert ([each["of"] for each in first["signed"]], first["initialized"]) == (["lock"], False)
    assert first["problems"]
    again = assert_valid(desk.ok(*words))
    assert (again["signed"], again["already"]) == ([], first["signed"])


def test_changelog_json_is_the_format(desk: Desk) -> None:
    desk.git("init", "-q")
    desk.catalogs(a=[TOOL])
    desk.ok("lock")
    desk.commit()
    assert assert_valid(desk.ok("changelog", "--json")) == desk.ok("changelog", "--format", "json").document


def test_lock(desk: Desk) -> None:
    desk.say("a", TOOL, prompts=[{"name": "ask"}], initialize={"instructions": "Hm."})
    desk.say("b", TOOL, TOOL | {"title": "2"})
    desk.say("c", exit=1, stderr="\x1b[31mno \ud800\n")
    desk.config("a", "b", "c")
    first = assert_valid(desk.govern("lock", "--json"))
    assert (first["verdict"], first["lock"]) == ("written", "capability.lock")
    assert {note["code"] for note in first["notes"]} == {"collision", "repeated", "reach"}
    desk.say("a", TOOL | {"title": "New"})
    desk.say("b", TOOL)
    stale = assert_valid(desk.govern("lock", "--check", "--json"))
    assert stale["verdict"] == "stale"
    assert stale["servers"][0]["moved"][0] == {
        "kind": "server",
        "name": "a",
        "how": "changed",
        "parts": ["instructions"],
    }
    assert stale["servers"][2]["error"]["evidence"]
    desk.config("a")
    assert {server["status"] for server in assert_valid(desk.govern("lock", "--json"))["servers"]} == {
        "changed",
        "dropped",
    }


def test_show(desk: Desk) -> None:
    desk.say(
        "a",
        TOOL | {"annotations": {"x": None}, "_meta": {"n": 2**64}},
        {"name": "bare"},
        prompts=[{"name": "ask", "arguments": [{"name": "x"}]}],
        resources=[{"uri": "a://b", "name": "b"}],
        resourceTemplates=[{"uriTemplate": "a://{c}", "name": "c"}],
    )
    desk.config("a", more="client = { roots = {} }\n[servers.a.guards.look]\nlimit = 3\n")
    desk.ok("lock")
    document = assert_valid(desk.ok("show", "--json"))
    items = document["servers"][0]["items"]
    assert [item["kind"] for item in items] == ["tool", "tool", "prompt", "resource", "template"]
    assert items[1]["economics"]["guard"] == {"limit": 3}
    assert document["servers"][0]["client"] == {"roots": {}}
    for words in (("a",), ("a/look",)):
        assert_valid(desk.ok("show", *words, "--json"))


def test_cost(desk: Desk) -> None:
    desk.catalogs(
        a=[TOOL, {"name": "x" * 200}], b=[TOOL], more="[policy.budget]\nserver-tokens = 1\ntool-tokens = 20\n"
    )
    desk.ok("lock")
    document = assert_valid(desk.govern("cost", "--json"))
    assert document["verdict"] == "over budget"
    assert {each["budget"] for each in document["broken"]} == {"server-tokens", "tool-tokens"}
    assert {each["basis"] for each in document["tools"]} >= {"undeclared"}
    assert json.loads(desk.govern("cost", "--format", "json").out) == document


def test_cost_numbers_have_sources(desk: Desk) -> None:
    desk.catalogs(a=[TOOL])
    desk.ok("lock")
    document = assert_valid(desk.ok("cost", "--json"))
    counted = {key for key, value in (document["total"] | document["tools"][0]).items() if type(value) in (int, float)}
    assert counted - document["sources"].keys() - {"share"} == set()
