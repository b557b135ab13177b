"""Logs of MCP messages."""

import json
from pathlib import Path
from typing import Any

from govern.traces.call import Guess
from tests.traces.recorder import read


def call(ident: Any, tool: str = "look", **arguments: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": ident, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def answer(ident: Any, **result: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": ident, "result": result or {"content": []}}


def test_requests_and_answers_are_matched_by_their_ids_in_any_order(tmp_path: Path) -> None:
    kept = read(tmp_path, call(1, a=1), call("1", a=2), answer("1", n=2), answer(1, n=1))
    assert [(arguments, result) for _, _, arguments, result in kept.calls] == [
        ({"a": 2}, {"n": 2}),
        ({"a": 1}, {"n": 1}),
    ]
    assert kept.lines == [2, 1]


def test_errors_of_both_kinds(tmp_path: Path) -> None:
    error = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no"}}
    kept = read(tmp_path, call(1), error, call(2), answer(2, isError=True, content=[]))
    assert [each[3] for each in kept.calls] == ["failed", "failed"]


def test_an_unanswered_call_counts(tmp_path: Path) -> None:
    task = {"jsonrpc": "2.0", "id": 3, "result": {"task": {"taskId": "1"}}}
    note = {"jsonrpc": "2.0", "method": "notifications/x"}
    kept = read(tmp_path, call(1), call(2), answer(2), answer(9), call(3), task, note)
    assert [each[3] for each in kept.calls] == [{"content": []}, None, None]


def test_missing_arguments_are_an_empty_object(tmp_path: Path) -> None:
    params = [{"name": "a"}, {"name": "a", "arguments": None}]
    kept = read(
        tmp_path,
        *({"jsonrpc": "2.0", "id": at, "method": "tools/call", "params": each} for at, each in enumerate(params)),
    )
    assert [each[2] for each in kept.calls] == [{}, {}]


def test_wrappers_batches_and_text(tmp_path: Path) -> None:
    kept = read(
        tmp_path,
        {"ts": 1, "direction": "client->server", "message": call(1, n=1)},
        {"ts": 2, "direction": "server->client", "message": answer(1, n=1)},
        {"timestamp": "x", "payload": json.dumps(call(2, n=2))},
        {"timestamp": "x", "payload": json.dumps(answer(2, n=2))},
        {"request": call(3, n=3), "response": answer(3, n=3), "ms": 12},
        {"data": [call(4, n=4), call(5, n=5)]},
        {"data": [answer(4, n=4), answer(5, n=5)]},
    )
    assert [each[2] for each in kept.calls] == [each[3] for each in kept.calls] == [{"n": at} for at in range(1, 6)]


def test_text_logs_with_json_after_a_time_stamp(tmp_path: Path) -> None:
    first = b"2026-11-18T06:52:13.212Z [info] [library] Message from client: " + json.dumps(call(3, n=1)).encode()
    kept = read(
        tmp_path,
        first + b" { metadata: undefined }",
        b"2026-11-18T06:52:13.300Z [info] [library] Message from server: " + json.dumps(answer(3, n=1)).encode(),
        b"2026-11-18T06:52:14.000Z [info] [library] Server transport closed",
    )
    assert kept.calls == [(Guess("library"), "look", {"n": 1}, {"n": 1})]


def test_interleaved_sessions_are_distinguished_by_their_wrapper(tmp_path: Path) -> None:
    kept = read(
        tmp_path,
        {"session": "a", "message": call(1, n="a")},
        {"session": "b", "message": call(1, n="b")},
        {"session": "b", "message": answer(1, n="b")},
        {"session": "a", "message": answer(1, n="a")},
        {"server": "lib", "message": call(1, n="c")},
        {"server": "zoo", "message": call(1, n="d")},
        {"server": "zoo", "message": answer(1, n="d")},
        {"server": "lib", "message": answer(1, n="c")},
    )
    assert all(arguments == result for _, _, arguments, result in kept.calls)
    assert [each[0] for each in kept.calls] == [Guess(), Guess(), "zoo", "lib"]


def test_an_ambiguous_answer_is_ignored(tmp_path: Path) -> None:
    kept = read(tmp_path, call(1, n=1), call(1, n=2), answer(1, n=1), answer(1, n=2), call(1, n=3), answer(2))
    assert sorted(each[2]["n"] for each in kept.calls) == [1, 2, 3]
    assert {each[3] for each in kept.calls} == {None}


def test_a_new_session_begins_with_new_ids(tmp_path: Path) -> None:
    hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}}
    welcome = answer(0, serverInfo={"name": "library"})
    kept = read(tmp_path, hello, welcome, call(1, n=1), hello, welcome, call(1, n=2), answer(1, n=2))
    assert [(each[0], each[2], each[3]) for each in kept.calls] == [
        (Guess("library"), {"n": 1}, None),
        (Guess("library"), {"n": 2}, {"n": 2}),
    ]


def test_requests_of_the_server_are_not_taken_for_calls(tmp_path: Path) -> None:
    sampling = {"jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage", "params": {}}
    sampled = answer(1, role="assistant", content={"type": "text"}, model="m")
    assert [each[3] for each in read(tmp_path, call(1), sampling, sampled, answer(1)).calls] == [{"content": []}]
    output = read(
        tmp_path,
        {"dir": "out", "message": call(1)},
        {"dir": "in", "message": sampling},
        {"dir": "out", "message": sampled},
        {"dir": "in", "message": {"jsonrpc": "2.0", "id": 1, "result": {"structuredContent": {"n": 1}}}},
    )
    assert [each[3] for each in output.calls] == [{"structuredContent": {"n": 1}}]
    echoed = [{"dir": "out", "message": each} for each in (call(1), answer(1))]
    assert [each[3] for each in read(tmp_path, *echoed).calls] == [None]


def test_waiting_calls_are_bounded(tmp_path: Path) -> None:
    kept = read(tmp_path, *(call(at, n=at) for at in range(10_050)), answer(0, n=0), answer(10_049, n=1))
    assert len(kept.calls) == 10_050
    assert [each[2]["n"] for each in kept.calls[:2]] == [0, 1]
    assert [each[3] for each in kept.calls if each[3]] == [{"n": 1}]


def test_odd_messages_do_no_harm(tmp_path: Path) -> None:
    odd = [
        call([1]), call({"a": 1}), call(None), call(True), call(1.5), {"jsonrpc": "2.0", "id": 1},
        {"jsonrpc": "2.0", "id": 1, "method": 7}, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": [1]},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 3}},
        {"jsonrpc": 7, "id": 2, "result": 3},
    ]  # fmt: skip
    assert read(tmp_path, *odd).calls == []
