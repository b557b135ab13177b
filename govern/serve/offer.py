"""The locked texts of one server for its clients, so that no change of a live text reaches a model."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from govern.contract.surface import TEMPLATE
from govern.policy.approvals import matches_pattern

if TYPE_CHECKING:
    from govern.contract.surface import Kind, KindName, Surface
    from govern.lockfile.document import LockedServer

_METHODS: dict[KindName, str] = {
    "tool": "tools/list",
    "prompt": "prompts/list",
    "resource": "resources/list",
    "template": "resources/templates/list",
}
_EXPRESSION = re.compile(r"\{[^{}]*\}")


class Offer:
    """The locked surface of one server, as results of the protocol, which share objects: do not change them."""

    def __init__(self, locked: LockedServer) -> None:
        self._locked = locked
        # Of several items with one name, the digest of the first.
        self._digests = {(item.kind.name, item.key): item.digest for item in reversed(locked.items)}

    @property
    def handshake(self) -> dict[str, Any]:
        """Return the locked result of `initialize`, with all its fields."""
        return self.surface.handshake

    @cached_property
    def surface(self) -> Surface:
        """Return everything that was locked."""
        return self._locked.surface()

    def listing(self, kind: Kind) -> dict[str, Any]:
        """Return the whole list of one kind as the result of its list method, on one page."""
        items = [item.raw for item in self.surface.of(kind)]
        return {kind.listed_as: items, **self.surface.lists.get(_METHODS[kind.name], {})}

    def digest(self, kind: KindName, key: str) -> str:
        """Return the locked digest of an item, or an empty text if the lock has no item of this name or URI."""
        return self._digests.get((kind, key), "")

    def template_for(self, uri: str) -> str | None:
        """Return the locked URI template that a URI fits, None if it fits none."""
        templates = (item.key for item in self._locked.of(TEMPLATE))
        return next((key for key in templates if matches_pattern(_EXPRESSION.sub("*", key), uri)), None)
