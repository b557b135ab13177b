"""`govern profile`: what recorded answers cost by tool, the formats they are recorded in, and the gates."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.desk import REPOSITORY, Desk, Prepared

OWLS = {
    "name": "owls",
    "inputSchema": {"type": "object"},
    "outputSchema": {
        "type": "object",
        "properties": {"name": {"type": "string", "maxLength": 26}},
        "required": ["name"],
        "additionalProperties": False,
    },
}
FEED = {"name": "feed", "inputSchema": {"type": "object"}}
# `"` and 26 characters and `"`, in `{"name":…}`: 37 characters, so 11 tokens by the rule of 3.5 characters.
BOUND = 11


def words(number: int) -> str:
    return ("word " * number).rstrip()


def recorded(tool: str, result: Any, server: str | None = "zoo") -> str:
    return json.dumps({"server": server, "tool": tool, "arguments": {}, "result": result}) + "\n"


def content(*texts: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text} for text in texts]}


@pytest.fixture
def zoo(prepared: Prepared) -> Desk:
    def build(desk: Desk) -> None:
        desk.catalogs(zoo=[OWLS, FEED])
        desk.ok("lock")
        desk.write("calls.jsonl", recorded("owls", content(words(3))) + recorded("owls", content(words(20))))

    return prepared(build)


def profiled(desk: Desk, *options: str) -> dict[str, Any]:
    document = desk.govern("profile", "calls.jsonl", "--json", *options).document
    schema = json.loads((REPOSITORY / "docs/schemas/govern.profile-1.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(document)
    return {"document": document, **{tool["tool"]: tool for tool in document["tools"]}}


def test_tokens_by_tool_beside_the_declared_bound(zoo: Desk) -> None:
    owls = profiled(zoo)["owls"]
    assert (owls["p50"], owls["p95"], owls["max"], owls["tokens"]) == (3, 20, 20, 23)
    assert (owls["bound"], owls["basis"], owls["over_bound"]) == (BOUND, "schema", True)
    text = zoo.ok("profile", "calls.jsonl").out
    assert "zoo/owls: p95 of 20 tokens is above the bound of 11 (schema)" in text
    assert "no recorded answer: zoo/feed" in text


def test_overhead_blocks_come_first(zoo: Desk) -> None:
    zoo.write("calls.jsonl", recorded("owls", content(words(20), words(22), words(58))))
    owls = profiled(zoo, "--overhead-blocks", "2")["owls"]
    assert (owls["overhead_tokens"], owls["data_tokens"]) == (42, 58)
    assert owls["overhead_ratio"] == pytest.approx(42 / 58, abs=1e-6)
    assert profiled(zoo, "--overhead-blocks", "3")["owls"]["overhead_ratio"] is None
    assert "42 of 100 tokens (42%) are overhead" in zoo.ok("profile", "calls.jsonl", "--overhead-blocks", "2").out


def test_the_locked_thresholds_and_guards_apply(zoo: Desk) -> None:
    policy = "[policy.risk]\nlow = 5\nmedium = 6\nhigh = 7\n"
    zoo.catalogs(zoo=[OWLS, FEED], more=policy)
    zoo.ok("lock")
    assert profiled(zoo)["owls"]["risk"] == "critical"


def test_the_estimate_by_characters_stands_beside_the_exact_count(zoo: Desk) -> None:
    zoo.write("calls.jsonl", recorded("owls", "a" * 35))
    owls = profiled(zoo)["owls"]
    assert (owls["tokens"], owls["estimated_tokens"]) == (5, 10)
    assert "total  estimated" in zoo.ok("profile", "calls.jsonl").out


def test_failed_calls_and_calls_without_an_answer_are_counted_apart(zoo: Desk) -> None:
    error = json.dumps({"server": "zoo", "tool": "owls", "error": "no"}) + "\n"
    unanswered = json.dumps({"server": "zoo", "tool": "owls", "arguments": {}}) + "\n"
    zoo.write("calls.jsonl", recorded("owls", "word") + error + unanswered + recorded("other", "x", "elsewhere"))
    found = profiled(zoo)
    assert [found["owls"][key] for key in ("calls", "failed", "unrecorded", "answers")] == [3, 1, 1, 1]
    assert found["document"]["outside"] == {"other": 1}


def mcp(result: Any) -> str:
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "owls", "arguments": {}}}
    return json.dumps(asked) + "\n" + json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}) + "\n"


def openai(text: str) -> str:
    call = {"id": "c1", "type": "function", "function": {"name": "owls", "arguments": "{}"}}
    messages = [
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": text},
    ]
    return json.dumps({"messages": messages}) + "\n"


def anthropic(text: str) -> str:
    answer = {"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": text}]}
    messages = [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "owls", "input": {}}]},
        {"role": "user", "content": [answer]},
    ]
    return json.dumps({"messages": messages}) + "\n"


def claude_code(text: str, structured: Any = None) -> str:
    asked = {"type": "tool_use", "id": "c1", "name": "mcp__zoo__owls", "input": {}}
    answer = {"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": text}]}
    lines = [
        {"type": "assistant", "sessionId": "s", "message": {"role": "assistant", "content": [asked]}},
        {"type": "user", "sessionId": "s", "message": {"role": "user", "content": [answer]}},
    ]
    lines[1] |= {"mcpMeta": {"structuredContent": structured}} if structured else {}
    return "".join(json.dumps(line) + "\n" for line in lines)


def test_the_text_beside_structured_content_is_what_counts(zoo: Desk) -> None:
    said = json.dumps({"name": words(12)}, indent=2)
    zoo.write("calls.jsonl", claude_code(said, {"name": words(12)}))
    owls = profiled(zoo)["owls"]
    assert owls["tokens"] == owls["repeated_tokens"] == owls["structured_tokens"] + owls["compact_savings"]
    assert owls["compact_savings"] > 0


@pytest.mark.parametrize(
    "recording",
    [
        pytest.param(recorded("owls", words(12)), id="text"),
        pytest.param(recorded("owls", words(12)).replace("{}", "[" * 1_000 + "]" * 1_000), id="deep arguments"),
        pytest.param(recorded("owls", content(words(12))), id="jsonl"),
        pytest.param(mcp(content(words(12))), id="mcp"),
        pytest.param(openai(words(12)), id="openai"),
        pytest.param(anthropic(words(12)), id="anthropic"),
        pytest.param(claude_code(words(12)), id="claude-code"),
    ],
)
def test_every_format_gives_the_same_tokens(zoo: Desk, recording: str) -> None:
    zoo.write("calls.jsonl", recording)
    assert profiled(zoo)["owls"]["p95"] == 12


@pytest.mark.parametrize(("most", "code"), [("20", 0), ("19", 1)])
def test_the_gate_on_p95(zoo: Desk, most: str, code: int) -> None:
    answer = zoo.govern("profile", "calls.jsonl", "--max-p95", most)
    assert answer.code == code
    document = profiled(zoo, "--max-p95", most)["document"]
    assert document["verdict"] == ("failed" if code else "passed")
    check = {"check": "max-p95", "tool": "zoo/owls", "limit": int(most), "found": 20, "passed": not code}
    assert document["checks"] == [check]
    if code:
        assert "failed  max-p95: zoo/owls p95 20, limit 19" in answer.out
        assert "zoo/feed" in answer.out


def test_the_gate_on_bounds(zoo: Desk) -> None:
    failed = zoo.govern("profile", "calls.jsonl", "--fail-over-bound")
    assert failed.code == 1
    assert "failed  bound: zoo/owls p95 20, limit 11" in failed.out
    zoo.write("calls.jsonl", recorded("owls", words(BOUND)))
    assert zoo.govern("profile", "calls.jsonl", "--fail-over-bound").code == 0


@pytest.mark.parametrize(
    ("calls", "option", "reason"),
    [
        ("", ("--max-p95", "9000"), "max-p95: no answer of a tool of the lock was recorded"),
        (recorded("owls", None), ("--max-p95", "9000"), "max-p95: no answer of a tool of the lock was recorded"),
        (
            recorded("other", "x", "else"),
            ("--max-p95", "9000"),
            "max-p95: no answer of a tool of the lock was recorded",
        ),
        (recorded("feed", "x"), ("--fail-over-bound",), "bound: no answer of a tool with a bound was recorded"),
    ],
    ids=["no-call", "no-answer", "another-server", "no-bound"],
)
def test_a_gate_on_nothing_recorded_fails(zoo: Desk, calls: str, option: tuple[str, ...], reason: str) -> None:
    zoo.write("calls.jsonl", calls)
    for form in ("text", "markdown"):
        failed = zoo.govern("profile", "calls.jsonl", *option, "--format", form)
        assert failed.code == 1
        assert reason in failed.out


@pytest.mark.parametrize(
    ("calls", "reason"),
    [
        ("", "no recorded tool call found"),
        (recorded("other", "x", "else"), "no recorded call is for a tool of the lock: 'other'"),
    ],
)
def test_a_file_without_our_calls_is_an_error(zoo: Desk, calls: str, reason: str) -> None:
    zoo.write("calls.jsonl", calls)
    refused = zoo.govern("profile", "calls.jsonl")
    assert (refused.code, reason in refused.err) == (2, True)


@pytest.mark.parametrize(
    "words_of_line",
    [(), ("absent.jsonl",), ("calls.jsonl", "--max-p95", "-1"), ("calls.jsonl", "--server", "nowhere")],
    ids=["no-trace", "no-file", "negative", "unknown-server"],
)
def test_what_cannot_be_profiled_is_refused(zoo: Desk, words_of_line: tuple[str, ...]) -> None:
    assert zoo.govern("profile", *words_of_line).code == 2


def test_a_recorded_server_name_is_mapped(zoo: Desk) -> None:
    zoo.write("calls.jsonl", recorded("owls", words(4), "menagerie"))
    assert profiled(zoo, "--server", "menagerie=zoo")["owls"]["p95"] == 4


def test_names_are_escaped_in_every_format(zoo: Desk) -> None:
    hostile = "x\x1b[31m|\n::error::"
    zoo.catalogs(zoo=[FEED | {"name": hostile}, FEED])
    zoo.ok("lock")
    zoo.write("calls.jsonl", recorded(hostile, words(2)) + recorded("n\x1b[0m\n::warning::", "x", "else"))
    for form in ("text", "markdown", "json"):
        out = zoo.ok("profile", "calls.jsonl", "--format", form, "-v").out
        assert "\x1b" not in out
        assert not any(line.lstrip().startswith("::") for line in out.splitlines())


def test_long_reports_are_cut_unless_verbose(zoo: Desk) -> None:
    names = [f"tool-{at:02}" for at in range(30)]
    zoo.catalogs(zoo=[FEED | {"name": name} for name in names])
    zoo.ok("lock")
    zoo.write("calls.jsonl", "".join(recorded(name, words(at + 1)) for at, name in enumerate(names)))
    brief = zoo.ok("profile", "calls.jsonl").out
    assert "zoo/tool-29" in brief
    assert "zoo/tool-00" not in brief
    assert "and 10 more tools (--verbose shows all)" in brief
    assert "zoo/tool-00" in zoo.ok("profile", "calls.jsonl", "--verbose").out


def test_what_each_reduction_would_save_and_hide(zoo: Desk) -> None:
    owls = [{"id": at, "name": f"owl {at}", "notes": words(40)} for at in range(100)]
    line = json.loads(recorded("owls", content(json.dumps(owls)))) | {"arguments": {"query": "owl 57"}}
    zoo.write("calls.jsonl", json.dumps(line))
    found = profiled(zoo)["owls"]["reductions"]
    assert found["collapse"]["visible"] == pytest.approx(1 - 97 / 300, abs=1e-6)
    assert found["collapse"]["saved"] > 97 * 40
    assert found["chunk"]["visible"] == 1
    assert found["intent"]["basis"] == "estimated"
    assert 0 < found["intent"]["visible"] < 1
    assert found["cut"] == {"saved": 0, "visible": 1, "basis": "computed"}
    assert "would be saved by `collapse`, which shows 68% of the values" in zoo.ok("profile", "calls.jsonl").out
