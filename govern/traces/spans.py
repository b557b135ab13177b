"""OpenTelemetry: spans of executed tools in OTLP's JSON.

The conventions for generative AI name the tool, its arguments and its result; those for MCP add the method. Several
nested spans (an agent's, its client's, the server's) may record one call, which is counted once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from govern.traces.call import FAILED, Guess, is_failure, json_in, mapping_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.traces.call import Server, Take

_TOOL, _ARGUMENTS, _RESULT = "gen_ai.tool.name", "gen_ai.tool.call.arguments", "gen_ai.tool.call.result"
_OPERATION, _METHOD, _SERVER = "gen_ai.operation.name", "mcp.method.name", "mcp.server.name"
_WANTED = frozenset({_TOOL, _ARGUMENTS, _RESULT, _OPERATION, _METHOD, _SERVER, "error.type"})
_NAMED = ("execute_tool ", "tools/call ")
_ERRORS = (2, "2", "STATUS_CODE_ERROR", "ERROR")
_PLAIN = ("stringValue", "doubleValue", "boolValue", "bytesValue")
_DEEPEST = 100
_MOST_KNOWN = 100_000
Ident = tuple[str, str]


class _Span(NamedTuple):
    """A span of a tool call, of which another span may be a duplicate."""

    ident: Ident
    parent: Ident
    server: Server
    tool: str
    arguments: Any
    result: Any
    failed: bool


class Spans:
    """Reads the spans of one file."""

    def __init__(self, take: Take) -> None:
        self._take = take
        self._told: dict[Ident, str] = {}

    def read(self, value: Mapping[str, Any], number: int) -> bool:
        """Read an export or a single span and return whether it is one."""
        raw = list(_spans(value))
        found = {span.ident: span for span in map(_span, raw) if span}
        inner = {span.parent: span for span in found.values() if span.arguments is not None}
        for span in found.values():
            if not self._is_told(span, found, inner):
                self._remember(span)
                self._take(span.server, span.tool, span.arguments, FAILED if span.failed else span.result, number)
        return bool(raw) or "resourceSpans" in value or "resource_spans" in value

    def end(self) -> None:
        """Do nothing: a span has the answer of its call."""

    def _is_told(self, span: _Span, beside: Mapping[Ident, _Span], within: Mapping[Ident, _Span]) -> bool:
        """Return whether another span records this call as well: the outer one, unless only the inner has arguments."""
        if _is_same_tool(self._told.get(span.parent), span.tool) or _is_same_tool(
            self._told.get(span.ident), span.tool
        ):
            return True
        outer = beside.get(span.parent)
        if outer and _is_same_tool(outer.tool, span.tool):
            return outer.arguments is not None or span.arguments is None
        inner = within.get(span.ident)
        return inner is not None and span.arguments is None and _is_same_tool(inner.tool, span.tool)

    def _remember(self, span: _Span) -> None:
        """Remember a span, since its children and its parent may come in a later export."""
        if len(self._told) > _MOST_KNOWN:
            self._told.clear()
        for ident in (span.ident, span.parent):
            if ident[1]:
                self._told[ident] = span.tool


def _is_same_tool(one: str | None, other: str) -> bool:
    """Return whether two spans name one tool, with or without its server before it."""
    return one is not None and (one.endswith(other) or other.endswith(one))


def _spans(value: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Yield each span with the attributes of its resource."""
    if "attributes" in value and ("spanId" in value or "span_id" in value or "context" in value):
        yield value, {}
    for resource in _list(value, "resourceSpans", "resource_spans"):
        about = _attributes(mapping_in(resource.get("resource")).get("attributes"), frozenset({"service.name"}))
        for scope in _list(resource, "scopeSpans", "scope_spans", "instrumentationLibrarySpans"):
            for span in _list(scope, "spans"):
                yield span, about


def _list(value: Mapping[str, Any], *names: str) -> Iterator[Mapping[str, Any]]:
    for name in names:
        inner = value.get(name)
        if inner.__class__ is list:
            yield from (each for each in inner if each.__class__ is dict)


def _span(pair: tuple[Mapping[str, Any], Mapping[str, Any]]) -> _Span | None:
    span, about = pair
    said = _attributes(span.get("attributes"), _WANTED)
    is_mcp = said.get(_METHOD) == "tools/call"
    if not is_mcp and (said.get(_OPERATION) != "execute_tool" or _METHOD in said):
        return None
    name, tool = span.get("name"), said.get(_TOOL)
    if tool.__class__ is not str and name.__class__ is str:
        tool = next((name.removeprefix(word) for word in _NAMED if name.startswith(word)), None)
    if tool.__class__ is not str:
        return None
    result = said.get(_RESULT)
    result = json_in(result) if result.__class__ is str else result
    failed = "error.type" in said or _status(span) in _ERRORS or is_failure(result)
    return _Span(*_idents(span), _server_name(said, about, is_mcp=is_mcp), tool, said.get(_ARGUMENTS), result, failed)


def _server_name(said: Mapping[str, Any], about: Mapping[str, Any], *, is_mcp: bool) -> Server:
    named = said.get(_SERVER) or (about.get("service.name") if is_mcp else None)
    return Guess(named) if named.__class__ is str else Guess() if is_mcp else None


def _status(span: Mapping[str, Any]) -> Any:
    status = mapping_in(span.get("status"))
    return status.get("code", status.get("status_code"))


def _idents(span: Mapping[str, Any]) -> tuple[Ident, Ident]:
    context = mapping_in(span.get("context"))
    trace, ident, parent = (
        str(span.get(camel) or span.get(snake) or context.get(snake) or "")
        for camel, snake in (("traceId", "trace_id"), ("spanId", "span_id"), ("parentSpanId", "parent_id"))
    )
    return (trace, ident), (trace, parent)


def _attributes(given: Any, wanted: frozenset[str]) -> dict[str, Any]:
    if given.__class__ is dict:
        return {name: value for name, value in given.items() if name in wanted}
    found: dict[str, Any] = {}
    for each in given if given.__class__ is list else ():
        name = mapping_in(each).get("key")
        if name.__class__ is str and name in wanted:
            found[name] = _otlp_value(each.get("value"), 0)
    return found


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
