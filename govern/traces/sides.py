"""What one tool's calls are held against, on both sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.contract.surface import ABSENT
from govern.traces.contract import Schema

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from govern.facts.change import Change
    from govern.traces.contract import Contract, Part

_UNKNOWN = Schema(ABSENT)


@dataclass(frozen=True)
class Sides:
    """What a tool's calls are held against; `after` is where the tool is now, if it is anywhere."""

    server: str
    tool: str
    after: tuple[str, str]
    old: Contract | None
    new: Contract
    changes: Sequence[Change]
    harmless: frozenset[str]
    hits: Counter[str]

    @property
    def is_held(self) -> bool:
        """Whether callers still find it by its name."""
        return self.new.holds(self.server, self.tool)

    @property
    def was_held(self) -> bool:
        """Whether callers found it before."""
        return self.old is not None and self.old.holds(self.server, self.tool)

    def is_same(self, part: Part) -> bool:
        """Whether the new contract has the very words of the old one, so that nothing can have changed."""
        return self.was_held and self.is_held and self.before(part).written == self.now(part).written

    def before(self, part: Part) -> Schema:
        """What was taken, or promised."""
        return self.old.schema(self.server, self.tool, part) if self.old and self.was_held else _UNKNOWN

    def now(self, part: Part) -> Schema:
        """What is taken, or promised, of the tool that it became."""
        return self.new.schema(*self.after, part) if self.new.holds(*self.after) else _UNKNOWN
