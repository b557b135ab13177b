"""The sides of a comparison: the servers and items of a lock, decoded on first use."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any

from govern.contract.digests import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from govern.contract.surface import Item, Kind, KindName, Surface
    from govern.facts.change import Fact

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class ItemView:
    """One item of one side; `decode` loads its object, once.

    `compared` holds the last item that this one was compared with, the reading, and the facts found.
    """

    kind: Kind
    key: str
    digest: str
    parts_line: str
    decode: Callable[[], Item]
    compared: list[tuple[ItemView, str, list[Fact]]] = field(default_factory=list, init=False, compare=False)

    @cached_property
    def parts(self) -> Mapping[str, str]:
        """Return the short digests of the parts by name."""
        return dict(part.partition(":")[::2] for part in self.parts_line.split(" "))

    @cached_property
    def item(self) -> Item:
        """Return the item as advertised."""
        return self.decode()

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the words of the description."""
        return frozenset(_WORD.findall(self.item.description.lower()))

    @cached_property
    def fields(self) -> frozenset[str]:
        """Return the names of the top-level parameters or arguments."""
        schema, arguments = self.item.raw.get("inputSchema"), self.item.raw.get("arguments")
        properties = schema.get("properties") if isinstance(schema, dict) else None
        if isinstance(properties, dict):
            return frozenset(properties)
        listed = arguments if isinstance(arguments, list) else []
        return frozenset(str(each.get("name")) for each in listed if isinstance(each, dict))

    @cached_property
    def digest_without_name(self) -> str | None:
        """Return the digest of everything but the name, None if there is nothing else."""
        rest = {key: value for key, value in self.item.raw.items() if key != self.kind.key}
        return digest(rest) if len(self.item.surface) > 1 else None


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

    def copies(self, kind: KindName, name: str) -> Iterator[ItemView]:
        """Yield the items of one name, which a server may list more than once."""
        for copy in count(1):
            item = self.items.get((kind, name, copy))
            if item is None:
                return
            yield item

    @property
    def own_fields(self) -> dict[str, Any]:
        """Return the fields of the handshake other than the protocol version."""
        return {key: value for key, value in self.header.handshake.items() if key != "protocolVersion"}


View = Mapping[str, ServerView]
