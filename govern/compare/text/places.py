"""Every string that a model may read in what a server advertises, with its JSON pointer."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

Placed = tuple[str, str]


def texts_in(value: Any) -> Iterator[Placed]:
    """All strings inside a JSON value, in its order; a field's name has the pointer of the field itself."""
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
