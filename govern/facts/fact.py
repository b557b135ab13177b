"""A change before anyone says whose it is: a rule, a place in the object, and what was and is there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.facts.change import Change

if TYPE_CHECKING:
    from govern.contract.json_type import Json
    from govern.contract.surface import Absent
    from govern.facts.change import Place, Witness


@dataclass(frozen=True, slots=True)
class Fact:
    """What a walker of one part saw."""

    rule: str
    pointer: str = ""
    before: Json | Absent = ABSENT
    after: Json | Absent = ABSENT
    said: dict[str, Any] = field(default_factory=dict)
    witness: Witness | None = None

    def of(self, server: str, kind: Place, name: str) -> Change:
        """The change that this fact is, in its item."""
        return Change(self.rule, server, kind, name, self.pointer, self.before, self.after, self.said, self.witness)


def step(pointer: str, key: str | int) -> str:
    """One step down a JSON pointer."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
