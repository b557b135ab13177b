"""Spans of OpenTelemetry, runs of LangSmith, observations of Langfuse and spans of the OpenAI Agents SDK."""

import json
from pathlib import Path
from typing import Any

import pytest

from govern.traces.call import Guess
from tests.traces.recorder import read


def attribute_message(value: Any) -> dict[str, Any]:
    """Return a value as OTLP writes it."""
    if isinstance(value, dict):
        return {
            "kvlistValue": {"values": [{"key": key, "value": attribute_message(each)} for key, each in value.items()]}
        }
    if isinstance(value, list):
        return {"arrayValue": {"values": [attribute_message(each) for each in value]}}
    kinds = {bool: "boolValue", int: "intValue", float: "doubleValue", str: "stringValue"}
    return {kinds[type(value)]: str(value) if type(value) is int else value}


def span(ident: str = "1", parent: str = "", trace: str = "t", name: str = "x", **attributes: Any) -> dict[str, Any]:
    named = {key.replace("__", "."): value for key, value in attributes.items() if key != "status"}
    made = {
        "traceId": trace, "spanId": ident, "parentSpanId": parent, "name": name,
        "attributes": [{"key": key, "value": attribute_message(value)} for key, value in named.items()],
    }  # fmt: skip
    return made | ({"status": attributes["status"]} if "status" in attributes else {})


def agent(*of: Any, arguments: Any = None, **more: Any) -> dict[str, Any]:
    given = {} if arguments is None else {"gen_ai__tool__call__arguments": arguments}
    return span(*of, **{"gen_ai__operation__name": "execute_tool", "gen_ai__tool__name": "look", **given, **more})


def client(*of: Any, **more: Any) -> dict[str, Any]:
    return agent(*of, **{"mcp__method__name": "tools/call", **more})


def export(*spans: dict[str, Any], service: str = "agent") -> dict[str, Any]:
    resource = {"attributes": [{"key": "service.name", "value": {"stringValue": service}}]}
    return {"resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": {}, "spans": [*spans]}]}]}


ARGUMENTS = {"query": "owls", "limit": 3, "deep": {"on": True, "weights": [0.5, 1]}}


@pytest.mark.parametrize("given", [ARGUMENTS, json.dumps(ARGUMENTS)])
def test_arguments_and_results_in_both_forms(tmp_path: Path, given: Any) -> None:
    result = {"content": [{"type": "text", "text": "hm"}]}
    kept = read(tmp_path, export(agent(arguments=given, gen_ai__tool__call__result=json.dumps(result))))
    ((server, tool, arguments, answer),) = kept.calls
    assert (server, tool, answer) == (None, "look", result)
    assert (json.loads(arguments) if isinstance(arguments, str) else arguments) == ARGUMENTS


def test_arguments_that_were_not_recorded_are_none(tmp_path: Path) -> None:
    assert read(tmp_path, export(agent())).calls == [(None, "look", None, None)]


def test_spans_of_mcp_may_name_a_server(tmp_path: Path) -> None:
    kept = read(
        tmp_path,
        export(client("1", mcp__server__name="library"), client("2"), service="library"),
        export(client("3")),
    )
    assert [each[0] for each in kept.calls] == [Guess("library"), Guess("library"), Guess("agent")]


@pytest.mark.parametrize(
    "failed",
    [
        {"error__type": "tool_error"},
        {"status": {"code": 2}},
        {"status": {"code": "STATUS_CODE_ERROR", "message": "m"}},
        {"gen_ai__tool__call__result": {"isError": True}},
        {"gen_ai__tool__call__result": '{"isError": true}'},
    ],
)
def test_failures(tmp_path: Path, failed: dict[str, Any]) -> None:
    assert [each[3] for each in read(tmp_path, export(agent(**failed))).calls] == ["failed"]
    assert [each[3] for each in read(tmp_path, export(agent(status={"code": 1}))).calls] == [None]


def test_other_spans_are_ignored(tmp_path: Path) -> None:
    kept = read(
        tmp_path,
        export(
            span(gen_ai__operation__name="chat"), span(mcp__method__name="tools/list"), {"spanId": "1"}, {},
            span(mcp__method__name="prompts/get", gen_ai__operation__name="execute_tool"),
            span(gen_ai__operation__name="execute_tool", name="hm"),
        ),
    )  # fmt: skip
    assert kept.calls == []


def test_the_name_may_stand_in_the_spans_name_alone(tmp_path: Path) -> None:
    kept = read(
        tmp_path,
        export(
            span("1", name="execute_tool look", gen_ai__operation__name="execute_tool"),
            span("2", name="tools/call find", mcp__method__name="tools/call"),
        ),
    )
    assert [each[1] for each in kept.calls] == ["look", "find"]


def test_one_call_in_several_spans_is_one(tmp_path: Path) -> None:
    outer, inner, server = agent("1", "0"), client("2", "1", arguments={"n": 1}), client("3", "2", arguments={"n": 1})
    for exports in (
        [export(outer, inner, server)],
        [export(server, inner, outer)],
        [export(inner, server), export(outer)],
    ):
        assert [each[2] for each in read(tmp_path, *exports).calls] == [{"n": 1}]
    for exports in ([export(server), export(inner)], [export(inner), export(server)]):
        assert len(read(tmp_path, *exports).calls) == 1
    other = client("2", "1", gen_ai__tool__name="find")
    assert len(read(tmp_path, export(outer, other)).calls) == 2
    assert len(read(tmp_path, export(agent("1"), agent("1", trace="u"))).calls) == 2


def test_calls_of_one_parent_are_several(tmp_path: Path) -> None:
    one, other = agent("1", "0", arguments={"n": 1}), agent("2", "0", arguments={"n": 2})
    for exports in ([export(one, other)], [export(one), export(other)], [one, other]):
        assert [each[2] for each in read(tmp_path, *exports).calls] == [{"n": 1}, {"n": 2}]


def test_one_call_in_three_exports_is_one(tmp_path: Path) -> None:
    nested = [client("3", "2", arguments={"n": 1}), client("2", "1", arguments={"n": 1}), agent("1", "0")]
    assert len(read(tmp_path, *map(export, nested)).calls) == 1


@pytest.mark.parametrize("cut", ['{"query": "ow', "{'query': 'ow", "owls", "[1, 2]", "", "{" * 30_000])
def test_arguments_that_were_cut_off_count_as_not_recorded(tmp_path: Path, cut: str) -> None:
    assert read(tmp_path, export(agent(arguments=cut))).calls == [(None, "look", None, None)]


def test_spans_as_a_console_writes_them(tmp_path: Path) -> None:
    line = {
        "name": "execute_tool look", "context": {"trace_id": "0x1", "span_id": "0x2"}, "parent_id": None,
        "status": {"status_code": "ERROR"},
        "attributes": {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.arguments": "{}"},
    }  # fmt: skip
    other = line | {"status": {"status_code": "OK"}, "context": {"trace_id": "0x1", "span_id": "0x3"}}
    assert read(tmp_path, line, other).calls == [
        (None, "look", {}, "failed"),
        (None, "look", {}, None),
    ]  # fmt: skip


def test_hostile_values(tmp_path: Path) -> None:
    deep: Any = {"stringValue": "x"}
    for _ in range(120):
        deep = {"kvlistValue": {"values": [{"key": "a", "value": deep}]}}
    odd = [
        deep, {"kvlistValue": 3}, {"kvlistValue": {"values": [7, {"key": 3}]}}, {"arrayValue": {}},
        {"intValue": "x" * 99}, {"intValue": []}, {"newValue": 1}, 7, None,
    ]  # fmt: skip
    spans = [
        agent(str(at))
        | {"attributes": [*agent()["attributes"], {"key": "gen_ai.tool.call.arguments", "value": value}, 3]}
        for at, value in enumerate(odd)
    ]
    assert len(read(tmp_path, export(*spans)).calls) == len(odd)
    for broken in (
        {"resourceSpans": 3},
        {"resourceSpans": [{"scopeSpans": [3, {"spans": {}}]}]},
        {"resourceSpans": [None]},
    ):
        assert read(tmp_path, broken).calls == []


def run(ident: str = "1", parent: str | None = None, **more: Any) -> dict[str, Any]:
    made = {"id": ident, "trace_id": "t", "parent_run_id": parent, "run_type": "tool", "name": "look"}
    return made | {"inputs": {"n": 1}, "outputs": None} | more


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ({"n": 1}, {"n": 1}),
        ({"input": "{'n': 1}"}, {"n": 1}),
        ({"input": '{"n": 1}'}, {"n": 1}),
        ({"input": "{'n': open('x')}"}, None),
        ({"input": "{" * 5_000}, None),
        ({"input": "owls"}, {"input": "owls"}),
        (None, None),
        ([], None),
    ],
)
def test_inputs_of_langsmith(tmp_path: Path, inputs: Any, expected: Any) -> None:
    assert [call[2] for call in read(tmp_path, run(inputs=inputs)).calls] == [expected]


def tool_message(**more: Any) -> dict[str, Any]:
    return {"output": {"type": "tool", "tool_call_id": "c", "content": "two", "status": "success"} | more}


@pytest.mark.parametrize(
    ("outputs", "expected"),
    [
        ({"output": "two"}, "two"),
        ({"owls": 2}, {"owls": 2}),
        (tool_message(), "two"),
        (
            tool_message(artifact={"structured_content": {"owls": 2}}),
            {"content": "two", "structuredContent": {"owls": 2}},
        ),
        (tool_message(status="error"), "failed"),
        ({"output": {"type": "tool"}}, {"type": "tool"}),
        ({"output": {"isError": True, "content": []}}, "failed"),
    ],
)
def test_outputs_of_langsmith(tmp_path: Path, outputs: Any, expected: Any) -> None:
    assert [call[3] for call in read(tmp_path, run(outputs=outputs)).calls] == [expected]


def test_a_run_and_the_runs_within_it(tmp_path: Path) -> None:
    inner = run("3", "2")
    outer = run(
        "1", None, run_type="chain", name="agent", child_runs=[run("2", "1", child_runs=[inner]), run("4", "1")]
    )
    assert len(read(tmp_path, outer).calls) == 2
    assert len(read(tmp_path, {"runs": [run("1"), run("2")]}).calls) == 2


def test_failures_of_langsmith(tmp_path: Path) -> None:
    kept = read(tmp_path, run(error="ValueError()"), run("2", status="error"), run("3", error="", status="success"))
    assert [call[3] for call in kept.calls] == ["failed", "failed", None]


def test_a_trace_of_langfuse_with_its_observations(tmp_path: Path) -> None:
    seen = {"id": "1", "traceId": "t", "type": "TOOL", "name": "look", "input": {"n": 1}, "level": "DEFAULT"}
    other = seen | {"id": "2", "type": "SPAN"}
    assert len(read(tmp_path, {"id": "t", "name": "chat", "observations": [seen, other]}).calls) == 1


def test_the_server_of_a_span_of_the_agents_sdk_is_a_guess(tmp_path: Path) -> None:
    data = {"type": "function", "name": "look", "input": "{}", "output": None, "mcp_data": {"server": "stdio: npx"}}
    span = {"object": "trace.span", "id": "1", "trace_id": "t", "span_data": data, "error": None}
    kept = read(tmp_path, span, span | {"id": "2", "error": {"message": "no"}}, {"object": "trace", "id": "t"})
    assert kept.calls == [(Guess("stdio: npx"), "look", {}, None), (Guess("stdio: npx"), "look", {}, "failed")]


def test_odd_records_do_no_harm(tmp_path: Path) -> None:
    deep: Any = run()
    for at in range(40):
        deep = run(str(at), run_type="chain", child_runs=[deep])
    odd = [
        deep, run(name=3), {"object": "trace.span"}, {"object": "trace.span", "span_data": {"type": "function"}},
        {"observations": [3, None]}, {"traceId": "t", "type": "TOOL"}, {"data": []}, {"runs": [3]},
    ]  # fmt: skip
    assert read(tmp_path, *odd).calls == []
