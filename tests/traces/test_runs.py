"""Runs of LangSmith, observations of Langfuse and spans of the OpenAI Agents SDK."""

from pathlib import Path
from typing import Any

import pytest

from govern.traces.call import Guess
from tests.traces.recorder import read


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


def message(**more: Any) -> dict[str, Any]:
    return {"output": {"type": "tool", "tool_call_id": "c", "content": "two", "status": "success"} | more}


@pytest.mark.parametrize(
    ("outputs", "expected"),
    [
        ({"output": "two"}, "two"),
        ({"owls": 2}, {"owls": 2}),
        (message(), "two"),
        (
            message(artifact={"structured_content": {"owls": 2}}),
            {"content": "two", "structuredContent": {"owls": 2}},
        ),
        (message(status="error"), "failed"),
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
