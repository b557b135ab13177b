"""Two schemas: is all that was valid still valid, and was all that is valid now valid before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from govern.errors import UsageError

from .budget import BudgetExceeded, StepBudget, is_out_of_time, time_limit
from .complexity import is_cheap
from .dialect import CURRENT, DRAFTS, UntranslatableSchema, draft_of
from .engine import Engine, InvalidSchema, Undecided, validation_error
from .inclusion import Inclusion
from .loading import ComparedSchema, InvalidKeyword
from .patterns import UnsupportedPattern
from .references import UnresolvedReference
from .samples import pool

if TYPE_CHECKING:
    from collections.abc import Generator

    from .loading import SchemaReading

Json = Any

__all__ = ["Comparison", "Counterexample", "InvalidKeyword", "compare_schemas"]

_READINGS = ("documented", "literal")


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two schemas have to do with one another."""

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
    """Compare two JSON Schemas; "yes" is proven, "no" has a witness, and anything else is "unknown"."""
    if reading not in _READINGS:
        raise UsageError(f"{reading!r} is no reading", hint=f"Known are {', '.join(_READINGS)}.")
    known = _known(draft)
    if is_cheap(old, new):
        with time_limit():
            return compare_in_process(old, new, reading=reading, draft=known, assert_formats=assert_formats)
    from .child import compare_in_child

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
    # The library reads each draft itself; we translate only where two drafts meet or a schema is to be closed.
    shared = CURRENT if is_closed or before.draft != after.draft else before.draft
    was, is_now = before.literal(shared), after.literal(shared)
    invalid = (*before.invalid, *after.invalid)
    if before.text == after.text or (was is not None and is_now is not None and was.canonical == is_now.canonical):
        return Comparison("yes", "yes", invalid=invalid)
    accepts_old, lost = Direction(engine, (before, was), (after, is_now), is_closed=is_closed).answer()
    accepted_by_old, gained = Direction(engine, (after, is_now), (before, was), is_closed=is_closed).answer()
    return Comparison(accepts_old, accepted_by_old, lost, gained, invalid)


def _known(draft: str | None) -> str | None:
    if draft is None:
        return None
    name = draft_of({"$schema": draft}) or str(draft).removeprefix("draft").lstrip("-0")
    if name not in DRAFTS:
        raise UsageError(f"{draft!r} is no draft of JSON Schema", hint=f"Known are {', '.join(DRAFTS)}.")
    return name


Answer = Literal["yes", "no", "unknown"]
Judged = tuple[Answer, "Counterexample | None"]

_STEPS = 6_000
# Far beyond what the steps take: an answer must not depend on how busy the machine is.
_SECONDS = 2.0
_AT_ONCE = 100_000  # the product of both texts' lengths up to which the library is asked about the whole first
_READ_OTHERWISE = {"4": ("'integer'",), "6": ("'contentM", "'contentE"), "7": ("'contentM", "'contentE")}
_OF_NUMBERS = ("'multipleOf'", "imum'", "'const'", "'enum'")
_GIVING_UP = (
    BudgetExceeded,
    UnresolvedReference,
    Undecided,
    UnsupportedPattern,
    InvalidSchema,
    UntranslatableSchema,
    RecursionError,
)


@dataclass(frozen=True, slots=True)
class Counterexample:
    """An instance that one schema takes and the other refuses, and why it does."""

    instance: Json
    error: str


class Direction:
    """A sender and a receiver, each as it is written and as it is read."""

    def __init__(
        self,
        engine: Engine,
        sender: tuple[ComparedSchema, SchemaReading | None],
        receiver: tuple[ComparedSchema, SchemaReading | None],
        *,
        is_closed: bool,
    ) -> None:
        self._engine = engine
        self._sender, self._sends = sender
        self._receiver, self._takes = receiver
        self._is_closed = is_closed
        self._budget = StepBudget(_STEPS, _SECONDS)

    def answer(self) -> Judged:
        """Answer in the reading that was asked for; what holds of all that is valid holds of what is documented."""
        if self._receiver.written is True or self._receiver.written == {} or self._sender.written is False:
            return "yes", None
        if not self._is_closed or self._sends is None:
            return self._judged(self._sends)
        documented = self._sender.documented(self._sends)
        judged: Judged = ("unknown", None) if documented is None else self._judged(documented)
        if documented is not None and judged[0] == "yes" and self._says_nothing(documented):
            return self._judged(self._sends)
        if judged[0] == "unknown" and documented is not self._sends and self._judged(self._sends)[0] == "yes":
            return "yes", None
        return judged

    def _says_nothing(self, documented: SchemaReading) -> bool:
        """Tell whether nobody could send what is documented, though something can be sent: then it proves nothing."""
        return documented is not self._sends and self._engine.is_empty(documented.canonical)

    def _judged(self, sent: SchemaReading | None) -> Judged:
        suspects = self._suspects(sent)
        doubtful: Judged = "unknown", None
        try:
            while True:
                try:
                    suspect = next(suspects)
                except StopIteration as end:
                    return ("yes", None) if end.value else doubtful
                rounding_doubt = self._doubt(suspect) if self._is_witness(suspect, sent) else None
                if rounding_doubt is None or rounding_doubt > 1:
                    continue
                shown: Judged = "no", Counterexample(suspect, validation_error(self._receiver.validator, suspect))
                if rounding_doubt == 0:
                    return shown
                doubtful = shown if doubtful[0] == "unknown" else doubtful
        except _GIVING_UP:
            return doubtful

    def _doubt(self, suspect: Json) -> int:
        """Tell how far validators may disagree about the numbers in a witness."""
        texts = self._sender.text, self._receiver.text
        if not any(word in text for text in texts for word in _OF_NUMBERS):
            return 0
        from .numbers import numeric_keywords, rounding_doubt

        return rounding_doubt(suspect, frozenset(numeric_keywords([self._sender.written, self._receiver.written])))

    def _is_witness(self, suspect: Json, sent: SchemaReading | None) -> bool:
        if self._receiver.takes(suspect) or not self._sender.takes(suspect):
            return False
        return sent is None or sent is self._sends or sent.takes(suspect)

    def _suspects(self, sent: SchemaReading | None) -> Generator[Json, None, bool]:
        """Yield what may be a witness, and return whether there can be none."""
        if sent is not None and self._takes is not None:
            if self._is_small(sent) and self._covers(sent) and (sent is self._sends or self._is_agreed()):
                return True
            try:
                if (yield from self._search(sent, self._takes)) and self._is_agreed():
                    return True
            except _GIVING_UP:
                pass
        yield from pool(self._sender.written, self._receiver.written)
        return False

    def _search(self, sent: SchemaReading, takes: SchemaReading) -> Generator[Json, None, bool]:
        if not (sent.document.is_own and takes.document.is_own):
            return False  # parts of such a document mean nothing by themselves
        return (yield from Inclusion(sent.document, takes.document, self._budget).search())

    def _is_small(self, sent: SchemaReading) -> bool:
        return len(repr(sent.schema)) * len(repr(self._receiver.written)) <= _AT_ONCE

    def _covers(self, sent: SchemaReading) -> bool:
        return self._takes is not None and self._engine.covers(self._takes.canonical, sent.canonical)

    def _is_agreed(self) -> bool:
        """Up to draft-07 validators read some words in ways that our rules, written for 2020-12, overlook.

        Draft 4 takes 1.0 for no integer, drafts 6 and 7 assert `content*`. There the library must agree.
        """
        words = _READ_OTHERWISE.get(self._receiver.draft, ())
        if not any(word in repr(self._receiver.written) for word in words):
            return True
        if self._sender.draft != self._receiver.draft:
            return False
        sent, takes = (self._engine.canonical(side.written, side.draft) for side in (self._sender, self._receiver))
        return self._engine.covers(takes, sent)
