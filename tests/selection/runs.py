"""Runs and locks for the tests of selection."""

from __future__ import annotations

from govern.selection.runs import Run, ToolCall


def run_of(*ids: str, file: str = "run.jsonl") -> Run:
    """Return a run of these calls, each `server.tool`; a `!` at the end marks a failed one."""
    return Run(file, tuple(map(_call, ids)))


def _call(written: str) -> ToolCall:
    server, _, tool = written.rstrip("!").partition(".")
    return ToolCall(server, tool, written.endswith("!"))
