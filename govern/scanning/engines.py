"""The engines that run batches, in processes or as tasks of a Dask scheduler."""

from __future__ import annotations

import logging
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
from importlib.util import find_spec
from multiprocessing import process as worker_processes
from typing import TYPE_CHECKING, Any, TypeVar

from govern import __version__
from govern.errors import ServerUnreachable, UsageError
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


_CONNECT, _FIRST_WORKER, _CLOSE = 15.0, 60.0, 5.0
_RESUME = "start the scheduler, and continue with --resume"


class DaskEngine:
    """Workers of a Dask scheduler; without an address, of one that ends with the scan."""

    name = "dask"

    def __init__(self, address: str | None, workers: int) -> None:
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            hint = 'install it: pip install "govern-mcp[fleet]"'
            raise UsageError("--on dask needs the extra `fleet`", hint=hint) from None
        # A lost worker or scheduler is reported once, by the scan.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self._cluster: Any = None
        self._address = address or "on this machine"
        if address is None:
            self._cluster = LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            )
        try:
            self._client: Any = Client(self._cluster or address, timeout=_CONNECT)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            self._close_cluster()
            raise ServerUnreachable(f"no Dask scheduler answers: {error}", where=self._address) from None
        try:
            self.workers = self._prepare()
        except BaseException:
            self.close(cancel=True)
            raise
        self._executor: Any = self._client.get_executor(pure=False)  # type: ignore[no-untyped-call]
        # The diagnostics need bokeh where the scheduler runs.
        self.link: str | None = self._client.dashboard_link if address or find_spec("bokeh") else None

    @property
    def width(self) -> int:
        """Return how many batches are submitted at a time: each worker has one more to go on with."""
        return 2 * self.workers

    def submit(self, call: Callable[..., Result], *arguments: object) -> Future[Result]:
        """Submit a call as a task."""
        future: Future[Result] = self._executor.submit(call, *arguments)
        return future

    def is_loss(self, error: BaseException) -> bool:
        """Return whether an error means that the workers of a task died, one after the other."""
        from distributed.scheduler import KilledWorker

        return isinstance(error, KilledWorker)

    def require_alive(self) -> None:
        """Raise ServerUnreachable if the scheduler is gone."""
        if self._client.status != "running":
            raise ServerUnreachable("lost the Dask scheduler", where=self._address, hint=_RESUME)

    def close(self, *, cancel: bool) -> None:
        """Release the workers; with `cancel`, tasks that have not begun are dropped, and those of this machine end."""
        if cancel:
            self._executor.shutdown(wait=False) if hasattr(self, "_executor") else None
        self._client.close(timeout=_CLOSE)
        self._close_cluster()

    def _close_cluster(self) -> None:
        if self._cluster is not None:
            self._cluster.close(timeout=_CLOSE)

    def _prepare(self) -> int:
        """Wait for workers with this version of govern, and return the number of their threads."""
        try:
            self._client.wait_for_workers(1, timeout=_FIRST_WORKER)
            versions = set(self._client.run(_version).values())
        except TimeoutError:
            hint = "start workers, for example: dask worker SCHEDULER"
            raise ServerUnreachable("the Dask scheduler has no workers", where=self._address, hint=hint) from None
        except ImportError as error:
            versions = {str(error)}
        if versions != {__version__}:
            hint = f'on each worker: pip install "govern-mcp[fleet]=={__version__}"'
            raise UsageError("the Dask workers have another govern, or none", where=self._address, hint=hint)
        threads: int = sum(self._client.nthreads().values())
        return max(1, threads)


def _version() -> str:
    return __version__


# The workers that run batches.
ScanEngine = ProcessEngine | DaskEngine
