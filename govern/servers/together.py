"""All servers in one event loop: some at a time, each in its own time, and all of them gone when we are."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

from govern.errors import ServerError
from govern.servers.outcome import failed, folded
from govern.servers.signals import told_of_signals
from govern.servers.take import Interrupted, Seen
from govern.servers.visit import Visit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from govern.policy.target import Target
    from govern.servers.visit import Tell

Outcome = Seen | ServerError


def see_all(
    targets: Sequence[Target], jobs: int, tell: Tell, *, twice: bool, probe: bool = False
) -> dict[str, Outcome]:
    """Look at all of them, `jobs` at a time; an ending signal raises Interrupted once everything is cleaned up."""
    return asyncio.run(_until_interrupted(targets, jobs, tell, twice=twice, probe=probe))


async def _until_interrupted(
    targets: Sequence[Target], jobs: int, tell: Tell, *, twice: bool, probe: bool
) -> dict[str, Outcome]:
    seats = asyncio.Semaphore(jobs)
    looks: list[asyncio.Task[tuple[str, Outcome]]] = []
    with _one_interruption() as signals:
        try:
            async with asyncio.TaskGroup() as group:
                looks += [
                    group.create_task(_seated(target, seats, tell, twice=twice, probe=probe)) for target in targets
                ]
        except asyncio.CancelledError:
            if not signals:
                raise
    if signals:
        raise Interrupted(signals[0])
    return dict(look.result() for look in looks)


@contextmanager
def _one_interruption() -> Iterator[list[int]]:
    """The first signal cancels. Later ones change nothing: a second cancellation would cut the cleaning up short."""
    signals: list[int] = []
    task = asyncio.current_task()

    def interrupt(number: int) -> None:
        signals.append(number)
        if len(signals) == 1 and task is not None:
            task.cancel()

    with told_of_signals(interrupt):
        yield signals


async def _seated(
    target: Target, seats: asyncio.Semaphore, tell: Tell, *, twice: bool, probe: bool
) -> tuple[str, Outcome]:
    async with seats:
        visit = Visit(target, tell, probe=probe)
        try:
            surface = folded(await visit.surface(), target)
            again = folded(await visit.surface(), target) if twice else None
            outcome: Outcome = Seen(target, surface, again, visit.may_be_stateless)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - one bad server never costs the others
            outcome = failed(target, error)
        visit.at("failed" if isinstance(outcome, ServerError) else "done")
    return target.name, outcome
