"""Rows about what stands beside the values of a schema: defaults, examples, hints, and what generators write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.rules.rule import Rule, Severity
from govern.rules.schema_place import TEXT, VALIDATION

if TYPE_CHECKING:
    from govern.rules.schema_place import Place

_WHOLE: dict[str, Any] = {"type": "integer"}
_SAFE = {**_WHOLE, "minimum": -(2**53) + 1, "maximum": 2**53 - 1}
_GOING = {**TEXT, "deprecated": True}
_NOTHING = ("No value is taken or refused otherwise.", "Nothing to do.")
_READERS = ("Clients differ in what they make of it.", "Check how the clients that you use read it.")
_OMITTED = ("A call that leaves it out may mean something else now.", "Check what callers that leave it out now get.")
_ANNOUNCED = ("It is announced to go.", "Move to what takes its place.")
_GENERATED = (
    "A generator writes them, for JavaScript (2^53 - 1) or 64 bits (2^63); no call that means anything is near them.",
    "Nothing to do.",
)


@dataclass(frozen=True, slots=True)
class _Note:
    """One row of both positions; `harms` is where the severity is more than SAFE."""

    stem: str
    mirror: str
    harms: tuple[str, ...]
    title: str
    words: tuple[str, str]
    sides: tuple[Any, Any]


_BOTH = ("input", "output")
_NOTES = (
    _Note("default-changed", "default-changed", ("input",), "A default changed", _OMITTED,
          ({**TEXT, "default": "a"}, {**TEXT, "default": "b"})),
    _Note("examples-changed", "examples-changed", (), "Examples changed", _NOTHING,
          (TEXT, {**TEXT, "examples": ["a"]})),
    _Note("comment-changed", "comment-changed", (), "A comment of the schema's authors changed", _NOTHING,
          (TEXT, {**TEXT, "$comment": "As in the database."})),
    _Note("deprecated-added", "deprecated-removed", ("input",), "Something is deprecated now", _ANNOUNCED,
          (TEXT, _GOING)),
    _Note("deprecated-removed", "deprecated-added", (), "Something is no longer deprecated", _NOTHING, (_GOING, TEXT)),
    _Note("annotation-changed", "annotation-changed", _BOTH, "A hint about content or access changed", _READERS,
          (TEXT, {**TEXT, "contentMediaType": "application/json"})),
    _Note("nullable-changed", "nullable-changed", _BOTH, "`nullable` came or went", _READERS,
          (TEXT, {**TEXT, "nullable": True})),
    _Note("safe-integer-bounds", "safe-integer-bounds", (), "The bounds of a language's integers came or went",
          _GENERATED, (_WHOLE, _SAFE)),
)  # fmt: skip


def notes(place: Place) -> tuple[Rule, ...]:
    """The rows of one position."""
    return tuple(_row(place, note) for note in _NOTES)


def _row(place: Place, note: _Note) -> Rule:
    is_risky = place.position in note.harms
    return Rule(
        f"{place.position}-{note.stem}",
        Severity.RISKY if is_risky else Severity.SAFE,
        note.title,
        "{place}: {keyword} {before} → {after}",
        *(note.words if is_risky or not note.harms else _NOTHING),
        place.example(*note.sides),
        mirror=f"{place.position}-{note.mirror}",
        spec=f"{VALIDATION}#section-9",
    )
