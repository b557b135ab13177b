"""Facts and changes: the value before and after, where, and the id of the rule."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from govern.contract.digests import digest
from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids

if TYPE_CHECKING:
    from govern.contract.json_type import Json

    Place = Literal["server", "tool", "prompt", "resource", "template", "policy", "lock"]
    Reading = Literal["documented", "literal"]

_RENAMED = frozenset({ids.TOOL_RENAMED, ids.PROMPT_RENAMED, ids.RESOURCE_RENAMED, ids.TEMPLATE_RENAMED})
_MOVED = frozenset({ids.TOOL_MOVED, ids.PROMPT_MOVED, ids.RESOURCE_MOVED, ids.TEMPLATE_MOVED})


@dataclass(frozen=True, slots=True)
class Witness:
    """A JSON value that only one of two schemas accepts; `rejected_by` is None if it is accepted but now ignored."""

    instance: Json
    accepted_by: Literal["old", "new"]
    rejected_by: Literal["old", "new"] | None
    reading: Reading
    error: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A difference between two contracts: of an item, a server (an empty `name`), the policy or the whole lock.

    `pointer` leads into the object as advertised. `rule` is the id of its rule, and `values` fill the rule's message.
    """

    rule: str
    server: str
    kind: Place
    name: str
    pointer: str = ""
    before: Json | Absent = ABSENT
    after: Json | Absent = ABSENT
    values: dict[str, Any] = field(default_factory=dict)
    witness: Witness | None = None

    @property
    def id(self) -> str:
        """Return the short id, which is equal on every machine; an attacker can find two changes with one id."""
        return "c-" + self.fingerprint.removeprefix("sha256:")[:12]

    @property
    def became(self) -> tuple[str, str] | None:
        """Return the new server and name of a renamed or moved item; names of servers contain no slash."""
        if isinstance(self.after, str) and self.rule in _RENAMED:
            return self.server, self.after
        if isinstance(self.after, str) and self.rule in _MOVED:
            server, _, name = self.after.partition("/")
            return server, name
        return None

    @property
    def fingerprint(self) -> str:
        """Return the full digest that the id begins; nobody can find two changes with one fingerprint."""
        what: dict[str, Json] = {
            "server": self.server,
            "kind": self.kind,
            "name": self.name,
            "rule": self.rule,
            "pointer": self.pointer,
        }
        sides = {"before": self.before, "after": self.after}
        what |= {side: value for side, value in sides.items() if not isinstance(value, Absent)}
        return digest(what)


@dataclass(frozen=True, slots=True)
class Fact:
    """A change before its server and item are known."""

    rule: str
    pointer: str = ""
    before: Json | Absent = ABSENT
    after: Json | Absent = ABSENT
    values: dict[str, Any] = field(default_factory=dict)
    witness: Witness | None = None

    def of(self, server: str, kind: Place, name: str) -> Change:
        """Return the change of this item that the fact describes."""
        return Change(self.rule, server, kind, name, self.pointer, self.before, self.after, self.values, self.witness)


def step(pointer: str, key: str | int) -> str:
    """Append one step to a JSON pointer."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
