"""Calls and answers in messages of agent libraries, in forms that the recordings do not have."""

from pathlib import Path
from typing import Any

import pytest

from tests.traces.recorder import read


def message(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": [*parts]}


def answered(*parts: dict[str, Any], tmp_path: Path) -> Any:
    """Return the answer to the one call of a message of the AI SDK."""
    call = {"type": "tool-call", "toolCallId": "a", "toolName": "look", "args": '{"n": 1}'}
    ((_, tool, arguments, answer),) = read(tmp_path, message(call), message(*parts)).calls
    assert (tool, arguments) == ("look", {"n": 1})
    return answer


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"output": {"type": "text", "value": "two"}}, "two"),
        ({"output": {"type": "json", "value": {"n": 2}}}, {"n": 2}),
        (
            {"output": {"type": "content", "value": [{"type": "text", "text": "two"}]}},
            [{"type": "text", "text": "two"}],
        ),
        ({"output": {"type": "json", "n": 2}}, {"type": "json", "n": 2}),
        ({"output": {"type": "json", "value": {"isError": True, "content": []}}}, "failed"),
        ({"output": {"type": "error-text", "value": "no"}}, "failed"),
        ({"output": {"type": "error-json", "value": {}}}, "failed"),
        ({"output": {"type": "execution-denied"}}, "failed"),
        ({"output": {"isError": True}}, "failed"),
        ({"result": "two"}, "two"),
        ({"result": "two", "isError": True}, "failed"),
        ({"output": {"type": ["json"], "value": 1}}, {"type": ["json"], "value": 1}),
    ],
)
def test_answers_of_the_ai_sdk(tmp_path: Path, given: dict[str, Any], expected: Any) -> None:
    assert answered({"type": "tool-result", "toolCallId": "a"} | given, tmp_path=tmp_path) == expected


def test_a_failed_call_in_a_step_of_the_ai_sdk(tmp_path: Path) -> None:
    assert answered({"type": "tool-error", "toolCallId": "a", "error": "no"}, tmp_path=tmp_path) == "failed"


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ({"type": "tool-look", "state": "output-available", "input": {}, "output": {"n": 1}}, [("look", {}, {"n": 1})]),
        ({"type": "dynamic-tool", "toolName": "look", "state": "output-error", "input": {}}, [("look", {}, "failed")]),
        ({"type": "tool-look", "state": "output-denied", "input": {}}, [("look", {}, "failed")]),
        ({"type": "tool-look", "state": "input-available", "input": {"n": 1}}, [("look", {"n": 1}, None)]),
        ({"type": "tool-look", "state": "input-streaming", "input": {"n": 1}}, []),
        ({"type": "tool-look", "state": 3}, []),
    ],
)
def test_messages_of_the_ai_sdk_for_a_user_interface(tmp_path: Path, part: dict[str, Any], expected: Any) -> None:
    kept = read(
        tmp_path, {"id": "m", "role": "assistant", "parts": [{"type": "step-start"}, {"toolCallId": "a"} | part]}
    )
    assert [call[1:] for call in kept.calls] == expected


@pytest.mark.parametrize("place", ["parts", "toolInvocations"])
def test_messages_of_version_4_of_the_ai_sdk(tmp_path: Path, place: str) -> None:
    made = {"state": "result", "toolCallId": "a", "toolName": "look", "args": {"n": 1}, "result": "two"}
    part = {"type": "tool-invocation", "toolInvocation": made} if place == "parts" else made
    assert [call[1:] for call in read(tmp_path, {"role": "assistant", place: [part]}).calls] == [
        ("look", {"n": 1}, "two")
    ]


def test_calls_that_a_provider_made_for_pydantic_ai(tmp_path: Path) -> None:
    request = {"action": "call_tool", "tool_name": "look", "tool_args": {"n": 1}}
    call = {"part_kind": "builtin-tool-call", "tool_name": "mcp_server:lib", "tool_call_id": "p"}
    answer = {"part_kind": "builtin-tool-return", "tool_name": "mcp_server:lib", "tool_call_id": "p", "content": "two"}
    listed = call | {"args": {"action": "list_tools"}, "tool_call_id": "q"}
    search = call | {"tool_name": "web_search", "args": {"query": "x"}, "tool_call_id": "r"}
    kept = read(tmp_path, {"kind": "response", "parts": [call | {"args": request}, answer, listed, search]})
    assert kept.calls == [("lib", "look", {"n": 1}, "two")]


@pytest.mark.parametrize(
    "answer",
    [
        {"part_kind": "retry-prompt", "content": "no such isbn"},
        {"part_kind": "tool-return", "content": "no", "outcome": "failed"},
        {"part_kind": "tool-return", "content": {"isError": True}},
    ],
)
def test_failed_calls_of_pydantic_ai(tmp_path: Path, answer: dict[str, Any]) -> None:
    named = {"tool_name": "look", "tool_call_id": "p"}
    call = {"part_kind": "tool-call", "args": '{"n": 1}'} | named
    kept = read(tmp_path, {"kind": "response", "parts": [call]}, {"kind": "request", "parts": [answer | named]})
    assert kept.calls == [(None, "look", {"n": 1}, "failed")]


def test_answers_of_bedrock(tmp_path: Path) -> None:
    blocks: list[tuple[list[Any], Any]] = [
        ([{"json": {"n": 1}}, {"text": "one"}], {"n": 1}),
        ([{"json": 1}, {"json": 2}, {"text": "one"}], [{"type": "text", "text": "one"}]),
        ([{"image": {}}, 3], []),
    ]
    calls = [{"toolUse": {"toolUseId": str(at), "name": "look", "input": {"at": at}}} for at in range(len(blocks))]
    answers = [{"toolResult": {"toolUseId": str(at), "content": given}} for at, (given, _) in enumerate(blocks)]
    kept = read(tmp_path, message(*calls), message(*answers, {"toolUse": {}}, {"toolResult": {"content": 3}}))
    assert [call[3] for call in kept.calls] == [expected for _, expected in blocks]


def test_requests_of_an_anthropic_batch(tmp_path: Path) -> None:
    use = {"type": "tool_use", "id": "t", "name": "look", "input": {"n": 1}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": "two"}
    line = {"custom_id": "1", "params": {"messages": [message(use), {"role": "user", "content": [result]}]}}
    assert read(tmp_path, line).calls == [(None, "look", {"n": 1}, "two")]
