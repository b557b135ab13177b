"""Questions to the engine, in the words of a position: may this break, and with what instance."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from govern.contract.surface import ABSENT, Absent
from govern.facts.change import Witness
from govern.schemas.closing import close_objects
from govern.schemas.comparison import compare_in_process
from govern.schemas.dialect import CURRENT, UntranslatableSchema, draft_of, to_current_draft
from govern.schemas.edits.natural import natural
from govern.schemas.engine import Engine, InvalidSchema, Undecided, accepts, validation_error
from govern.schemas.loading import without_invalid_keywords
from govern.schemas.references import UnresolvedReference, with_pointer_references

if TYPE_CHECKING:
    from govern.contract.json_type import Json
    from govern.facts.change import Reading
    from govern.schemas.comparison import Counterexample as Shown
    from govern.schemas.engine import Validator

Position = Literal["input", "output"]
Verdict = Literal["yes", "no", "unknown"]
Side = Literal["old", "new"]
_TOLD: dict[Position, tuple[Side, Side]] = {"input": ("old", "new"), "output": ("new", "old")}
_TURNED: dict[str, Verdict] = {"yes": "no", "no": "yes", "unknown": "unknown"}


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a change breaks, whether it does so seen from the other side, and what shows the first.

    `reader` is the schema that was asked.
    """

    breaks: Verdict
    back: Verdict
    shown: Shown | None = None
    reader: Any = None


HARMLESS = Answer("no", "unknown")
UNKNOWN = Answer("unknown", "unknown")


def ask(sender: Any, reader: Any, reading: Reading) -> Answer:
    """Ask whether the reader refuses anything that the sender may send."""
    relation = compare_in_process(sender, reader, reading=reading)
    return Answer(_TURNED[relation.accepts_old], _TURNED[relation.accepted_by_old], relation.witness_lost, reader)


def is_empty(tree: Any) -> bool:
    """Whether it is proven that the schema has no instance."""
    return compare_in_process(tree, {"not": {}}, reading="literal").accepts_old == "yes"


def sample(tree: Any) -> Json | Absent:
    """Make an instance of a schema, where the engine finds one."""
    shown = compare_in_process(tree, {"not": {}}, reading="documented").witness_lost
    return ABSENT if shown is None else shown.instance


@dataclass(frozen=True)
class Sides:
    """Both schemas as advertised, each asked for its own opinion of an instance."""

    position: Position
    old: Any
    new: Any
    reading: Reading

    def proves(self, answer: Answer) -> bool:
        """Whether the schemas as advertised bear out what an answer shows."""
        return answer.breaks == "yes" and answer.shown is not None and self._tells_apart(answer.shown.instance)

    def witness(self, answer: Answer) -> Witness | None:
        """The proof that an answer gives, or None where the schemas as advertised do not bear it out."""
        if answer.shown is None or not self.proves(answer):
            return None
        reader = _Reader(answer.reader)
        sender, sent = (self.old, self._old_sent) if self.position == "input" else (self.new, self._new_sent)
        instance = natural(
            answer.shown.instance,
            sender,
            lambda other: bool(sent.takes(other)) and reader.takes(other) is False and self._tells_apart(other),
        )
        error = answer.shown.error if instance is answer.shown.instance else reader.complaint(instance)
        accepted, rejected = _TOLD[self.position]
        return Witness(instance, accepted, rejected, self.reading, error)

    def example(self, instance: Json | Absent, name: str = "") -> Witness | None:
        """A call of old that loses its effect, or an answer of old that no longer comes; new may refuse either."""
        if isinstance(instance, Absent) or not self._old.takes(instance):
            return None
        taken = self._new.takes(instance)
        instance = natural(
            instance, self.old, lambda other: bool(self._old_sent.takes(other)) and self._new.takes(other) is taken
        )
        if taken is not False:
            return Witness(instance, "old", None, self.reading)
        error = self._new.complaint(instance, name)
        other = "" if not name or f"'{name}'" in error else "for another reason: "
        return Witness(instance, "old", "new", self.reading, other + error)

    def misformed(self, witness: Witness | None) -> Witness | None:
        """The witness, refused by new where formats are checked and new without them would take it."""
        if witness is None or witness.rejected_by:
            return witness
        strict = _Reader(self.new, Engine(assert_formats=True))
        if strict.takes(witness.instance) is not False:
            return witness
        return replace(witness, rejected_by="new", error=strict.complaint(witness.instance))

    def may_be_sent(self, instance: Json) -> bool:
        """Whether the side that sends, as advertised, lets an instance through."""
        return bool((self._old if self.position == "input" else self._new).takes(instance))

    def _tells_apart(self, instance: Json) -> bool:
        if self._last and self._last[0][0] is instance:
            return self._last[0][1]
        verdicts = self._old.takes(instance), self._new.takes(instance)
        found = verdicts == ((True, False) if self.position == "input" else (False, True))
        # Edits of one object often have one and the same witness.
        self._last[:] = [(instance, found)]
        return found

    @cached_property
    def _last(self) -> list[tuple[Json, bool]]:
        return []

    @cached_property
    def _old_sent(self) -> _Reader:
        return _Reader(self._sent(self.old))

    @cached_property
    def _new_sent(self) -> _Reader:
        return _Reader(self._sent(self.new))

    def _sent(self, schema: Any) -> Any:
        """What whoever sends says that it sends; nothing where nobody can say it."""
        if self.reading == "literal":
            return schema
        with suppress(UntranslatableSchema, UnresolvedReference):
            told = to_current_draft(with_pointer_references(schema), draft_of(schema) or CURRENT)
            plain = {word: held for word, held in told.items() if word != "$schema"} if isinstance(told, dict) else told
            return close_objects(plain)
        return False

    @cached_property
    def _old(self) -> _Reader:
        return _Reader(self.old)

    @cached_property
    def _new(self) -> _Reader:
        return _Reader(self.new)


class _Reader:
    """A schema as advertised, compiled once, where it can be."""

    def __init__(self, schema: Any, engine: Engine | None = None) -> None:
        self._validator: Validator | None = None
        with suppress(Undecided):
            self._validator = (engine or Engine()).validator(schema, draft_of(schema) or CURRENT)

    def takes(self, instance: Json) -> bool | None:
        """Whether the instance is valid; None where nobody can tell."""
        with suppress(Undecided):
            return None if self._validator is None else accepts(self._validator, instance)
        return None

    def complaint(self, instance: Json, about: str = "") -> str:
        """Why the instance is refused, and where it is for several reasons, the one that speaks of a name."""
        return "" if self._validator is None else validation_error(self._validator, instance, about)


def sound(schema: Any) -> tuple[Any, dict[str, str]]:
    """The schema without what is invalid in it, and what that is by its place."""
    if not isinstance(schema, (bool, dict)):
        return True, {"": "is neither an object nor true or false"}
    engine, draft = Engine(), draft_of(schema) or CURRENT
    try:
        engine.canonical(schema, draft)
    except InvalidSchema as error:
        left, found = without_invalid_keywords(schema, draft, engine)
        return left, dict(found) or {"": str(error)}
    except Undecided:
        if "'$ref'" in repr(schema):
            left, found = without_invalid_keywords(schema, draft, engine)
            return left, dict(found)
    return schema, {}


def takes(schema: Any, value: Json) -> bool:
    """Whether a schema takes a value; not where nobody can tell."""
    return _Reader(schema).takes(value) is True


def fits_format(value: Any, name: str) -> bool:
    """Whether the value is of a format that validators know; what they do not know they let through."""
    return accepts(Engine(assert_formats=True).validator({"format": name}), value)
