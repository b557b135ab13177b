"""How risky one answer of a tool is."""

from __future__ import annotations

from enum import StrEnum


class Risk(StrEnum):
    """How much of a context window one answer may take; `unknown` where the server declares nothing."""

    LOW = "low"
    UNKNOWN = "unknown"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"

    @property
    def rank(self) -> int:
        """Its place from best to worst: not knowing is worse than low, and hides no risk that is known."""
        return list(Risk).index(self)
