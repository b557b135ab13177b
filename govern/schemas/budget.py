"""How much thought one question may cost."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from time import thread_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = Any

_LOOKS_AT_THE_CLOCK = 16


# Of all questions about one pair of schemas together: processor time, and memory beside what Python takes.
PAIR_SECONDS = 1.0
PAIR_MEGABYTES = 200
_END: ContextVar[float] = ContextVar("end", default=float("inf"))


@contextmanager
def time_limit(seconds: float = PAIR_SECONDS) -> Iterator[None]:
    """Let what is asked inside take no more than so much of this thread's time together."""
    token = _END.set(min(_END.get(), thread_time() + seconds))
    try:
        yield
    finally:
        _END.reset(token)


def is_out_of_time() -> bool:
    """Tell whether the time for all questions is used up."""
    return thread_time() > _END.get()


class BudgetExceeded(Exception):
    """The question costs more than it is worth; the answer is "unknown"."""


class PortionSpent(BudgetExceeded):
    """One step of the way takes too much; others may still lead on."""


class StepBudget:
    """Steps are counted, so that answers repeat; the clock, of this thread's own work, guards the slowest steps."""

    def __init__(self, steps: int, seconds: float) -> None:
        self.steps = steps
        self._until = min(thread_time() + seconds, _END.get())

    def spend(self, steps: int = 1) -> None:
        """Take steps, and stop where none are left."""
        self.steps -= steps
        if self.steps < 0 or (self.steps % _LOOKS_AT_THE_CLOCK == 0 and thread_time() > self._until):
            raise BudgetExceeded

    def portion(self, steps: int) -> StepBudget:
        """Set some steps apart for one step of the way."""
        return _Portion(self, steps)


class _Portion(StepBudget):
    """A part of a budget, which the whole pays for as well."""

    def __init__(self, whole: StepBudget, steps: int) -> None:
        self.steps = steps
        self._whole = whole

    def spend(self, steps: int = 1) -> None:
        self._whole.spend(steps)
        self.steps -= steps
        if self.steps < 0:
            raise PortionSpent


SECONDS = 20.0


class TimeBudget:
    """Seconds that are left; each server may use half of what the others before it left."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds

    def is_spent(self) -> bool:
        """Tell whether nothing is left."""
        return self._seconds <= 0

    def spend(self, seconds: float) -> None:
        """Use some of it."""
        self._seconds -= seconds

    def share(self) -> TimeBudget:
        """Return a half, to be used by one server and paid for by all."""
        return _Share(self, self._seconds / 2)


class _Share(TimeBudget):
    def __init__(self, whole: TimeBudget, seconds: float) -> None:
        super().__init__(seconds)
        self._whole = whole

    def spend(self, seconds: float) -> None:
        super().spend(seconds)
        self._whole.spend(seconds)
