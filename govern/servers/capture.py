"""Capture the surface of every configured server; one server's failure never affects the others."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.errors import (
    ContractInvalid,
    GovernError,
    ServerError,
    ServerMisbehaved,
    ServerNotStarted,
    ServerTimedOut,
    ServerUnreachable,
    ServerUntrusted,
    SurfaceTooLarge,
)
from govern.policy.environment import withheld_variables
from govern.policy.target import Catalog, Command
from govern.servers.folds import fold_surface

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from govern.contract.surface import Surface
    from govern.policy.target import Target
    from govern.servers.artifacts import Artifact

# Errors quote names and values from the server; this keeps one message below a page.
_MAX_TEXT = 5_000
_ERROR_TYPES = (
    ServerUntrusted, ServerNotStarted, ServerUnreachable, ServerTimedOut, ServerMisbehaved, SurfaceTooLarge,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Capture:
    """The surface of one server.

    `again` is the surface after a second start, if one was requested. `may_be_stateless` is the result of the probe
    for the stateless protocol, `artifact` the package that a launcher started, if it is known.
    """

    target: Target
    surface: Surface
    again: Surface | None = None
    may_be_stateless: bool = False
    artifact: Artifact | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """The current stage of one server: starting, connecting, connected, listing tools, …, closing, done or failed."""

    name: str
    stage: str


class Interrupted(BaseException):
    """A signal ended the capture, and everything is cleaned up; the program should exit with 128 + the signal."""

    def __init__(self, signum: int) -> None:
        super().__init__(signum)
        self.signum = signum


def capture_servers(  # noqa: PLR0913 - all but the first are keywords
    targets: Sequence[Target],
    *,
    jobs: int,
    twice: bool = False,
    probe: bool = False,
    progress: Callable[[Progress], None] | None = None,
    each: Callable[[Target, Capture | ServerError], None] | None = None,
) -> dict[str, Capture | ServerError]:
    """Return the capture, or the error, of each target by name; raise Interrupted after SIGINT, SIGTERM or SIGHUP.

    With `twice` each server is started a second time; with `probe` each is tested for the stateless protocol.
    `each` is called with one result after the other: catalogs when they are read, servers once all have answered.
    """
    report, give = progress or (lambda _: None), each or (lambda *_: None)
    found = {}
    for target in targets:
        if isinstance(target.how, Catalog):
            found[target.name] = _capture_catalog(target, report)
            give(target, found[target.name])
    live = [target for target in targets if not isinstance(target.how, Catalog)]
    if live:
        # Importing the event loop takes a tenth of a short run, and catalogs do not need it.
        from govern.servers.connections import capture_live

        found |= capture_live(live, jobs, report, twice=twice, probe=probe)
    for target in live:
        give(target, found[target.name])
    return {target.name: found[target.name] for target in targets}


def _capture_catalog(target: Target, report: Callable[[Progress], None]) -> Capture | ServerError:
    from govern.servers.lists import read_catalog

    report(Progress(target.name, "starting"))
    try:
        surface = fold_surface(read_catalog(target), target)
    except Exception as error:  # noqa: BLE001 - one broken catalog never affects the others
        report(Progress(target.name, "failed"))
        return capture_error(target, error)
    report(Progress(target.name, "done"))
    # The same bytes read twice give the same surface.
    return Capture(target, surface, surface)


def capture_error(target: Target, error: BaseException) -> ServerError:
    """Return any failure as an error of this server, with its name and without secrets."""
    known = _as_server_error(error)

    def shown(text: str) -> str:
        redacted = target.secrets.redact(text)
        return redacted if len(redacted) <= _MAX_TEXT else f"{redacted[:_MAX_TEXT]}…"

    found = type(known)(
        shown(known.message),
        where=shown(f"{target.name}: {known.where}" if known.where else target.name),
        hint=shown(known.hint),
        evidence=shown(known.evidence),
    )
    found.retry_after = getattr(error, "retry_after", None)
    late = isinstance(known, ServerUnreachable | ServerTimedOut)
    if late and isinstance(target.how, Command) and target.sandbox is None:
        found.withheld = tuple(withheld_variables(os.environ, target.how, f"{known.message} {known.evidence}"))
    return found


def _as_server_error(error: BaseException) -> ServerError:
    if isinstance(error, ServerError):
        kind = next((kind for kind in _ERROR_TYPES if isinstance(error, kind)), ServerError)
        return kind(error.message, where=error.where, hint=error.hint, evidence=error.evidence)
    if isinstance(error, ContractInvalid):
        return ServerMisbehaved(error.message, where=error.where, hint=error.hint)
    if isinstance(error, GovernError):
        return ServerError(error.message, where=error.where, hint=error.hint)
    return ServerError(
        f"govern failed unexpectedly on this server: {type(error).__name__}: {error}",
        hint="report this as a bug in govern",
    )
