"""Look at every configured server at once; one that cannot be seen never costs the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.policy.target import Catalog

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from govern.contract.surface import Surface
    from govern.errors import ServerError
    from govern.policy.target import Target


@dataclass(frozen=True, slots=True)
class Seen:
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


def take(  # noqa: PLR0913 - each is one word at the call
    targets: Sequence[Target],
    *,
    jobs: int,
    twice: bool = False,
    probe: bool = False,
    progress: Callable[[Progress], None] | None = None,
    each: Callable[[Target, Seen | ServerError], None] | None = None,
) -> dict[str, Seen | ServerError]:
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
        from govern.servers import together

        saved |= together.see_all(asked, jobs, tell, twice=twice, probe=probe)
    for target in asked:
        give(target, saved[target.name])
    return {target.name: saved[target.name] for target in targets}


def _read(target: Target, tell: Callable[[Progress], None]) -> Seen | ServerError:
    """A saved capture; the same bytes twice are the same surface, so it is read once."""
    from govern.servers.catalog import read_catalog
    from govern.servers.outcome import failed, folded

    tell(Progress(target.name, "starting"))
    try:
        surface = folded(read_catalog(target), target)
    except Exception as error:  # noqa: BLE001 - one bad server never costs the others
        tell(Progress(target.name, "failed"))
        return failed(target, error)
    tell(Progress(target.name, "done"))
    return Seen(target, surface, surface)
