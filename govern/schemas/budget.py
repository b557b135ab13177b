"""Limits on the time, steps and memory of schema comparisons, and a child process for those that may be expensive."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT
from govern.facts.change import Fact, Witness

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_text import Json
    from govern.contract.surface import Absent, Position
    from govern.facts.change import Reading
    from govern.schemas.comparison import Answer, Comparison
    from govern.worker import Worker

# For one pair of schemas: processor time, and memory on top of what Python itself takes.
PAIR_SECONDS = 1.0
PAIR_MEGABYTES = 200
_LOCKS_SECONDS = 20.0
_STEPS_PER_CLOCK = 16
_DEADLINE: ContextVar[float] = ContextVar("deadline", default=float("inf"))


class BudgetExceeded(Exception):
    """A comparison used up its budget, so its result is "unknown"."""


class TimeBudget:
    """The wall-clock seconds that a comparison of two locks may spend on schemas that are not cheap."""

    def __init__(self, seconds: float = _LOCKS_SECONDS, whole: TimeBudget | None = None) -> None:
        self._seconds = seconds
        self._whole = whole

    def is_spent(self) -> bool:
        """Return whether no time is left."""
        return self._seconds <= 0

    def spend(self, seconds: float) -> None:
        """Deduct some seconds, from the whole as well if this is a share."""
        self._seconds -= seconds
        if self._whole is not None:
            self._whole.spend(seconds)

    def share(self) -> TimeBudget:
        """Return half of what is left as the budget of one server."""
        return TimeBudget(self._seconds / 2, whole=self)


@contextmanager
def time_limit(seconds: float = PAIR_SECONDS) -> Iterator[None]:
    """Limit the processor time of this thread for all comparisons in the block together."""
    token = _DEADLINE.set(min(_DEADLINE.get(), thread_time() + seconds))
    try:
        yield
    finally:
        _DEADLINE.reset(token)


def is_out_of_time() -> bool:
    """Return whether the time of the enclosing `time_limit` is used up."""
    return thread_time() > _DEADLINE.get()


class StepBudget:
    """A number of steps, so that results are reproducible, with a limit on processor time in case steps are slow."""

    def __init__(self, steps: int, seconds: float) -> None:
        self.steps = steps
        self._deadline = min(thread_time() + seconds, _DEADLINE.get())

    def spend(self) -> None:
        """Deduct one step, or raise BudgetExceeded."""
        self.steps -= 1
        if self.steps < 0 or (self.steps % _STEPS_PER_CLOCK == 0 and thread_time() > self._deadline):
            raise BudgetExceeded


# The child stops by itself after PAIR_SECONDS, unless it is in the library, which cannot be interrupted.
_SECONDS = {"compare": PAIR_SECONDS * 1.3, "changes": PAIR_SECONDS * 1.8}
_LONGEST = 8_000_000


@cache
def _worker() -> Worker:
    from govern.worker import Worker

    return Worker(__name__, "main", PAIR_MEGABYTES)


def compare_in_child(old: Json, new: Json, reading: str, draft: str | None, *, assert_formats: bool) -> Comparison:
    """Compare two schemas as `compare_schemas` does; both answers are "unknown" if that takes too much."""
    from govern.schemas.comparison import Comparison, Counterexample
    from govern.schemas.loading import InvalidKeyword

    found = _ask_child("compare", [old, new, reading, draft, assert_formats], old, new)
    if found is None:
        text = _text(old)
        same: Answer = "yes" if text is not None and text == _text(new) else "unknown"
        return Comparison(same, same)
    accepts_old, accepted_by_old, lost, gained, invalid = found
    lost, gained = (None if each is None else Counterexample(*each) for each in (lost, gained))
    return Comparison(accepts_old, accepted_by_old, lost, gained, tuple(InvalidKeyword(*each) for each in invalid))


def changes_in_child(
    position: Position, old: Json | Absent, new: Json | Absent, reading: Reading, time: TimeBudget
) -> list[Fact] | None:
    """Return the changes between two schemas, None if that takes too much or no time is left."""
    if time.is_spent():
        return None
    begun = perf_counter()
    try:
        found = _ask_child("changes", [position, _box(old), _box(new), reading], old, new)
    finally:
        time.spend(perf_counter() - begun)
    return None if found is None else [_to_fact(each) for each in found]


def _ask_child(function: str, arguments: list[Any], *schemas: Any) -> Any:
    texts = [text for text in map(_text, schemas) if text is not None]
    if len(texts) < len(schemas) or sum(map(len, texts)) > _LONGEST:
        return None
    return _worker().ask((function, arguments), _SECONDS[function])


def _text(schema: Any) -> str | None:
    """Return the `repr` of a schema, None if it is too deeply nested or has a number with too many digits."""
    try:
        return repr(schema)
    except (RecursionError, ValueError):
        return None


def main() -> None:
    """Answer the questions of the parent process until it closes the pipe."""
    from govern.schemas.comparison import compare_in_process
    from govern.schemas.edits.changes import changes_in_process

    def compare(old: Json, new: Json, reading: Any, draft: str | None, assert_formats: bool) -> Any:  # noqa: FBT001
        found = compare_in_process(old, new, reading=reading, draft=draft, assert_formats=assert_formats)
        both = (found.witness_lost, found.witness_gained)
        shown = [None if each is None else [each.instance, each.error] for each in both]
        return [found.accepts_old, found.accepted_by_old, *shown, found.invalid]

    def changes(position: Any, old: list[Json], new: list[Json], reading: Any) -> Any:
        return [_from_fact(fact) for fact in changes_in_process(position, _unbox(old), _unbox(new), reading)]

    def answer(question: tuple[str, list[Any]]) -> Any:
        function, arguments = question
        with time_limit():
            return compare(*arguments) if function == "compare" else changes(*arguments)

    from govern.worker import serve

    serve(answer)


def _from_fact(fact: Fact) -> list[Any]:
    shown = fact.witness
    witness = shown and [shown.instance, shown.accepted_by, shown.rejected_by, shown.reading, shown.error]
    return [fact.rule, fact.pointer, _box(fact.before), _box(fact.after), fact.values, witness]


def _to_fact(values: list[Any]) -> Fact:
    rule, pointer, before, after, detail, witness = values
    return Fact(rule, pointer, _unbox(before), _unbox(after), detail, None if witness is None else Witness(*witness))


def _box(value: Json | Absent) -> list[Json]:
    """Return a value as a list of one, and a missing value, which JSON cannot express, as an empty list."""
    return [] if value is ABSENT else [value]


def _unbox(box: list[Json]) -> Json | Absent:
    return box[0] if box else ABSENT
