"""Quarantine: a server whose tools change back and forth is refused until a person releases it.

The state is kept outside of the project, so that a restart neither ends a quarantine nor hides a change.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.errors import UsageError
from govern.files import MEGABYTE, read_text, state_folder
from govern.lockfile.writing import exclusive_access, replace_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MOST_CHANGES = 4
_WINDOW = 3600.0
_HINT = "set XDG_STATE_HOME to a folder that govern can write to"


@dataclass(frozen=True, slots=True)
class QuarantineState:
    """The items of a server that were last refused, the times of their changes in the last hour, and of its quarantine.

    `basis` identifies the lock and the approvals: what people change does not count.
    """

    server: str
    basis: str
    refused: tuple[str, ...] = ()
    changes: tuple[float, ...] = ()
    since: float | None = None


class Quarantine:
    """The quarantines of one lock, shared by all processes that serve it; `now` is a clock."""

    def __init__(self, lock: Path, now: Callable[[], float] = time.time) -> None:
        self._lock, self._now = os.path.realpath(lock), now

    def record(self, server: str, basis: str, refused: Sequence[str], connection: str = "") -> bool:
        """Record what is refused of a server now, and return whether it is quarantined.

        `connection` tells connections apart on which a server may list other tools.
        """
        path = self._path(server, connection)
        known = _read_state(path, server, basis)
        after = self._after(known, basis, tuple(refused))
        if after == known:
            return known.since is not None
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with exclusive_access(path):
                # Another process may have seen the same change first.
                after = self._after(_read_state(path, server, basis), basis, tuple(refused))
                replace_file(path, json.dumps(asdict(after)).encode())
        except OSError as error:
            message = f"the state of {server} cannot be written: {error.strerror}"
            raise UsageError(message, where=str(path), hint=_HINT) from None
        return after.since is not None

    def holds(self, server: str) -> bool:
        """Return whether a server is quarantined on any connection."""
        path = self._path(server, "")
        states = (_read_state(each, server, "") for each in path.parent.glob(f"{self.mark(server)}-*.json"))
        return any(state.since is not None for state in states)

    def mark(self, server: str) -> str:
        """Return the prefix of the names of a server's files."""
        return sha256(f"{self._lock}\n{server}".encode()).hexdigest()[:32]

    def release(self, server: str) -> bool:
        """End the quarantine of a server and forget its changes; return whether there were any."""
        path = self._path(server, "")
        try:
            found = [*path.parent.glob(f"{self.mark(server)}-*.json")]
            for each in found:
                each.unlink(missing_ok=True)
        except OSError as error:
            raise UsageError(f"the state of {server} cannot be removed: {error.strerror}", where=str(path)) from None
        return bool(found)

    def _after(self, known: QuarantineState, basis: str, refused: tuple[str, ...]) -> QuarantineState:
        """Return the state after a listing."""
        if refused == known.refused and basis == known.basis:
            return known
        now = self._now()
        changes = tuple(each for each in known.changes if abs(now - each) < _WINDOW)
        if basis == known.basis:
            changes = (*changes, now)[-MOST_CHANGES:]
        flaps = known.since is None and len(changes) >= MOST_CHANGES
        return QuarantineState(known.server, basis, refused, changes, now if flaps else known.since)

    def _path(self, server: str, connection: str) -> Path:
        try:
            folder = Path(state_folder("quarantine"))
        except RuntimeError:
            raise UsageError("no home folder for the state of servers", hint=_HINT) from None
        return folder / f"{self.mark(server)}-{sha256(connection.encode()).hexdigest()[:8]}.json"


def _read_state(path: Path, server: str, basis: str) -> QuarantineState:
    """Return the state in a file; without a file nothing was refused, and an invalid one quarantines the server."""
    try:
        found: Any = json.loads(read_text(path, MEGABYTE))
        since = found["since"]
        return QuarantineState(
            server,
            str(found["basis"]),
            tuple(map(str, found["refused"])),
            tuple(map(float, found["changes"])),
            None if since is None else float(since),
        )
    except FileNotFoundError:
        return QuarantineState(server, basis)
    except (OSError, LookupError, TypeError, ValueError):
        return QuarantineState(server, basis, since=0.0)
