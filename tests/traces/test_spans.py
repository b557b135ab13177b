"""OpenTelemetry spans."""

import json
from pathlib import Path
from typing import Any

import pytest

from govern.traces.call import Guess
from tests.traces.recorder import read


def message(value: Any) -> dict[str, Any]:
    """Return a value as OTLP writes it."""
    if isinstance(value, dict):
        return {"kvlistValue": {"values": [{"key": key, "value": message(each)} for key, each in value.items()]}}
    if isinstance(value, list):
        return {"arrayValue": {"values": [message(each) for each in value]}}
    kinds = {bool: "boolValue", int: "intValue", float: "doubleValue", str: "stringValue"}
    return {kinds[type(value)]: str(value) if type(value) is int else value}


def span(ident: str = "1", parent: str = "", trace: str = "t", name: str = "x", **attributes: Any) -> dict[str, Any]:
    named = {key.replace("__", "."): value for key, value in attributes.items() if key != "status"}
    made = {
        "traceId": trace, "spanId": ident, "parentSpanId": parent, "name": name,
        "attributes": [{"key": key, "value": message(value)} for key, value in named.items()],
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
