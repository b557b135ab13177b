"""Changes and facts: what was somewhere, what is there now, and the id of the rule for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from govern.contract.digests import digest
from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids

if TYPE_CHECKING:
    from govern.contract.json_type import Json

    Place = Literal["server", "tool", "prompt", "resource", "template", "policy"]
    Reading = Literal["documented", "literal"]

_RENAMED = frozenset({ids.TOOL_RENAMED, ids.PROMPT_RENAMED, ids.RESOURCE_RENAMED, ids.TEMPLATE_RENAMED})
_MOVED = frozenset({ids.TOOL_MOVED, ids.PROMPT_MOVED, ids.RESOURCE_MOVED, ids.TEMPLATE_MOVED})


@dataclass(frozen=True, slots=True)
class Witness:
    """An instance that tells two schemas apart; `rejected_by` is None where it is not refused but loses its effect."""

    instance: Json
    accepted_by: Literal["old", "new"]
    rejected_by: Literal["old", "new"] | None
    reading: Reading
    error: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one item, or of a server itself where `kind` is "server" and `name` empty, or of what policy asks.

    `pointer` leads into the object as advertised. `rule` names what happened, and rules/ says what that means. `said`
    fills the rule's message.
    """

    rule: str
    server: str
    kind: Place
    name: str
    pointer: str = ""
    before: Json | Absent = ABSENT
    after: Json | Absent = ABSENT
    said: dict[str, Any] = field(default_factory=dict)
    witness: Witness | None = None

    @property
    def id(self) -> str:
        """The same for the same change on every machine. Whoever tries for minutes finds two changes of one id."""
        return "c-" + self.fingerprint.removeprefix("sha256:")[:12]

    @property
    def became(self) -> tuple[str, str] | None:
        """The server and name that a renamed or moved item has now; no server's name holds a slash."""
        if isinstance(self.after, str) and self.rule in _RENAMED:
            return self.server, self.after
        if isinstance(self.after, str) and self.rule in _MOVED:
            server, _, name = self.after.partition("/")
            return server, name
        return None

    @property
    def fingerprint(self) -> str:
        """What the id is the beginning of: nobody finds two changes of one fingerprint."""
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
