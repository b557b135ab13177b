"""A change as the edit that it is: `limit`: maximum 100 → 50."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from govern.contract.surface import Absent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from govern.contract.json_type import Json
    from govern.rules.finding import Finding

# Keywords that lead on to what a reader calls by its own name, and how the step is written.
_NAMED = {"properties": "{}", "$defs": "$defs.{}", "definitions": "definitions.{}", "patternProperties": "/{}/",
          "dependentSchemas": "dependentSchemas.{}"}  # fmt: skip
_NUMBERED = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
_SIDES = ("before", "after")
# What part of the room goes to what stands before the first difference.
_BEFORE_IT = 4
_ROOTS = frozenset({"inputSchema", "outputSchema"})


@dataclass(frozen=True, slots=True)
class Edit:
    """Where, what there, and the values as JSON texts; a side that has none is None."""

    place: str
    what: str
    before: str | None
    after: str | None

    def within(self, most: int) -> tuple[str | None, str | None]:
        """Both sides where `most` of each is shown: without the beginning that they share where all else lies behind.

        The same beginning on both sides would say that nothing differs.
        """
        before, after = self.before, self.after
        if before is None or after is None or max(len(before), len(after)) <= most:
            return before, after
        pairs = enumerate(zip(before, after, strict=False))
        shared = next((at for at, (one, other) in pairs if one != other), min(len(before), len(after)))
        cut = shared - most // _BEFORE_IT
        return (f"…{before[cut:]}", f"…{after[cut:]}") if shared > most // 2 else (before, after)


def edit_of(finding: Finding) -> Edit | None:
    """The edit, where it is one of a value and the message does not say all of it."""
    change = finding.change
    values = change.before, change.after
    if not change.pointer or all(isinstance(value, Absent) for value in values):
        return None
    # Of a text, the words that changed are shown; and the list of what steers a model is its message, as is where a
    # client refuses something.
    listed = finding.rule.lane == "text" and isinstance(change.after, list)
    if texts_of(finding) or listed or finding.rule.lane == "reach":
        return None
    template = finding.rule.message
    if all(f"{{{side}" in template or _held(value, finding) for side, value in zip(_SIDES, values, strict=True)):
        return None
    place, what = place_of(change.pointer)
    return Edit(place, what, _text(change.before), _text(change.after))


def texts_of(finding: Finding) -> tuple[str, str] | None:
    """Before and after, where the change is one of a text that the message does not hold whole."""
    sides = finding.change.before, finding.change.after
    before, after = ("" if isinstance(side, Absent) else side for side in sides)
    if finding.rule.lane != "text" or not (isinstance(before, str) and isinstance(after, str)):
        return None
    return None if all(_held(side, finding) for side in sides) else (before, after)


def place_of(pointer: str) -> tuple[str, str]:
    """`/inputSchema/properties/limit/maximum` as `limit` and `maximum`."""
    first, *steps = (step.replace("~1", "/").replace("~0", "~") for step in pointer.removeprefix("/").split("/"))
    if first not in _ROOTS or not steps:
        *names, what = (first, *steps)
        return ".".join(names), what
    names, what = _path(steps)
    return ".".join(names).replace(".[", "["), what


def _path(steps: Sequence[str]) -> tuple[list[str], str]:
    """The names on the way, and the keyword at its end; the way may end at a name."""
    names: list[str] = []
    at = 0
    while at < len(steps):
        step, more = steps[at], at + 1 < len(steps)
        if step in _NAMED and more:
            names.append(_NAMED[step].format(steps[at + 1]))
            at += 2
        elif step in _NUMBERED and more:
            names.append(f"[{steps[at + 1]}]" if step == "prefixItems" else f"{step}[{steps[at + 1]}]")
            at += 2
        elif more:
            names.append("[]" if step == "items" else step)
            at += 1
        else:
            return names, step
    return names, ""


def _text(value: Json | Absent) -> str | None:
    return None if isinstance(value, Absent) else json_line(value)


def json_line(value: Json) -> str:
    """A value on one line, with room to break it."""
    return json.dumps(value, ensure_ascii=False)


def _held(value: Json | Absent, finding: Finding) -> bool:
    """Whether the message holds all of a value."""
    if isinstance(value, Absent):
        return True
    text = value if isinstance(value, str) else json_line(value)
    message = finding.message
    # A pattern is compiled for each text, which takes long for long ones, and hardly any stands there at all.
    return text in message and bool(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", message))
