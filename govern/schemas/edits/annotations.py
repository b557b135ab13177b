"""The facts of edits that validators ignore or may ignore: texts, formats, defaults and other annotations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids
from govern.facts.change import reworded_facts
from govern.schemas.edits.edit_facts import edit_fact
from govern.schemas.edits.keywords import BRANCH_KEYWORDS, json_key, same_json
from govern.schemas.edits.pointers import is_branch, pointer_of, value_at
from govern.schemas.edits.reduction import without_annotations
from govern.schemas.edits.schema_edit import EditStep, apply_steps, node_at
from govern.schemas.edits.witnesses import fits_format

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_text import Json
    from govern.contract.surface import Position
    from govern.facts.change import Fact
    from govern.schemas.edits.judging import EditJudge
    from govern.schemas.edits.keywords import Node, Path
    from govern.schemas.edits.normal_form import NormalForm
    from govern.schemas.edits.schema_edit import SchemaEdit

_RULE_OF_KIND = {
    "annotation": ids.ANNOTATION_CHANGED,
    "default": ids.DEFAULT_CHANGED,
    "examples": ids.EXAMPLES_CHANGED,
    "nullable": ids.NULLABLE_CHANGED,
    "nullable-type": ids.NULLABLE_CHANGED,
    "wrapping": ids.WRAPPING_CHANGED,
    "safe-integer": ids.SAFE_INTEGER_BOUNDS,
}


def annotation_facts(
    position: Position, edit: SchemaEdit, old: NormalForm, new: NormalForm, trial: EditJudge
) -> Iterator[Fact]:
    """Return the facts of an edit whose rule does not depend on what the schemas accept."""
    if edit.kind == "text":
        yield from _text_facts(position, edit, old, new)
    elif edit.kind == "format":
        yield _format_fact(position, edit, old, new, trial)
    elif edit.kind == "deprecated":
        rule = ids.DEPRECATED_ADDED if edit.after is True else ids.DEPRECATED_REMOVED
        yield edit_fact(rule[position], edit, old, new)
    elif edit.kind == "unused":
        if not _is_defined_in_both(edit, old, new):
            yield edit_fact(ids.DEFINITION_CHANGED[position], edit, old, new)
    elif edit.kind == "unknown":
        yield edit_fact(ids.UNCLASSIFIED, edit, old, new)
    else:
        yield edit_fact(_RULE_OF_KIND[edit.kind][position], edit, old, new)


def _is_defined_in_both(edit: SchemaEdit, old: NormalForm, new: NormalForm) -> bool:
    """Return whether a definition that one side no longer refers to, or not yet, is the same in both schemas."""
    place = (old if isinstance(edit.after, Absent) else new).pointer(("$defs", edit.details["definition"]))
    before, after = value_at(old.raw, place), value_at(new.raw, place)
    return not isinstance(before, Absent) and not isinstance(after, Absent) and same_json(before, after)


def _text_facts(position: Position, edit: SchemaEdit, old: NormalForm, new: NormalForm) -> Iterator[Fact]:
    if edit.keyword == "$comment":
        yield edit_fact(ids.COMMENT_CHANGED[position], edit, old, new)
        return
    edit, place = changed_text(edit, old, new)
    changed, respelled = ids.DESCRIPTION_CHANGED[position], ids.DESCRIPTION_RESPELLED[position]
    edits = edit_fact(changed, edit, old, new).values
    for fact in reworded_facts((changed, respelled), place, edit.before, edit.after):
        yield replace(fact, values=edits) if fact.rule != ids.UNCLASSIFIED else fact


def _format_fact(position: Position, edit: SchemaEdit, old: NormalForm, new: NormalForm, trial: EditJudge) -> Fact:
    edit = _with_written_formats(edit, old, new)
    if isinstance(edit.after, Absent):
        return edit_fact(ids.FORMAT_DROPPED[position], edit, old, new)
    if not isinstance(edit.before, Absent):
        return edit_fact(ids.FORMAT_CHANGED[position], edit, old, new)
    refused = _refused_values(edit, old) if position == "input" else ()
    if not refused:
        return edit_fact(ids.FORMAT_ADDED[position], edit, old, new)
    witness = trial.schemas.with_format_error(trial.example(_with_only(old.tree, edit, refused[0]), edit.path))
    return edit_fact(ids.INPUT_FORMAT_REFUSES, replace(edit, details={"values": refused}), old, new, witness)


def _with_written_formats(edit: SchemaEdit, old: NormalForm, new: NormalForm) -> SchemaEdit:
    """Fill in a format that the normal form dropped because it repeats the type, where another replaces it."""
    if isinstance(edit.before, Absent):
        return replace(edit, before=_written_format(old, edit.path))
    return replace(edit, after=_written_format(new, edit.new_path)) if isinstance(edit.after, Absent) else edit


def _written_format(form: NormalForm, path: Path) -> Json | Absent:
    found = (value_at(form.raw, f"{node}/format") for node in form.pointers(path))
    return next((value for value in found if not isinstance(value, Absent)), ABSENT)


def _with_only(tree: dict[str, Any], edit: SchemaEdit, value: Any) -> dict[str, Any]:
    fixed: dict[str, Any] = without_annotations(apply_steps(tree, [EditStep("set", (*edit.path, "enum"), [value])]))
    return fixed


def _refused_values(edit: SchemaEdit, old: NormalForm) -> list[Any]:
    """Return the enum values, default and examples of the old schema that do not have the new format."""
    node = node_at(old.tree, edit.path)
    examples = node.get("examples")
    given = [
        *node.get("enum", []),
        *([node["default"]] if "default" in node else []),
        *(examples if isinstance(examples, list) else []),
    ]
    name = edit.after
    return [
        value for value in given if isinstance(value, str) and isinstance(name, str) and not fits_format(value, name)
    ]


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text and its pointer; `value_key` or `type_key` is the one value or type that it describes, None for any."""

    text: str
    pointer: str
    value_key: bytes | None = None
    type_key: bytes | None = None

    def is_repeated_in(self, others: list[PlacedText]) -> bool:
        """Return whether one of the others is the same text about the same value or type."""
        return any(
            self.text == other.text
            and (self.value_key is None or other.value_key in (None, self.value_key))
            and (self.type_key is None or other.type_key in (None, self.type_key))
            for other in others
        )

    def may_describe(self, node: Node) -> bool:
        """Return whether the text may describe a value that the node accepts."""
        listed = node.get("enum")
        return self.value_key is None or not isinstance(listed, list) or self.value_key in map(json_key, listed)


def changed_text(edit: SchemaEdit, old: NormalForm, new: NormalForm) -> tuple[SchemaEdit, str]:
    """Return the edit of a text without the parts that both sides have, and the pointer of what is left.

    A text about one value comes and goes with that value, and does not change the text of the other values.
    """
    place = pointer_of(edit, old, new)
    if not all(isinstance(side, (str, Absent)) for side in (edit.before, edit.after)):
        return edit, place
    before, after = (
        _PlaceTexts.of(edit.keyword, form, path, place) for form, path in ((old, edit.path), (new, edit.new_path))
    )
    removed, added = before.missing_from(after), after.missing_from(before)
    if removed and not added and not before.beneath:
        added = [text for text in after.beneath if not text.is_repeated_in(before.own)]
    elif added and not removed and not after.beneath:
        removed = [text for text in before.beneath if not text.is_repeated_in(after.own)]
    if _joined_texts(removed) == _joined_texts(added):
        removed, added = [], []  # The text now describes another type, which is a finding of its own.
    left = replace(edit, before=_joined_texts(removed), after=_joined_texts(added))
    return left, next((text.pointer for text in (*added, *removed)), place)


@dataclass(frozen=True, slots=True)
class _PlaceTexts:
    """The texts of one side: of the node (`own`) and of the branches below it (`beneath`).

    `written` are all texts of the node, including titles that the normal form drops because they repeat the name.
    """

    node: Node
    own: list[PlacedText]
    beneath: list[PlacedText]
    written: list[PlacedText]

    @staticmethod
    def of(keyword: str, form: NormalForm, path: Path, place: str) -> _PlaceTexts:
        """Collect the texts of a node."""
        node = node_at(form.tree, path)
        inner = [text for at, part in _parts_below(node, path) for text in _texts_of(keyword, form, at, part, place)]
        written = [*_written_texts(keyword, form, path)]
        return _PlaceTexts(node, _texts_of(keyword, form, path, node, place), inner, written)

    def missing_from(self, other: _PlaceTexts) -> list[PlacedText]:
        """Return the own texts that the other side does not have."""
        others = [*other.own, *other.beneath, *other.written]
        return [text for text in self.own if not text.is_repeated_in(others) and text.may_describe(other.node)]


def _texts_of(keyword: str, form: NormalForm, path: Path, node: Node, place: str) -> list[PlacedText]:
    """Return the texts that were joined into that of a node, or the joined text where they do not explain it."""
    joined = node.get(keyword)
    if not isinstance(joined, str):
        return []
    lines = {*joined.split("\n")}
    found: dict[tuple[str, bytes | None], PlacedText] = {}
    for text in _written_texts(keyword, form, path):
        if lines >= {*text.text.split("\n")}:
            found.setdefault((text.text, text.value_key), text)
    if lines == {line for text in found.values() for line in text.text.split("\n")}:
        return [*found.values()]
    return [PlacedText(joined, place)]


def _written_texts(keyword: str, form: NormalForm, path: Path) -> Iterator[PlacedText]:
    """Yield the texts at every place that a node was made of."""
    for pointer in form.origins.get(path, ()):
        part = value_at(form.raw, pointer)
        text = part.get(keyword) if isinstance(part, dict) else None
        if isinstance(text, str):
            about = (_single_value(part), _type_key(part)) if is_branch(pointer) else (None, None)
            yield PlacedText(text, f"{pointer}/{keyword}", *about)


def _type_key(node: Node) -> bytes | None:
    """Return the key of a branch's types, unless the branch lists values."""
    return json_key(node["type"]) if "type" in node and not node.keys() & {"const", "enum"} else None


def _single_value(node: Node) -> bytes | None:
    """Return the key of the only value that a branch accepts."""
    listed = [node["const"]] if "const" in node else node.get("enum")
    return json_key(listed[0]) if isinstance(listed, list) and len(listed) == 1 else None


def _parts_below(node: Node, path: Path) -> Iterator[tuple[Path, Node]]:
    for keyword in BRANCH_KEYWORDS:
        for at, part in enumerate(node.get(keyword, ())):
            inner: Path = (*path, keyword, at)
            yield inner, part
            yield from _parts_below(part, inner)


def _joined_texts(texts: list[PlacedText]) -> Any:
    by_value = sorted(texts, key=lambda text: (text.value_key or b"", text.type_key or b""))
    return "\n".join(text.text for text in by_value) if by_value else ABSENT
