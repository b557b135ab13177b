"""The values that workers are sent: what to scan and how, and which servers are never asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from govern.errors import UsageError
from govern.files import MAX_USER_FILE, read_text
from govern.lockfile.document import ENCODINGS

if TYPE_CHECKING:
    from pathlib import Path

    from govern.fleet.inventory import FleetServer
    from govern.fleet.observation import Observation
    from govern.policy.target import Sandbox


_WILDCARDS = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class OptOut:
    """Entries in lower case: exact names and hosts, and patterns with `*`, `?` or `[…]`."""

    exact: frozenset[str] = frozenset()
    patterns: tuple[str, ...] = ()

    def entry_for(self, name: str, host: str | None) -> str | None:
        """Return the entry that a server's name or host matches; a host is also listed by the domain above it."""
        # A registry's NAMESPACE/NAME is NAMESPACE:NAME in a fleet.
        names = [name.lower(), name.lower().replace(":", "/")]
        texts = [*names, *([host.lower()] if host else [])]
        labels = host.lower().split(".") if host else []
        for text in (*names, *(".".join(labels[at:]) for at in range(len(labels)))):
            if text in self.exact:
                return text
        return next((each for each in self.patterns if any(fnmatchcase(text, each) for text in texts)), None)


def read_opt_out(path: Path) -> OptOut:
    """Return the entries of a file with one per line; text after `#` is a comment."""
    try:
        lines = read_text(path, MAX_USER_FILE).splitlines()
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", where=str(path)) from None
    entries = {entry.lower() for line in lines if (entry := line.partition("#")[0].strip())}
    patterns = {entry for entry in entries if _WILDCARDS & set(entry)}
    return OptOut(frozenset(entries - patterns), tuple(sorted(patterns)))


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


# Servers that one worker scans in one event loop.
ScanBatch = tuple[ScanTask, ...]
