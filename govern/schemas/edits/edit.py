"""One edit: what was done to one place of a schema, and how to do it again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from govern.contract.surface import ABSENT
from govern.schemas.edits.words import same

if TYPE_CHECKING:
    from collections.abc import Iterable

    from govern.contract.json_type import Json
    from govern.contract.surface import Absent
    from govern.schemas.edits.words import Path

Direction = Literal["narrower", "wider", "either"]
Act = Literal["set", "add", "drop"]

# Families that change what is valid, so that the engine is asked about them.
ASKED = frozenset({"bound", "condition", "enum", "enum-value-added", "enum-value-removed", "extra", "items",
                   "names", "pattern", "property-added", "property-moved", "property-removed", "property-renamed",
                   "property-required", "required-added", "required-removed", "type", "union"})  # fmt: skip
# Inclusion does not see what these do to those who used the name: it is ignored, or no longer comes.
_DISAPPEARED = frozenset({"property-removed", "property-renamed"})

_DECLARING = _DISAPPEARED | {"property-added", "property-required"}


@dataclass(frozen=True, slots=True)
class Step:
    """`set` a place to a value (ABSENT takes it away), or `add` to or `drop` from the list that stands there."""

    act: Act
    path: Path
    value: Json | Absent


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit at the node `path` of the old form, which is `now` in the new one.

    `family` says what kind of thing was edited and `direction` what that alone does to the values let through, as far
    as the words tell.
    """

    family: str
    path: Path
    now: Path
    keyword: str
    before: Json | Absent
    after: Json | Absent
    direction: Direction = "either"
    steps: tuple[Step, ...] = ()
    said: dict[str, Any] = field(default_factory=dict)


def disappears(edit: Edit) -> bool:
    """Whether a name, or a pattern of names, is declared no more."""
    return edit.family in _DISAPPEARED or (edit.family == "names" and bool(edit.said["gone"]))


def declares(edit: Edit) -> bool:
    """Whether it is about which names are declared, which means something to a reader whatever validators say."""
    if edit.said.get("elsewhere"):
        return False  # Under some condition the name is declared on both sides.
    return edit.family in _DECLARING or (edit.family == "names" and bool(edit.said["gone"] or edit.said["come"]))


def applied(tree: dict[str, Any], steps: Iterable[Step]) -> dict[str, Any]:
    """The tree after these steps; the one given stays as it is."""
    for step in steps:
        tree = _placed(tree, step.path, step)
    return tree


def _placed(tree: Any, path: Path, step: Step) -> Any:
    if not path:
        return _value(tree, step)
    key, rest = path[0], path[1:]
    if isinstance(tree, list) and isinstance(key, int) and key < len(tree):
        return [_placed(inner, rest, step) if at == key else inner for at, inner in enumerate(tree)]
    if not isinstance(tree, dict):
        return tree
    placed = _placed(tree.get(str(key), ABSENT if not rest else {}), rest, step)
    if placed is ABSENT:
        return {name: inner for name, inner in tree.items() if name != key}
    return {**tree, str(key): placed}


def _value(there: Any, step: Step) -> Any:
    if step.act == "set":
        return step.value
    listed = there if isinstance(there, list) else []
    rest = [value for value in listed if not same(value, step.value)]
    return [*rest, step.value] if step.act == "add" else rest
