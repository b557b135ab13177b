"""The engine `dask`: batches as tasks of a scheduler, on this machine or on a cluster."""

from __future__ import annotations

import logging
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from govern import __version__
from govern.errors import ServerUnreachable, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

Result = TypeVar("Result")
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
