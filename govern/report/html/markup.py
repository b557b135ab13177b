"""HTML in which only govern adds markup: any other text is escaped, with its hidden characters made visible."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from govern.contract.characters import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWN = re.compile("‹U\\+[0-9A-F]{4,6}›")
# Elements without an end tag.
_VOID = frozenset({"input", "link", "meta"})
# Elements that contain only text, so hidden characters cannot be wrapped in a mark.
_PLAIN = frozenset({"option", "text", "title"})


class Markup(str):
    """A text that is HTML already; only this module creates it."""

    __slots__ = ()


Child = str | None
Attribute = str | int | float | bool | None


def element(name: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """Return an element; `class_` is `class`, `data_x` is `data-x`, True is an attribute without a value."""
    opened = f"<{name}{''.join(_attribute(*each) for each in attributes.items())}>"
    if name in _VOID:
        return Markup(opened)
    if name in _PLAIN:
        children = tuple(Markup(escape(visible(child))) for child in children if child is not None)
    return Markup(f"{opened}{joined(children)}</{name}>")


def joined(children: Iterable[Child], between: str = "") -> Markup:
    """Return children as one piece of markup; None is left out."""
    return Markup(text(between).join(text(child) for child in children if child is not None))


def text(content: str) -> Markup:
    """Return a text as HTML with hidden characters visible; markup is returned as it is."""
    if isinstance(content, Markup):
        return content
    safe = escape(visible(content))
    return Markup(_SHOWN.sub(r'<mark class="hidden">\g<0></mark>', safe) if "‹U+" in safe else safe)


def theirs(content: str, name: str = "bdi", **attributes: Attribute) -> Markup:
    """Return untrusted text, isolated so that its direction and line ends do not affect what is around it."""
    return element(name, content, dir="auto", class_="theirs", **attributes)


def verbatim(ours: str) -> Markup:
    """Return the style sheet or the script of govern as markup, unescaped."""
    return Markup(ours)


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    shown = "" if value is True else f'="{escape(visible(str(value)))}"'
    return f" {name.rstrip('_').replace('_', '-')}{shown}"
