"""One server's surfaces in two versions of the protocol, compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.contract.digests import part_digests

if TYPE_CHECKING:
    from govern.contract.surface import Surface

_MOST_SHOWN = 8


def differences(first: Surface, second: Surface) -> str:
    """Return what the two surfaces do not share, for people; an empty text where they promise the same."""
    ones, others = _parts(first), _parts(second)
    groups = {
        f"only in {first.protocol}": [item for item in ones if item not in others],
        f"only in {second.protocol}": [item for item in others if item not in ones],
        "different": [item for item in ones if item in others and ones[item] != others[item]],
    }
    if first.hello.get("instructions") != second.hello.get("instructions"):
        groups["different"].append("the instructions")
    return "; ".join(f"{what}: {_some(items)}" for what, items in groups.items() if items)


def _parts(surface: Surface) -> dict[str, dict[str, str]]:
    return {f"{item.kind.name} {item.key}": part_digests(item) for item in surface.items}


def _some(items: list[str]) -> str:
    more = len(items) - _MOST_SHOWN
    return ", ".join(items[:_MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")
