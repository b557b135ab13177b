"""TODO schema_edit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from govern.contract.surface import ABSENT
from govern.schemas.edits.keywords import OBJECT_PARTS, same_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from govern.contract.json_type import Json
    from govern.contract.surface import Absent
    from govern.schemas.edits.keywords import Node, Path


Direction = Literal["narrower", "wider", "either"]
Action = Literal["set", "add", "drop"]

# Families that change what is valid, so that the engine is asked about them.
VALIDATING_KINDS = frozenset({"bound", "condition", "enum", "enum-value-added", "enum-value-removed", "extra", "items",
                   "names", "pattern", "property-added", "property-moved", "property-removed", "property-renamed",
                   "property-required", "required-added", "required-removed", "type", "union"})  # fmt: skip
# Inclusion does not see what these do to those who used the name: it is ignored, or no longer comes.
_REMOVING_KINDS = frozenset({"property-removed", "property-renamed"})

_DECLARING_KINDS = _REMOVING_KINDS | {"property-added", "property-required"}


@dataclass(frozen=True, slots=True)
class EditStep:
    """`set` a place to a value (ABSENT takes it away), or `add` to or `drop` from the list that stands there."""

    action: Action
    path: Path
    value: Json | Absent


@dataclass(frozen=True, slots=True)
class SchemaEdit:
    """An edit at the node `path` of the old form, which is `now` in the new one.

    `family` says what kind of thing was edited and `direction` what that alone does to the values let through, as far
    as the words tell.
    """

    kind: str
    path: Path
    new_path: Path
    keyword: str
    before: Json | Absent
    after: Json | Absent
    direction: Direction = "either"
    steps: tuple[EditStep, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)


def removes_name(edit: SchemaEdit) -> bool:
    """Whether a name, or a pattern of names, is declared no more."""
    return edit.kind in _REMOVING_KINDS or (edit.kind == "names" and bool(edit.details["gone"]))


def declares_names(edit: SchemaEdit) -> bool:
    """Whether it is about which names are declared, which means something to a reader whatever validators say."""
    if edit.details.get("elsewhere"):
        return False  # Under some condition the name is declared on both sides.
    return edit.kind in _DECLARING_KINDS or (
        edit.kind == "names" and bool(edit.details["gone"] or edit.details["come"])
    )


def edit_values(edit: SchemaEdit) -> dict[str, Any]:
    """Return the edit as JSON values, from which a message is worded; a side without a value is left out."""
    values: dict[str, Any] = {"kind": edit.kind, "path": [*edit.path], "keyword": edit.keyword}
    values |= {key: edit.details[key] for key in ("name", "renamed", "values", "beside") if key in edit.details}
    if "also" in edit.details:
        values["also"] = list(map(edit_values, edit.details["also"]))
    if "free" in edit.details:
        values["free"] = sorted(edit.details["free"])
    sides = {"before": edit.before, "after": edit.after}
    return values | {side: value for side, value in sides.items() if value is not ABSENT}


def apply_steps(tree: dict[str, Any], steps: Iterable[EditStep]) -> dict[str, Any]:
    """The tree after these steps; the one given stays as it is."""
    for step in steps:
        tree = _with_step(tree, step.path, step)
    return tree


def _with_step(tree: Any, path: Path, step: EditStep) -> Any:
    if not path:
        return _step_value(tree, step)
    key, rest = path[0], path[1:]
    if isinstance(tree, list) and isinstance(key, int) and key < len(tree):
        return [_with_step(inner, rest, step) if at == key else inner for at, inner in enumerate(tree)]
    if not isinstance(tree, dict):
        return tree
    placed = _with_step(tree.get(str(key), ABSENT if not rest else {}), rest, step)
    if placed is ABSENT:
        return {name: inner for name, inner in tree.items() if name != key}
    return {**tree, str(key): placed}


def _step_value(there: Any, step: EditStep) -> Any:
    if step.action == "set":
        return step.value
    listed = there if isinstance(there, list) else []
    rest = [value for value in listed if not same_json(value, step.value)]
    return [*rest, step.value] if step.action == "add" else rest


_REVERSED_KINDS: Mapping[str, str] = {
    "enum-value-added": "enum-value-removed",
    "enum-value-removed": "enum-value-added",
    "property-added": "property-removed",
    "property-removed": "property-added",
    "property-required": "property-removed",
    "required-added": "required-removed",
    "required-removed": "required-added",
}
_REVERSED_DIRECTIONS: Mapping[Direction, Direction] = {"narrower": "wider", "wider": "narrower", "either": "either"}


def reverse_edit(edit: SchemaEdit) -> SchemaEdit:
    """The edit that leads back."""
    back = replace(
        edit,
        kind=_REVERSED_KINDS.get(edit.kind, edit.kind),
        path=edit.new_path,
        new_path=edit.path,
        before=edit.after,
        after=edit.before,
        direction=_REVERSED_DIRECTIONS[edit.direction],
        steps=(),
    )
    if edit.kind == "property-required":
        details = {"name": edit.details["name"], "elsewhere": edit.details["elsewhere"]}
        return replace(back, keyword=edit.details["name"], before=edit.details["schema"], after=ABSENT, details=details)
    if edit.kind == "names":
        return replace(back, details={"gone": edit.details["come"], "come": edit.details["gone"]})
    if edit.kind == "property-renamed":
        details = {
            "name": edit.details["renamed"],
            "renamed": edit.details["name"],
            "also": list(map(reverse_edit, edit.details["also"])),
        }
        return replace(back, keyword=edit.details["name"], details=details)
    return back


@dataclass(frozen=True, slots=True)
class NodePair:
    """The same node in both trees; `path` leads to it in the old one and `now` in the new one.

    What is no node on one side is one there that says nothing.
    """

    old: Node
    new: Node
    path: Path = ()
    new_path: Path = ()
    enclosing: tuple[Node, Node] | None = None

    @property
    def whole_object(self) -> tuple[Node, Node]:
        """The same object in both trees, with all of its parts, of which these nodes may be one."""
        return self.enclosing or (self.old, self.new)

    @property
    def keywords(self) -> set[str]:
        """The keywords of either."""
        return {*self.old, *self.new}

    def values_of(self, word: str) -> tuple[Any, Any]:
        """What each says by a keyword."""
        return self.old.get(word, ABSENT), self.new.get(word, ABSENT)

    def differs(self, word: str) -> bool:
        """Whether they say something else by a keyword."""
        before, after = self.values_of(word)
        if before is ABSENT or after is ABSENT:
            return before is not after
        return not same_json(before, after)

    def child(self, *steps: str | int, other: tuple[str | int, ...] | None = None) -> NodePair:
        """Go down; by other steps in the new tree where they are given."""
        old, new = node_at(self.old, steps), node_at(self.new, steps if other is None else other)
        whole_object = self.whole_object if steps[0] in OBJECT_PARTS else None
        return NodePair(
            old, new, (*self.path, *steps), (*self.new_path, *(steps if other is None else other)), whole_object
        )

    def steps_for(self, keywords: Iterable[str]) -> tuple[EditStep, ...]:
        """The steps that give these keywords their new values."""
        return tuple(EditStep("set", (*self.path, word), self.new.get(word, ABSENT)) for word in keywords)

    def edit(
        self,
        kind: str,
        keyword: str,
        sides: tuple[Json | Absent, Json | Absent],
        steps: tuple[EditStep, ...] = (),
        direction: Direction = "either",
        **details: Any,
    ) -> SchemaEdit:
        """An edit of this node."""
        return SchemaEdit(kind, self.path, self.new_path, keyword, *sides, direction, steps, details)


def node_at(node: Any, steps: Path) -> Any:
    """The node at the end of these steps; one that says nothing where there is none, or `true`."""
    for step in steps:
        node = node[step] if isinstance(step, int) else node.get(step, {})
    return {} if node is True else node
