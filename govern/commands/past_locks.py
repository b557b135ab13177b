"""Locks of old commits, each read once."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from govern.lockfile.store import BlockReader, read_lock

if TYPE_CHECKING:
    from govern.git.trees import BlobReader
    from govern.lockfile.document import Lock

_KEPT = 4


class PastLocks:
    """A reader of locks by their blobs.

    Each lock is verified, except parts that are identical in the lock read before: from one commit to the next most
    of a lock stays.
    """

    def __init__(self, blobs: BlobReader, blocks: BlockReader | None = None) -> None:
        self._blobs = blobs
        self._kept: OrderedDict[str, Lock] = OrderedDict()
        self._last: Lock | None = None
        self._alike = blocks or BlockReader()

    def at(self, blob: str, called: str) -> Lock:
        """Return the lock in this blob. Errors name `called`."""
        if blob in self._kept:
            self._kept.move_to_end(blob)
            return self._kept[blob]
        lock = self._kept[blob] = self.read(self._blobs.content(blob), called)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return lock

    def read(self, content: bytes, called: str) -> Lock:
        """Return the lock in this content, from any source."""
        self._last = read_lock(content, called, self._alike, self._last)
        return self._last
