"""A change of a value as a reader sees it: `limit`: maximum 100 → 50."""

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

# Keywords whose next step is a name of the schema's author, and how the two are written.
_NAMED = {"properties": "{}", "$defs": "$defs.{}", "definitions": "definitions.{}", "patternProperties": "/{}/",
          "dependentSchemas": "dependentSchemas.{}"}  # fmt: skip
_NUMBERED = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
_SIDES = ("before", "after")
# One part in this many goes to the text before the first difference.
_CONTEXT_SHARE = 4
_ROOTS = frozenset({"inputSchema", "outputSchema"})


@dataclass(frozen=True, slots=True)
class ValueEdit:
    """A changed value: its place, the keyword, and both sides as JSON; a side without a value is None."""

    place: str
    what: str
    before: str | None
    after: str | None

    def within(self, most: int) -> tuple[str | None, str | None]:
        """Return both sides for a display of `most` characters each.

        A long common beginning is left out if all that differs lies behind it, so that the difference shows.
        """
        before, after = self.before, self.after
        if before is None or after is None or max(len(before), len(after)) <= most:
            return before, after
        pairs = enumerate(zip(before, after, strict=False))
        shared = next((at for at, (one, other) in pairs if one != other), min(len(before), len(after)))
        cut = shared - most // _CONTEXT_SHARE
        return (f"…{before[cut:]}", f"…{after[cut:]}") if shared > most // 2 else (before, after)


def edit_of(finding: Finding, *, whole: bool = False) -> ValueEdit | None:
    """Return the value that changed, or None if the message already shows it or the change is not of a value.

    A message that names the properties of a schema stands for it, except where `whole` values are shown.
    """
    change = finding.change
    values = change.before, change.after
    if not change.pointer or all(isinstance(value, Absent) for value in values):
        return None
    # For a text, the changed words are shown; a list of suspicious sentences and what a client rejects are the message.
    listed = finding.rule.lane == "text" and isinstance(change.after, list)
    if texts_of(finding) or listed or finding.rule.lane == "reach":
        return None
    template = finding.rule.message
    if "{declared}" in template and not whole:
        return None
    if all(f"{{{side}" in template or _in_message(value, finding) for side, value in zip(_SIDES, values, strict=True)):
        return None
    place, what = place_of(change.pointer)
    return ValueEdit(place, what, _json_or_none(change.before), _json_or_none(change.after))


def texts_of(finding: Finding) -> tuple[str, str] | None:
    """Return the old and the new text of a changed text, or None if the message already holds both."""
    sides = finding.change.before, finding.change.after
    before, after = ("" if isinstance(side, Absent) else side for side in sides)
    if finding.rule.lane != "text" or not (isinstance(before, str) and isinstance(after, str)):
        return None
    return None if all(_in_message(side, finding) for side in sides) else (before, after)


def place_of(pointer: str) -> tuple[str, str]:
    """Split a pointer into place and keyword: `/inputSchema/properties/limit/maximum` is `limit` and `maximum`."""
    first, *steps = (step.replace("~1", "/").replace("~0", "~") for step in pointer.removeprefix("/").split("/"))
    if first not in _ROOTS or not steps:
        *names, what = (first, *steps)
        return ".".join(names), what
    names, what = _names_and_keyword(steps)
    return ".".join(names).replace(".[", "["), what


def _names_and_keyword(steps: Sequence[str]) -> tuple[list[str], str]:
    """Return the names along the way and the keyword at its end, which is empty if the way ends at a name."""
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


def _json_or_none(value: Json | Absent) -> str | None:
    return None if isinstance(value, Absent) else json_line(value)


def json_line(value: Json) -> str:
    """Return a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def _in_message(value: Json | Absent, finding: Finding) -> bool:
    """Return whether the message contains the whole value."""
    if isinstance(value, Absent):
        return True
    text = value if isinstance(value, str) else json_line(value)
    message = finding.message
    # Compiling a pattern for a long text is slow, and most texts are not in the message at all.
    return text in message and bool(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", message))
