"""Counters of a gateway, in the model of Prometheus: a name, labels and a number that only grows."""

from __future__ import annotations

from collections import defaultdict
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Labels = tuple[tuple[str, str], ...]
# Seconds; a histogram counts the observations of at most each.
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
METRICS = {
    "govern_requests_total": ("counter", "Requests by server, kind and verdict: allowed, refused or failed."),
    "govern_refusals_total": ("counter", "Refused requests by server and reason."),
    "govern_argument_bytes_total": ("counter", "Bytes of arguments by server."),
    "govern_answer_bytes_total": ("counter", "Bytes of answers by server."),
    "govern_request_seconds": ("histogram", "Duration of requests that reached a server."),
}


class Counters:
    """Counts that any thread may add to."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: defaultdict[tuple[str, Labels], float] = defaultdict(float)

    def add(self, name: str, labels: Mapping[str, str], number: float = 1) -> None:
        """Add to a counter."""
        with self._lock:
            self._counts[name, tuple(sorted(labels.items()))] += number

    def observe(self, name: str, labels: Mapping[str, str], seconds: float) -> None:
        """Add an observation to a histogram."""
        for most in BUCKETS:
            if seconds <= most:
                self.add(f"{name}_bucket", {**labels, "le": f"{most:g}"})
        self.add(f"{name}_bucket", {**labels, "le": "+Inf"})
        self.add(f"{name}_sum", labels, seconds)
        self.add(f"{name}_count", labels)

    def snapshot(self) -> dict[tuple[str, Labels], float]:
        """Return all counts by name and labels."""
        with self._lock:
            return dict(self._counts)
