"""Tool calls that tracers record as spans, which may be nested: an agent's, its client's and the server's.

Several spans of one call are counted once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from govern.traces.call import FAILED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

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
