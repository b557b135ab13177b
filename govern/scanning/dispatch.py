"""Run the batches of a scan: a bounded number at a time, and again what a lost worker had not finished."""

from __future__ import annotations

from collections import Counter, deque
from concurrent.futures import FIRST_COMPLETED, wait
from typing import TYPE_CHECKING

from govern.scanning.batch import scan_batch
from govern.scanning.observing import unseen
from govern.scanning.settings import ScanBatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from concurrent.futures import Future

    from govern.fleet.store import FleetStore
    from govern.scanning.engines import ScanEngine
    from govern.scanning.plan import BatchQueue
    from govern.scanning.settings import ScanSettings, ScanTask

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
    return (*(ScanBatch(tuple(each)) for each in small), *(ScanBatch((task,)) for task in alone))
