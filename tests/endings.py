"""Wait for processes to end."""

import time
from collections.abc import Sequence

import psutil


def still_running(processes: Sequence[psutil.Process], seconds: float) -> list[psutil.Process]:
    """Return the processes that have not ended after this time.

    A zombie has ended. `psutil.wait_procs` waits for its parent as well, and the first process of a container may take
    two seconds to collect an orphan.
    """
    end = time.monotonic() + seconds
    running = [process for process in processes if _runs(process)]
    while running and time.monotonic() < end:
        time.sleep(0.01)
        running = [process for process in running if _runs(process)]
    return running


def _runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
