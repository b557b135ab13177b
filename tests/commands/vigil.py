"""`govern watch` as a separate process, with its events and the processes that it leaves behind."""

import json
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from jsonschema import Draft202012Validator

from tests.desk import Desk
from tests.endings import still_running

SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "schemas" / "govern.watch-1.json"
PATIENCE = 30.0


class Vigil:
    """A running watch."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.events: list[dict[str, Any]] = []
        self.err = ""
        self._lines: queue.Queue[str] = queue.Queue()
        self._readers = [threading.Thread(target=self._read), threading.Thread(target=self._read_err)]
        for reader in self._readers:
            reader.start()

    def next(self, *, patience: float = PATIENCE) -> dict[str, Any]:
        """Return the next event."""
        line = self._lines.get(timeout=patience)
        assert line, f"it ended after {self.reported}\n{self.err}"
        return self._taken(line)

    def expect(self, name: str, server: str | None = None) -> dict[str, Any]:
        """Return the next event, which must be this one."""
        event = self.next()
        assert (event["event"], event["server"]) == (name, server), (self.reported, event["message"], self.err)
        return event

    def silent(self, seconds: float) -> None:
        """Check that no event arrives for this long."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return
        raise AssertionError(self._taken(line) if line else f"it ended\n{self.err}")

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; return the exit code once all processes have ended."""
        family = psutil.Process(self.process.pid).children(recursive=True)
        self.process.send_signal(number)
        return self.gone(family)

    def gone(self, family: "list[psutil.Process]") -> int:
        """Return the exit code, and check that no process is left."""
        code = self.process.wait(PATIENCE)
        for reader in self._readers:
            reader.join()
        while line := self._lines.get_nowait():
            self._taken(line)
        assert not still_running(family, 5)
        assert self.events[-1]["exit_code"] == code, (self.reported, self.err)
        return code

    @property
    def reported(self) -> list[tuple[str, str | None]]:
        """Return the names and servers of all events so far."""
        return [(event["event"], event["server"]) for event in self.events]

    def _taken(self, line: str) -> dict[str, Any]:
        event: dict[str, Any] = json.loads(line)
        Draft202012Validator(json.loads(SCHEMA.read_text("utf-8"))).validate(event)
        self.events.append(event)
        return event

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self._lines.put(line)
        self._lines.put("")

    def _read_err(self) -> None:
        for line in self.process.stderr or ():
            self.err += line


@contextmanager
def vigil(desk: Desk, *words: str, **how: Any) -> Iterator[Vigil]:
    """Start `govern watch` with these arguments, and wait for its `started` event."""
    with desk.started("watch", *words, **how) as process:
        running = Vigil(process)
        try:
            running.expect("started")
            yield running
            assert "Traceback" not in running.err, running.err
        finally:
            family = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
            process.kill()
            for child in family:
                child.kill()


def until(done: Any, what: str) -> None:
    """Wait for a condition outside of the watch."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, what
        time.sleep(0.02)
