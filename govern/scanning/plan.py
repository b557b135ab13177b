"""Divide the servers of a scan into batches, so that one host is never asked by two workers at once."""

from __future__ import annotations

from collections import defaultdict
from heapq import heapreplace
from typing import TYPE_CHECKING

from govern.scanning.settings import ScanBatch

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from govern.scanning.settings import ScanTask

# Batches that are run one after the other.
BatchQueue = tuple[ScanBatch, ...]
SMALLEST, LARGEST = 16, 500
# So many batches for each worker keep all of them busy until the end.
_PER_WORKER = 4


def batch_size(servers: int, workers: int) -> int:
    """Return how many servers a batch holds."""
    return min(max(SMALLEST, -(-servers // (workers * _PER_WORKER))), LARGEST)


def plan_queues(tasks: Iterable[ScanTask], size: int) -> list[BatchQueue]:
    """Return the queues, the longest first. A host's servers are all in one; others go wherever there is room."""
    by_host: dict[str, list[ScanTask]] = defaultdict(list)
    free: list[ScanTask] = []
    for task in tasks:
        (by_host[task.server.host] if task.server.host else free).append(task)
    long = [host for host in by_host.values() if len(host) > size]
    short = sorted((host for host in by_host.values() if len(host) <= size), key=len, reverse=True)
    queues = [tuple(_cut(host, size)) for host in long]
    queues += [(ScanBatch(slowest_first(batch)),) for batch in _packed(short, free, size)]
    return sorted(queues, key=lambda queue: sum(map(len, queue)), reverse=True)


def slowest_first(tasks: Iterable[ScanTask]) -> tuple[ScanTask, ...]:
    """Return the servers that took longest in their last scan first, so that a batch does not end with them."""
    return tuple(sorted(tasks, key=lambda task: -((task.before and task.before.seconds) or 0.0)))


def _cut(tasks: Sequence[ScanTask], size: int) -> Iterable[ScanBatch]:
    for at in range(0, len(tasks), size):
        yield ScanBatch(slowest_first(tasks[at : at + size]))


def _packed(hosts: list[list[ScanTask]], free: list[ScanTask], size: int) -> list[list[ScanTask]]:
    """Return batches that hold whole hosts, dealt out evenly, with the servers without a host between them."""
    total = sum(map(len, hosts)) + len(free)
    batches: list[list[ScanTask]] = [[] for _ in range(-(-total // size))]
    # The batch with the fewest servers comes first.
    sizes = [(0, at) for at in range(len(batches))]
    for group in (*hosts, *([task] for task in free)):
        held, at = sizes[0]
        batches[at] += group
        heapreplace(sizes, (held + len(group), at))
    return [batch for batch in batches if batch]
