"""What the table decides without asking the engine: notes, texts, formats, and what disappears."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from govern.contract.surface import ABSENT, Absent
from govern.facts import rule_ids as ids
from govern.facts.rewording import reworded_facts
from govern.schemas.edits import rules
from govern.schemas.edits.edit import Step, applied
from govern.schemas.edits.focus import validating
from govern.schemas.edits.oracle import fits_format
from govern.schemas.edits.pair import below
from govern.schemas.edits.places import fact_of, value_at
from govern.schemas.edits.sayings import retold
from govern.schemas.edits.told import said_of
from govern.schemas.edits.words import same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.contract.json_type import Json
    from govern.facts.fact import Fact
    from govern.schemas.edits.edit import Edit
    from govern.schemas.edits.form import Form
    from govern.schemas.edits.oracle import Position
    from govern.schemas.edits.trial import Trial
    from govern.schemas.edits.words import Path

_NAMES = {
    "annotation": rules.ANNOTATION_CHANGED,
    "default": rules.DEFAULT_CHANGED,
    "examples": rules.EXAMPLES_CHANGED,
    "nullable": rules.NULLABLE_CHANGED,
    "nullable-type": rules.NULLABLE_CHANGED,
    "wrapping": rules.WRAPPING_CHANGED,
    "safe-integer": rules.SAFE_INTEGER_BOUNDS,
}


def documented(position: Position, edit: Edit, old: Form, new: Form, trial: Trial) -> Iterator[Fact]:
    """The facts of an edit that the engine is not asked about."""
    if edit.family == "text":
        yield from _text(position, edit, old, new)
    elif edit.family == "format":
        yield _format(position, edit, old, new, trial)
    elif edit.family == "deprecated":
        rule = rules.DEPRECATED_ADDED if edit.after is True else rules.DEPRECATED_REMOVED
        yield fact_of(rule[position], edit, old, new)
    elif edit.family == "unused":
        if not _is_there_still(edit, old, new):
            yield fact_of(rules.DEFINITION_CHANGED[position], edit, old, new)
    elif edit.family == "unknown":
        yield fact_of(ids.UNCLASSIFIED, edit, old, new)
    else:
        yield fact_of(_NAMES[edit.family][position], edit, old, new)


def _is_there_still(edit: Edit, old: Form, new: Form) -> bool:
    """Whether a definition that is referred to no longer, or not yet, stands as it is on the other side."""
    place = (old if isinstance(edit.after, Absent) else new).pointer(("$defs", edit.said["definition"]))
    before, after = value_at(old.raw, place), value_at(new.raw, place)
    return not isinstance(before, Absent) and not isinstance(after, Absent) and same(before, after)


def _text(position: Position, edit: Edit, old: Form, new: Form) -> Iterator[Fact]:
    if edit.keyword == "$comment":
        yield fact_of(rules.COMMENT_CHANGED[position], edit, old, new)
        return
    edit, place = retold(edit, old, new)
    changed, respelled = rules.DESCRIPTION_CHANGED[position], rules.DESCRIPTION_RESPELLED[position]
    told = fact_of(changed, edit, old, new)
    for fact in reworded_facts((changed, respelled), place, edit.before, edit.after):
        yield replace(fact, said=told.said) if fact.rule != ids.UNCLASSIFIED else fact


def _format(position: Position, edit: Edit, old: Form, new: Form, trial: Trial) -> Fact:
    edit = _with_formats(edit, old, new)
    if isinstance(edit.after, Absent):
        return fact_of(rules.FORMAT_DROPPED[position], edit, old, new)
    if not isinstance(edit.before, Absent):
        return fact_of(rules.FORMAT_CHANGED[position], edit, old, new)
    refused = _refused(edit, old) if position == "input" else ()
    if not refused:
        return fact_of(rules.FORMAT_ADDED[position], edit, old, new)
    witness = trial.sides.misformed(trial.example(_fixed(old.tree, edit, refused[0]), edit.path))
    fact = fact_of(ids.INPUT_FORMAT_REFUSES, edit, old, new, witness)
    return replace(fact, said=fact.said | {"values": said_of(replace(edit, said={"values": refused}), "")["values"]})


def _with_formats(edit: Edit, old: Form, new: Form) -> Edit:
    """A format that says no more than the type is none, but where another takes its place it is told."""
    if isinstance(edit.before, Absent):
        return replace(edit, before=_format_at(old, edit.path))
    return replace(edit, after=_format_at(new, edit.now)) if isinstance(edit.after, Absent) else edit


def _format_at(form: Form, path: Path) -> Json | Absent:
    found = (value_at(form.raw, f"{node}/format") for node in form.pointers(path))
    return next((value for value in found if not isinstance(value, Absent)), ABSENT)


def _fixed(tree: dict[str, Any], edit: Edit, value: Any) -> dict[str, Any]:
    fixed: dict[str, Any] = validating(applied(tree, [Step("set", (*edit.path, "enum"), [value])]))
    return fixed


def _refused(edit: Edit, old: Form) -> list[Any]:
    """The values that the old schema itself gives for the place and the new format does not have."""
    node = below(old.tree, edit.path)
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
