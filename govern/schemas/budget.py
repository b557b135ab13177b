"""Limits on the time, steps and memory of schema comparisons."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from time import thread_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

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
