"""Look at every configured server at once; one that cannot be seen never costs the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.errors import (
    ContractInvalid,
    GovernError,
    ServerError,
    ServerMisbehaved,
    ServerTimedOut,
    ServerUnreachable,
    SurfaceTooLarge,
)
from govern.policy.target import Catalog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from govern.contract.surface import Surface
    from govern.policy.target import Target


@dataclass(frozen=True, slots=True)
class Capture:
    """A server's surface, the same again from a second start where that was asked for, and what a probe found."""

    target: Target
    surface: Surface
    again: Surface | None = None
    may_be_stateless: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """What is happening to one server: starting, connecting, connected, listing tools, …, closing, done or failed."""

    name: str
    stage: str


class Interrupted(BaseException):
    """A signal ended the taking, and all is cleaned up; the program should now die of that signal, or exit 128 + it."""

    def __init__(self, signum: int) -> None:
        super().__init__(signum)
        self.signum = signum


def capture_servers(  # noqa: PLR0913 - each is one word at the call
    targets: Sequence[Target],
    *,
    jobs: int,
    twice: bool = False,
    probe: bool = False,
    progress: Callable[[Progress], None] | None = None,
    each: Callable[[Target, Capture | ServerError], None] | None = None,
) -> dict[str, Capture | ServerError]:
    """Each target's surface or why there is none, by name. Raises Interrupted after SIGINT, SIGTERM or SIGHUP.

    With `probe` each server is asked whether it speaks the stateless era too.
    `each` is given one after the other: catalogs as they are read, servers once all have been asked.
    """
    tell, give = progress or (lambda _: None), each or (lambda *_: None)
    saved = {}
    for target in targets:
        if isinstance(target.how, Catalog):
            saved[target.name] = _read(target, tell)
            give(target, saved[target.name])
    asked = [target for target in targets if not isinstance(target.how, Catalog)]
    if asked:
        # The event loop is a tenth of a short run's time, and catalogs do without.
        from govern.servers.connections import capture_live

        saved |= capture_live(asked, jobs, tell, twice=twice, probe=probe)
    for target in asked:
        give(target, saved[target.name])
    return {target.name: saved[target.name] for target in targets}


def _read(target: Target, tell: Callable[[Progress], None]) -> Capture | ServerError:
    """A saved capture; the same bytes twice are the same surface, so it is read once."""
    from govern.servers.catalog import read_catalog

    tell(Progress(target.name, "starting"))
    try:
        surface = fold_surface(read_catalog(target), target)
    except Exception as error:  # noqa: BLE001 - one bad server never costs the others
        tell(Progress(target.name, "failed"))
        return capture_error(target, error)
    tell(Progress(target.name, "done"))
    return Capture(target, surface, surface)


# Names and values of a server stand in errors; none of them makes one a page.
_LONGEST_TEXT = 5_000
_KINDS = (ServerUnreachable, ServerTimedOut, ServerMisbehaved, SurfaceTooLarge)


def fold_surface(surface: Surface, target: Target) -> Surface:
    """The surface without secrets, and with what is never twice the same written as configured."""
    from govern.servers.folds import fold

    return fold(surface, target)


def capture_error(target: Target, error: BaseException) -> ServerError:
    """Any failure as one about this server, named and without secrets."""
    known = _as_snapshot_error(error)

    def shown(text: str) -> str:
        redacted = target.secrets.redact(text)
        return redacted if len(redacted) <= _LONGEST_TEXT else f"{redacted[:_LONGEST_TEXT]}…"

    return type(known)(
        shown(known.message),
        where=shown(f"{target.name}: {known.where}" if known.where else target.name),
        hint=shown(known.hint),
        evidence=shown(known.evidence),
    )


def first_error(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The one of many that tells most: an error of ours before any other."""
    leaves = list(_leaves(group))
    return next((leaf for leaf in leaves if isinstance(leaf, GovernError)), leaves[0])


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error


def _as_snapshot_error(error: BaseException) -> ServerError:
    if isinstance(error, ServerError):
        kind = next((kind for kind in _KINDS if isinstance(error, kind)), ServerError)
        return kind(error.message, where=error.where, hint=error.hint, evidence=error.evidence)
    if isinstance(error, ContractInvalid):
        return ServerMisbehaved(error.message, where=error.where, hint=error.hint)
    if isinstance(error, GovernError):
        return ServerError(error.message, where=error.where, hint=error.hint)
    return ServerError(
        f"looking at it failed in a way we did not foresee: {type(error).__name__}: {error}",
        hint="Please report this as a bug of govern.",
    )
