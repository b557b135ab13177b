"""Find the edits that break: apply each alone to the sender's tree, and the rest together."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.schemas.budget import is_out_of_time
from govern.schemas.closing import required_names
from govern.schemas.edits.keywords import same_json
from govern.schemas.edits.reduction import (
    crowded_object,
    is_monotone,
    is_plain_path,
    mentioned_names,
    minimal,
    reduced,
    requiring,
    value_without_annotations,
)
from govern.schemas.edits.schema_edit import apply_steps, node_at, removes_name, reverse_edit
from govern.schemas.edits.shapes import ShapeMemo
from govern.schemas.edits.witnesses import HARMLESS, UNDECIDED, Compatibility, compatibility, is_empty, sample

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.contract.json_text import Json
    from govern.contract.surface import Absent
    from govern.facts.change import Witness
    from govern.schemas.edits.keywords import Node, Path
    from govern.schemas.edits.reduction import Names
    from govern.schemas.edits.schema_edit import Direction, EditStep, SchemaEdit
    from govern.schemas.edits.witnesses import AdvertisedSchemas


@dataclass(frozen=True, slots=True)
class JudgedEdit:
    """An edit with its compatibility; `edits` are several where only all of them together break.

    Where nothing breaks, `undocumented` is what the edit does to values that are not documented.
    """

    edits: tuple[SchemaEdit, ...]
    result: Compatibility
    witness: Witness | None = None
    undocumented: Direction = "either"

    @property
    def edit(self) -> SchemaEdit:
        """Return the edit, or the first of several."""
        return self.edits[0]


@dataclass(frozen=True)
class EditJudge:
    """The sender's and the reader's tree without annotations; each edit leads from the first to the second."""

    sender: Node
    reader: Node
    schemas: AdvertisedSchemas
    _memo: ShapeMemo = field(default_factory=ShapeMemo, init=False)
    _literal_memo: ShapeMemo = field(default_factory=ShapeMemo, init=False)
    # By the path of the crowded object, a value with every name that it requires.
    _full_instances: dict[Path, Json | Absent] = field(default_factory=dict, init=False)

    @cached_property
    def _tracks_evaluation(self) -> bool:
        """Return whether `unevaluated…` is used anywhere, so that no keyword proves anything alone."""
        return "'unevaluated" in f"{self.sender}{self.reader}"

    def judge(self, edits: Sequence[SchemaEdit]) -> Iterator[JudgedEdit]:
        """Yield each edit judged alone, then those that break only together."""
        if not edits:
            return
        whole = self._all_together(edits)
        judged_alone = [self._judge_alone(edit, whole, is_only=len(edits) == 1) for edit in edits]
        together = list(self._judge_groups(judged_alone, whole)) if whole.breaks != "no" else []
        grouped = {id(edit) for group in together for edit in group.edits}
        yield from (self._as_documented(judged) for judged in judged_alone if id(judged.edit) not in grouped)
        yield from together

    def _as_documented(self, judged: JudgedEdit) -> JudgedEdit:
        """Return a pattern as undecided if it refuses no usual value of the documented format."""
        witness, result = judged.witness, judged.result
        if judged.edit.keyword != "pattern" or witness is None:
            return judged
        if not self.schemas.is_malformed(witness.instance, result.reader):
            return judged
        return JudgedEdit(judged.edits, Compatibility("unknown", result.reverse))

    def is_possible(self, tree: Node, place: Path) -> bool:
        """Return whether a valid value may have the place; False only if it is proven that none has."""
        return is_out_of_time() or not is_empty(requiring(reduced(tree, [place], frozenset()), place))

    def removed_place(self, edit: SchemaEdit) -> tuple[Node, Path]:
        """Return the old tree and the place of the name, or of one name of the pattern, that an edit removes."""
        tree = self.sender if self.schemas.position == "input" else self.reader
        if edit.kind != "names":
            return tree, (*edit.path, "properties", str(edit.details["name"]))
        name = sample({"type": "string", "pattern": edit.details["removed"][0]})
        return tree, (*edit.path, "properties", name if isinstance(name, str) else "")

    def example(self, tree: Node, place: Path) -> Witness | None:
        """Return a call, or an answer, of the old schema that has the place."""
        return self.schemas.example(self._sample_with(tree, place), str(place[-1]) if place else "")

    def _sample_with(self, tree: Node, place: Path) -> Json | Absent:
        if is_out_of_time():
            return ABSENT
        crowd = crowded_object(tree, place) if tree is self.sender else None
        is_in_crowd = crowd is not None and place[:-1] == (*crowd, "properties")
        if crowd is not None and is_in_crowd and place[-1] in node_at(tree, crowd)["required"]:
            return self._full_instance(crowd)
        return self._memo.sample(self._as_sent(requiring(reduced(tree, [place], frozenset()), place)), place, sample)

    @cached_property
    def is_respelling(self) -> bool:
        """Return whether it is proven that both advertised schemas accept exactly the same values."""
        result = compatibility(self.schemas.old, self.schemas.new, "literal")
        return result.breaks == result.reverse == "no"

    def _all_together(self, edits: Sequence[SchemaEdit]) -> Compatibility:
        """Compare both trees; edits that each accept more need no comparison."""
        return HARMLESS if all(map(self._is_harmless, edits)) else self._compare(self.sender, self.reader)

    def _judge_alone(self, edit: SchemaEdit, whole: Compatibility, *, is_only: bool) -> JudgedEdit:
        if self._is_harmless(edit):
            return JudgedEdit((edit,), HARMLESS)
        result = whole if is_only else self._compare_alone(edit)
        witness = self.schemas.witness(result) if whole.breaks != "no" else None
        if is_only and result.breaks == "yes" and witness is None:
            result, witness = self._as_advertised
        if result.breaks == "no" and self._drops_map_value(edit):
            # A value of another kind under any name is not what was documented.
            result, witness = self._literal_verdict(edit)
        if result.breaks == "yes" and witness is None and (is_only or whole.breaks == "unknown"):
            return JudgedEdit((edit,), Compatibility("unknown", result.reverse))
        if (whole.breaks == "no" and witness is None) or (result.breaks == "yes" and witness is None):
            # Another edit accepts what this one refuses, or the advertised schemas do not confirm it.
            result = Compatibility("no", result.reverse)
        return JudgedEdit((edit,), result, witness, self._undocumented(edit) if result.breaks == "no" else "either")

    def _drops_map_value(self, edit: SchemaEdit) -> bool:
        """Return whether the undeclared names of an answer had any value before and are a map now."""
        is_map = edit.keyword == "additionalProperties" and isinstance(edit.after, dict)
        return is_map and self.schemas.position == "output" and edit.before in (ABSENT, True)

    def _literal_verdict(self, edit: SchemaEdit) -> tuple[Compatibility, Witness | None]:
        result = compatibility(self.sender, self._with_edits(self.sender, [edit]), "literal")
        witness = replace(self.schemas, reading="literal").witness(result)
        return (result, witness) if witness else (HARMLESS, None)

    def _undocumented(self, edit: SchemaEdit) -> Direction:
        if self.schemas.reading == "literal" or self._removes_name(edit):
            return "either"
        result = self.compare_literally(edit)
        return "narrower" if result.breaks == "yes" else "wider" if result.reverse == "yes" else "either"

    def compare_literally(self, edit: SchemaEdit) -> Compatibility:
        """Return the compatibility of an edit for all values, documented or not."""
        if crowded_object(self.sender, edit.path) is None:
            sender = self._reduced_sender(edit)
        else:
            sender = minimal(self.sender, edit.places, _names_in(edit))
        return self._literal_memo.compare(sender, self._with_edits(sender, [edit]), edit.places, _compare_literally)

    def _compare_alone(self, edit: SchemaEdit) -> Compatibility:
        if is_out_of_time():
            return UNDECIDED
        crowd = crowded_object(self.sender, edit.path)
        if crowd is not None:
            result = self._alone_in_crowd(edit, crowd)
            shown = result.counterexample
            if result.breaks == "no" or (shown and self.schemas.may_be_sent(shown.instance)):
                return result
        sender = self._reduced_sender(edit) if self.schemas.reading == "documented" else self.sender
        return self._compare_edit(sender, edit)

    def _alone_in_crowd(self, edit: SchemaEdit, crowd: Path) -> Compatibility:
        """Compare without the required names beside the edit, and add them to the counterexample."""
        less = minimal(self.sender, edit.places, _names_in(edit))
        result = self._compare_edit(less, edit)
        shown = result.counterexample
        if shown is None:
            return result
        full = _fill_in(self._full_instance(crowd), shown.instance)
        return replace(result, counterexample=replace(shown, instance=full))

    def _full_instance(self, crowd: Path) -> Json | Absent:
        """Return a value of the sender with every name that the crowded object requires."""
        if crowd not in self._full_instances:
            self._full_instances[crowd] = sample(self._as_sent(requiring(self.sender, crowd)))
        return self._full_instances[crowd]

    def _reduced_sender(self, edit: SchemaEdit) -> Node:
        return reduced(self.sender, edit.places, _names_in(edit))

    def _judge_groups(self, judged_alone: Sequence[JudgedEdit], whole: Compatibility) -> Iterator[JudgedEdit]:
        """Yield the edits that break only together, in groups as small as possible."""
        rest, found = list(judged_alone), self._fewest_breaking(judged_alone)
        while found:
            yield found
            rest = [judged for judged in rest if all(judged.edit is not edit for edit in found.edits)]
            found = self._fewest_breaking(rest)
        if len(rest) == len(judged_alone) and (group := self._judge_all(judged_alone, whole)):
            yield group

    def _judge_all(self, judged_alone: Sequence[JudgedEdit], whole: Compatibility) -> JudgedEdit | None:
        """Return all edits, or the undecided ones, as what breaks, where no single edit explains the whole."""
        if any(judged.result.breaks == "yes" or self._removes_possible_name(judged.edit) for judged in judged_alone):
            return None
        undecided = tuple(judged.edit for judged in judged_alone if judged.result.breaks == "unknown")
        if undecided or len(judged_alone) == 1:
            witness = self.schemas.witness(whole)
            return JudgedEdit(undecided, whole, witness) if undecided and witness else None
        result, witness = whole, self.schemas.witness(whole)
        if witness is None:
            result, witness = self._as_advertised
        edits = tuple(judged.edit for judged in judged_alone)
        return None if result.breaks == "no" else JudgedEdit(edits, result, witness)

    @cached_property
    def _as_advertised(self) -> tuple[Compatibility, Witness | None]:
        """Compare the advertised schemas, for where the normal forms lead to no witness."""
        return self.schemas.compatibility, self.schemas.witness(self.schemas.compatibility)

    def _fewest_breaking(self, judged_alone: Sequence[JudgedEdit]) -> JudgedEdit | None:
        """Return the fewest harmless edits that break together."""
        if any(judged.result.breaks == "unknown" for judged in judged_alone):
            return None
        rest = [judged.edit for judged in judged_alone if judged.result.breaks == "no"]
        rest = [edit for edit in rest if not self._removes_name(edit)]
        if len(rest) < 2 or all(map(self._is_harmless, rest)):  # noqa: PLR2004 - one is not together with anything
            return None
        result = self._compare_with(rest)
        if result.breaks == "no" or not (result.breaks == "unknown" or self.schemas.confirms(result)):
            return None
        for edit in list(rest):
            fewer = [other for other in rest if other is not edit]
            less = self._compare_with(fewer) if result.breaks == "yes" else HARMLESS
            if self.schemas.confirms(less):
                rest, result = fewer, less
        return JudgedEdit(tuple(rest), result, self.schemas.witness(result))

    def _removes_name(self, edit: SchemaEdit) -> bool:
        """Return whether the edit breaks even if every value is still accepted."""
        return removes_name(self._from_old_to_new(edit))

    def _removes_possible_name(self, edit: SchemaEdit) -> bool:
        edit = self._from_old_to_new(edit)
        return removes_name(edit) and ("place" in edit.details or self.is_possible(*self.removed_place(edit)))

    def _from_old_to_new(self, edit: SchemaEdit) -> SchemaEdit:
        return edit if self.schemas.position == "input" else reverse_edit(edit)

    def _with_edits(self, tree: Node, edits: Sequence[SchemaEdit]) -> Node:
        tree = apply_steps(tree, [_without_annotations(step) for edit in edits for step in edit.steps])
        definitions = {**self.reader.get("$defs", {}), **tree.get("$defs", {})}
        return {**tree, "$defs": definitions} if definitions else tree

    def _compare(self, sender: Node, reader: Node) -> Compatibility:
        return compatibility(self._as_sent(sender), reader, self.schemas.reading)

    def _compare_edit(self, sender: Node, edit: SchemaEdit) -> Compatibility:
        return self._memo.compare(sender, self._with_edits(sender, [edit]), edit.places, self._compare)

    def _compare_with(self, edits: Sequence[SchemaEdit]) -> Compatibility:
        return self._compare(self.sender, self._with_edits(self.sender, edits))

    def _as_sent(self, sender: Node) -> Node:
        """Return the sender closed where it has no parameters: MCP writes that as `{"type": "object"}`."""
        if self.schemas.position == "output" or self.schemas.reading == "literal":
            return sender
        rest = sender.get("additionalProperties", ABSENT)
        has_none = sender.get("properties") == {} or ("properties" not in sender and rest is ABSENT)
        is_parameterless = has_none and "type" in sender and not sender.keys() - _PARAMETERLESS
        return {**sender, "additionalProperties": False} if is_parameterless and not isinstance(rest, dict) else sender

    def _is_harmless(self, edit: SchemaEdit) -> bool:
        """Return whether the keywords alone prove that nothing more is refused."""
        if any(step.path[:1] == ("$defs",) for step in edit.steps):
            return False  # A reference to the definition may be negated.
        if edit.kind == "property-added" and self.schemas.reading == "documented" and not self._tracks_evaluation:
            node = node_at(self.sender, edit.path)
            if not node.get("properties") and (edit.path or self._as_sent(node) is node):
                return False  # The object is open, so the name was accepted with any value.
            return (
                is_plain_path(edit.path)
                and not node.keys() & _INTERFERING
                and edit.details["name"] not in required_names(node)
                and not isinstance(node.get("additionalProperties"), dict)
            )
        return edit.direction == "wider" and is_monotone(edit.path, self.sender) and not self._tracks_evaluation


_PARAMETERLESS = frozenset({"$defs", "additionalProperties", "properties", "type"})
# With these keywords the name may be declared elsewhere, or its absence may matter.
_INTERFERING = frozenset(
    {"$ref", "allOf", "anyOf", "dependentSchemas", "if", "minProperties", "oneOf", "patternProperties", "propertyNames"}
)


def _compare_literally(sender: Node, reader: Node) -> Compatibility:
    return compatibility(sender, reader, "literal")


def _without_annotations(step: EditStep) -> EditStep:
    return replace(step, value=value_without_annotations(step.path, step.value)) if step.action == "set" else step


def _names_in(edit: SchemaEdit) -> Names:
    """Return the property names that the edit concerns, None if it may be any."""
    if any(len(step.path) > len(edit.path) + 1 and "name" not in edit.details for step in edit.steps):
        return None
    if "name" in edit.details:
        return frozenset({edit.details["name"]})
    return mentioned_names({str(step.path[-1]): step.value for step in edit.steps if step.path[:-1] == edit.path})


def _fill_in(whole: Any, part: Any) -> Any:
    """Return the part with everything that it lacks of the whole."""
    if isinstance(whole, dict) and isinstance(part, dict):
        filled = {name: _fill_in(whole.get(name, ABSENT), value) for name, value in part.items()}
        is_complete = all(name in whole and whole[name] is value for name, value in filled.items())
        return whole if is_complete else {**whole, **filled}
    if isinstance(whole, list) and isinstance(part, list) and whole:
        filled_items = [_fill_in(whole[0], value) for value in part]
        return whole if len(whole) == len(part) and filled_items[0] is whole[0] else filled_items
    return whole if whole is not ABSENT and same_json(whole, part) else part
