"""What a benchmark finds: a ratio of two measures that were taken side by side, or why there is none."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the page; without a bound it is only told, and without measures `note` says why there are none."""

    what: str
    against: str
    ours: float | None = None
    theirs: float | None = None
    unit: str = "s"
    bound: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times the yardstick ours is."""
        return self.ours / self.theirs if self.ours is not None and self.theirs else None

    @property
    def missed(self) -> bool:
        """Whether it was measured and is beyond its bound."""
        return self.ratio is not None and self.bound is not None and self.ratio > self.bound
