"""Questions to the engine, in the words of a position: may this break, and with what instance."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from govern.compare.change import Reading, Witness
from govern.compare.schemas import Witness as Shown
from govern.compare.schemas import compare_schemas
from govern.compare.schemas.dialect import CURRENT, draft_of
from govern.compare.schemas.engine import Engine, NoAnswer, NotWellFormed, Validator, accepts, complaint
from govern.compare.schemas.invalid import repaired
from govern.contract.json_text import Json
from govern.contract.surface import ABSENT, Absent

Position = Literal["input", "output"]
Verdict = Literal["yes", "no", "unknown"]
_TURNED: dict[str, Verdict] = {"yes": "no", "no": "yes", "unknown": "unknown"}


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a change breaks, whether it does so seen from the other side, and what shows the first."""

    breaks: Verdict
    back: Verdict
    shown: Shown | None = None


HARMLESS = Answer("no", "unknown")


def ask(sender: Any, reader: Any, reading: Reading) -> Answer:
    """Ask whether the reader refuses anything that the sender may send."""
    relation = compare_schemas(sender, reader, reading=reading)
    return Answer(_TURNED[relation.accepts_old], _TURNED[relation.accepted_by_old], relation.witness_lost)


def is_empty(tree: Any) -> bool:
    """Whether it is proven that the schema has no instance."""
    return compare_schemas(tree, {"not": {}}, reading="literal").accepts_old == "yes"


def sample(tree: Any) -> Json | Absent:
    """Make an instance of a schema, where the engine finds one."""
    shown = compare_schemas(tree, {"not": {}}, reading="documented").witness_lost
    return ABSENT if shown is None else shown.instance


@dataclass(frozen=True)
class Sides:
    """Both schemas as advertised, each asked for its own opinion of an instance."""

    position: Position
    old: Any
    new: Any
    reading: Reading

    def witness(self, answer: Answer) -> Witness | None:
        """The proof that an answer gives, or None where the schemas as advertised do not bear it out."""
        if answer.breaks != "yes" or answer.shown is None:
            return None
        instance, error = answer.shown.instance, answer.shown.error
        verdicts = self._old.takes(instance), self._new.takes(instance)
        if self.position == "input" and verdicts == (True, False):
            return Witness(instance, "old", "new", self.reading, error)
        if self.position == "output" and verdicts == (False, True):
            return Witness(instance, "new", "old", self.reading, error)
        return None

    def example(self, instance: Json | Absent) -> Witness | None:
        """A call of old that loses its effect or is refused by new, or an answer of old that no longer comes."""
        if isinstance(instance, Absent) or not self._old.takes(instance):
            return None
        if self.position == "output" or self._new.takes(instance) is not False:
            return Witness(instance, "old", None, self.reading)
        return Witness(instance, "old", "new", self.reading, self._new.complaint(instance))

    @cached_property
    def _old(self) -> "_Reader":
        return _Reader(self.old)

    @cached_property
    def _new(self) -> "_Reader":
        return _Reader(self.new)


class _Reader:
    """A schema as advertised, compiled once, where it can be."""

    def __init__(self, schema: Any) -> None:
        self._validator: Validator | None = None
        with suppress(NoAnswer):
            self._validator = Engine().validator(schema, draft_of(schema) or CURRENT)

    def takes(self, instance: Json) -> bool | None:
        """Whether the instance is valid; None where nobody can tell."""
        with suppress(NoAnswer):
            return None if self._validator is None else accepts(self._validator, instance)
        return None

    def complaint(self, instance: Json) -> str:
        """Why the instance is refused."""
        return "" if self._validator is None else complaint(self._validator, instance)


def sound(schema: Any) -> tuple[Any, dict[str, str]]:
    """The schema without what is invalid in it, and what that is by its place."""
    if not isinstance(schema, (bool, dict)):
        return True, {"": "is neither an object nor true or false"}
    engine, draft = Engine(), draft_of(schema) or CURRENT
    try:
        engine.canonical(schema, draft)
    except NotWellFormed as error:
        left, found = repaired(schema, draft, engine)
        return left, dict(found) or {"": str(error)}
    except NoAnswer:
        pass
    return schema, {}


def fits_format(value: Any, name: str) -> bool:
    """Whether the value is of a format that validators know; what they do not know they let through."""
    return accepts(Engine(assert_formats=True).validator({"format": name}), value)
