"""Tool calls that tracers record as spans: OpenTelemetry, and exports of LangSmith, Langfuse and the OpenAI Agents SDK.

Spans may be nested: an agent's, its client's and the server's. Several spans of one call are counted once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from govern.traces.call import FAILED, Guess, answer_in, arguments_in, is_failed_message, is_failure, mapping_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from govern.traces.call import Server, Take

_MOST_KNOWN = 100_000
Ident = tuple[str, str]


class Span(NamedTuple):
    """A span of a tool call, of which another span may be a duplicate; `ident` and `parent` are trace and span."""

    ident: Ident
    parent: Ident
    server: Server
    tool: str
    arguments: Any
    result: Any
    failed: bool


class Spans:
    """Reads the spans of one file; `spans_in` returns those of an object, or None if it is of another format."""

    def __init__(self, take: Take, spans_in: Callable[[Mapping[str, Any]], list[Span] | None]) -> None:
        self._take = take
        self._spans_in = spans_in
        self._tools: dict[Ident, str] = {}
        self._tools_of_children: dict[Ident, str] = {}

    def read(self, value: Mapping[str, Any], number: int) -> bool:
        """Read an export or a single span and return whether it is one."""
        spans = self._spans_in(value)
        found = {span.ident if span.ident[1] else ("", str(at)): span for at, span in enumerate(spans or ())}
        inner = {span.parent: span for span in found.values() if span.arguments is not None}
        for span in found.values():
            if not self._is_known(span) and not _is_duplicate(span, found, inner):
                self._take(span.server, span.tool, span.arguments, FAILED if span.failed else span.result, number)
        self._remember(found.values())
        return spans is not None

    def end(self) -> None:
        """Do nothing: a span has the answer of its call."""

    def _is_known(self, span: Span) -> bool:
        """Return whether an earlier export had this span, or one above or below it that records the call."""
        earlier = (self._tools.get(span.ident), self._tools.get(span.parent), self._tools_of_children.get(span.ident))
        return any(_is_same_tool(tool, span.tool) for tool in earlier)

    def _remember(self, spans: Iterable[Span]) -> None:
        for span in spans:
            if len(self._tools) > _MOST_KNOWN:
                self._tools.clear()
                self._tools_of_children.clear()
            if span.ident[1]:
                self._tools[span.ident] = span.tool
            if span.parent[1]:
                self._tools_of_children[span.parent] = span.tool


def _is_duplicate(span: Span, beside: Mapping[Ident, Span], within: Mapping[Ident, Span]) -> bool:
    """Return whether another span records this call as well: the outer one, unless only the inner has arguments."""
    outer = beside.get(span.parent)
    if outer and _is_same_tool(outer.tool, span.tool):
        return outer.arguments is not None or span.arguments is None
    inner = within.get(span.ident)
    return inner is not None and span.arguments is None and _is_same_tool(inner.tool, span.tool)


def _is_same_tool(one: str | None, other: str) -> bool:
    """Return whether two spans name one tool, with or without its server before it."""
    return one is not None and (one.endswith(other) or other.endswith(one))


_OPERATION, _METHOD, _SERVER = "gen_ai.operation.name", "mcp.method.name", "mcp.server.name"
_AI_SDK, _OPENINFERENCE, _LANGFUSE = "ai.toolCall.name", "openinference.span.kind", "langfuse.observation.type"
_TOOL = ("gen_ai.tool.name", _AI_SDK, "tool.name")
_ARGUMENTS = ("gen_ai.tool.call.arguments", "ai.toolCall.args", "tool_arguments", "langfuse.observation.input",
              "input.value")  # fmt: skip
_RESULT = ("gen_ai.tool.call.result", "ai.toolCall.result", "tool_response", "langfuse.observation.output",
           "output.value")  # fmt: skip
_LEVEL = "langfuse.observation.level"
_WANTED = frozenset({_OPERATION, _METHOD, _SERVER, _OPENINFERENCE, _LANGFUSE, _LEVEL, "error.type",
                     *_TOOL, *_ARGUMENTS, *_RESULT})  # fmt: skip
_NAMED = ("execute_tool ", "tools/call ")
_ERRORS = (2, "2", "STATUS_CODE_ERROR", "ERROR")
_PLAIN = ("stringValue", "doubleValue", "boolValue", "bytesValue")
_COLUMN = "attributes."
_DEEPEST_VALUE = 100


def is_otlp(value: Mapping[str, Any]) -> bool:
    """Return whether an object is an export, a span or a list of Phoenix's."""
    is_export = "resourceSpans" in value or "resource_spans" in value
    return is_export or "attributes" in value or any(map(_is_span, (value, *_objects_under(value, "data"))))


def otlp_spans(value: Mapping[str, Any]) -> list[Span] | None:
    """Return the spans of tool calls in an export or a span, or None if it is neither."""
    raw = list(_spans_with_resources(value))
    if not raw and "resourceSpans" not in value and "resource_spans" not in value:
        return None
    return [span for span in map(_otlp_span, raw) if span]


def _spans_with_resources(value: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Yield each span with the attributes of its resource."""
    yield from ((each, {}) for each in (value, *_objects_under(value, "data")) if _is_span(each))
    for resource in _objects_under(value, "resourceSpans", "resource_spans"):
        about = _attributes(mapping_in(resource.get("resource")).get("attributes"), frozenset({"service.name"}))
        for scope in _objects_under(resource, "scopeSpans", "scope_spans", "instrumentationLibrarySpans"):
            for span in _objects_under(scope, "spans"):
                yield span, about


def _is_span(value: Mapping[str, Any]) -> bool:
    """Return whether an object is a span outside an export, or a row of a table of spans."""
    has_ident = "spanId" in value or "span_id" in value or "context" in value
    return ("attributes" in value and has_ident) or "context.span_id" in value


def _objects_under(value: Mapping[str, Any], *names: str) -> Iterator[Mapping[str, Any]]:
    for name in names:
        inner = value.get(name)
        if inner.__class__ is list:
            yield from (each for each in inner if each.__class__ is dict)


def _otlp_span(pair: tuple[Mapping[str, Any], Mapping[str, Any]]) -> Span | None:
    span, about = pair
    attributes = _attributes(span.get("attributes", span), _WANTED)
    is_mcp = attributes.get(_METHOD) == "tools/call"
    if not is_mcp and not _is_tool(attributes):
        return None
    tool = _first(attributes, _TOOL)
    tool = tool if tool.__class__ is str else _tool_in_name(span.get("name"), attributes)
    if tool.__class__ is not str:
        return None
    arguments, result = arguments_in(_first(attributes, _ARGUMENTS)), _first(attributes, _RESULT)
    answer = answer_in(result)
    failed = (
        "error.type" in attributes
        or attributes.get(_LEVEL) == "ERROR"
        or _status(span) in _ERRORS
        or is_failed_message(result)
        or is_failure(answer)
    )
    return Span(*_idents(span), _server_name(attributes, about, is_mcp=is_mcp), tool, arguments, answer, failed)


def _is_tool(attributes: Mapping[str, Any]) -> bool:
    """Return whether one of the conventions says that a tool was executed."""
    return _METHOD not in attributes and (
        attributes.get(_OPERATION) == "execute_tool"
        or _AI_SDK in attributes
        or attributes.get(_OPENINFERENCE) == "TOOL"
        or attributes.get(_LANGFUSE) == "tool"
    )


def _tool_in_name(name: Any, attributes: Mapping[str, Any]) -> Any:
    """Return the tool from the name of the span, or None."""
    if name.__class__ is not str:
        return None
    found = next((name.removeprefix(word) for word in _NAMED if name.startswith(word)), None)
    return found or (name if _OPENINFERENCE in attributes or _LANGFUSE in attributes else None)


def _first(attributes: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((attributes[name] for name in names if attributes.get(name) is not None), None)


def _server_name(attributes: Mapping[str, Any], about: Mapping[str, Any], *, is_mcp: bool) -> Server:
    named = attributes.get(_SERVER) or (about.get("service.name") if is_mcp else None)
    return Guess(named) if named.__class__ is str else Guess() if is_mcp else None


def _status(span: Mapping[str, Any]) -> Any:
    status = mapping_in(span.get("status"))
    return status.get("code", status.get("status_code", span.get("status_code")))


def _idents(span: Mapping[str, Any]) -> tuple[Ident, Ident]:
    context = mapping_in(span.get("context"))
    trace, ident, parent = (
        str(span.get(camel) or span.get(snake) or context.get(snake) or span.get(f"context.{snake}") or "")
        for camel, snake in (("traceId", "trace_id"), ("spanId", "span_id"), ("parentSpanId", "parent_id"))
    )
    return (trace, ident), (trace, parent)


def _attributes(given: Any, wanted: frozenset[str]) -> dict[str, Any]:
    """Return attributes by name, from OTLP's list, or an object that is flat, nested or has columns of a table."""
    if given.__class__ is dict:
        named = ((name, _named(given, name)) for name in wanted)
        return {name: value for name, value in named if value is not None}
    found: dict[str, Any] = {}
    for each in given if given.__class__ is list else ():
        name = mapping_in(each).get("key")
        if name.__class__ is str and name in wanted:
            found[name] = _otlp_value(each.get("value"), 0)
    return found


def _named(given: Mapping[str, Any], name: str) -> Any:
    for flat in (name, _COLUMN + name):
        if flat in given:
            return given[flat]
    inner: Any = given
    for part in name.split("."):
        inner = mapping_in(inner).get(part)
    return inner


def _otlp_value(given: Any, depth: int) -> Any:
    """Return an OTLP value, or None if its type is unknown or it is nested too deeply."""
    if given.__class__ is not dict or depth > _DEEPEST_VALUE:
        return None
    if "kvlistValue" in given:
        listed = mapping_in(given["kvlistValue"]).get("values")
        pairs = listed if listed.__class__ is list else []
        return {str(each.get("key")): _otlp_value(each.get("value"), depth + 1) for each in map(mapping_in, pairs)}
    if "arrayValue" in given:
        listed = mapping_in(given["arrayValue"]).get("values")
        return [_otlp_value(each, depth + 1) for each in listed] if listed.__class__ is list else []
    if "intValue" in given:
        return _integer(given["intValue"])
    return next((given[kind] for kind in _PLAIN if kind in given), None)


def _integer(value: Any) -> Any:
    """Return an integer, which OTLP writes as text."""
    try:
        return int(value) if value.__class__ is str and len(value) < 25 else value  # noqa: PLR2004 - 64 bits have 20 digits
    except ValueError:
        return value


_CONTAINERS = ("data", "observations", "runs", "child_runs", "traces")
_LANGFUSE_TYPES = frozenset({"AGENT", "CHAIN", "EMBEDDING", "EVALUATOR", "EVENT", "GENERATION", "GUARDRAIL",
                             "RETRIEVER", "SPAN", "TOOL"})  # fmt: skip
_DEEPEST_RECORD = 12


def has_runs(value: Mapping[str, Any]) -> bool:
    """Return whether an object is such an export, by its first record."""
    listed = next((value[key] for key in _CONTAINERS if value.get(key).__class__ is list), None)
    return _is_run(value) or bool(listed and _is_run(mapping_in(listed[0])))


def runs_in(value: Mapping[str, Any]) -> list[Span] | None:
    """Return the calls in an export, or None if it is of another format."""
    return [span for span in map(_run_span, _records(value, 0)) if span] if has_runs(value) else None


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
    if value.__class__ is not dict or depth > _DEEPEST_RECORD:
        return
    yield value
    for key in _CONTAINERS:
        inner = value.get(key)
        for each in inner if inner.__class__ is list else ():
            yield from _records(each, depth + 1)


def _run_span(record: Mapping[str, Any]) -> Span | None:
    if record.get("object") == "trace.span":
        return _openai_span(record, mapping_in(record.get("span_data")))
    if _is_langsmith(record):
        return _langsmith_span(record)
    return _langfuse_span(record) if _is_langfuse(record) else None


def _langsmith_span(run: Mapping[str, Any]) -> Span | None:
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


def _langfuse_span(seen: Mapping[str, Any]) -> Span | None:
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


def _openai_span(span: Mapping[str, Any], data: Mapping[str, Any]) -> Span | None:
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
