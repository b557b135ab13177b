"""Every string that a model may read in what a server advertises, with its JSON pointer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Placed = tuple[str, str]

_DIALECT = re.compile(r"https?://json-schema\.org/[\w/#-]*$")
# A resource's own address, and a schema's name that looks like one: nothing is sent there. Inside data it is neither.
_OWN_ADDRESS = re.compile(
    r"/uri|/uriTemplate|/(?:input|output)Schema(?!/(?:.*/)?(?:const|default|enum|examples)/)(?:/.*)?/\$(?:id|schema)"
)


def texts_in(value: Any) -> Iterator[Placed]:
    """Yield all strings inside a JSON value, in its order; a field's name has the pointer of the field itself."""
    rest: list[tuple[str, Any]] = [("", value)]
    while rest:
        place, inner = rest.pop()
        if isinstance(inner, str):
            yield place, inner
        elif isinstance(inner, dict):
            named = [(f"{place}/{key.replace('~', '~0').replace('/', '~1')}", key) for key in inner]
            yield from named
            rest += [(deeper, inner[key]) for deeper, key in reversed(named)]
        elif isinstance(inner, list):
            rest += [(f"{place}/{index}", each) for index, each in reversed(list(enumerate(inner)))]


def read_by_model(raw: Mapping[str, object]) -> Iterator[Placed]:
    """Yield the strings of an item that reach a model: no icons, no website, no schema dialect."""
    for pointer, text in texts_in(raw):
        shown_to_people = pointer.removeprefix("/serverInfo").startswith(("/icons", "/websiteUrl"))
        if not shown_to_people and not (text.startswith("http") and _DIALECT.match(text)):
            yield pointer, text.replace("\r\n", "\n")


def is_own_address(pointer: str) -> bool:
    """Whether the string at this pointer identifies the item or a schema."""
    return bool(_OWN_ADDRESS.fullmatch(pointer))
