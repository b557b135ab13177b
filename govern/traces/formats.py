"""The formats of recordings."""

from __future__ import annotations

from enum import StrEnum


class TraceFormat(StrEnum):
    """The format of a recording; `auto` detects it line by line."""

    AUTO = "auto"
    LINES = "jsonl"
    MCP = "mcp"
    OTLP = "otlp"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    CLAUDE_CODE = "claude-code"
    GEMINI = "gemini"
    BEDROCK = "bedrock"
    AI_SDK = "ai-sdk"
    PYDANTIC_AI = "pydantic-ai"
    OPENAI_AGENTS = "openai-agents"
    LANGSMITH = "langsmith"
    LANGFUSE = "langfuse"
