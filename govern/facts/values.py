"""Two values side by side, either of which may be missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.json_text import canonical
from govern.contract.surface import Absent

if TYPE_CHECKING:
    from govern.contract.json_type import Json

    Value = Json | Absent


def differs(old: Value, new: Value) -> bool:
    """Whether two values, either of which may be missing, are not one and the same."""
    if isinstance(old, Absent) or isinstance(new, Absent):
        return old is not new
    return canonical(old) != canonical(new)


def tables(old: Value, new: Value) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Both as objects, a missing one as an empty one; None where one is something else."""
    sides = tuple({} if isinstance(value, Absent) else value for value in (old, new))
    return (sides[0], sides[1]) if isinstance(sides[0], dict) and isinstance(sides[1], dict) else None
