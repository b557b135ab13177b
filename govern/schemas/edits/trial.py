"""Which of the edits break: each is tried alone on the old tree, and what is left of them together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.schemas.budget import is_out_of_time
from govern.schemas.closing import required_names
from govern.schemas.edits.edit import applied, disappears
from govern.schemas.edits.focus import (
    crowded,
    focused,
    is_monotone,
    is_plain,
    lean,
    mentioned,
    validating_at,
)
from govern.schemas.edits.insisting import insisting
from govern.schemas.edits.mirror import mirrored
from govern.schemas.edits.oracle import HARMLESS, UNKNOWN, Answer, ask, is_empty, sample
from govern.schemas.edits.pair import below
from govern.schemas.edits.words import same

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.contract.json_type import Json
    from govern.contract.surface import Absent
    from govern.facts.change import Witness
    from govern.schemas.edits.edit import Direction, Edit, Step
    from govern.schemas.edits.focus import Names
    from govern.schemas.edits.oracle import Sides
    from govern.schemas.edits.words import Path

Node = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Judged:
    """An edit with the engine's answer; `edits` are several where only all of them together break.

    Where nothing breaks, `undocumented` says what becomes of those who send what is not documented: whether the reader
    is narrower to them, or is wider.
    """

    edits: tuple[Edit, ...]
    answer: Answer
    witness: Witness | None = None
    undocumented: Direction = "either"


@dataclass(frozen=True)
class Trial:
    """Whoever sends and whoever reads, as validators see them; each edit leads from the first to the second."""

    sender: Node
    reader: Node
    sides: Sides

    @cached_property
    def _counts(self) -> bool:
        """Whether anything depends on which part of a schema has looked at a property: then no words prove anything."""
        return "'unevaluated" in f"{self.sender}{self.reader}"

    def judged(self, edits: Sequence[Edit]) -> Iterator[Judged]:
        """Each edit on its own, then what only several do together."""
        if not edits:
            return
        whole = self._whole(edits)
        singles = [self._single(edit, whole, is_only=len(edits) == 1) for edit in edits]
        together = list(self._together(singles, whole)) if whole.breaks != "no" else []
        held = {id(edit) for group in together for edit in group.edits}
        yield from (judged for judged in singles if id(judged.edits[0]) not in held)
        yield from together

    def is_possible(self, tree: Node, place: Path) -> bool:
        """Whether anything of old has the place, as far as anyone can prove that nothing does."""
        return is_out_of_time() or not is_empty(insisting(focused(tree, place, frozenset()), place))

    def example(self, tree: Node, place: Path) -> Witness | None:
        """A call, or an answer, of old that has the place."""
        whole = None if is_out_of_time() else self._sending(insisting(focused(tree, place, frozenset()), place))
        instance = ABSENT if whole is None else sample(whole)
        return self.sides.example(instance, str(place[-1]) if place else "")

    @cached_property
    def is_respelling(self) -> bool:
        """Whether it is proven that both let the very same through, as they were advertised."""
        answer = ask(self.sides.old, self.sides.new, "literal")
        return answer.breaks == answer.back == "no"

    def _whole(self, edits: Sequence[Edit]) -> Answer:
        """Steps that each let more through let more through together."""
        return HARMLESS if all(map(self._is_harmless, edits)) else self._ask(self.sender, self.reader)

    def _single(self, edit: Edit, whole: Answer, *, is_only: bool) -> Judged:
        if self._is_harmless(edit):
            return Judged((edit,), HARMLESS)
        answer = whole if is_only else self._alone(edit)
        witness = self.sides.witness(answer) if whole.breaks != "no" else None
        if is_only and answer.breaks == "yes" and witness is None:
            answer, witness = self._advertised
        if answer.breaks == "no" and self._unmaps(edit):
            # Of any name the reader knows what it holds, so whatever else comes is not what was documented.
            answer, witness = self._proven_literally(edit)
        if answer.breaks == "yes" and witness is None and (is_only or whole.breaks == "unknown"):
            return Judged((edit,), Answer("unknown", answer.back))
        if (whole.breaks == "no" and witness is None) or (answer.breaks == "yes" and witness is None):
            # What this edit refuses another one lets through, or the proof does not hold as advertised.
            answer = Answer("no", answer.back)
        return Judged((edit,), answer, witness, self._undocumented(edit) if answer.breaks == "no" else "either")

    def _unmaps(self, edit: Edit) -> bool:
        """Whether an answer may hold anything by the names that held something of one kind."""
        is_map = edit.keyword == "additionalProperties" and isinstance(edit.after, dict)
        return is_map and self.sides.position == "output" and edit.before in (ABSENT, True)

    def _proven_literally(self, edit: Edit) -> tuple[Answer, Witness | None]:
        answer = ask(self.sender, self._after(self.sender, [edit]), "literal")
        witness = replace(self.sides, reading="literal").witness(answer)
        return (answer, witness) if witness else (HARMLESS, None)

    def _undocumented(self, edit: Edit) -> Direction:
        if self.sides.reading == "literal" or self._is_told(edit):
            return "either"
        answer = self.literally(edit)
        return "narrower" if answer.breaks == "yes" else "wider" if answer.back == "yes" else "either"

    def literally(self, edit: Edit) -> Answer:
        """What an edit does to all that validators take, documented or not."""
        sender = self._focused(edit)
        return ask(sender, self._after(sender, [edit]), "literal")

    def _alone(self, edit: Edit) -> Answer:
        if is_out_of_time():
            return UNKNOWN
        sender = self._focused(edit) if self.sides.reading == "documented" else self.sender
        crowd = crowded(sender, edit.path, _MANY)
        if crowd is not None:
            answer = self._leanly(sender, edit, crowd)
            if answer.breaks == "no" or (answer.shown and self.sides.may_be_sent(answer.shown.instance)):
                return answer
        return self._ask(sender, self._after(sender, [edit]))

    def _leanly(self, sender: Node, edit: Edit, crowd: Path) -> Answer:
        """What is asked for beside the edit is the same on both sides, so it is left out, and put into the proof."""
        less = lean(sender, edit.path, _names_of(edit))
        answer = self._ask(less, self._after(less, [edit]))
        if answer.shown is None:
            return answer
        if crowd not in self._wholes:
            self._wholes[crowd] = sample(self._sending(insisting(self.sender, crowd)))
        return replace(
            answer, shown=replace(answer.shown, instance=_filled(self._wholes[crowd], answer.shown.instance))
        )

    @cached_property
    def _wholes(self) -> dict[Path, Json | Absent]:
        """Instances with all that is asked for, by the place that they have."""
        return {}

    def _focused(self, edit: Edit) -> Node:
        # What is done to a recursive part is done to each copy of it, and none of them may be left out.
        is_at_once = all(step.path[: len(edit.path)] == edit.path or step.path[:1] == ("$defs",) for step in edit.steps)
        return focused(self.sender, edit.path, _names_of(edit)) if is_at_once else self.sender

    def _together(self, singles: Sequence[Judged], whole: Answer) -> Iterator[Judged]:
        """What the edits do that none of them does alone, of each few that do so."""
        rest, found = list(singles), self._fewest(singles)
        while found:
            yield found
            rest = [judged for judged in rest if all(judged.edits[0] is not edit for edit in found.edits)]
            found = self._fewest(rest)
        if len(rest) == len(singles):
            yield from filter(None, [self._as_a_whole(singles, whole)])

    def _as_a_whole(self, singles: Sequence[Judged], whole: Answer) -> Judged | None:
        told = any(judged.answer.breaks != "no" or self._is_told(judged.edits[0]) for judged in singles)
        if told or len(singles) == 1:
            return self._proven_by_the_whole(singles, whole)
        answer, witness = whole, self.sides.witness(whole)
        if witness is None:
            answer, witness = self._advertised
        edits = tuple(judged.edits[0] for judged in singles)
        return None if answer.breaks == "no" else Judged(edits, answer, witness)

    def _proven_by_the_whole(self, singles: Sequence[Judged], whole: Answer) -> Judged | None:
        """Where nothing else breaks and the whole is known to, it is what nobody could tell that does."""
        unsure = tuple(judged.edits[0] for judged in singles if judged.answer.breaks == "unknown")
        if not unsure or any(judged.answer.breaks == "yes" or self._is_told(judged.edits[0]) for judged in singles):
            return None
        witness = self.sides.witness(whole)
        return None if witness is None else Judged(unsure, whole, witness)

    @cached_property
    def _advertised(self) -> tuple[Answer, Witness | None]:
        """What the engine says of the schemas as they came, where their normal forms lead to no proof."""
        old, new = self.sides.old, self.sides.new
        answer = (
            ask(old, new, self.sides.reading) if self.sides.position == "input" else ask(new, old, self.sides.reading)
        )
        return answer, self.sides.witness(answer)

    def _fewest(self, singles: Sequence[Judged]) -> Judged | None:
        """The fewest edits that break together, where each of them alone does not."""
        if any(judged.answer.breaks == "unknown" for judged in singles):
            return None
        rest = [judged.edits[0] for judged in singles if judged.answer.breaks == "no"]
        rest = [edit for edit in rest if not self._is_told(edit)]
        if len(rest) < 2 or all(map(self._is_harmless, rest)):  # noqa: PLR2004 - one is not together with anything
            return None
        answer = self._ask(self.sender, self._after(self.sender, rest))
        if answer.breaks == "no" or not (answer.breaks == "unknown" or self.sides.proves(answer)):
            return None
        for edit in list(rest):
            fewer = [other for other in rest if other is not edit]
            less = self._ask(self.sender, self._after(self.sender, fewer)) if answer.breaks == "yes" else HARMLESS
            if self.sides.proves(less):
                rest, answer = fewer, less
        return Judged(tuple(rest), answer, self.sides.witness(answer))

    def _is_told(self, edit: Edit) -> bool:
        """Whether it breaks whatever inclusion says."""
        return disappears(edit if self.sides.position == "input" else mirrored(edit))

    def _after(self, tree: Node, edits: Sequence[Edit]) -> Node:
        tree = applied(tree, [_validated(step) for edit in edits for step in edit.steps])
        held = {**self.reader.get("$defs", {}), **tree.get("$defs", {})}
        return {**tree, "$defs": held} if held else tree

    def _ask(self, sender: Node, reader: Node) -> Answer:
        return ask(self._sending(sender), reader, self.sides.reading)

    def _sending(self, sender: Node) -> Node:
        """A tool that says it has no parameters is sent none: `{"type": "object"}` is the protocol's form of that."""
        rest = sender.get("additionalProperties", ABSENT)
        says_none = sender.get("properties") == {} or ("properties" not in sender and rest is ABSENT)
        declares_none = says_none and "type" in sender and not sender.keys() - _BARE
        if self.sides.position == "input" and self.sides.reading == "documented" and declares_none:
            return (
                sender
                if isinstance(sender.get("additionalProperties"), dict)
                else {**sender, "additionalProperties": False}
            )
        return sender

    def _is_harmless(self, edit: Edit) -> bool:
        """Whether the words alone prove that no more is refused: where more at a place is more at the root."""
        if any(step.path[:1] == ("$defs",) for step in edit.steps):
            return False  # Who refers to it may negate it.
        if edit.family == "property-added" and self.sides.reading == "documented" and not self._counts:
            node = below(self.sender, edit.path)
            if not node.get("properties") and (edit.path or self._sending(node) is node):
                return False  # It is not closed, so the name could be given.
            return (
                is_plain(edit.path)
                and not node.keys() & _SPEAKING
                and edit.said["name"] not in required_names(node)
                and not isinstance(node.get("additionalProperties"), dict)
            )
        return edit.direction == "wider" and is_monotone(edit.path) and not self._counts


# With so much that is asked for, each question would be about all of it.
_MANY = 40
_BARE = frozenset({"$defs", "additionalProperties", "properties", "type"})
# With these, a name may be declared elsewhere, or be sent without that.
_SPEAKING = frozenset(
    {"$ref", "allOf", "anyOf", "dependentSchemas", "if", "minProperties", "oneOf", "patternProperties", "propertyNames"}
)


def _validated(step: Step) -> Step:
    return replace(step, value=validating_at(step.path, step.value)) if step.act == "set" else step


def _names_of(edit: Edit) -> Names:
    """The names that the edit speaks of, None where it may be any."""
    if any(len(step.path) > len(edit.path) + 1 and "name" not in edit.said for step in edit.steps):
        return None
    if "name" in edit.said:
        return frozenset({edit.said["name"]})
    return mentioned({str(step.path[-1]): step.value for step in edit.steps if step.path[:-1] == edit.path})


def _filled(whole: Any, part: Any) -> Any:
    """The part with what it lacks of the whole; the whole itself, where that is all the same."""
    if isinstance(whole, dict) and isinstance(part, dict):
        filled = {name: _filled(whole.get(name, ABSENT), value) for name, value in part.items()}
        is_held = all(name in whole and whole[name] is value for name, value in filled.items())
        return whole if is_held else {**whole, **filled}
    if isinstance(whole, list) and isinstance(part, list) and whole:
        filled_items = [_filled(whole[0], value) for value in part]
        return whole if len(whole) == len(part) and filled_items[0] is whole[0] else filled_items
    return whole if whole is not ABSENT and same(whole, part) else part
