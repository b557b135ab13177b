"""Looking at hostile servers: real processes, each with its test's mark, so that none of them can hide."""

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
    """How one of the servers here is started."""
    return (sys.executable, "-m", f"tests.hostile.servers.{script}", *args)


@dataclass
class Looker:
    """Builds targets that carry this test's mark, and looks at them."""

    mark: str
    seconds: float = 0.0

    def target(self, script: str, *args: str, name: str = "hostile", timeout: float = 20.0, **rest: Any) -> Target:
        """One of the servers here, as configured."""
        command = Command(argv(script, *args), REPOSITORY, {MARK: self.mark})
        return Target(name, "python", command, timeout=timeout, secrets=Secrets({"s3cret-value": "${TOKEN}"}), **rest)

    def outcome(self, script: str, *args: str, **rest: Any) -> Capture | ServerError:
        """What comes of looking at it, and how long that takes."""
        started = time.perf_counter()
        outcome = capture_servers([self.target(script, *args, **rest)], jobs=1)["hostile"]
        self.seconds = time.perf_counter() - started
        return outcome

    def surface(self, script: str, *args: str, **rest: Any) -> Surface:
        """What a server shows that must not be refused."""
        outcome = self.outcome(script, *args, **rest)
        assert isinstance(outcome, Capture), f"{outcome}\n{outcome.evidence}"
        return outcome.surface

    def refusal(self, script: str, *args: str, **rest: Any) -> ServerError:
        """Why a server cannot be seen that must not be."""
        outcome = self.outcome(script, *args, **rest)
        assert isinstance(outcome, ServerError), outcome
        return outcome

    def survivors(self, patience: float = 1.0) -> list[psutil.Process]:
        """Whoever carries the mark; a killed process may take a moment to be gone."""
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
