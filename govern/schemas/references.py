"""What a reference inside a document leads to."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

Json = Any


class LeadsNowhere(LookupError):
    """There is nothing at the place that a reference names."""


def resolve(document: Json, reference: Json) -> Json:
    """Follow a reference by JSON pointer, or by anchor, within its document."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        raise LeadsNowhere(reference)
    fragment = unquote(reference[1:])
    if fragment and not fragment.startswith("/"):
        return _anchored(document, fragment)
    held = document
    for step in fragment.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        try:
            held = held[int(name)] if isinstance(held, list) else held[name]
        except (KeyError, IndexError, ValueError, TypeError) as error:
            raise LeadsNowhere(reference) from error
    return held


def _anchored(held: Json, anchor: str) -> Json:
    if isinstance(held, dict):
        if held.get("$anchor") == anchor or held.get("$dynamicAnchor") == anchor:
            return held
        held = list(held.values())
    for inner in held if isinstance(held, list) else []:
        try:
            return _anchored(inner, anchor)
        except LeadsNowhere:
            continue
    raise LeadsNowhere(anchor)
