"""Something that a reader is told about one place in a lock, whoever found it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from govern.report.terminal.page import shown

Level = Literal["error", "warning", "note"]
# Where in a lock's text servers, under (server, None), and their tools stand.
Lines = Mapping[tuple[str, str | None], int]


@dataclass(frozen=True, slots=True)
class About:
    """What one kind of finding is, found or not; `tags` are for whoever filters."""

    title: str
    why: str = ""
    remedy: str = ""
    level: Level | None = None
    severity: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: `rule` and `title` name its kind, `message` tells this one; `fails` says whether it stops a gate.

    `tool` is the name of whatever `kind` it is. A change has an id (`change`), may wait for an approval (`waits`), says
    where that stands (`standing`), and has the approvers' reasons as its `excuse`: None where nobody is ever asked.
    `hits` are the recorded calls that it hits, where that is known.
    """

    rule: str
    title: str
    level: Level
    message: str
    server: str
    tool: str | None = None
    line: int | None = None
    fails: bool = False
    kind: str = "tool"
    change: str = ""
    pointer: str = ""
    details: tuple[str, ...] = ()
    standing: str = ""
    waits: bool = False
    excuse: str | None = None
    hits: int | None = None

    @property
    def place(self) -> str:
        """Server, or server/tool."""
        return self.server if self.tool is None else f"{self.server}/{self.tool}"

    @property
    def told(self) -> tuple[str, ...]:
        """All there is to say, made harmless; none of the lines begins with what a server says."""
        change = f"{self.change}: {self.standing}" if self.change else ""
        lines = (f"{self.place}: {self.message}", *self.details, change)
        return tuple(shown(line) for line in lines if line)


@dataclass(frozen=True, slots=True)
class Findings:
    """All findings of one verb about one lock; `every` says whether those that do not fail are checks that passed."""

    verb: str
    lock: str
    rules: Mapping[str, About]
    found: tuple[Finding, ...]
    every: bool = False
