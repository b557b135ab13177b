"""OpenTelemetry: spans of executed tools, as OTLP, a console exporter or Phoenix writes them in JSON.

The tool, its arguments and its result have different names in the conventions for generative AI and for MCP, and in
those of the AI SDK, OpenInference, Langfuse and older versions of Pydantic AI.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.traces.call import Guess, is_failure, mapping_in
from govern.traces.spans import Span
from govern.traces.values import answer_in, arguments_in, is_failed_message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.traces.call import Server
    from govern.traces.spans import Ident

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
_DEEPEST = 100


def is_otlp(value: Mapping[str, Any]) -> bool:
    """Return whether an object is an export, a span or a list of Phoenix's."""
    is_export = "resourceSpans" in value or "resource_spans" in value
    return is_export or "attributes" in value or any(map(_is_span, (value, *_list(value, "data"))))


def otlp_spans(value: Mapping[str, Any]) -> list[Span] | None:
    """Return the spans of tool calls in an export or a span, or None if it is neither."""
    raw = list(_spans(value))
    if not raw and "resourceSpans" not in value and "resource_spans" not in value:
        return None
    return [span for span in map(_span, raw) if span]


def _spans(value: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Yield each span with the attributes of its resource."""
    yield from ((each, {}) for each in (value, *_list(value, "data")) if _is_span(each))
    for resource in _list(value, "resourceSpans", "resource_spans"):
        about = _attributes(mapping_in(resource.get("resource")).get("attributes"), frozenset({"service.name"}))
        for scope in _list(resource, "scopeSpans", "scope_spans", "instrumentationLibrarySpans"):
            for span in _list(scope, "spans"):
                yield span, about


def _is_span(value: Mapping[str, Any]) -> bool:
    """Return whether an object is a span outside an export, or a row of a table of spans."""
    has_ident = "spanId" in value or "span_id" in value or "context" in value
    return ("attributes" in value and has_ident) or "context.span_id" in value


def _list(value: Mapping[str, Any], *names: str) -> Iterator[Mapping[str, Any]]:
    for name in names:
        inner = value.get(name)
        if inner.__class__ is list:
            yield from (each for each in inner if each.__class__ is dict)


def _span(pair: tuple[Mapping[str, Any], Mapping[str, Any]]) -> Span | None:
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
    if given.__class__ is not dict or depth > _DEEPEST:
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
