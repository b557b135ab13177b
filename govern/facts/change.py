"""Facts and changes, with the id of the rule, and the differences between two values."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal
from unicodedata import normalize

from govern.contract.digests import digest
from govern.contract.json_text import canonical
from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.contract.json_text import Json

    Place = Literal["server", "tool", "prompt", "resource", "template", "policy", "lock"]
    Reading = Literal["documented", "literal"]
    Value = Json | Absent

_RENAMED = frozenset(ids.RENAMED.values())
_MOVED = frozenset(ids.MOVED.values())


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


def pointer_keys(pointer: str) -> list[str]:
    """Return the keys that a JSON pointer leads through."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


Elsewhere = tuple[Collection[str], Collection[str]]
_SIDES = {"dictionary_item_added": (False, True), "iterable_item_added": (False, True),
          "dictionary_item_removed": (True, False), "iterable_item_removed": (True, False)}  # fmt: skip


def differs(old: Value, new: Value) -> bool:
    """Return whether two values differ, either of which may be missing."""
    if isinstance(old, Absent) or isinstance(new, Absent):
        return old is not new
    return canonical(old) != canonical(new)


def differing_values(old: Mapping[str, Json], new: Mapping[str, Json]) -> Iterator[tuple[str, Value, Value]]:
    """Yield each key whose values differ, in order, with both values."""
    for key in sorted({*old, *new}):
        before, after = old.get(key, ABSENT), new.get(key, ABSENT)
        if differs(before, after):
            yield key, before, after


def as_objects(old: Value, new: Value) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Return both values as objects, with {} for a missing one, or None if one is not an object."""
    sides = tuple({} if isinstance(value, Absent) else value for value in (old, new))
    return (sides[0], sides[1]) if isinstance(sides[0], dict) and isinstance(sides[1], dict) else None


def unclassified_facts(old: Json | Absent, new: Json | Absent, pointer: str) -> Iterator[Fact]:
    """Yield an unclassified fact for each place below `pointer` in which two values differ."""
    if isinstance(old, Absent) or isinstance(new, Absent):
        if old is not new:
            yield Fact(ids.UNCLASSIFIED, pointer, old, new)
        return
    if canonical(old) == canonical(new):
        return
    # Takes 0.1 s to import, and few comparisons need it.
    from deepdiff import DeepDiff

    found = 0
    for report, places in DeepDiff(old, new, view="tree", verbose_level=2, threshold_to_diff_deeper=0).items():
        had, has = _SIDES.get(report, (True, True))
        for place in places:
            where = pointer
            for key in place.path(output_format="list"):
                where = step(where, key)
            found += 1
            yield Fact(ids.UNCLASSIFIED, where, place.t1 if had else ABSENT, place.t2 if has else ABSENT)
    if not found:
        # DeepDiff treats some values as equal that digests do not, such as true and 1.
        yield Fact(ids.UNCLASSIFIED, pointer, old, new)


def reworded_facts(
    rules: tuple[str, str], pointer: str, old: Json | Absent, new: Json | Absent, elsewhere: Elsewhere = ((), ())
) -> Iterator[Fact]:
    """Yield a fact for a changed text, by the first rule, or by the second where only its form changed.

    The form is white space, letter case and Unicode form. The second rule also covers a text that is added or removed
    while empty, or that repeats a text of the other side in `elsewhere`, such as the name.
    """
    if not all(isinstance(value, (str, Absent)) for value in (old, new)):
        yield from unclassified_facts(old, new, pointer)
        return
    if old == new:
        return
    if isinstance(old, str) and isinstance(new, str):
        spelled = _plain(old) == _plain(new)
    else:
        text, known = (new, elsewhere[0]) if isinstance(old, Absent) else (old, elsewhere[1])
        spelled = _adds_nothing(str(text), known)
    changed, respelled = rules
    yield Fact(respelled if spelled else changed, pointer, old, new)


def _adds_nothing(text: str, known: Collection[str]) -> bool:
    letters = _letters(text)
    return not text.strip() or (letters != "" and letters in set(map(_letters, known)))


def _plain(text: str) -> str:
    return " ".join(normalize("NFC", text).split()).casefold()


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
