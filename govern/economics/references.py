"""Where a `$ref` of a schema leads: to any place of the same document, or nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from govern.contract.json_type import Json

# How deep schemas are followed; what lies deeper, through chains of references mostly, counts as one value.
DEEPEST = 100


def referred(root: Json, reference: Any) -> Any:
    """What the reference names, or None; references out of the document are never followed."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return None
    place: Any = root
    for step in _steps(reference[1:]):
        if isinstance(place, dict):
            place = place.get(step)
        elif isinstance(place, list) and _is_index(step) and int(step) < len(place):
            place = place[int(step)]
        else:
            return None
    return place


def _steps(pointer: str) -> list[str]:
    if "%" in pointer:
        from urllib.parse import unquote

        pointer = unquote(pointer)
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def _is_index(step: str) -> bool:
    return step.isascii() and step.isdecimal() and len(step) < len("1000000000")
