"""The values that workers are sent: what to scan, and how."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from govern.lockfile.document import ENCODINGS
from govern.scanning.opt_out import OptOut

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.fleet.inventory import FleetServer
    from govern.fleet.observation import Observation
    from govern.policy.target import Sandbox


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanSettings:
    """The settings of a scan.

    `jobs` is the number of servers that one batch asks at a time. `per_host` and `rate` limit one host: connections at
    a time, and servers per second (0 is no limit). With `private`, servers of strangers may be in a private network.
    """

    store: str
    scan: str
    encoding: str = ENCODINGS[0]
    jobs: int = 32
    timeout: float = 30.0
    max_bytes: int = 8 * 1024 * 1024
    per_host: int = 4
    rate: float = 5.0
    contact: str = ""
    opt_out: OptOut = field(default_factory=OptOut)
    sandbox: Sandbox | None = None
    private: bool = False


@dataclass(frozen=True, slots=True)
class ScanTask:
    """A server to scan, with the last observation in which it was locked."""

    server: FleetServer
    before: Observation | None = None

    @property
    def name(self) -> str:
        """Return the name of the server."""
        return self.server.name


@dataclass(frozen=True, slots=True)
class ScanBatch:
    """Servers that one worker scans in one event loop."""

    tasks: tuple[ScanTask, ...]

    def __iter__(self) -> Iterator[ScanTask]:
        return iter(self.tasks)

    def __len__(self) -> int:
        return len(self.tasks)
