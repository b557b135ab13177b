"""The engines that run batches: an executor for each, and the errors by which it says that a worker was lost."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import process as worker_processes
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from govern.servers.capture import Interrupted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future
    from multiprocessing.process import BaseProcess

Result = TypeVar("Result")
# As in the main process: the thread that makes locks and the event loop take turns.
_SWITCH_INTERVAL = 0.001
# Closing a batch ends the servers that it started, which takes a few seconds.
CLOSING = 15.0
_RELEASING = 2.0


class ScanEngine(Protocol):
    """Workers that run batches."""

    name: str

    @property
    def workers(self) -> int:
        """Return how many batches run at a time."""

    @property
    def width(self) -> int:
        """Return how many batches are submitted at a time."""

    @property
    def link(self) -> str | None:
        """Return the address of a dashboard, if there is one."""

    def submit(self, call: Callable[..., Result], *arguments: object) -> Future[Result]:
        """Start a call in a worker."""

    def is_loss(self, error: BaseException) -> bool:
        """Return whether an error means that the worker of a call died."""

    def require_alive(self) -> None:
        """Raise a GovernError if no worker can be reached any more."""

    def close(self, *, cancel: bool) -> None:
        """End all workers; with `cancel`, also what they are doing."""


@dataclass(slots=True)
class _Worker:
    """A pool of one process, which runs one call at a time."""

    pool: ProcessPoolExecutor
    process: BaseProcess | None = None
    last: Future[Any] | None = None


class ProcessEngine:
    """Worker processes on this machine, each in a pool of its own: one that dies costs only its own batch."""

    name = "processes"
    link: str | None = None

    def __init__(self, workers: int) -> None:
        self.workers = self.width = workers
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[_Worker] = []

    def submit(self, call: Callable[..., Result], *arguments: object) -> Future[Result]:
        """Start a call in a worker that is idle, or in a new one."""
        worker = self._idle()
        before = set(multiprocessing.active_children())
        with _sigint_blocked():
            worker.last = future = worker.pool.submit(_run_call, call, *arguments)
        worker.process = worker.process or next(iter(set(multiprocessing.active_children()) - before), None)
        return future

    def is_loss(self, error: BaseException) -> bool:
        """Return whether an error means that the worker of a call died."""
        return isinstance(error, BrokenProcessPool)

    def require_alive(self) -> None:
        """Do nothing: a worker that died is replaced."""

    def close(self, *, cancel: bool) -> None:
        """End all workers; with `cancel`, also what they are doing."""
        if cancel:
            self._terminate()
        # What they share is released here, or else Python's tracker warns of it once a signal has ended this process.
        releasing = threading.Thread(target=_shut_down, args=(self._workers,), daemon=True)
        releasing.start()
        # The pool of a worker that was killed while it read its batch may wait for it forever.
        releasing.join(_RELEASING if cancel else None)

    def _idle(self) -> _Worker:
        for worker in self._workers:
            if worker.last is None or worker.last.done():
                if worker.last is not None and isinstance(_error_of(worker.last), BrokenProcessPool):
                    self._workers.remove(worker)
                    break
                return worker
        found = _Worker(ProcessPoolExecutor(1, mp_context=self._context, initializer=_begin_worker))
        self._workers.append(found)
        return found

    def _terminate(self) -> None:
        """Let the workers end their servers, and kill those that take too long."""
        processes = [worker.process for worker in self._workers if worker.process is not None]
        for process in processes:
            process.terminate()
        end = time.monotonic() + CLOSING
        for process in processes:
            process.join(max(0.0, end - time.monotonic()))
            if process.is_alive():
                process.kill()


def _shut_down(workers: list[_Worker]) -> None:
    while workers:
        workers.pop().pool.shutdown(cancel_futures=True)


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Start processes for which Ctrl-C waits until they ignore it; Python would report it while it starts."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _error_of(future: Future[Any]) -> BaseException | None:
    return None if future.cancelled() else future.exception()


def _run_call(call: Callable[..., Result], *arguments: object) -> Result:
    """Run a call in a worker, and end the worker if a signal ended the call."""
    try:
        return call(*arguments)
    except Interrupted:
        import psutil

        # The pool would wait for the next call.
        psutil.Process().kill()
        raise


def _begin_worker() -> None:
    """Prepare a worker process: Ctrl-C is left to the main process, and its death ends this one too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    sys.setswitchinterval(_SWITCH_INTERVAL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import psutil

    parent = worker_processes.parent_process()
    if parent is None:
        return
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(CLOSING)
    psutil.Process().kill()
