"""The measures of a lock's economics: encoding, risk thresholds and guards."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from govern.economics.assess import Guard, Thresholds, assess
from govern.economics.tokens import Counter
from govern.lockfile.document import ENCODINGS, RISK_THRESHOLDS, Numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from govern.contract.surface import Item
    from govern.lockfile.document import Lock, LockedItem


@dataclass(frozen=True, slots=True)
class Measures:
    """Measures for economics. `trusted` is true where the old lock was measured the same way."""

    encoding: str = ENCODINGS[0]
    risk: tuple[int, int, int] = RISK_THRESHOLDS
    guards: Mapping[str, Guard] = field(default_factory=dict)
    trusted: bool = True

    def hold_for(self, old: LockedItem | None) -> bool:
        """Return whether the numbers of an unchanged item are still valid."""
        if old is None or old.numbers is None:
            return True
        return self.trusted and old.numbers.guard == _as_written(self.guards.get(old.key))

    def begin(self, tools: Sequence[Item]) -> Callable[[], list[Numbers]]:
        """Start to count the tokens of tools and return a function that waits for them and returns the numbers."""
        if not tools:
            return list
        counts = _counter(self.encoding).begin(tools)
        # Now, so that the tools need not be kept until they are counted.
        guards = [self.guards.get(tool.key) for tool in tools]
        answers = [assess(tool, guard, Thresholds(*self.risk)) for tool, guard in zip(tools, guards, strict=True)]

        def numbers() -> list[Numbers]:
            return [
                Numbers(tokens, answer.fields, answer.bounded, answer.risk, _as_written(guard))
                for guard, answer, tokens in zip(guards, answers, counts(), strict=True)
            ]

        return numbers


@cache
def _counter(encoding: str) -> Counter:
    """Return one counter for the whole run, since servers and their profiles share texts."""
    return Counter(encoding)


def clear_counts() -> None:
    """Forget all counted texts, since a long run keeps adding new ones."""
    _counter.cache_clear()


def measures_of(lock: Lock, guards: Mapping[str, Guard] | None = None) -> Measures:
    """Return the measures that a lock was measured with."""
    return Measures(lock.encoding, lock.risk, guards or {})


def guards_in(items: Sequence[LockedItem]) -> dict[str, Guard]:
    """Return the guards that a server's tools were locked with."""
    return {item.key: Guard(**item.numbers.guard) for item in items if item.numbers and item.numbers.guard}


def _as_written(guard: Guard | None) -> dict[str, int]:
    if guard is None:
        return {}
    bounds = {"limit": guard.limit, "max_bytes": guard.max_bytes}
    return {name: bound for name, bound in bounds.items() if bound is not None}
