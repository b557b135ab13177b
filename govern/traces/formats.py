"""What recordings are written in."""

from __future__ import annotations

from enum import StrEnum


class TraceFormat(StrEnum):
    """What a recording is written in; `auto` finds it out line by line."""

    AUTO = "auto"
    LINES = "jsonl"
    MCP = "mcp"
    OTLP = "otlp"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    CLAUDE_CODE = "claude-code"
