"""Why a call fails, in words that hold nothing of what was recorded but names that a schema declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.contract.characters import visible
from govern.rules.schema_wording import place_of
from govern.traces.contract import MASK
from govern.traces.shape import HIDDEN_NAME, name_of

if TYPE_CHECKING:
    from govern.traces.contract import Complaint, Part

_LONGEST = 200
_ROOTS: dict[Part, str] = {"input": "the arguments", "output": "the answer"}


def told(complaint: Complaint, part: Part, declared: frozenset[str]) -> str:
    """One complaint as a sentence."""
    place = place_of(complaint.pointer[:-1])
    inside = f"{place}." if place else ""
    names = sorted({name_of(name, declared) for name in complaint.names} - {HIDDEN_NAME})
    listed = ", ".join(f"`{inside}{name}`" for name in names) or "a name that is not declared"
    where = f"`{place}`" if place else _ROOTS[part]
    match complaint.keyword:
        case "required":
            return _clipped(f"{listed} is required")
        case "additionalProperties" | "unevaluatedProperties":
            return _clipped(f"{listed} is not taken" if part == "input" else f"{listed} is not declared")
        case "propertyNames" | "dependentRequired" | "dependentSchemas":
            return _clipped(f"{where} does not fit {complaint.keyword}")
    message = complaint.message
    if message.startswith(f"{MASK} "):
        return _clipped(f"{where} {message.removeprefix(f'{MASK} ')}")
    return _clipped(f"{where}: {message}")


def _clipped(text: str) -> str:
    text = visible(text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
