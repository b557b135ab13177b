"""How long one comparison of locks may take over schemas that are not plain."""

from __future__ import annotations

SECONDS = 20.0


class Effort:
    """Seconds that are left; each server may use half of what the others before it left."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds

    def is_spent(self) -> bool:
        """Tell whether nothing is left."""
        return self._seconds <= 0

    def spend(self, seconds: float) -> None:
        """Use some of it."""
        self._seconds -= seconds

    def share(self) -> Effort:
        """Return a half, to be used by one server and paid for by all."""
        return _Share(self, self._seconds / 2)


class _Share(Effort):
    def __init__(self, whole: Effort, seconds: float) -> None:
        super().__init__(seconds)
        self._whole = whole

    def spend(self, seconds: float) -> None:
        super().spend(seconds)
        self._whole.spend(seconds)
