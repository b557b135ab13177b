"""Telemetry of a gateway: counters in the text format of Prometheus, and OpenTelemetry spans."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from opentelemetry.trace import Span

    from govern.serve.audit import AuditSubject


Labels = tuple[tuple[str, str], ...]
# Seconds; a histogram counts the observations of at most each.
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
METRICS = {
    "govern_requests_total": ("counter", "Requests by server, kind and verdict: allowed, refused or failed."),
    "govern_refusals_total": ("counter", "Refused requests by server and reason."),
    "govern_argument_bytes_total": ("counter", "Bytes of arguments by server."),
    "govern_answer_bytes_total": ("counter", "Bytes of answers by server."),
    "govern_request_seconds": ("histogram", "Duration of requests that reached a server."),
}


class Counters:
    """Counts that any thread may add to."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: defaultdict[tuple[str, Labels], float] = defaultdict(float)
        # For each bucket, and for what is longer than all, the number of observations that belong to no smaller one.
        self._observed: defaultdict[tuple[str, Labels], list[int]] = defaultdict(lambda: [0] * (len(BUCKETS) + 1))

    def add(self, name: str, labels: Mapping[str, str], number: float = 1) -> None:
        """Add to a counter."""
        key = name, tuple(sorted(labels.items()))
        with self._lock:
            self._counts[key] += number

    def observe(self, name: str, labels: Mapping[str, str], seconds: float) -> None:
        """Add an observation to a histogram."""
        sorted_labels = tuple(sorted(labels.items()))
        with self._lock:
            self._observed[name, sorted_labels][bisect_left(BUCKETS, seconds)] += 1
            self._counts[f"{name}_sum", sorted_labels] += seconds

    def snapshot(self) -> dict[tuple[str, Labels], float]:
        """Return all counts by name and labels, as Prometheus names them."""
        with self._lock:
            found = dict(self._counts)
            observed = {key: [*accumulate(counts)] for key, counts in self._observed.items()}
        for (name, labels), counts in observed.items():
            for most, count in zip((*map("{:g}".format, BUCKETS), "+Inf"), counts, strict=True):
                found[f"{name}_bucket", tuple(sorted((*labels, ("le", most))))] = count
            found[f"{name}_count", labels] = counts[-1]
        return found


CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_ESCAPES: Final = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})
_SESSIONS: Final = "govern_http_sessions"


def prometheus_text(counters: Counters, sessions: int) -> str:
    """Return all counters and the number of open sessions."""
    counts = counters.snapshot()
    lines = [f"# HELP {_SESSIONS} Open sessions.", f"# TYPE {_SESSIONS} gauge", f"{_SESSIONS} {sessions}"]
    for metric, (kind, meaning) in METRICS.items():
        lines += [f"# HELP {metric} {meaning}", f"# TYPE {metric} {kind}", *_samples(metric, kind, counts)]
    return "\n".join(lines) + "\n"


def _samples(metric: str, kind: str, counts: dict[tuple[str, Labels], float]) -> Iterator[str]:
    names = {f"{metric}_{part}" for part in ("bucket", "sum", "count")} if kind == "histogram" else {metric}
    for name, labels in sorted((each for each in counts if each[0] in names), key=_order):
        pairs = ",".join(f'{label}="{text.translate(_ESCAPES)}"' for label, text in labels)
        yield f"{name}{{{pairs}}} {counts[name, labels]:.15g}"


def _order(sample: tuple[str, Labels]) -> tuple[Labels, str, float]:
    """Return a key by which the samples of one histogram stand together, its buckets from small to large."""
    name, labels = sample
    return tuple(pair for pair in labels if pair[0] != "le"), name, float(dict(labels).get("le", 0))


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
