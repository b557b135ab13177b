"""The comparison of two schemas: whether each accepts all instances of the other, with a counterexample if not."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from govern.errors import UsageError
from govern.schemas.budget import BudgetExceeded, StepBudget, is_out_of_time, time_limit
from govern.schemas.complexity import is_cheap
from govern.schemas.dialect import CURRENT, DRAFTS, UnresolvedReference, UntranslatableSchema, draft_of
from govern.schemas.engine import Engine, InvalidSchema, Undecided, validation_error
from govern.schemas.inclusion import Inclusion
from govern.schemas.loading import ComparedSchema
from govern.schemas.patterns import UnsupportedPattern
from govern.schemas.samples import mentioned_instances

if TYPE_CHECKING:
    from collections.abc import Generator

    from govern.schemas.loading import InvalidKeyword, SchemaReading

Json = Any
Answer = Literal["yes", "no", "unknown"]
Result = tuple[Answer, "Counterexample | None"]

_READINGS = ("documented", "literal")
_STEPS = 6_000
_SECONDS = 2.0  # far more than the steps take, so that results do not depend on the load of the machine
_SMALL = 100_000  # product of the lengths of two schemas that the library compares as a whole first
# Up to draft 7 validators read some keywords differently: draft 4 rejects 1.0 as an integer, 6 and 7 assert `content*`.
_READ_DIFFERENTLY = {"4": ("'integer'",), "6": ("'contentM", "'contentE"), "7": ("'contentM", "'contentE")}
_NUMERIC_WORDS = ("'multipleOf'", "imum'", "'const'", "'enum'")
_FAILURES = (
    BudgetExceeded,
    InvalidSchema,
    RecursionError,
    Undecided,
    UnresolvedReference,
    UnsupportedPattern,
    UntranslatableSchema,
)


@dataclass(frozen=True, slots=True)
class Counterexample:
    """An instance that one schema accepts and the other rejects, with the error."""

    instance: Json
    error: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison.

    `accepts_old`: the new schema accepts every instance of the old one; `witness_lost` is one that it rejects.
    `accepted_by_old`: the old schema accepts every instance of the new one; `witness_gained` is one that it rejects.
    `invalid`: the keywords that were ignored because they are invalid.
    """

    accepts_old: Answer
    accepted_by_old: Answer
    witness_lost: Counterexample | None = None
    witness_gained: Counterexample | None = None
    invalid: tuple[InvalidKeyword, ...] = ()


def compare_schemas(
    old: Json,
    new: Json,
    *,
    reading: Literal["documented", "literal"] = "documented",
    draft: str | None = None,
    assert_formats: bool = False,
) -> Comparison:
    """Compare two JSON Schemas; "yes" is proven, "no" has a counterexample, everything else is "unknown".

    The documented reading assumes that senders send only declared properties. `draft` overrides `$schema`.
    """
    if reading not in _READINGS:
        raise UsageError(f"unknown reading: {reading!r}", hint=f"use one of {', '.join(_READINGS)}")
    known = _known_draft(draft)
    if is_cheap(old, new):
        with time_limit():
            return compare_in_process(old, new, reading=reading, draft=known, assert_formats=assert_formats)
    from govern.schemas.budget import compare_in_child

    return compare_in_child(old, new, reading, known, assert_formats=assert_formats)


def compare_in_process(
    old: Json,
    new: Json,
    *,
    reading: Literal["documented", "literal"],
    draft: str | None = None,
    assert_formats: bool = False,
) -> Comparison:
    """Compare two schemas in this process; `draft` is one of DRAFTS."""
    if is_out_of_time():
        return Comparison("unknown", "unknown")
    try:
        return _compared(old, new, Engine(assert_formats=assert_formats), draft, is_closed=reading == "documented")
    except RecursionError:
        return Comparison("unknown", "unknown")


def _compared(old: Json, new: Json, engine: Engine, draft: str | None, *, is_closed: bool) -> Comparison:
    before, after = ComparedSchema(old, "old", draft, engine), ComparedSchema(new, "new", draft, engine)
    # The library supports each draft. A translation is needed only between two drafts or for the documented reading.
    shared = CURRENT if is_closed or before.draft != after.draft else before.draft
    for side in (before, after):
        side.read(shared)
    invalid = (*before.invalid, *after.invalid)
    forms = [side.literal.canonical for side in (before, after) if side.literal is not None]
    if before.text == after.text or (len(forms) > 1 and forms[0] == forms[1]):
        return Comparison("yes", "yes", invalid=invalid)
    accepts_old, lost = _Direction(engine, before, after, is_closed=is_closed).result()
    accepted_by_old, gained = _Direction(engine, after, before, is_closed=is_closed).result()
    return Comparison(accepts_old, accepted_by_old, lost, gained, invalid)


def _known_draft(draft: str | None) -> str | None:
    if draft is None:
        return None
    name = draft_of({"$schema": draft}) or str(draft).removeprefix("draft").lstrip("-0")
    if name not in DRAFTS:
        raise UsageError(f"unknown draft of JSON Schema: {draft!r}", hint=f"use one of {', '.join(DRAFTS)}")
    return name


class _Direction:
    """One direction of a comparison: whether the receiver accepts every instance that the sender may send."""

    def __init__(self, engine: Engine, sender: ComparedSchema, receiver: ComparedSchema, *, is_closed: bool) -> None:
        self._engine = engine
        self._sender, self._receiver = sender, receiver
        self._is_closed = is_closed
        self._budget = StepBudget(_STEPS, _SECONDS)

    def result(self) -> Result:
        """Return the result in the given reading; a proof for the literal reading holds for the documented one too."""
        if self._receiver.written is True or self._receiver.written == {} or self._sender.written is False:
            return "yes", None
        literal = self._sender.literal
        if not self._is_closed or literal is None:
            return self._result_for(literal)
        documented = self._sender.documented(literal)
        if documented is literal:
            return self._result_for(literal)
        result: Result = ("unknown", None) if documented is None else self._result_for(documented)
        if documented is not None and result[0] == "yes" and self._engine.is_empty(documented.canonical):
            return self._result_for(literal)  # a reading without instances proves nothing
        if result[0] == "unknown" and self._result_for(literal)[0] == "yes":
            return "yes", None
        return result

    def _result_for(self, sent: SchemaReading | None) -> Result:
        candidates = self._candidates(sent)
        doubtful: Result = "unknown", None
        try:
            while True:
                try:
                    candidate = next(candidates)
                except StopIteration as end:
                    return ("yes", None) if end.value else doubtful
                doubt = self._doubt(candidate) if self._is_counterexample(candidate, sent) else None
                if doubt is None or doubt > 1:
                    continue
                found: Result = "no", Counterexample(candidate, validation_error(self._receiver.validator, candidate))
                if doubt == 0:
                    return found
                doubtful = found if doubtful[0] == "unknown" else doubtful
        except _FAILURES:
            return doubtful

    def _doubt(self, instance: Json) -> int:
        """Return the likelihood that validators disagree about the numbers in an instance, from 0 to 2."""
        texts = self._sender.text, self._receiver.text
        if not any(word in text for text in texts for word in _NUMERIC_WORDS):
            return 0
        from govern.schemas.numbers import numeric_keywords, rounding_doubt

        return rounding_doubt(instance, frozenset(numeric_keywords([self._sender.written, self._receiver.written])))

    def _is_counterexample(self, instance: Json, sent: SchemaReading | None) -> bool:
        if self._receiver.accepts(instance) or not self._sender.accepts(instance):
            return False
        return sent is None or sent is self._sender.literal or sent.accepts(instance)

    def _candidates(self, sent: SchemaReading | None) -> Generator[Json, None, bool]:
        """Yield instances that may be counterexamples, and return whether it is proven that there are none."""
        received = self._receiver.literal
        if sent is not None and received is not None:
            if self._is_covered(sent, received) and (sent is self._sender.literal or self._is_confirmed()):
                return True
            with suppress(*_FAILURES):
                if (yield from self._search(sent, received)) and self._is_confirmed():
                    return True
        yield from mentioned_instances(self._sender.written, self._receiver.written)
        return False

    def _is_covered(self, sent: SchemaReading, received: SchemaReading) -> bool:
        is_small = len(repr(sent.schema)) * len(repr(self._receiver.written)) <= _SMALL
        return is_small and self._engine.covers(received.canonical, sent.canonical)

    def _search(self, sent: SchemaReading, received: SchemaReading) -> Generator[Json, None, bool]:
        if not (sent.document.has_independent_parts and received.document.has_independent_parts):
            return False
        return (yield from Inclusion(sent.document, received.document, self._budget).search())

    def _is_confirmed(self) -> bool:
        """Return whether the library confirms a proof where old drafts differ from our rules, written for 2020-12."""
        words = _READ_DIFFERENTLY.get(self._receiver.draft, ())
        if not any(word in repr(self._receiver.written) for word in words):
            return True
        if self._sender.draft != self._receiver.draft:
            return False
        sent, received = (self._engine.canonical(side.written, side.draft) for side in (self._sender, self._receiver))
        return self._engine.covers(received, sent)
