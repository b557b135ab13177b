"""Any file is read to its end in bounded memory, and broken lines do not affect calls."""

import json
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from govern.traces.contract import Contract, Schema
from govern.traces.judge import Judge
from govern.traces.reading import Recordings
from govern.traces.recording import TraceFormat
from tests.traces.recorder import TEXT, lock, read_files, tool, written

KEYS = (
    "jsonrpc", "id", "method", "params", "result", "error", "name", "arguments", "tool", "server", "message",
    "messages", "content", "role", "type", "tool_calls", "function", "input", "output", "call_id", "tool_use_id",
    "is_error", "resourceSpans", "scopeSpans", "spans", "attributes", "key", "value", "kvlistValue", "values", "spanId",
    "status", "sessionId", "mcpMeta", "structuredContent", "payload", "response", "choices", "isError",
    "direction", "session", "toolUse", "toolResult", "toolUseId", "toolCallId", "toolName", "args", "state",
    "part_kind", "parts", "contents", "candidates", "functionCall", "functionResponse", "run_type", "inputs", "outputs",
    "traceId", "observations", "object", "span_data", "data",
)  # fmt: skip
WORDS = (
    "tools/call", "initialize", "2.0", "look", "mcp__s__look", "tool_use", "tool_result", "function_call", "mcp_call",
    "function_call_output", "assistant", "user", "tool", "gen_ai.tool.name", "mcp.method.name", "gen_ai.operation.name",
    "execute_tool",
    "tool-call", "tool-result", "dynamic-tool", "output-available", "TOOL", "trace.span", "function",
    "{}", '{"jsonrpc":"2.0","id":1,"result":{}}', "x", "",
)  # fmt: skip
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(WORDS)
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=25,
)
LOOK = tool("look", {"q": TEXT}) | {"outputSchema": {"type": "object", "properties": {"n": TEXT}}}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=75)
@given(st.lists(ANYTHING, max_size=6), st.sampled_from([*TraceFormat]))
def test_any_json_is_read_to_its_end(tmp_path: Path, values: list[Any], form: TraceFormat) -> None:
    both = Contract(lock(s=[LOOK])), Contract(lock(s=[LOOK], t=[LOOK]))
    court = Judge(*both)
    recordings = Recordings(court.take, form)
    recordings.read([written(tmp_path, *values)], court.at)
    total = court.outcome().total
    assert total.broken <= total.worked <= total.calls
    assert recordings.notes.bad == 0


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_to_their_end(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "trace"
    path.write_bytes(content)
    court = Judge(Contract(lock(s=[LOOK])))
    Recordings(court.take).read([path], court.at)


@pytest.mark.parametrize("form", TraceFormat)
def test_deep_lists(tmp_path: Path, form: TraceFormat) -> None:
    path = written(tmp_path, b"[" * 900 + b"]" * 900)
    assert read_files([path], form=form)[0].calls == []


def test_deep_arguments_and_answers(tmp_path: Path) -> None:
    deep = "[" * 900 + "]" * 900
    lines = [
        f'{{"tool": "look", "arguments": {{"q": {deep}}}, "result": {deep}}}',
        f'{{"tool": "look", "arguments": {json.dumps(deep * 9)}}}',
    ]
    court = Judge(Contract(lock(s=[LOOK])))
    Recordings(court.take).read([written(tmp_path, *(line.encode() for line in lines))], court.at)
    assert court.outcome().total.refused == 2


def test_numbers_and_texts_that_readers_disagree_on(tmp_path: Path) -> None:
    lines = [
        b'{"tool": "look", "arguments": {"q": 123456789012345678901234567890}}',
        b'{"tool": "look", "arguments": {"q": "a", "q": 3}}',
        b'2026 [s] {"jsonrpc":"2.0","id":1,"method":"tools/call",'
        b'"params":{"name":"look","arguments":{"q":"\\ud800","n":' + b"9" * 400 + b"}}}",
    ]
    court = Judge(Contract(lock(s=[LOOK])))
    Recordings(court.take).read([written(tmp_path, *lines)], court.at)
    assert court.outcome().total.calls == 3


def test_a_slow_pattern_is_not_waited_for(tmp_path: Path) -> None:
    hard = tool("look", {"q": {"type": "string", "pattern": "^(?=(a+)+$)(a+)+\\1$"}})
    court = Judge(Contract(lock(s=[hard])))
    line = json.dumps({"tool": "look", "arguments": {"q": "a" * 400 + "b"}}).encode()
    Recordings(court.take).read([written(tmp_path, line)], court.at)
    total = court.outcome().total
    assert total.refused + total.unjudged == 1


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    call = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "look", "arguments": {"q": "x" * 200}}}
    path = tmp_path / "trace.jsonl"
    with path.open("w") as file:
        for number in range(40_000):
            file.write(json.dumps(call | {"id": number}) + "\n")
    court = Judge(Contract(lock(s=[LOOK])))
    tracemalloc.start()
    try:
        Recordings(court.take).read([path], court.at)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert court.outcome().total.calls == 40_000
    # At most 10,000 calls wait for their answers, and 256 KiB are read at a time.
    assert peak < 25_000_000


def lines_of(tmp_path: Path, *values: Any) -> tuple[int, float]:
    path = written(tmp_path, *values)
    court = Judge(Contract(lock(s=[LOOK])))
    begun = time.process_time()
    Recordings(court.take).read([path], court.at)
    return court.outcome().total.calls, time.process_time() - begun


def test_logs_of_messages_take_linear_time(tmp_path: Path) -> None:
    def call(ident: int, **around: Any) -> dict[str, Any]:
        params = {"name": "look", "arguments": {}}
        return {"message": {"jsonrpc": "2.0", "id": ident, "method": "tools/call", "params": params}, **around}

    waiting = [call(at, session="a") for at in range(10_000)]
    hello = {"message": {"jsonrpc": "2.0", "id": 1, "method": "initialize"}, "session": "b"}
    same = [call(1) for _ in range(10_000)]
    reply = {"message": {"jsonrpc": "2.0", "id": 1, "result": {}}}
    sessions = [call(1, session=at) for at in range(20_000)]
    cases = ([*waiting, *[hello] * 20_000], [*same, *[reply] * 20_000], sessions)
    for values in cases:
        calls, seconds = lines_of(tmp_path, *values)
        assert calls in (10_000, 20_000)
        assert seconds < 5


def test_exports_of_spans_take_linear_time(tmp_path: Path) -> None:
    attributes = [{"key": "gen_ai.operation.name", "value": {"stringValue": "execute_tool"}},
                  {"key": "gen_ai.tool.name", "value": {"stringValue": "look"}}]  # fmt: skip
    spans = [{"traceId": "t", "spanId": str(at), "attributes": attributes} for at in range(20_000)]
    calls, seconds = lines_of(tmp_path, {"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]})
    assert (calls, seconds < 5) == (20_000, True)


def test_a_large_invalid_value_gets_few_errors(tmp_path: Path) -> None:
    many = tool("look", {"a": {"type": "array", "items": {"type": "integer"}}})
    path = written(tmp_path, {"tool": "look", "arguments": {"a": ["x"] * 300_000}})
    court = Judge(Contract(lock(s=[many])))
    begun = time.process_time()
    Recordings(court.take).read([path], court.at)
    (only,) = court.outcome().tools
    assert (only.tally.refused, only.reasons[0].message) == (1, "not valid under the schema")
    assert time.process_time() - begun < 2


def test_schemas_that_crash_the_validator_judge_nothing():
    loop = {"if": {"$ref": "#", "unevaluatedProperties": {"contains": {"type": "array"}}}}
    deep: Any = {"type": "string"}
    for _ in range(2_000):
        deep = {"properties": {"a": deep}}
    assert [Schema(schema).takes for schema in (loop, deep)] == [None, None]
