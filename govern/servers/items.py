"""Raw lists, as they came, into Items; every way to a server ends here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract import json_text
from govern.contract.surface import Item, is_text
from govern.errors import ServerMisbehaved, SurfaceTooLarge

if TYPE_CHECKING:
    from govern.contract.surface import Kind
    from govern.policy.settings import Limits

_SHOWN_VALUE = 60


def items(kind: Kind, raw: object, limits: Limits, where: str) -> list[Item]:
    """The items of one list; `where` is the list's own place, such as `tools`. A list that is null is empty."""
    if raw is None:
        return []
    if not isinstance(raw, list):
        raise ServerMisbehaved(f"this is {_named(raw)}, not a list of {kind.listed_as}", where=where)
    if len(raw) > limits.items:
        raise SurfaceTooLarge(
            f"{len(raw)} {kind.listed_as} are more than the limit of {limits.items}",
            where=where,
            limit="items",
        )
    made = [_item(kind, entry, f"{where}[{index}]") for index, entry in enumerate(raw)]
    if json_text.depth(raw) > limits.depth + 1:
        _refuse_deepest(made, limits, where)
    return made


def _refuse_deepest(made: list[Item], limits: Limits, where: str) -> None:
    for index, item in enumerate(made):
        if json_text.depth(item.raw) > limits.depth:
            raise SurfaceTooLarge(
                f"the {item.kind.name} {item.key!r} is nested deeper than the limit of {limits.depth}",
                where=f"{where}[{index}]",
                limit="depth",
            )


def _item(kind: Kind, entry: Any, where: str) -> Item:
    if not isinstance(entry, dict):
        raise ServerMisbehaved(f"this is {_named(entry)}, not a {kind.name} object", where=where)
    if kind.key not in entry:
        raise ServerMisbehaved(f"this {kind.name} has no {kind.key!r}, so nobody can name it", where=where)
    if not is_text(entry[kind.key]):
        raise ServerMisbehaved(
            f"a {kind.name}'s {kind.key!r} must be text that UTF-8 can hold; this is {_named(entry[kind.key])}",
            where=f"{where}.{kind.key}",
        )
    return Item(kind, entry)


def _named(value: object) -> str:
    words = {dict: "an object", list: "a list", str: "text", bool: "a boolean", type(None): "null"}
    shown = ascii(value)
    return f"{words.get(type(value), 'a number')} ({shown[:_SHOWN_VALUE]}{'…' if len(shown) > _SHOWN_VALUE else ''})"
