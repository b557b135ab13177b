"""The result of a benchmark: a ratio of two measures taken side by side, or the reason why there is none."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the page. Without a bound it is informative only; without measures, `note` is the reason."""

    what: str
    against: str
    ours: float | None = None
    theirs: float | None = None
    unit: str = "s"
    bound: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Return our measure divided by the yardstick."""
        return self.ours / self.theirs if self.ours is not None and self.theirs else None

    @property
    def missed(self) -> bool:
        """Return whether it was measured and exceeds its bound."""
        return self.ratio is not None and self.bound is not None and self.ratio > self.bound
