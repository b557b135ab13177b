"""The result of a scan in numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from govern.fleet.observation import Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanSummary:
    """Counts of a scan's servers, the names of those whose state is new or changed, and those that are unseen.

    `fresh` counts the unchanged ones that were not asked, because they had asked for that. `observed` were observed
    before this run. A scan is `finished` when all its shards are in the store.
    """

    store: str
    scan: str
    servers: int
    new: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: int
    fresh: int
    unseen: tuple[Observation, ...]
    observed: int
    seconds: float
    finished: bool = True

    @property
    def reasons(self) -> dict[str, int]:
        """Return the number of unseen servers by reason."""
        return dict(sorted(Counter(str(each.reason) for each in self.unseen).items()))


@dataclass(frozen=True, slots=True)
class ScanProgress:
    """The number of servers observed so far, of all; `link` is the address of a dashboard."""

    done: int
    servers: int
    link: str | None = None


def summarize(  # noqa: PLR0913 - all but the first two are keywords
    found: Iterable[Observation],
    before: Mapping[str, Observation],
    *,
    store: str,
    scan: str,
    servers: int,
    observed: int,
    seconds: float,
    finished: bool,
) -> ScanSummary:
    """Return the summary of a scan; `before` are the last observations in which servers were locked."""
    new: list[str] = []
    changed: list[str] = []
    unseen: list[Observation] = []
    unchanged = fresh = 0
    for each in found:
        last = before.get(each.server)
        if each.reason is not None:
            unseen.append(each)
        elif last is None:
            new.append(each.server)
        elif last.lock != each.lock:
            changed.append(each.server)
        else:
            unchanged += 1
            fresh += each.seconds is None
    return ScanSummary(
        store=store,
        scan=scan,
        servers=servers,
        new=tuple(new),
        changed=tuple(changed),
        unchanged=unchanged,
        fresh=fresh,
        unseen=tuple(unseen),
        observed=observed,
        seconds=seconds,
        finished=finished,
    )
