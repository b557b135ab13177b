"""Servers that speak both eras of the protocol: which one a lock holds, and whether the other promises the same."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from govern.compare.eras import differences
from govern.lockfile.outcome import Note
from govern.servers.capture import Capture, capture_servers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from govern.contract.surface import Surface
    from govern.lockfile.outcome import ServerOutcome
    from govern.servers.capture import Progress

# No answer in this time is taken as no.
_PATIENCE = 15.0


def with_notes_on_eras(
    outcomes: list[ServerOutcome],
    stateless: Mapping[str, Capture],
    jobs: int,
    progress: Callable[[Progress], None] | None,
) -> list[ServerOutcome]:
    """Look once more, in the stateless era, at each new or changed server that may speak it besides the older one."""
    from govern.servers.session import STATELESS

    moved = {outcome.name for outcome in outcomes if outcome.status in ("new", "changed")}
    asked = [
        replace(seen.target, protocol=STATELESS, timeout=min(seen.target.timeout, _PATIENCE), retries=0)
        for name, seen in stateless.items()
        if name in moved
    ]
    others = capture_servers(asked, jobs=jobs, progress=progress) if asked else {}
    notes = {
        name: _note(stateless[name].surface, other.surface)
        for name, other in others.items()
        if isinstance(other, Capture)
    }
    return [
        replace(outcome, notes=(*outcome.notes, notes[outcome.name])) if outcome.name in notes else outcome
        for outcome in outcomes
    ]


def _note(locked: Surface, other: Surface) -> Note:
    both = f"speaks protocol {locked.protocol} and {other.protocol}"
    if unlike := differences(locked, other):
        return Note(
            "eras",
            f"{both}, and lists other things in each ({unlike}); {locked.protocol} is locked: set `protocol` to choose",
        )
    return Note("eras", f"{both}, with the same contract; {locked.protocol} is locked: set `protocol` to pin one")
