"""The formats of recordings, and the lines that describe a run: the lock, the distractors, and the usage."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


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


@dataclass(frozen=True, slots=True)
class Usage:
    """The tokens that a model read and wrote, and their price in dollars if it is known."""

    input_tokens: int
    output_tokens: int
    cost: float | None

    @property
    def tokens(self) -> int:
        """Return the tokens of both directions."""
        return self.input_tokens + self.output_tokens

    def plus(self, other: Usage) -> Usage:
        """Return the sum; its cost is known if both are."""
        cost = None if self.cost is None or other.cost is None else self.cost + other.cost
        return Usage(self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens, cost)


@dataclass(slots=True)
class RunFacts:
    """The facts of one run: the locks that it names, its usage, and the names of the distractors it was offered."""

    locks: set[str] = field(default_factory=set)
    usage: Usage | None = None
    distractors: set[str] | None = None

    def take(self, value: Any) -> bool:
        """Keep a line that states one fact and nothing else, and return whether it is one."""
        if value.__class__ is not dict or len(value) != 1:
            return False
        ((key, stated),) = value.items()
        reader = _READERS.get(key)
        return reader is not None and reader(self, stated)

    def _take_lock(self, stated: Any) -> bool:
        if stated.__class__ is str:
            self.locks.add(stated)
        return stated.__class__ is str

    def _take_distractors(self, stated: Any) -> bool:
        if stated.__class__ is not list or not all(each.__class__ is str for each in stated):
            return False
        self.distractors = (self.distractors or set()) | set(stated)
        return True

    def _take_usage(self, stated: Any) -> bool:
        found = _usage_in(stated) if stated.__class__ is dict else None
        if found:
            self.usage = self.usage.plus(found) if self.usage else found
        return found is not None


_READERS: Mapping[str, Callable[[RunFacts, Any], bool]] = {
    "lock": RunFacts._take_lock,  # noqa: SLF001 - the readers of this class
    "distractors": RunFacts._take_distractors,  # noqa: SLF001
    "usage": RunFacts._take_usage,  # noqa: SLF001
}


def _usage_in(stated: Mapping[str, Any]) -> Usage | None:
    """Return `{"input_tokens": 1200, "output_tokens": 80, "cost": 0.004}` as Usage, or None if it is none."""
    sides = stated.get("input_tokens"), stated.get("output_tokens")
    cost = stated.get("cost")
    if not all(side.__class__ is int and side >= 0 for side in sides):
        return None
    if cost is not None and not (cost.__class__ in (int, float) and isfinite(cost) and cost >= 0):
        return None
    return Usage(*sides, cost)  # type: ignore[arg-type] # both are int, as checked
