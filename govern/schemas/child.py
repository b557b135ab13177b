"""Pairs of schemas that are not plain, compared in a child process that has limits on time and memory."""

from __future__ import annotations

from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

from govern.contract.surface import ABSENT
from govern.facts.change import Witness as Told
from govern.facts.fact import Fact
from govern.worker import Worker, serve

from .budget import PAIR_MEGABYTES, PAIR_SECONDS, time_limit

if TYPE_CHECKING:
    from govern.contract.json_type import Json
    from govern.contract.surface import Absent
    from govern.facts.change import Reading

    from .budget import TimeBudget
    from .comparison import Answer, Comparison


# The child asks no more after the seconds of a pair; beyond these it is in code that cannot be stopped.
_SECONDS = {"compare": PAIR_SECONDS * 1.3, "changes": PAIR_SECONDS * 1.8}
_LONGEST = 8_000_000


@cache
def _worker() -> Worker:
    return Worker(__name__, "main", PAIR_MEGABYTES)


def compare_in_child(old: Json, new: Json, reading: str, draft: str | None, *, assert_formats: bool) -> Comparison:
    """Compare two schemas as `compare_schemas` does; "unknown" where that takes too much."""
    from .comparison import Comparison, Counterexample, InvalidKeyword

    found = _asked(("compare", [old, new, reading, draft, assert_formats]), old, new)
    if found is None:
        same: Answer = "yes" if _is_written_alike(old, new) else "unknown"
        return Comparison(same, same)
    accepts_old, accepted_by_old, lost, gained, invalid = found
    lost, gained = (None if each is None else Counterexample(*each) for each in (lost, gained))
    return Comparison(accepts_old, accepted_by_old, lost, gained, tuple(InvalidKeyword(*each) for each in invalid))


def changes_in_child(
    position: Literal["input", "output"], old: Json | Absent, new: Json | Absent, reading: Reading, effort: TimeBudget
) -> list[Fact] | None:
    """Return the changes between two schemas, None where that takes too much."""
    if effort.is_spent():
        return None
    begun = perf_counter()
    try:
        found = _asked(("changes", [position, _boxed(old), _boxed(new), reading]), old, new)
    finally:
        effort.spend(perf_counter() - begun)
    return None if found is None else [_fact(each) for each in found]


def _asked(question: tuple[str, list[Any]], *schemas: Any) -> Any:
    if sum(map(_length, schemas)) > _LONGEST:
        return None
    return _worker().ask(question, _SECONDS[question[0]])


def _is_written_alike(old: Json, new: Json) -> bool:
    try:
        return repr(old) == repr(new)
    except (RecursionError, ValueError):
        return False


def _length(schema: Any) -> int:
    try:
        return len(repr(schema))
    except (RecursionError, ValueError):
        return _LONGEST + 1  # too deep, or a number with too many digits, to be written at all


def main() -> None:
    """Answer the questions of the process that started this one."""
    from . import comparison
    from .edits import changes

    def compared(old: Json, new: Json, reading: Any, draft: str | None, assert_formats: bool) -> Any:  # noqa: FBT001
        found = comparison.compare_in_process(old, new, reading=reading, draft=draft, assert_formats=assert_formats)
        shown = [
            None if each is None else [each.instance, each.error] for each in (found.witness_lost, found.witness_gained)
        ]
        return [found.accepts_old, found.accepted_by_old, *shown, found.invalid]

    def changed(position: Any, old: list[Json], new: list[Json], reading: Any) -> Any:
        return [_written(fact) for fact in changes.changes_in_process(position, _unboxed(old), _unboxed(new), reading)]

    def answer(question: tuple[str, list[Any]]) -> Any:
        name, operands = question
        with time_limit():
            return compared(*operands) if name == "compare" else changed(*operands)

    serve(answer)


def _written(fact: Fact) -> list[Any]:
    shown = fact.witness
    witness = shown and [shown.instance, shown.accepted_by, shown.rejected_by, shown.reading, shown.error]
    return [fact.rule, fact.pointer, _boxed(fact.before), _boxed(fact.after), fact.said, witness]


def _fact(written: list[Any]) -> Fact:
    rule, pointer, before, after, said, witness = written
    return Fact(rule, pointer, _unboxed(before), _unboxed(after), said, None if witness is None else Told(*witness))


def _boxed(value: Json | Absent) -> list[Json]:
    """JSON has no word for what is absent."""
    return [] if value is ABSENT else [value]


def _unboxed(box: list[Json]) -> Json | Absent:
    return box[0] if box else ABSENT
