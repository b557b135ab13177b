"""How much thought one question may cost."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from time import thread_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOOKS_AT_THE_CLOCK = 16


# Of all questions about one pair of schemas together: processor time, and memory beside what Python takes.
PAIR_SECONDS = 1.0
PAIR_MEGABYTES = 200
_END: ContextVar[float] = ContextVar("end", default=float("inf"))


@contextmanager
def within(seconds: float = PAIR_SECONDS) -> Iterator[None]:
    """Let what is asked inside take no more than so much of this thread's time together."""
    token = _END.set(min(_END.get(), thread_time() + seconds))
    try:
        yield
    finally:
        _END.reset(token)


def is_over() -> bool:
    """Tell whether the time for all questions is used up."""
    return thread_time() > _END.get()


class Exhausted(Exception):
    """The question costs more than it is worth; the answer is "unknown"."""


class PortionSpent(Exhausted):
    """One step of the way takes too much; others may still lead on."""


class Budget:
    """Steps are counted, so that answers repeat; the clock, of this thread's own work, guards the slowest steps."""

    def __init__(self, steps: int, seconds: float) -> None:
        self.steps = steps
        self._until = min(thread_time() + seconds, _END.get())

    def spend(self, steps: int = 1) -> None:
        """Take steps, and stop where none are left."""
        self.steps -= steps
        if self.steps < 0 or (self.steps % _LOOKS_AT_THE_CLOCK == 0 and thread_time() > self._until):
            raise Exhausted

    def portion(self, steps: int) -> Budget:
        """Set some steps apart for one step of the way."""
        return _Portion(self, steps)


class _Portion(Budget):
    """A part of a budget, which the whole pays for as well."""

    def __init__(self, whole: Budget, steps: int) -> None:
        self.steps = steps
        self._whole = whole

    def spend(self, steps: int = 1) -> None:
        self._whole.spend(steps)
        self.steps -= steps
        if self.steps < 0:
            raise PortionSpent
