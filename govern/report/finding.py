"""Something that a reader is told about one place in a lock, whoever found it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Level = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: `rule` and `title` name its kind, `message` tells this one; `fails` says whether it stops a gate."""

    rule: str
    title: str
    level: Level
    message: str
    server: str
    tool: str | None = None
    line: int | None = None
    fails: bool = False

    @property
    def place(self) -> str:
        """Server, or server/tool."""
        return self.server if self.tool is None else f"{self.server}/{self.tool}"


@dataclass(frozen=True, slots=True)
class Findings:
    """All findings of one verb about one lock; `rules` holds the title of each rule, found or not."""

    verb: str
    lock: str
    rules: Mapping[str, str]
    found: tuple[Finding, ...]
