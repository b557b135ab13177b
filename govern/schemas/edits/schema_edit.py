"""One edit of a schema, and the pair of nodes that it was found in."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from govern.contract.surface import ABSENT
from govern.schemas.edits.keywords import OBJECT_PARTS, same_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from govern.contract.json_text import Json
    from govern.contract.surface import Absent
    from govern.schemas.edits.keywords import Node, Path

Direction = Literal["narrower", "wider", "either"]
Action = Literal["set", "add", "drop"]

# Kinds that may change which values are valid, so that the schemas are compared.
VALIDATING_KINDS = frozenset({"bound", "condition", "enum", "enum-value-added", "enum-value-removed", "extra", "items",
                              "names", "pattern", "property-added", "property-moved", "property-removed",
                              "property-renamed", "property-required", "property-unlisted", "required-added",
                              "required-removed", "type", "union"})  # fmt: skip
# These break callers even if every value is still accepted: the name is ignored, or no longer sent.
_REMOVING_KINDS = frozenset({"property-removed", "property-renamed"})

_DECLARING_KINDS = _REMOVING_KINDS | {"property-added", "property-required", "property-unlisted"}


@dataclass(frozen=True, slots=True)
class EditStep:
    """An assignment at a path (`set`, ABSENT removes), or a value to `add` to or `drop` from a list."""

    action: Action
    path: Path
    value: Json | Absent


@dataclass(frozen=True, slots=True)
class SchemaEdit:
    """One difference inside a schema, at the node `path` of the old tree and `new_path` of the new one.

    `direction` is what the edit alone does to the accepted values, as far as its keyword shows. `steps` apply it.
    `copies` are the other paths of a definition that is used in several places.
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
    copies: tuple[Path, ...] = ()

    @property
    def places(self) -> tuple[Path, ...]:
        """Return each path of the old tree where the edit applies."""
        return (self.path, *(path for path in self.copies if path[:1] != ("$defs",)))


def removes_name(edit: SchemaEdit) -> bool:
    """Return whether the edit removes a declared name or pattern of names."""
    return edit.kind in _REMOVING_KINDS or (edit.kind == "names" and bool(edit.details["removed"]))


def declares_names(edit: SchemaEdit) -> bool:
    """Return whether the edit adds or removes declared names, which matters even where validators accept the same."""
    if edit.details.get("elsewhere"):
        return False  # Both sides declare the name under some condition.
    if edit.kind == "names":
        return bool(edit.details["removed"] or edit.details["added"])
    return edit.kind in _DECLARING_KINDS


def edit_values(edit: SchemaEdit) -> dict[str, Any]:
    """Return the edit as JSON values, from which a message is worded; a missing side is left out."""
    values: dict[str, Any] = {"kind": edit.kind, "path": [*edit.path], "keyword": edit.keyword}
    values |= {
        key: edit.details[key] for key in ("name", "renamed", "values", "beside", "definition") if key in edit.details
    }
    if "also" in edit.details:
        values["also"] = list(map(edit_values, edit.details["also"]))
    if "free" in edit.details:
        values["free"] = sorted(edit.details["free"])
    sides = {"before": edit.before, "after": edit.after}
    return values | {side: value for side, value in sides.items() if value is not ABSENT}


def apply_steps(tree: dict[str, Any], steps: Iterable[EditStep]) -> dict[str, Any]:
    """Return a copy of the tree with the steps applied."""
    copies: dict[int, Any] = {}
    for step in steps:
        tree = _with_step(tree, step.path, step, copies)
    return tree


def _with_step(tree: Any, path: Path, step: EditStep, copies: dict[int, Any]) -> Any:
    """Return the tree with a step applied to a copy of each node on its path; a copy is not copied again."""
    if not path:
        return _step_value(tree, step)
    key, rest = path[0], path[1:]
    is_item = isinstance(tree, list) and isinstance(key, int) and key < len(tree)
    if not is_item and not isinstance(tree, dict):
        return tree
    if id(tree) not in copies:
        tree = tree.copy()
        copies[id(tree)] = tree
    if is_item:
        tree[key] = _with_step(tree[key], rest, step, copies)
        return tree
    placed = _with_step(tree.get(str(key), {} if rest else ABSENT), rest, step, copies)
    if placed is ABSENT:
        tree.pop(key, None)
    else:
        tree[str(key)] = placed
    return tree


def _step_value(current: Any, step: EditStep) -> Any:
    if step.action == "set":
        return step.value
    listed = current if isinstance(current, list) else []
    rest = [value for value in listed if not same_json(value, step.value)]
    return [*rest, step.value] if step.action == "add" else rest


_REVERSED_KINDS = {
    "enum-value-added": "enum-value-removed", "enum-value-removed": "enum-value-added",
    "property-added": "property-removed", "property-removed": "property-added",
    "property-required": "property-removed", "property-unlisted": "property-added",
    "required-added": "required-removed", "required-removed": "required-added",
}  # fmt: skip
_REVERSED_DIRECTIONS: Mapping[Direction, Direction] = {"narrower": "wider", "wider": "narrower", "either": "either"}


def reverse_edit(edit: SchemaEdit) -> SchemaEdit:
    """Return the edit that leads back."""
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
    given = edit.details
    if edit.kind == "property-required":
        details = {"name": given["name"], "elsewhere": given["elsewhere"]}
        return replace(back, keyword=given["name"], before=given["schema"], after=ABSENT, details=details)
    if edit.kind == "names":
        return replace(back, details={"removed": given["added"], "added": given["removed"]})
    if edit.kind == "property-renamed":
        also = list(map(reverse_edit, given["also"]))
        details = {"name": given["renamed"], "renamed": given["name"], "also": also}
        return replace(back, keyword=given["name"], details=details)
    return back


@dataclass(frozen=True, slots=True)
class NodePair:
    """One node of both trees, at `path` in the old one and `new_path` in the new one.

    A side without the node has an empty one.
    """

    old: Node
    new: Node
    path: Path = ()
    new_path: Path = ()
    enclosing: tuple[Node, Node] | None = None

    @property
    def whole_object(self) -> tuple[Node, Node]:
        """Return the object in both trees that these nodes are a part of."""
        return self.enclosing or (self.old, self.new)

    @property
    def keywords(self) -> set[str]:
        """Return the keywords of both nodes."""
        return {*self.old, *self.new}

    def values_of(self, keyword: str) -> tuple[Any, Any]:
        """Return the values of a keyword, ABSENT if it is missing."""
        return self.old.get(keyword, ABSENT), self.new.get(keyword, ABSENT)

    def differs(self, keyword: str) -> bool:
        """Return whether the values of a keyword differ."""
        before, after = self.values_of(keyword)
        if before is ABSENT or after is ABSENT:
            return before is not after
        return not same_json(before, after)

    def child(self, *steps: str | int, other: tuple[str | int, ...] | None = None) -> NodePair:
        """Return the pair of subschemas at these steps, or at `other` steps in the new tree."""
        new_steps = steps if other is None else other
        old, new = node_at(self.old, steps), node_at(self.new, new_steps)
        enclosing = self.whole_object if steps[0] in OBJECT_PARTS else None
        return NodePair(old, new, (*self.path, *steps), (*self.new_path, *new_steps), enclosing)

    def steps_for(self, keywords: Iterable[str]) -> tuple[EditStep, ...]:
        """Return the steps that give these keywords their new values."""
        return tuple(EditStep("set", (*self.path, keyword), self.new.get(keyword, ABSENT)) for keyword in keywords)

    def edit(
        self,
        kind: str,
        keyword: str,
        sides: tuple[Json | Absent, Json | Absent],
        steps: tuple[EditStep, ...] = (),
        direction: Direction = "either",
        **details: Any,
    ) -> SchemaEdit:
        """Return an edit of this node."""
        return SchemaEdit(kind, self.path, self.new_path, keyword, *sides, direction, steps, details)


def node_at(node: Any, steps: Path) -> Any:
    """Return the node at the end of these steps, an empty one if it is missing or `true`."""
    for step in steps:
        node = node[step] if isinstance(step, int) else node.get(step, {})
    return {} if node is True else node
