"""OpenTelemetry spans of requests. Without an SDK that the user configures, they cost nothing and go nowhere."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from opentelemetry.trace import Span

    from govern.serve.audit import AuditSubject


@dataclass(frozen=True, slots=True)
class CallSpan:
    """The span of one request, or of none if OpenTelemetry is not installed."""

    span: Span | None = None

    def end(self, verdict: str, error: dict[str, Any] | None) -> None:
        """End the span with the verdict, and the reason of a refusal or error."""
        if self.span is None:
            return
        self.span.set_attribute("govern.verdict", verdict)
        if error:
            from opentelemetry.trace import StatusCode

            reason = error.get("reason") or ("tool_error" if error.get("isError") else error.get("code"))
            self.span.set_attribute("error.type", str(reason))
            self.span.set_status(StatusCode.ERROR)
        self.span.end()


def start_span(subject: AuditSubject, meta: Any) -> CallSpan:
    """Start the span of a request, below the one that its `_meta` names, by the semantic conventions for MCP."""
    try:
        from opentelemetry.propagate import extract
        from opentelemetry.trace import SpanKind, get_tracer
    except ImportError:  # SDK v1 does without it
        return CallSpan()
    context = None
    if isinstance(meta, dict) and "traceparent" in meta:
        with suppress(TypeError, ValueError):
            context = extract({key: each for key, each in meta.items() if isinstance(each, str)})
    method = subject.method
    attributes = {"mcp.method.name": method, "govern.server": subject.server, "govern.digest": subject.digest}
    # The name of a tool that is not locked is the client's invention.
    if subject.kind == "tool" and subject.digest:
        method = f"{method} {subject.name}"
        attributes |= {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": subject.name}
    return CallSpan(get_tracer("govern").start_span(method, context, SpanKind.CLIENT, attributes))
