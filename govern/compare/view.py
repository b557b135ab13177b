"""Two sides of a comparison: what a lock holds, decoded only where someone looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from govern.contract.surface import Item, Kind, KindName, Surface


@dataclass(frozen=True)
class ItemView:
    """One item of one side; `decode` makes its object, once."""

    kind: Kind
    key: str
    digest: str
    parts_line: str
    decode: Callable[[], Item]

    @cached_property
    def parts(self) -> Mapping[str, str]:
        """The short digests of its parts by name."""
        return dict(part.partition(":")[::2] for part in self.parts_line.split(" "))

    @cached_property
    def item(self) -> Item:
        """The item as advertised."""
        return self.decode()


@dataclass(frozen=True)
class ServerView:
    """One server of one side; `greet` makes what it said of itself (a Surface without items), once."""

    name: str
    digest: str
    source: str
    client: str | None
    folds: str | None
    items: Mapping[tuple[KindName, str, int], ItemView]
    load_header: Callable[[], Surface]

    @cached_property
    def header(self) -> Surface:
        """What it says of itself."""
        return self.load_header()


View = Mapping[str, ServerView]
