"""The changes between two schemas of a tool, as facts.

Compatibility has a direction: the reader must accept what the sender sends. For an input, callers of the old schema
send to the new one; for an output, the new schema sends to readers of the old one. Edits lead from sender to reader.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from govern.contract.digests import behaviour
from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids
from govern.facts.change import Fact
from govern.schemas.budget import TimeBudget, time_limit
from govern.schemas.complexity import is_cheap
from govern.schemas.edits.annotations import annotation_facts
from govern.schemas.edits.declared_names import is_part_of
from govern.schemas.edits.edit_facts import edit_fact, rule_for
from govern.schemas.edits.judging import EditJudge
from govern.schemas.edits.keywords import VALIDATING_KEYWORDS, json_key, same_json, string_formats
from govern.schemas.edits.matching import align_cycles
from govern.schemas.edits.normal_form import normal_form
from govern.schemas.edits.pointers import is_unchanged, keyword_pointer, pointer_of, pointers_above, value_at
from govern.schemas.edits.reduction import without_annotations
from govern.schemas.edits.schema_edit import (
    VALIDATING_KINDS,
    apply_steps,
    declares_names,
    edit_values,
    node_at,
    removes_name,
    reverse_edit,
)
from govern.schemas.edits.walk import schema_edits
from govern.schemas.edits.whole_schema import (
    as_intended,
    dialect_facts,
    has_no_constraints,
    presence_facts,
    respelling_facts,
    unproven_reference_facts,
    validity_facts,
    with_dialect_of,
)
from govern.schemas.edits.witnesses import AdvertisedSchemas, valid_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.contract.json_text import Json
    from govern.contract.surface import Position
    from govern.facts.change import Reading
    from govern.schemas.edits.judging import JudgedEdit
    from govern.schemas.edits.normal_form import NormalForm
    from govern.schemas.edits.schema_edit import SchemaEdit

_PART_KINDS = frozenset({"condition", "type", "union"})
_TYPE_KEYWORDS = frozenset({"$ref", "allOf", "anyOf", "enum", "not", "oneOf", "type", "~"})


def schema_changes(
    position: Position,
    old: Json | Absent,
    new: Json | Absent,
    *,
    reading: Reading = "documented",
    effort: TimeBudget | None = None,
) -> list[Fact]:
    """Return every change between two schemas, none if they are equivalent; pointers lead into the schema."""
    if is_cheap(old, new):
        with time_limit():
            return changes_in_process(position, old, new, reading)
    from govern.schemas.budget import changes_in_child

    found = changes_in_child(position, old, new, reading, effort or TimeBudget())
    return [_unproven(position, old, new, "too-expensive")] if found is None else found


def changes_in_process(position: Position, old: Json | Absent, new: Json | Absent, reading: Reading) -> list[Fact]:
    """Return every change between two schemas, compared in this process."""
    try:
        return _changes(position, old, new, reading)
    except RecursionError:
        return [_unproven(position, old, new, "too-deep")]


def _unproven(position: Position, old: Json | Absent, new: Json | Absent, reason: str) -> Fact:
    return Fact(ids.UNPROVEN[position], "", old, new, {"schema": {"reason": reason}})


def _changes(position: Position, old: Json | Absent, new: Json | Absent, reading: Reading) -> list[Fact]:
    if isinstance(old, Absent) or isinstance(new, Absent):
        return [] if old is new else presence_facts(position, old, new, reading)
    if same_json(old, new) or same_json(behaviour(position, old), behaviour(position, new)):
        return []
    if has_no_constraints(old) != has_no_constraints(new):
        return presence_facts(position, old, new, reading)
    invalid = validity_facts(position, old, new, reading)
    old = as_intended(old, new) if invalid else old
    dialect = dialect_facts(position, old, new, reading)
    before, after = (
        _normal_form(position, with_dialect_of(old, new) if dialect else old, new),
        _normal_form(position, new, old),
    )
    before, after = align_cycles(before, after)
    case = _SchemaComparison(position, before, after, reading, frozenset(_unresolved_places(invalid, old, new)))
    named = {fact.pointer for fact in invalid if fact.rule.endswith("-invalid")}
    facts = _without_repeats([*invalid, *dialect, *(fact for fact in case.facts() if fact.pointer not in named)])
    doubts = unproven_reference_facts(position, old, new, reading)
    if doubts:
        # Unresolved references leave it open whether anything is equivalent.
        facts = [*doubts, *(fact for fact in facts if not fact.rule.endswith("-respelled"))]
    else:
        facts += respelling_facts(position, before, after, case.reported_edits(), facts)
    return sorted(facts, key=lambda fact: (fact.pointer, fact.rule))


def _unresolved_places(invalid: list[Fact], *sides: Json) -> Iterator[str]:
    """Yield the places that consist of a reference that cannot be resolved."""
    for fact in invalid:
        place, _, keyword = fact.pointer.rpartition("/")
        nodes = [node for node in (value_at(side, place) for side in sides) if isinstance(node, dict)]
        if keyword == "$ref" and any(VALIDATING_KEYWORDS & node.keys() == {keyword} for node in nodes):
            yield place


def _without_repeats(facts: list[Fact]) -> list[Fact]:
    """Return the facts without repetitions of the same change at the same place."""
    found: dict[Any, Fact] = {}
    for fact in facts:
        sides = tuple(b"" if side is ABSENT else json_key(side) for side in (fact.before, fact.after))
        found.setdefault((fact.rule, fact.pointer, *sides), fact)
    return list(found.values())


def _normal_form(position: Position, schema: Any, other: Any) -> NormalForm:
    """Return the normal form; an input without a type is that of an object, as arguments always are."""
    form = replace(normal_form(valid_part(schema)[0], other), raw=schema)
    if position == "input" and not _TYPE_KEYWORDS & form.tree.keys():
        return replace(form, tree={**form.tree, "type": "object"})
    return form


@dataclass(frozen=True)
class _SchemaComparison:
    """The comparison of two normal forms."""

    position: Position
    old: NormalForm
    new: NormalForm
    reading: Reading
    unresolved: frozenset[str]

    @cached_property
    def edits(self) -> list[SchemaEdit]:
        """Return the edits from sender to reader, one for each definition that is used in several places."""
        sender, reader = self._sender_first(self.old, self.new)
        found: dict[Any, SchemaEdit] = {}
        for edit in filter(self._is_relevant, schema_edits(sender.tree, reader.tree)):
            places = (
                keyword_pointer(edit, sender, edit.path, reader),
                keyword_pointer(edit, reader, edit.new_path, sender),
            )
            values = tuple(b"" if side is ABSENT else json_key(side) for side in (edit.before, edit.after))
            key = (edit.kind, edit.keyword, *places, *values, edit.details.get("name"))
            first = found.get(key)
            found[key] = edit if first is None else _both(first, edit)
        return list(found.values())

    def _is_relevant(self, edit: SchemaEdit) -> bool:
        """Return whether a name that vanished with its part matters: answers may come in fewer forms."""
        if "chosen" not in edit.details:
            return True
        return removes_name(self._from_old_to_new(edit)) and (self.position == "input" or not edit.details["chosen"])

    def reported_edits(self) -> list[SchemaEdit]:
        """Return the edits that facts report, from old to new."""
        return [self._from_old_to_new(edit) for edit in self.edits if id(edit) not in self._respelled]

    def facts(self) -> Iterator[Fact]:
        """Yield the facts of all edits."""
        for edit in self._annotation_edits:
            if edit.kind not in VALIDATING_KINDS:
                yield from annotation_facts(self.position, self._from_old_to_new(edit), self.old, self.new, self._judge)
        found = [
            judged
            for judged in self._judged
            if id(judged.edit) not in self._respelled and not self._is_explained_by_part(judged.edit)
        ]
        seen = [(self._from_old_to_new(judged.edit), judged.result.breaks) for judged in found]
        reported = _without_duplicates(seen, self.old, self.new)
        yield from (self._judged_fact(judged) for at, judged in enumerate(found) if at in reported)

    def _is_explained_by_part(self, edit: SchemaEdit) -> bool:
        """Return whether a name vanished with a part whose own edit breaks and is reported."""
        return "place" in edit.details and any(
            judged.result.breaks == "yes"
            and other.kind in _PART_KINDS
            and is_part_of(other.path, edit.details["place"])
            for judged in self._judged
            for other in judged.edits
        )

    @cached_property
    def _annotation_edits(self) -> list[SchemaEdit]:
        return [edit for edit in self.edits if edit.kind not in VALIDATING_KINDS or self._is_unresolved(edit)]

    @cached_property
    def _judge(self) -> EditJudge:
        sender, reader = self._sender_first(self.old, self.new)
        start = apply_steps(sender.tree, [step for edit in self._annotation_edits for step in edit.steps])
        sides = AdvertisedSchemas(self.position, self.old.sound, self.new.sound, self.reading)
        return EditJudge(without_annotations(start), without_annotations(reader.tree), sides)

    @cached_property
    def _judged(self) -> list[JudgedEdit]:
        noted = set(map(id, self._annotation_edits))
        return list(self._judge.judge([edit for edit in self.edits if id(edit) not in noted]))

    @cached_property
    def _respelled(self) -> frozenset[int]:
        """Return the ids of the edits that change nothing together: the schemas accept exactly the same."""
        found = [
            edit
            for judged in self._judged
            for edit in judged.edits
            if not declares_names(edit) and not self._needs_other_format(edit)
        ]
        if not found or any(judged.result.breaks != "no" and judged.edit in found for judged in self._judged):
            return frozenset()
        return frozenset(map(id, found)) if self._judge.is_respelling else frozenset()

    def _is_unresolved(self, edit: SchemaEdit) -> bool:
        if not self.unresolved:
            return False
        return not self.unresolved.isdisjoint(pointers_above(self._from_old_to_new(edit), self.old, self.new))

    def _judged_fact(self, judged: JudgedEdit) -> Fact:
        edits = [self._from_old_to_new(edit) for edit in judged.edits]
        if len(edits) > 1:
            # Drop what differs in the normal forms alone, because of another edit.
            edits = [edit for edit in edits if not is_unchanged(edit, self.old, self.new)] or edits
            if len(edits) > 1 or judged.witness is None:
                return self._combined_fact(edits, judged)
        edit, witness = edits[0], judged.witness
        if removes_name(edit) and (witness is None or edit.kind != "names"):
            return self._removal_fact(edit, judged)
        if judged.result.breaks == "unknown":
            return edit_fact(ids.UNPROVEN[self.position], edit, self.old, self.new)
        if judged.result.breaks == "no" and self._needs_other_format(judged.edit):
            return self._union_format_fact(edit)
        rule = rule_for(self.position, edit, judged.result, judged.undocumented)
        return edit_fact(rule, edit, self.old, self.new, witness)

    def _needs_other_format(self, edit: SchemaEdit) -> bool:
        """Return whether a union sends strings of formats that the reader's union does not name."""
        if edit.kind != "union":
            return False
        sender, reader = self._sender_first(self.old, self.new)
        sent = string_formats(node_at(sender.tree, edit.path))
        read = string_formats(node_at(reader.tree, edit.new_path))
        return bool(read) and None not in read and not sent <= read

    def _union_format_fact(self, edit: SchemaEdit) -> Fact:
        trees = (self.old.tree, edit.path), (self.new.tree, edit.new_path)
        before, after = (_named_formats(string_formats(node_at(tree, path))) for tree, path in trees)
        rule = ids.FORMAT_ADDED if before is ABSENT else ids.FORMAT_DROPPED if after is ABSENT else ids.FORMAT_CHANGED
        edit = replace(edit, kind="format", keyword="format", before=before, after=after)
        return edit_fact(rule[self.position], edit, self.old, self.new)

    def _removal_fact(self, edit: SchemaEdit, judged: JudgedEdit) -> Fact:
        rule = ids.PROPERTY_RENAMED if edit.kind == "property-renamed" else ids.PROPERTY_REMOVED
        witness, judge = judged.witness, self._judge
        if witness is None:
            tree, place = judge.removed_place(edit)
            witness = judge.example(tree, place)
            # A name that vanished with its part may have been declared by other parts too.
            if witness is None and "place" not in edit.details and not judge.is_possible(tree, place):
                # No valid value had this name before; without the declaration one may.
                literal = judge.compare_literally(judged.edit)
                is_equal = "yes" not in (literal.breaks, literal.reverse)
                rule = ids.RESPELLED if is_equal else ids.OPENED_UNDOCUMENTED
        return edit_fact(rule[self.position], edit, self.old, self.new, witness)

    def _combined_fact(self, edits: list[SchemaEdit], judged: JudgedEdit) -> Fact:
        """Return one fact for edits that break only together."""
        rule = ids.UNPROVEN if judged.witness is None else ids.COMBINED
        places = [(pointer_of(edit, self.old, self.new), edit) for edit in edits]
        before: Any = {place: edit.before for place, edit in places if edit.before is not ABSENT}
        after: Any = {place: edit.after for place, edit in places if edit.after is not ABSENT}
        details = {"schema": [edit_values(edit) for edit in edits]}
        return Fact(rule[self.position], "", before, after, details, judged.witness)

    def _sender_first(self, old: NormalForm, new: NormalForm) -> tuple[NormalForm, NormalForm]:
        return (old, new) if self.position == "input" else (new, old)

    def _from_old_to_new(self, edit: SchemaEdit) -> SchemaEdit:
        return edit if self.position == "input" else reverse_edit(edit)


def _named_formats(formats: frozenset[str | None]) -> Any:
    """Return the format, a list of several, or ABSENT if a string needs none."""
    named = sorted(name for name in formats if name is not None)
    return ABSENT if None in formats or not named else named if len(named) > 1 else named[0]


def _both(first: SchemaEdit, second: SchemaEdit) -> SchemaEdit:
    """Return two edits of one definition as one, at the place that is nearer to the root."""
    nearer, other = (second, first) if len(second.path) < len(first.path) else (first, second)
    steps, copies = (*first.steps, *second.steps), (*first.copies, *second.copies, other.path)
    return replace(nearer, steps=steps, copies=copies)


_CERTAINTY_ORDER = ("no", "unknown", "yes")
_JudgedBreak = tuple["SchemaEdit", str]  # The edit from old to new, and whether it breaks.


def _without_duplicates(seen: Sequence[_JudgedBreak], old: NormalForm, new: NormalForm) -> set[int]:
    """Return the indexes of the edits to report: of those that are one edit, the most harmful and most exact.

    A changed definition may appear as one keyword where it is referenced alone, and as a whole where its normal form is
    joined with something else, such as `null`.
    """
    if not any(edit.keyword == "" for edit, _ in seen):
        return {*range(len(seen))}
    places = [pointer_of(edit, old, new) for edit, _ in seen]
    reported: list[int] = []
    for at in sorted(
        range(len(seen)), key=lambda at: (-_CERTAINTY_ORDER.index(seen[at][1]), _preference(seen[at][0]), at)
    ):
        if not any(_are_duplicates(seen[at], places[at], seen[other], places[other]) for other in reported):
            reported.append(at)
    return {*reported}


def _preference(edit: SchemaEdit) -> int:
    """Return the rank of an edit among duplicates: a type change first, then a keyword, then a whole node."""
    return 1 if edit.keyword else 0 if edit.kind == "type" else 2


def _is_whole_node(seen: _JudgedBreak) -> bool:
    return seen[0].keyword == ""


def _are_duplicates(one: _JudgedBreak, place: str, other: _JudgedBreak, other_place: str) -> bool:
    """Return whether two edits show the same change of one definition, at least one of them as a whole."""
    if one[0].path == other[0].path:
        return False
    if _is_whole_node(one) and _is_whole_node(other):
        return place == other_place
    if _is_whole_node(one):
        return other_place.startswith(f"{place}/") and _are_apart(one[0], other[0])
    return _is_whole_node(other) and place.rpartition("/")[0] == other_place and _are_apart(one[0], other[0])


def _are_apart(whole: SchemaEdit, part: SchemaEdit) -> bool:
    """Return whether neither place contains the other."""
    length = min(len(whole.path), len(part.path))
    return whole.path[:length] != part.path[:length]
