"""Message logs of model APIs and of agent libraries."""

import json
from pathlib import Path
from typing import Any

import pytest

from govern.traces.call import Client
from tests.traces.recorder import read, read_files, written

ARGUMENTS = '{"query": "owls"}'
BLOCKS = [{"type": "text", "text": "two owls"}]


def asked(ident: str, name: str = "lib__look", arguments: str = ARGUMENTS) -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": ident, "type": "function", "function": function}],
    }


def replied(ident: str, content: Any = "two owls") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": ident, "content": content}


def used(ident: str, name: str = "mcp__lib__look", **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": ident, "name": name, "input": arguments}


def result(ident: str, content: Any = "two owls", **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": ident, "content": content, **more}


def test_chat_completions_message_by_message(tmp_path: Path) -> None:
    kept = read(
        tmp_path, {"role": "user", "content": "?"}, asked("c1"), asked("c2"), replied("c2"), replied("c1", BLOCKS)
    )
    assert kept.calls == [(None, "lib__look", ARGUMENTS, "two owls"), (None, "lib__look", ARGUMENTS, BLOCKS)]


@pytest.mark.parametrize(
    "line",
    [
        {"messages": [asked("c1"), replied("c1")]},
        {"model": "m", "body": {"messages": [asked("c1"), replied("c1")]}},
        {"request": {"messages": []}, "response": {"choices": [{"message": asked("c1")}]}},
        {
            "custom_id": "1",
            "response": {"status_code": 200, "body": {"choices": [{"index": 0, "message": asked("c1")}]}},
        },
        [asked("c1"), replied("c1")],
    ],
)
def test_chat_completions_in_their_wrappers(tmp_path: Path, line: Any) -> None:
    assert [each[1:3] for each in read(tmp_path, line).calls] == [("lib__look", ARGUMENTS)]


def test_a_history_that_grows_line_by_line_is_one(tmp_path: Path) -> None:
    turns = [asked("c1"), replied("c1"), asked("c2"), replied("c2")]
    path = written(tmp_path, *({"messages": turns[: at + 1]} for at in range(4)))
    kept, _ = read_files([path, path])
    assert [each[3] for each in kept.calls] == ["two owls", "two owls"]
    assert kept.lines == [1, 3]


def test_a_reused_id_is_another_call(tmp_path: Path) -> None:
    kept = read(tmp_path, asked("c"), replied("c"), asked("c", arguments="{}"), asked("c", "other"), replied("c"))
    assert [each[3] for each in kept.calls] == ["two owls", None, "two owls"]


def test_calls_of_the_first_kind(tmp_path: Path) -> None:
    kept = read(tmp_path, {"role": "assistant", "function_call": {"name": "look", "arguments": "{}"}})
    assert kept.calls == [(None, "look", "{}", None)]


def test_responses(tmp_path: Path) -> None:
    call = {"type": "function_call", "id": "fc", "call_id": "c1", "name": "look", "arguments": ARGUMENTS}
    kept = read(
        tmp_path,
        {"object": "response", "output": [{"type": "reasoning"}, call]},
        {"model": "m", "input": [call, {"type": "function_call_output", "call_id": "c1", "output": "two owls"}]},
        {"type": "response_item", "payload": call | {"call_id": "c2"}},
    )
    assert [each[3] for each in kept.calls] == ["two owls", None]


def test_calls_made_by_the_api(tmp_path: Path) -> None:
    call = {"type": "mcp_call", "server_label": "lib", "name": "look", "arguments": ARGUMENTS}
    kept = read(
        tmp_path,
        {
            "output": [
                call | {"id": "1", "output": "two", "error": None},
                call | {"id": "2", "error": "no", "output": None},
            ]
        },
        call | {"id": "3", "status": "failed", "server_label": None},
    )
    assert [(each[0], each[3]) for each in kept.calls] == [("lib", "two"), ("lib", "failed"), (None, "failed")]


def test_anthropic_messages(tmp_path: Path) -> None:
    kept = read(
        tmp_path,
        {
            "role": "assistant",
            "content": [{"type": "text", "text": "hm"}, used("t1", "look", n=1), used("t2", "look", n=2)],
        },
        {"role": "user", "content": [result("t2", BLOCKS), result("t1", "no", is_error=True)]},
        {
            "messages": [{"role": "user", "content": "x"}],
            "response": {"type": "message", "content": [used("t3", "look")]},
        },
    )
    assert [(each[2], each[3]) for each in kept.calls] == [({"n": 2}, BLOCKS), ({"n": 1}, "failed"), ({}, None)]


def test_calls_of_the_mcp_connector(tmp_path: Path) -> None:
    content = [
        {"type": "mcp_tool_use", "id": "m1", "name": "look", "server_name": "lib", "input": {"n": 1}},
        {"type": "mcp_tool_result", "tool_use_id": "m1", "is_error": False, "content": BLOCKS},
        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}},
    ]
    assert read(tmp_path, {"type": "message", "role": "assistant", "content": content}).calls == [
        ("lib", "look", {"n": 1}, BLOCKS)
    ]


def transcript(kind: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"type": kind, "sessionId": "s", "uuid": "u", "message": {"role": kind, "content": content}, **more}


def test_transcripts_of_claude_code(tmp_path: Path) -> None:
    structured: dict[str, Any] = {"books": []}
    kept = read(
        tmp_path,
        {"type": "summary", "summary": "x"},
        transcript("user", "hello"),
        transcript("assistant", [used("t1", n=1)]),
        transcript("assistant", [used("t2", "Bash", command="ls")]),
        transcript("user", [result("t1", BLOCKS)], mcpMeta={"structuredContent": structured}, toolUseResult="two"),
        transcript("user", [result("t2", "a b")]),
        {"type": "assistant", "session_id": "s", "message": {"role": "assistant", "content": [used("t3")]}},
        transcript("user", [result("t3", "boom", is_error=True)]),
    )
    assert kept.calls == [
        (None, "mcp__lib__look", {"n": 1}, {"content": BLOCKS, "structuredContent": structured}),
        (Client(), "Bash", {"command": "ls"}, "a b"),
        (None, "mcp__lib__look", {}, "failed"),
    ]


def test_a_structured_answer_beside_several_answers_is_ignored(tmp_path: Path) -> None:
    kept = read(
        tmp_path,
        transcript("assistant", [used("t1"), used("t2", n=1)]),
        transcript("user", [result("t1", "1"), result("t2", "2")], mcpMeta={"structuredContent": {}}),
    )
    assert [each[3] for each in kept.calls] == ["1", "2"]


def test_a_resumed_session_repeats_earlier_calls(tmp_path: Path) -> None:
    turns = [transcript("assistant", [used("t1")]), transcript("user", [result("t1")])]
    first = written(tmp_path, *turns, name="a.jsonl")
    second = written(tmp_path, *turns, transcript("assistant", [used("t2")]), name="b.jsonl")
    kept, _ = read_files([first, second])
    assert [each[3] for each in kept.calls] == ["two owls", None]


def test_odd_messages_do_no_harm(tmp_path: Path) -> None:
    deep: Any = asked("c1")
    for _ in range(40):
        deep = {"message": deep}
    odd = [
        deep, {"role": "tool"},
        {"role": "assistant", "tool_calls": [3, {}, {"function": 4}, {"function": {"name": 7}}]},
        {"role": "assistant", "tool_calls": 3, "function_call": 4}, {"type": "tool_use", "name": 3},
        {"type": ["tool_use"]}, {"type": "mcp_call"}, {"type": "tool_result", "tool_use_id": [1]},
        transcript("user", [result("nobody")]), transcript("assistant", 3), {"messages": {"content": None}},
    ]  # fmt: skip
    assert read(tmp_path, *odd).calls == []
    assert len(read(tmp_path, {"role": "assistant", "tool_calls": [{"id": [1], "function": {"name": "a"}}]}).calls) == 1


def test_waiting_calls_are_bounded(tmp_path: Path) -> None:
    kept = read(tmp_path, *(asked(f"c{at}") for at in range(10_020)), replied("c0"), replied("c10019"))
    assert len(kept.calls) == 10_020
    assert [json.loads(each[2]) for each in kept.calls if each[3]] == [{"query": "owls"}]


def message(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": [*parts]}


def answered_by(*parts: dict[str, Any], tmp_path: Path) -> Any:
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
    assert answered_by({"type": "tool-result", "toolCallId": "a"} | given, tmp_path=tmp_path) == expected


def test_a_failed_call_in_a_step_of_the_ai_sdk(tmp_path: Path) -> None:
    assert answered_by({"type": "tool-error", "toolCallId": "a", "error": "no"}, tmp_path=tmp_path) == "failed"


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


def turn(role: str, *parts: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "parts": [*parts]}


def called(name: str = "look", **arguments: Any) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": arguments}}


def answered_turn(response: Any, name: str = "look") -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": response}}


QUESTION = turn("user", {"text": "owls?"})


def test_answers_belong_to_calls_by_name_and_order(tmp_path: Path) -> None:
    calls = turn("model", called(n=1), called("find", n=2), called(n=3))
    answers = turn("user", answered_turn({"n": "a"}), answered_turn({"n": "b"}), answered_turn({"n": "c"}, "find"))
    kept = read(tmp_path, {"contents": [QUESTION, calls, answers]})
    assert [call[1:] for call in kept.calls] == [
        ("look", {"n": 1}, {"n": "a"}), ("look", {"n": 3}, {"n": "b"}), ("find", {"n": 2}, {"n": "c"}),
    ]  # fmt: skip


def test_answers_belong_to_calls_by_id_where_there_is_one(tmp_path: Path) -> None:
    one, two = (turn("model", {"functionCall": {"id": name, "name": "look", "args": {"n": name}}}) for name in "ab")
    answers = [
        turn("user", {"functionResponse": {"id": name, "name": "look", "response": {"n": name}}}) for name in "ba"
    ]
    kept = read(tmp_path, {"contents": [QUESTION, one, two, *answers]})
    assert [call[2:] for call in kept.calls] == [({"n": "b"}, {"n": "b"}), ({"n": "a"}, {"n": "a"})]


def test_conversations_that_begin_differently_are_different(tmp_path: Path) -> None:
    other = turn("user", {"text": "more owls?"})
    lines = [{"contents": [question, turn("model", called(n=1))]} for question in (QUESTION, other, QUESTION)]
    assert len(read(tmp_path, *lines).calls) == 2


def test_one_call_made_twice_in_a_conversation(tmp_path: Path) -> None:
    again = [turn("model", called(n=1)), turn("user", answered_turn({"n": 1}))]
    kept = read(tmp_path, {"contents": [QUESTION, *again, *again]})
    assert [call[3] for call in kept.calls] == [{"n": 1}, {"n": 1}]


def test_a_request_and_its_answer_on_separate_lines(tmp_path: Path) -> None:
    answer = turn("model", {"text": "hm", "thought": True}, called(n=1) | {"thoughtSignature": "c2ln"})
    kept = read(
        tmp_path,
        {"contents": [QUESTION]},
        {"candidates": [{"content": answer}]},
        {"contents": [QUESTION, turn("model", called(n=1)), turn("user", answered_turn({"result": {"owls": 2}}))]},
    )
    assert kept.calls == [(None, "look", {"n": 1}, {"owls": 2})]


def test_odd_values_do_no_harm(tmp_path: Path) -> None:
    deep: Any = {"candidates": []}
    for _ in range(30):
        deep = {"response": deep}
    odd = [
        deep, {"contents": 3}, {"contents": [3, {"parts": 4}]}, {"contents": "owls?"}, {"candidates": [3]},
        {"candidates": [{"content": []}]}, {"contents": [turn("model", {"functionCall": 3})]},
        {"contents": [turn("model", {"functionCall": {"name": 7}})]}, {"contents": [turn("user", answered_turn(3))]},
        {"contents": [turn("user", {"functionResponse": {"name": "look", "id": ["x"]}})]},
    ]  # fmt: skip
    assert read(tmp_path, *odd).calls == []


def test_calls_without_answers_are_bounded(tmp_path: Path) -> None:
    kept = read(
        tmp_path, *(turn("model", called(f"look{at}")) for at in range(1_500)), turn("user", answered_turn({}, "look9"))
    )
    assert len(kept.calls) == 1_500
