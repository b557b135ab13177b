"""What is said of a place, text by text: a node may be joined of several parts, each with a text of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT, Absent
from govern.schemas.edits.pair import below
from govern.schemas.edits.places import is_branch, pointer_of, value_at
from govern.schemas.edits.words import key_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.schemas.edits.edit import Edit
    from govern.schemas.edits.form import Form
    from govern.schemas.edits.pair import Node
    from govern.schemas.edits.words import Path

_PARTS = ("allOf", "anyOf", "oneOf")


@dataclass(frozen=True, slots=True)
class Saying:
    """A text with the place where it is advertised; it is about one `value`, one `kind` of them, or any (None)."""

    text: str
    pointer: str
    value: bytes | None = None
    kind: bytes | None = None

    def is_said(self, others: list[Saying]) -> bool:
        """Whether one of the others says the same, and not of another value or kind."""
        return any(
            self.text == other.text
            and (self.value is None or other.value in (None, self.value))
            and (self.kind is None or other.kind in (None, self.kind))
            for other in others
        )

    def is_about(self, node: Node) -> bool:
        """Whether it may be about something that a node lets through."""
        listed = node.get("enum")
        return self.value is None or not isinstance(listed, list) or self.value in map(key_of, listed)


def retold(edit: Edit, old: Form, new: Form) -> tuple[Edit, str]:
    """The edit of a text without what both sides say, in whichever part, and where what is left of it stands.

    A text about one value comes and goes with that value, and is no other word on those that stay.
    """
    place = pointer_of(edit, old, new)
    if not all(isinstance(side, (str, Absent)) for side in (edit.before, edit.after)):
        return edit, place
    before, after = (_Said.of(edit.keyword, form, path, place) for form, path in ((old, edit.path), (new, edit.now)))
    gone, come = before.without(after), after.without(before)
    if gone and not come and not before.beneath:
        come = [saying for saying in after.beneath if not saying.is_said(before.own)]
    elif come and not gone and not after.beneath:
        gone = [saying for saying in before.beneath if not saying.is_said(after.own)]
    if _joined(gone) == _joined(come):
        gone, come = [], []  # What it is about is of another type, and that is told.
    left = replace(edit, before=_joined(gone), after=_joined(come))
    return left, next((saying.pointer for saying in (*come, *gone)), place)


@dataclass(frozen=True, slots=True)
class _Said:
    """What one side says: of the node itself, and of the forms and parts beneath it.

    All that is `written` of the node is said too, be it a title that its name makes needless.
    """

    node: Node
    own: list[Saying]
    beneath: list[Saying]
    written: list[Saying]

    @staticmethod
    def of(keyword: str, form: Form, path: Path, place: str) -> _Said:
        node = below(form.tree, path)
        inner = [saying for at, part in _beneath(node, path) for saying in _sayings(keyword, form, at, part, place)]
        written = [*_written(keyword, form, path)]
        return _Said(node, _sayings(keyword, form, path, node, place), inner, written)

    def without(self, other: _Said) -> list[Saying]:
        """What the other does not say, of what it has."""
        others = [*other.own, *other.beneath, *other.written]
        return [saying for saying in self.own if not saying.is_said(others) and saying.is_about(other.node)]


def _sayings(keyword: str, form: Form, path: Path, node: Node, place: str) -> list[Saying]:
    """The texts that were joined into what a node says, or that where it is not known which they were."""
    said = node.get(keyword)
    if not isinstance(said, str):
        return []
    lines = {*said.split("\n")}
    found: dict[tuple[str, bytes | None], Saying] = {}
    for saying in _written(keyword, form, path):
        if lines >= {*saying.text.split("\n")}:
            found.setdefault((saying.text, saying.value), saying)
    if lines == {line for saying in found.values() for line in saying.text.split("\n")}:
        return [*found.values()]
    return [Saying(said, place)]


def _written(keyword: str, form: Form, path: Path) -> Iterator[Saying]:
    """The texts of all places that a node was made of."""
    for pointer in form.origins.get(path, ()):
        part = value_at(form.raw, pointer)
        text = part.get(keyword) if isinstance(part, dict) else None
        if isinstance(text, str):
            about = (_value(part), _kind(part)) if is_branch(pointer) else (None, None)
            yield Saying(text, f"{pointer}/{keyword}", *about)


def _kind(node: Node) -> bytes | None:
    """The types of a form, of whose values nothing else is said."""
    return key_of(node["type"]) if "type" in node and not node.keys() & {"const", "enum"} else None


def _value(node: Node) -> bytes | None:
    """The one value that a form lets through."""
    listed = [node["const"]] if "const" in node else node.get("enum")
    return key_of(listed[0]) if isinstance(listed, list) and len(listed) == 1 else None


def _beneath(node: Node, path: Path) -> Iterator[tuple[Path, Node]]:
    for word in _PARTS:
        for at, part in enumerate(node.get(word, ())):
            inner: Path = (*path, word, at)
            yield inner, part
            yield from _beneath(part, inner)


def _joined(sayings: list[Saying]) -> Any:
    by_value = sorted(sayings, key=lambda saying: (saying.value or b"", saying.kind or b""))
    return "\n".join(saying.text for saying in by_value) if by_value else ABSENT
