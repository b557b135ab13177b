"""Divide a scan into batches, and run a bounded number at a time; what a lost worker had not finished runs again."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from concurrent.futures import FIRST_COMPLETED, wait
from heapq import heapreplace
from typing import TYPE_CHECKING

from govern.scanning.batch import scan_batch
from govern.scanning.observing import unseen
from govern.scanning.settings import ScanBatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from concurrent.futures import Future

    from govern.fleet.store import FleetStore
    from govern.scanning.engines import ScanEngine
    from govern.scanning.settings import ScanSettings, ScanTask


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
    queues += [(slowest_first(batch),) for batch in _packed(short, free, size)]
    return sorted(queues, key=lambda queue: sum(map(len, queue)), reverse=True)


def slowest_first(tasks: Iterable[ScanTask]) -> tuple[ScanTask, ...]:
    """Return the servers that took longest in their last scan first, so that a batch does not end with them."""
    return tuple(sorted(tasks, key=lambda task: -((task.before and task.before.seconds) or 0.0)))


def _cut(tasks: Sequence[ScanTask], size: int) -> Iterable[ScanBatch]:
    for at in range(0, len(tasks), size):
        yield slowest_first(tasks[at : at + size])


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


# A server whose worker died this often, the last time alone with it, is to blame.
_DEADLY = 3
# What a lost worker left is divided, so that only the server that kills its worker is lost.
_SECOND_BATCH = 8
_POLL = 0.5


class Dispatch:
    """The batches of a scan that wait, and those that run."""

    def __init__(self, engine: ScanEngine, store: FleetStore, settings: ScanSettings) -> None:
        self._engine = engine
        self._store = store
        self._settings = settings
        self._deaths: Counter[str] = Counter()
        self._running: dict[Future[int], BatchQueue] = {}

    def run(self, queues: Iterable[BatchQueue], progress: Callable[[], None] = lambda: None) -> None:
        """Run all queues, each batch after the one before it; call `progress` now and then."""
        waiting = deque(queues)
        while waiting or self._running:
            while waiting and len(self._running) < self._engine.width:
                queue = waiting.popleft()
                self._running[self._engine.submit(scan_batch, queue[0], self._settings)] = queue
            done, _ = wait(self._running, _POLL, FIRST_COMPLETED)
            self._engine.require_alive()
            progress()
            for future in done:
                queue = self._running.pop(future)
                if rest := (*self._left(future, queue[0]), *queue[1:]):
                    waiting.append(rest)

    def _left(self, future: Future[int], batch: ScanBatch) -> BatchQueue:
        """Return the batches to run again because the worker was lost."""
        # A scheduler that was lost for a moment has cancelled its tasks.
        error = None if future.cancelled() else future.exception()
        if not future.cancelled() and (error is None or not self._engine.is_loss(error)):
            future.result()
            return ()
        left = [task for task in batch if not self._store.has_row(self._settings.scan, task.name)]
        self._deaths.update(task.name for task in left)
        if len(batch) == 1 and left and self._deaths[left[0].name] >= _DEADLY:
            self._give_up(left[0])
            return ()
        return _divided(left, self._deaths)

    def _give_up(self, task: ScanTask) -> None:
        detail = f"its worker died {self._deaths[task.name]} times while it was scanned"
        self._store.write_observation(unseen(task, self._settings.scan, "crashed", detail))


def _divided(tasks: list[ScanTask], deaths: Counter[str]) -> BatchQueue:
    """Return tasks in batches: small ones after the first death, single servers after the second."""
    again = [task for task in tasks if deaths[task.name] < _DEADLY - 1]
    alone = [task for task in tasks if deaths[task.name] >= _DEADLY - 1]
    small = [again[at : at + _SECOND_BATCH] for at in range(0, len(again), _SECOND_BATCH)]
    return (*map(tuple, small), *((task,) for task in alone))
