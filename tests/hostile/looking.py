"""Capture hostile servers: real processes that carry the mark of their test, so that survivors are found."""

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from govern.contract.surface import Surface
from govern.errors import ServerError
from govern.policy.target import Command, Secrets, Target
from govern.servers.capture import Capture, capture_servers

REPOSITORY = Path(__file__).parent.parent.parent
MARK = "GOVERN_TEST_MARK"


def argv(script: str, *args: str) -> tuple[str, ...]:
    """Return the command of a hostile server."""
    return (sys.executable, "-m", f"tests.hostile.servers.{script}", *args)


@dataclass
class Looker:
    """A builder of targets with the mark of this test, which captures them."""

    mark: str
    seconds: float = 0.0

    def target(self, script: str, *args: str, name: str = "hostile", timeout: float = 20.0, **rest: Any) -> Target:
        """Return the target of a hostile server."""
        command = Command(argv(script, *args), REPOSITORY, {MARK: self.mark})
        return Target(name, "python", command, timeout=timeout, secrets=Secrets({"s3cret-value": "${TOKEN}"}), **rest)

    def outcome(self, script: str, *args: str, **rest: Any) -> Capture | ServerError:
        """Return the capture or the error of a server, and measure the time."""
        started = time.perf_counter()
        outcome = capture_servers([self.target(script, *args, **rest)], jobs=1)["hostile"]
        self.seconds = time.perf_counter() - started
        return outcome

    def surface(self, script: str, *args: str, **rest: Any) -> Surface:
        """Return the surface of a server that must be captured."""
        outcome = self.outcome(script, *args, **rest)
        assert isinstance(outcome, Capture), f"{outcome}\n{outcome.evidence}"
        return outcome.surface

    def refusal(self, script: str, *args: str, **rest: Any) -> ServerError:
        """Return the error of a server that must be rejected."""
        outcome = self.outcome(script, *args, **rest)
        assert isinstance(outcome, ServerError), outcome
        return outcome

    def survivors(self, patience: float = 1.0) -> list[psutil.Process]:
        """Return the processes with the mark; a killed process may take a moment to end."""
        end = time.monotonic() + patience
        while (left := list(_marked(self.mark))) and time.monotonic() < end:
            time.sleep(0.01)
        return left


def _marked(mark: str) -> Iterator[psutil.Process]:
    for process in psutil.process_iter():
        try:
            if process.pid != os.getpid() and process.environ().get(MARK) == mark:
                yield process
        except (psutil.AccessDenied, psutil.NoSuchProcess, OSError):
            continue
