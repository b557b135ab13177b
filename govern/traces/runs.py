"""Exports of tracing services: runs of LangSmith, observations of Langfuse, and spans of the OpenAI Agents SDK."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.traces.call import Guess, is_failure, mapping_in
from govern.traces.spans import Span
from govern.traces.values import answer_in, arguments_in, is_failed_message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_CONTAINERS = ("data", "observations", "runs", "child_runs", "traces")
_LANGFUSE_TYPES = frozenset({"AGENT", "CHAIN", "EMBEDDING", "EVALUATOR", "EVENT", "GENERATION", "GUARDRAIL",
                             "RETRIEVER", "SPAN", "TOOL"})  # fmt: skip
_DEEPEST = 12


def has_runs(value: Mapping[str, Any]) -> bool:
    """Return whether an object is such an export, by its first record."""
    listed = next((value[key] for key in _CONTAINERS if value.get(key).__class__ is list), None)
    return _is_run(value) or bool(listed and _is_run(mapping_in(listed[0])))


def runs_in(value: Mapping[str, Any]) -> list[Span] | None:
    """Return the calls in an export, or None if it is of another format."""
    return [span for span in map(_span, _records(value, 0)) if span] if has_runs(value) else None


def _is_run(value: Mapping[str, Any]) -> bool:
    return _is_langsmith(value) or _is_langfuse(value) or value.get("object") in ("trace", "trace.span")


def _is_langsmith(value: Mapping[str, Any]) -> bool:
    return value.get("run_type").__class__ is str and "inputs" in value


def _is_langfuse(value: Mapping[str, Any]) -> bool:
    has_trace = "traceId" in value or "trace_id" in value
    kind = value.get("type")
    is_observation = has_trace and kind.__class__ is str and kind in _LANGFUSE_TYPES
    return is_observation or value.get("observations").__class__ is list


def _records(value: Any, depth: int) -> Iterator[Mapping[str, Any]]:
    if value.__class__ is not dict or depth > _DEEPEST:
        return
    yield value
    for key in _CONTAINERS:
        inner = value.get(key)
        for each in inner if inner.__class__ is list else ():
            yield from _records(each, depth + 1)


def _span(record: Mapping[str, Any]) -> Span | None:
    if record.get("object") == "trace.span":
        return _openai(record, mapping_in(record.get("span_data")))
    if _is_langsmith(record):
        return _langsmith(record)
    return _langfuse(record) if _is_langfuse(record) else None


def _langsmith(run: Mapping[str, Any]) -> Span | None:
    """Return the call of a run; an answer that is no object is under `output`."""
    name, inputs, outputs = run.get("name"), run["inputs"], run.get("outputs")
    if run["run_type"] != "tool" or name.__class__ is not str:
        return None
    text = mapping_in(inputs).get("input")
    if text.__class__ is str and len(inputs) == 1 and text.lstrip().startswith("{"):
        inputs = text
    if outputs.__class__ is dict and outputs.keys() == {"output"}:
        outputs = outputs["output"]
    answer = answer_in(outputs)
    failed = bool(run.get("error")) or run.get("status") == "error" or is_failed_message(outputs) or is_failure(answer)
    trace = str(run.get("trace_id") or "")
    ident, parent = (trace, str(run.get("id") or "")), (trace, str(run.get("parent_run_id") or ""))
    return Span(ident, parent, None, name, arguments_in(inputs), answer, failed)


def _langfuse(seen: Mapping[str, Any]) -> Span | None:
    """Return the call of an observation; the API writes camel case, exports to a blob storage snake case."""
    name, output = seen.get("name"), seen.get("output")
    if seen.get("type") != "TOOL" or name.__class__ is not str:
        return None
    answer = answer_in(output)
    failed = seen.get("level") == "ERROR" or is_failed_message(output) or is_failure(answer)
    trace, parent = (
        str(seen.get(camel) or seen.get(snake) or "")
        for camel, snake in (("traceId", "trace_id"), ("parentObservationId", "parent_observation_id"))
    )
    ident = (trace, str(seen.get("id") or ""))
    return Span(ident, (trace, parent), None, name, arguments_in(seen.get("input")), answer, failed)


def _openai(span: Mapping[str, Any], data: Mapping[str, Any]) -> Span | None:
    """Return the call of a function span; the data of MCP name the server as the agent does."""
    name = data.get("name")
    if data.get("type") != "function" or name.__class__ is not str:
        return None
    answer = answer_in(data.get("output"))
    failed = bool(span.get("error")) or is_failure(answer)
    server = mapping_in(data.get("mcp_data")).get("server")
    trace = str(span.get("trace_id") or "")
    ident, parent = (trace, str(span.get("id") or "")), (trace, str(span.get("parent_id") or ""))
    named = Guess(server) if server.__class__ is str else None
    return Span(ident, parent, named, name, arguments_in(data.get("input")), answer, failed)
