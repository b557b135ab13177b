"""Recordings are read whole, in bounded memory, plain or gzip, and their formats detected."""

import gzip
import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.errors import UsageError
from govern.traces import reading
from govern.traces.call import Guess
from govern.traces.reading import batches, recordings, whole
from govern.traces.recording import TraceFormat
from tests.traces.recorder import lines, read, read_files, written

OURS = {"server": "lib", "tool": "look", "arguments": {"q": 1}}
RPC = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "look", "arguments": {"q": 1}}}
SPAN = {"name": "execute_tool look", "spanId": "1", "attributes": [
    {"key": "gen_ai.operation.name", "value": {"stringValue": "execute_tool"}},
]}  # fmt: skip
OPENAI = {"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "look", "arguments": "{}"}}]}
ANTHROPIC = {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "look", "input": {}}]}
CLAUDE = {"type": "assistant", "sessionId": "s", "message": ANTHROPIC}
GEMINI = {"contents": [{"role": "model", "parts": [{"functionCall": {"name": "look", "args": {}}}]}]}
BEDROCK = {"role": "assistant", "content": [{"toolUse": {"toolUseId": "b1", "name": "look", "input": {}}}]}
AI_SDK = {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "a1", "toolName": "look", "input": {}}]}
PYDANTIC_AI = {"kind": "response", "parts": [{"part_kind": "tool-call", "tool_name": "look", "tool_call_id": "p1"}]}
AGENTS = {"object": "trace.span", "id": "1", "span_data": {"type": "function", "name": "look", "input": "{}"}}
LANGSMITH = {"id": "1", "run_type": "tool", "name": "look", "inputs": {}}
LANGFUSE = {"id": "1", "traceId": "t", "type": "TOOL", "name": "look", "input": {}}
LINE_OF: dict[TraceFormat, dict[str, Any]] = {
    TraceFormat.LINES: OURS,
    TraceFormat.MCP: RPC,
    TraceFormat.OTLP: SPAN,
    TraceFormat.OPENAI: OPENAI,
    TraceFormat.ANTHROPIC: ANTHROPIC,
    TraceFormat.CLAUDE_CODE: CLAUDE,
    TraceFormat.GEMINI: GEMINI,
    TraceFormat.BEDROCK: BEDROCK,
    TraceFormat.AI_SDK: AI_SDK,
    TraceFormat.PYDANTIC_AI: PYDANTIC_AI,
    TraceFormat.OPENAI_AGENTS: AGENTS,
    TraceFormat.LANGSMITH: LANGSMITH,
    TraceFormat.LANGFUSE: LANGFUSE,
}
CHAT = {TraceFormat.OPENAI, TraceFormat.ANTHROPIC, TraceFormat.CLAUDE_CODE, TraceFormat.BEDROCK, TraceFormat.AI_SDK,
        TraceFormat.PYDANTIC_AI}  # fmt: skip
RUNS = {TraceFormat.OPENAI_AGENTS, TraceFormat.LANGSMITH, TraceFormat.LANGFUSE}


def test_the_own_format(tmp_path: Path) -> None:
    kept = read(
        tmp_path,
        OURS,
        OURS | {"result": {"content": []}},
        OURS | {"result": {"isError": True}},
        OURS | {"error": {"code": 1}},
        OURS | {"error": None},
        {"tool": "look"},
        {"tool": "look", "arguments": '{"q": 1}', "time": 3},
        {"tool": "look", "arguments": None},
        # A task and a question are no answers yet.
        {"tool": "look", "result": {"task": {"taskId": "1", "status": "working"}}},
        {"tool": "look", "result": {"resultType": "input_required", "inputRequests": {}}},
        {"tool": "look", "result": {"task": {"title": "Look."}}},
    )
    assert [call[0] for call in kept.calls] == ["lib"] * 5 + [None] * 6
    assert [call[2] for call in kept.calls] == [{"q": 1}] * 5 + [{}, '{"q": 1}', None, {}, {}, {}]
    answers = [call[3] for call in kept.calls]
    assert answers[:8] == [None, {"content": []}, "failed", "failed", None, None, None, None]
    assert answers[8:] == [None, None, {"task": {"title": "Look."}}]
    assert kept.lines == [*range(1, 12)]


def test_all_formats_in_one_file(tmp_path: Path) -> None:
    kept = read(tmp_path, OURS, RPC, {"resourceSpans": []}, SPAN, OPENAI, ANTHROPIC, {"some": "thing"}, [OURS, RPC])
    # What has no answer yet is handed on at the end.
    assert sorted(str(call[0]) for call in kept.calls) == sorted(
        map(str, ["lib", Guess(), None, None, None, "lib", Guess()])
    )


@pytest.mark.parametrize("form", LINE_OF)
def test_a_line_is_read_as_its_format_alone(tmp_path: Path, form: TraceFormat) -> None:
    line = LINE_OF[form]
    assert len(read(tmp_path, line, form=form).calls) == 1
    assert len(read(tmp_path, [line], form=form).calls) == 1
    assert read(tmp_path, line).calls == read(tmp_path, line, form=form).calls
    others = [
        each
        for other, each in LINE_OF.items()
        if other != form and not any({form, other} <= same for same in (CHAT, RUNS))
    ]
    assert read(tmp_path, *others, form=form).calls == []


def test_each_format_has_a_line_here() -> None:
    assert LINE_OF.keys() == {*TraceFormat} - {TraceFormat.AUTO}


def test_a_document_over_several_lines(tmp_path: Path) -> None:
    path = tmp_path / "trace.json"
    for value in ([OURS, OURS], {"messages": [OPENAI]}, {"resourceSpans": [{"scopeSpans": [{"spans": [SPAN]}]}]}):
        path.write_text("\ufeff\n" + json.dumps(value, indent=2), encoding="utf-8")
        kept, notes = read_files([path])
        assert kept.calls
        assert (notes.bad, notes.unknown, notes.lines) == (0, 0, 1)


def test_invalid_lines_are_counted_and_named_and_the_rest_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, b"{", OURS, b"", b"  ", b"\xff\xfe", b'{"tool": NaN}', b"[" * 5_000, OURS, b"hello there")
    kept, notes = read_files([path])
    assert len(kept.calls) == 2
    assert (notes.bad, notes.lines) == (5, 9)
    assert [where.rpartition(":")[2] for where, _ in notes.named] == ["1", "5", "6", "7", "9"]
    assert all(why.startswith("not valid JSON: ") for _, why in notes.named)


def test_other_json_is_counted_apart(tmp_path: Path) -> None:
    path = written(tmp_path, {"level": "info"}, 3, "text", None, [], {"tool": 5}, {"tool": "x", "server": 5}, OURS)
    kept, notes = read_files([path])
    assert (len(kept.calls), notes.unknown, notes.bad) == (1, 7, 0)


def test_windows_line_ends_and_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + lines(OURS, OURS).replace(b"\n", b"\r\n"))
    kept, notes = read_files([path])
    assert (len(kept.calls), notes.bad) == (2, 0)


CALL = {"tool": "look", "arguments": {}}


@given(st.lists(st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")), max_size=30), st.integers(1, 60))
def test_lines_do_not_depend_on_chunks(written: list[bytes], chunk: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "_CHUNK", chunk)
        found = [line for batch in batches(BytesIO(b"\n".join(written)), 1_000) for line in batch]
    content = b"\n".join(written)
    # A last line without anything in it is none.
    assert found == (content.removesuffix(b"\n").split(b"\n") if content else [])


@given(st.lists(st.integers(0, 90), max_size=12), st.integers(1, 50))
def test_a_too_long_line_is_reported_and_the_next_is_read(lengths: list[int], chunk: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "_CHUNK", chunk)
        content = b"".join(b"x" * length + b"\n" for length in lengths)
        found = [line for batch in batches(BytesIO(content), 50) for line in batch]
    assert [None if line is None else len(line) for line in found] == [
        length if length <= 50 else None for length in lengths
    ]


def test_long_lines_are_not_kept_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(lines(CALL, b'{"tool": "' + b"x" * 3_000_000 + b'"}', CALL))
    kept, notes = read_files([path], longest=100_000)
    assert len(kept.calls) == 2
    assert notes.named == [(f"{path}:2", "longer than 100,000 bytes")]


def test_folders_are_searched_for_recordings(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a.json", "deep/er/c.ndjson.gz", "d.log", "e.png", ".hidden.jsonl", ".git/f.json", "g.gz"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    named = [path.relative_to(tmp_path).as_posix() for path in recordings([tmp_path])]
    assert named == ["a.json", "b.jsonl", "d.log", "deep/er/c.ndjson.gz"]
    assert recordings([tmp_path / "e.png", tmp_path / "deep/../e.png", tmp_path / "e.png"]) == [tmp_path / "e.png"]


def test_a_missing_file_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="recording not found"):
        recordings([tmp_path / "none"])


def test_gzip_is_detected_by_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "trace"
    path.write_bytes(gzip.compress(lines(CALL, CALL)))
    kept, notes = read_files([path])
    assert (len(kept.calls), notes.lines, notes.bad) == (2, 2, 0)


@pytest.mark.parametrize(
    "spoil", [lambda packed: packed[:-20], lambda packed: packed[:40] + b"\0" * 40], ids=["cut off", "overwritten"]
)
def test_a_truncated_archive_is_reported_and_read_as_far_as_possible(tmp_path: Path, spoil) -> None:
    path = tmp_path / "trace.gz"
    path.write_bytes(spoil(gzip.compress(lines(*([CALL] * 2_000)))))
    _, notes = read_files([path])
    assert notes.bad == 1
    assert "breaks off" in notes.named[0][1]


def test_a_whole_document_has_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"x" * 100)
    assert whole(path, 99) is None
    assert whole(path, 100) == b"x" * 100
