"""Arguments and answers against the locked schemas, on the real path: a lock, read as the gateway reads it."""

import json
from typing import Any

import pytest

from govern.contract.surface import TOOL, Item, Surface
from govern.economics.assess import Guard
from govern.lockfile.document import Lock
from govern.lockfile.lock_server import Measures, Origin, lock_server
from govern.policy.settings import Answers
from govern.serve.checks import AnswerChecks, ArgumentChecks
from govern.traces.contract import Contract

SECRET = "hunter2-hunter2"
FIND = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "minLength": 3},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100},
        "when": {"type": "string", "format": "date"},
        "tags": {"type": "array", "items": {"enum": ["new", "old"]}},
    },
    "required": ["query", "when"],
    "additionalProperties": False,
}
HITS = {"type": "object", "properties": {"hits": {"type": "array", "items": {"type": "string"}}}, "required": ["hits"]}


def contract(tool: dict[str, Any], guard: Guard | None = None) -> Contract:
    surface = Surface({}, (Item(TOOL, {"name": "find"} | tool),))
    server = lock_server(Origin("books", "books.json"), surface, Measures(guards={"find": guard} if guard else {}))
    return Contract(Lock((server,)))


def refused(arguments: Any, schema: Any = FIND) -> str:
    refusal = ArgumentChecks(contract({"inputSchema": schema})).refusal("books", "find", arguments)
    return refusal.message if refusal else ""


@pytest.mark.parametrize(("arguments", "expected"), [
    ({"query": "abc", "when": "2026-01-01", "limit": 0}, "- /limit: `limit` is less than the minimum of 1; schema:"),
    ({"query": "abc", "when": "2026-01-01", "limit": SECRET}, '- /limit: `limit` is not of type "integer"; schema:'),
    ({"query": "abc"}, "- (root): `when` is required; schema:"),
    ({"query": "abc", "when": "x", "tags": ["new", SECRET]}, "- /tags/1: `tags[]` is not one of "),
    ({"query": "abc", "when": "x", SECRET: 1}, "- (root): a name that is not declared is not accepted"),
    (SECRET, '- (root): `arguments` is not of type "object"'),
    ([], '- (root): `arguments` is not of type "object"'),
])  # fmt: skip
def test_a_refusal_tells_a_model_how_to_correct_its_call_without_repeating_values(
    arguments: Any, expected: str
) -> None:
    message = refused(arguments)
    assert expected in message
    assert SECRET not in message
    example = json.loads(message.partition("Valid arguments look like this: ")[2].partition("\n")[0])
    assert not refused(example)
    assert example["when"] == "2025-01-31"


def test_a_tool_without_a_schema_takes_any_object() -> None:
    checks = ArgumentChecks(contract({}))
    refusal = checks.refusal("books", "find", None)
    assert refusal
    assert '- (root): `arguments` is not of type "object"\n' in refusal.message
    assert checks.refusal("books", "find", {"x": 1}) is None


@pytest.mark.parametrize("arguments", [
    {"query": "abc", "when": "x"},
    {"query": "abc", "when": "x", "limit": 1.0, "tags": []},
    {"query": "\ud800bc", "when": ""},
])  # fmt: skip
def test_valid_arguments_pass(arguments: Any) -> None:
    assert not refused(arguments)


@pytest.mark.parametrize(("schema", "arguments", "passes"), [
    ({"type": "object"}, {"n": 2**90, "x": None}, True),
    ({"type": "object", "properties": {"n": {"type": "integer"}}}, {"n": 2**90}, True),
    ({"type": "object", "properties": {"n": {"type": "wrong"}}}, {"n": 1}, True),
    ({"$ref": "#"}, {"n": 1}, True),
    ({"type": "object", "properties": {"n": {"pattern": "(a|aa)+$(?<!b)"}}}, {"n": "a" * 10_000 + "c"}, False),
    ({"type": "object", "$defs": {"t": {"type": "object", "properties": {"t": {"$ref": "#/$defs/t"}}}},
      "properties": {"t": {"$ref": "#/$defs/t"}}}, {"t": {"t": {"t": 1}}}, False),
])  # fmt: skip
def test_odd_schemas_neither_break_the_check_nor_open_it(schema: Any, arguments: Any, passes: bool) -> None:
    assert (not refused(arguments, schema)) == passes


LIST = {"type": "text", "text": "[1,2,3,4]"}


def answer(hits: list[Any], **more: Any) -> dict[str, Any]:
    value = {"hits": hits}
    return {"content": [{"type": "text", "text": json.dumps(value)}], "structuredContent": value} | more


@pytest.mark.parametrize(("mode", "result", "problem", "is_refused"), [
    ("refuse", answer(["a"]), "", False),
    ("refuse", answer([SECRET, 1]), "/hits/1", True),
    ("warn", answer([SECRET, 1]), "/hits/1", False),
    ("off", answer([SECRET, 1]), "", False),
    ("refuse", {"content": []}, "no structuredContent", True),
    ("refuse", answer([1], isError=True), "", False),
    ("off", answer(["a"] * 200, isError=True), "bytes; the guard max_bytes is 500", True),
    ("refuse", {"resultType": "input_required", "inputRequests": {}}, "", False),
    ("refuse", {"task": {"taskId": "1", "status": "working"}}, "", False),
    ("refuse", answer([SECRET, 1], task={"taskId": "1"}), "/hits/1", True),
    ("off", answer(["a"] * 4, resultType="input_required"), "4 items; the guard limit is 3", True),
    ("refuse", {"told": "a model"}, "no structuredContent", True),
    ("off", answer(["a"] * 4), "4 items; the guard limit is 3", True),
    ("off", answer(["ä" * 300]), "bytes; the guard max_bytes is 500", True),
    ("off", {"content": [LIST]}, "4 items; the guard limit is 3", True),
    ("off", {"content": [LIST, {"type": "text", "text": ""}]}, "4 items; the guard limit is 3", True),
    ("off", {"content": [LIST], "structuredContent": None}, "4 items; the guard limit is 3", True),
    ("off", answer(["a"], content=[LIST]), "4 items; the guard limit is 3", True),
])  # fmt: skip
def test_answers(mode: Answers, result: dict[str, Any], problem: str, is_refused: bool) -> None:
    held = contract({"inputSchema": {"type": "object"}, "outputSchema": HITS}, Guard(3, 500))
    found = AnswerChecks(held, mode).check("books", "find", result)
    assert problem in found.problem
    assert bool(found.problem) == bool(problem)
    assert (found.refusal is not None) == is_refused
    assert SECRET not in f"{found}"
