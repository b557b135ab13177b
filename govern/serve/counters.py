"""Counters of a gateway, in the model of Prometheus: a name, labels and a number that only grows."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from itertools import accumulate
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
        # For each bucket, and for what is longer than all, the number of observations that belong to no smaller one.
        self._observed: defaultdict[tuple[str, Labels], list[int]] = defaultdict(lambda: [0] * (len(BUCKETS) + 1))

    def add(self, name: str, labels: Mapping[str, str], number: float = 1) -> None:
        """Add to a counter."""
        key = name, tuple(sorted(labels.items()))
        with self._lock:
            self._counts[key] += number

    def observe(self, name: str, labels: Mapping[str, str], seconds: float) -> None:
        """Add an observation to a histogram."""
        sorted_labels = tuple(sorted(labels.items()))
        with self._lock:
            self._observed[name, sorted_labels][bisect_left(BUCKETS, seconds)] += 1
            self._counts[f"{name}_sum", sorted_labels] += seconds

    def snapshot(self) -> dict[tuple[str, Labels], float]:
        """Return all counts by name and labels, as Prometheus names them."""
        with self._lock:
            found = dict(self._counts)
            observed = {key: [*accumulate(counts)] for key, counts in self._observed.items()}
        for (name, labels), counts in observed.items():
            for most, count in zip((*map("{:g}".format, BUCKETS), "+Inf"), counts, strict=True):
                found[f"{name}_bucket", tuple(sorted((*labels, ("le", most))))] = count
            found[f"{name}_count", labels] = counts[-1]
        return found
