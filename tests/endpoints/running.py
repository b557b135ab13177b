"""Servers of the SDK on a port, as processes that end with the test."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_connection, socket
from typing import Literal

HARBOUR = Path(__file__).with_name("harbour.py")


@contextmanager
def harbour(transport: Literal["http", "sse"]) -> Iterator[str]:
    """Run harbour.py, and yield its URL."""
    with socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        port = reserved.getsockname()[1]
    command = [sys.executable, str(HARBOUR), transport, str(port)]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port, process)
        yield f"http://127.0.0.1:{port}/{'mcp' if transport == 'http' else 'sse'}"
    finally:
        process.kill()
        process.wait()


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 30
    while process.poll() is None and time.monotonic() < until:
        try:
            create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"harbour.py does not listen on {port}")
