"""The sides of a comparison: the servers and items of a lock, decoded on first use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from govern.contract.surface import Item, Kind, KindName, Surface


@dataclass(frozen=True)
class ItemView:
    """One item of one side; `decode` loads its object, once."""

    kind: Kind
    key: str
    digest: str
    parts_line: str
    decode: Callable[[], Item]

    @cached_property
    def parts(self) -> Mapping[str, str]:
        """Return the short digests of the parts by name."""
        return dict(part.partition(":")[::2] for part in self.parts_line.split(" "))

    @cached_property
    def item(self) -> Item:
        """Return the item as advertised."""
        return self.decode()


@dataclass(frozen=True)
class ServerView:
    """One server of one side; `load_header` loads its Surface without items, once."""

    name: str
    digest: str
    source: str
    client: str | None
    folds: str | None
    integrity: str | None
    items: Mapping[tuple[KindName, str, int], ItemView]
    load_header: Callable[[], Surface]

    @cached_property
    def header(self) -> Surface:
        """Return the Surface of the server without its items."""
        return self.load_header()

    @property
    def own_fields(self) -> dict[str, Any]:
        """Return the fields of the handshake other than the protocol version."""
        return {key: value for key, value in self.header.handshake.items() if key != "protocolVersion"}


View = Mapping[str, ServerView]
