"""HTML in which nothing is markup but what we made: any other text is escaped, and its hidden characters are shown."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from govern.contract.characters import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWN = re.compile("‹U\\+[0-9A-F]{4,6}›")
# Elements that have no end.
_VOID = frozenset({"input", "link", "meta"})
# Elements that hold text and nothing else, so that hidden characters are shown without a mark around them.
_PLAIN = frozenset({"option", "text", "title"})


class Markup(str):
    """A text that is HTML already; nothing but this module makes one of what it was given."""

    __slots__ = ()


Child = str | None
Attribute = str | int | float | bool | None


def element(name: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """An element; `class_` is `class`, `data_x` is `data-x`, True is an attribute without a value."""
    opened = f"<{name}{''.join(_attribute(*each) for each in attributes.items())}>"
    if name in _VOID:
        return Markup(opened)
    if name in _PLAIN:
        children = tuple(Markup(escape(visible(child))) for child in children if child is not None)
    return Markup(f"{opened}{joined(children)}</{name}>")


def joined(children: Iterable[Child], between: str = "") -> Markup:
    """Many as one; nothing stands for None."""
    return Markup(text(between).join(text(child) for child in children if child is not None))


def text(said: str) -> Markup:
    """Somebody's text as HTML that shows all of it; what is HTML already stays as it is."""
    if isinstance(said, Markup):
        return said
    safe = escape(visible(said))
    return Markup(_SHOWN.sub(r'<mark class="hidden">\g<0></mark>', safe) if "‹U+" in safe else safe)


def theirs(said: str, name: str = "bdi", **attributes: Attribute) -> Markup:
    """What a server or a person says, set apart so that its direction and its line ends touch nothing around it."""
    return element(name, said, dir="auto", class_="theirs", **attributes)


def verbatim(ours: str) -> Markup:
    """What ships with govern, as it is: the style and the script."""
    return Markup(ours)


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    shown = "" if value is True else f'="{escape(visible(str(value)))}"'
    return f" {name.rstrip('_').replace('_', '-')}{shown}"
