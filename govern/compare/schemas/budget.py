"""How much thought one question may cost."""

from __future__ import annotations

from time import thread_time

_LOOKS_AT_THE_CLOCK = 16


class Exhausted(Exception):
    """The question costs more than it is worth; the answer is "unknown"."""


class PortionSpent(Exhausted):
    """One step of the way takes too much; others may still lead on."""


class Budget:
    """Steps are counted, so that answers repeat; the clock, of this thread's own work, guards the slowest steps."""

    def __init__(self, steps: int, seconds: float) -> None:
        self.steps = steps
        self._until = thread_time() + seconds

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
