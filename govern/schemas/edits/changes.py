"""What changed in a tool's input or output, as facts that a person can read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from govern.contract.behaviour import behaviour
from govern.contract.surface import ABSENT, Absent
from govern.facts.fact import Fact
from govern.schemas.budget import TimeBudget, time_limit
from govern.schemas.complexity import is_cheap
from govern.schemas.edits import rules
from govern.schemas.edits.cycles import aligned
from govern.schemas.edits.documented import documented
from govern.schemas.edits.echoes import without_echoes
from govern.schemas.edits.edit import ASKED, Edit, applied, declares, disappears
from govern.schemas.edits.focus import validating
from govern.schemas.edits.form import form_of
from govern.schemas.edits.mirror import mirrored
from govern.schemas.edits.names import rule_of
from govern.schemas.edits.oracle import Position, Sides, sample, sound
from govern.schemas.edits.places import fact_of, is_untouched, pointer_of, root_of, spelled_at, value_at
from govern.schemas.edits.repairs import as_meant, defects_between
from govern.schemas.edits.residue import residue
from govern.schemas.edits.told import in_words
from govern.schemas.edits.trial import Trial
from govern.schemas.edits.vanished import is_part
from govern.schemas.edits.walk import edits_between
from govern.schemas.edits.whole import (
    dialect_change,
    doubts_between,
    in_dialect_of,
    presence_facts,
    says_nothing,
)
from govern.schemas.edits.words import VALIDATING, key_of, same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_type import Json
    from govern.facts.change import Reading
    from govern.schemas.edits.edit import Edit
    from govern.schemas.edits.form import Form
    from govern.schemas.edits.oracle import Position
    from govern.schemas.edits.trial import Judged

_OF_PARTS = frozenset({"condition", "type", "union"})
_SAYING_WHAT = frozenset({"$ref", "allOf", "anyOf", "enum", "not", "oneOf", "type", "~"})


def schema_changes(
    position: Position,
    old: Json | Absent,
    new: Json | Absent,
    *,
    reading: Reading = "documented",
    effort: TimeBudget | None = None,
) -> list[Fact]:
    """Every change between two schemas, none where they say the same; pointers lead into the schema."""
    if is_cheap(old, new):
        with time_limit():
            return changes_here(position, old, new, reading)
    from govern.schemas.child import changes_in_child

    found = changes_in_child(position, old, new, reading, effort or TimeBudget())
    return (
        [_unproven(position, old, new, "comparing the schemas takes more time or memory than it may")]
        if found is None
        else found
    )


def changes_here(position: Position, old: Json | Absent, new: Json | Absent, reading: Reading) -> list[Fact]:
    """Every change between two schemas, worked out in this process."""
    try:
        return _changes(position, old, new, reading)
    except RecursionError:
        return [_unproven(position, old, new, "it is nested too deeply to be compared")]


def _unproven(position: Position, old: Json | Absent, new: Json | Absent, why: str) -> Fact:
    return Fact(rules.UNPROVEN[position], "", old, new, {"place": root_of(position), "edit": why})


def _changes(position: Position, old: Json | Absent, new: Json | Absent, reading: Reading) -> list[Fact]:
    if isinstance(old, Absent) or isinstance(new, Absent):
        return [] if old is new else presence_facts(position, old, new, reading)
    if same(old, new) or same(behaviour(position, old), behaviour(position, new)):
        return []
    if says_nothing(old) != says_nothing(new):
        return presence_facts(position, old, new, reading)
    invalid = defects_between(position, old, new, reading)
    old = as_meant(old, new) if invalid else old
    dialect = dialect_change(position, old, new, reading)
    before, after = _form(position, in_dialect_of(old, new) if dialect else old, new), _form(position, new, old)
    before, after = aligned(before, after)
    case = _Case(position, before, after, reading, frozenset(_unknown(invalid, old, new)))
    named = {fact.pointer for fact in invalid if fact.rule.endswith("-invalid")}
    facts = _distinct([*invalid, *dialect, *(fact for fact in case.facts() if fact.pointer not in named)])
    doubts = doubts_between(position, old, new, reading)
    if doubts:
        # Nothing is known to mean the same then.
        facts = [*doubts, *(fact for fact in facts if not fact.rule.endswith("-respelled"))]
    else:
        facts += residue(position, before, after, case.told(), facts)
    return sorted(facts, key=lambda fact: (fact.pointer, fact.rule))


def _unknown(invalid: list[Fact], *sides: Json) -> Iterator[str]:
    """The places that say nothing but what their reference, which leads nowhere, would have said."""
    for fact in invalid:
        place, _, word = fact.pointer.rpartition("/")
        nodes = [node for node in (value_at(side, place) for side in sides) if isinstance(node, dict)]
        if word == "$ref" and any(VALIDATING & node.keys() == {word} for node in nodes):
            yield place


def _distinct(facts: list[Fact]) -> list[Fact]:
    """What is said of one place is said once, however many lead there."""
    found: dict[Any, Fact] = {}
    for fact in facts:
        sides = tuple(b"" if side is ABSENT else key_of(side) for side in (fact.before, fact.after))
        found.setdefault((fact.rule, fact.pointer, *sides), fact)
    return list(found.values())


def _form(position: Position, schema: Any, other: Any) -> Form:
    """Arguments are objects, whether a schema says so or not."""
    form = replace(form_of(sound(schema)[0], other), raw=schema)
    if position == "input" and not _SAYING_WHAT & form.tree.keys():
        return replace(form, tree={**form.tree, "type": "object"})
    return form


def _name_of(edit: Edit) -> str:
    """A name that disappears with an edit."""
    if edit.family != "names":
        return str(edit.said["name"])
    name = sample({"type": "string", "pattern": edit.said["gone"][0]})
    return name if isinstance(name, str) else ""


@dataclass(frozen=True)
class _Case:
    """Two forms of one position; their edits lead from whoever sends to whoever reads."""

    position: Position
    old: Form
    new: Form
    reading: Reading
    unknown: frozenset[str]

    @cached_property
    def edits(self) -> list[Edit]:
        """The edits, those of a definition that is referred to from several places told once."""
        sender, reader = self._turned(self.old, self.new)
        found: dict[Any, Edit] = {}
        for edit in filter(self._is_seen, edits_between(sender.tree, reader.tree)):
            places = spelled_at(edit, sender, edit.path, reader), spelled_at(edit, reader, edit.now, sender)
            values = tuple(b"" if side is ABSENT else key_of(side) for side in (edit.before, edit.after))
            key = (edit.family, edit.keyword, *places, *values, edit.said.get("name"))
            first = found.get(key)
            nearer = edit if first is None or len(edit.path) < len(first.path) else first
            found[key] = nearer if first is None else replace(nearer, steps=(*first.steps, *edit.steps))
        return list(found.values())

    def _is_seen(self, edit: Edit) -> bool:
        """Whether a name that vanished with its part is missed: answers may come in fewer forms."""
        if "chosen" not in edit.said:
            return True
        return disappears(self._forward(edit)) and (self.position == "input" or not edit.said["chosen"])

    def told(self) -> list[Edit]:
        """The edits that facts speak of, as they lead from old to new."""
        return [self._forward(edit) for edit in self.edits if id(edit) not in self._spelled]

    def facts(self) -> Iterator[Fact]:
        for edit in self._noted:
            if edit.family not in ASKED:
                yield from documented(self.position, self._forward(edit), self.old, self.new, self._trial)
        found = [
            judged
            for judged in self._asked
            if id(judged.edits[0]) not in self._spelled and not self._is_echo(judged.edits[0])
        ]
        seen = [(self._forward(judged.edits[0]), judged.answer.breaks) for judged in found]
        told = without_echoes(seen, self.old, self.new)
        yield from (self._judged(judged, self._trial) for at, judged in enumerate(found) if at in told)

    def _is_echo(self, edit: Edit) -> bool:
        """Whether a name vanished with a part of which it is told that what fitted it is refused."""
        return "place" in edit.said and any(
            judged.answer.breaks == "yes" and other.family in _OF_PARTS and is_part(other.path, edit.said["place"])
            for judged in self._asked
            for other in judged.edits
        )

    @cached_property
    def _noted(self) -> list[Edit]:
        return [edit for edit in self.edits if edit.family not in ASKED or self._is_unknown(edit)]

    @cached_property
    def _trial(self) -> Trial:
        sender, reader = self._turned(self.old, self.new)
        start = applied(sender.tree, [step for edit in self._noted for step in edit.steps])
        sides = Sides(self.position, self.old.sound, self.new.sound, self.reading)
        return Trial(validating(start), validating(reader.tree), sides)

    @cached_property
    def _asked(self) -> list[Judged]:
        noted = set(map(id, self._noted))
        return list(self._trial.judged([edit for edit in self.edits if id(edit) not in noted]))

    @cached_property
    def _spelled(self) -> frozenset[int]:
        """Edits that are only another spelling, since the same is valid after all of them as before."""
        found = [edit for judged in self._asked for edit in judged.edits if not declares(edit)]
        if not found or any(judged.answer.breaks != "no" and judged.edits[0] in found for judged in self._asked):
            return frozenset()
        return frozenset(map(id, found)) if self._trial.is_respelling else frozenset()

    def _is_unknown(self, edit: Edit) -> bool:
        edit = self._forward(edit)
        ways = ((self.old, edit.path), (self.new, edit.now)) if self.unknown else ()
        return any(
            pointer in self.unknown
            for form, path in ways
            for length in range(len(path) + 1)
            for pointer in form.pointers(path[:length])
        )

    def _judged(self, judged: Judged, trial: Trial) -> Fact:
        edits = [self._forward(edit) for edit in judged.edits]
        if len(edits) > 1:
            # What only became unlike in our normal form, since something else did, is no edit of anyone's.
            edits = [edit for edit in edits if not is_untouched(edit, self.old, self.new)] or edits
            if len(edits) > 1 or judged.witness is None:
                return self._combination(edits, judged)
        edit, witness = edits[0], judged.witness
        if disappears(edit) and (witness is None or edit.family != "names"):
            return self._disappeared(edit, judged, trial)
        if judged.answer.breaks == "unknown":
            return fact_of(rules.UNPROVEN[self.position], edit, self.old, self.new)
        rule = rule_of(self.position, edit, judged.answer, judged.undocumented)
        return fact_of(rule, edit, self.old, self.new, witness)

    def _disappeared(self, edit: Edit, judged: Judged, trial: Trial) -> Fact:
        renamed = edit.family == "property-renamed"
        rule = rules.PROPERTY_RENAMED if renamed else rules.PROPERTY_REMOVED
        witness = judged.witness
        if witness is None:
            tree = trial.sender if self.position == "input" else trial.reader
            place = (*edit.path, "properties", _name_of(edit))
            witness = trial.example(tree, place)
            # What vanished with its part may have been declared by others too.
            if witness is None and "place" not in edit.said and not trial.is_possible(tree, place):
                # Nothing could ever be given by that name, but now it may be that something can.
                literally = trial.literally(judged.edits[0])
                is_equal = "yes" not in (literally.breaks, literally.back)
                rule = rules.RESPELLED if is_equal else rules.OPENED_UNDOCUMENTED
        return fact_of(rule[self.position], edit, self.old, self.new, witness)

    def _combination(self, edits: list[Edit], judged: Judged) -> Fact:
        """One finding for what only several edits do together."""
        rule = rules.UNPROVEN if judged.witness is None else rules.COMBINED
        places = [(pointer_of(edit, self.old, self.new), edit) for edit in edits]
        before: Any = {place: edit.before for place, edit in places if edit.before is not ABSENT}
        after: Any = {place: edit.after for place, edit in places if edit.after is not ABSENT}
        root = root_of(self.position)
        said = {"place": root, "edit": "; ".join(in_words(edit, root) for edit in edits)}
        return Fact(rule[self.position], "", before, after, said, judged.witness)

    def _turned(self, old: Form, new: Form) -> tuple[Form, Form]:
        return (old, new) if self.position == "input" else (new, old)

    def _forward(self, edit: Edit) -> Edit:
        return edit if self.position == "input" else mirrored(edit)
