"""Faster encoders, imported only for large inputs: orjson takes 5 ms to import, OpenSSL's digests 2 ms.

In that time the standard library encodes about 150,000 characters of JSON and digests them. Most runs that get so far
are nearly done, so the limit is twice that.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_AT_LEISURE = 300_000
# Python's built-in implementation, by version; some builds lack it.
_OWN_DIGESTS = ("_sha2",) if sys.version_info >= (3, 12) else ("_sha256",)


class Encoders:
    """The encoders in use, by the number of characters so far; `orjson` is None until it pays off."""

    def __init__(self, at_leisure: int = _AT_LEISURE) -> None:
        self._left = at_leisure
        self.orjson: Any = None
        self.sha256: Callable[[bytes], Any] = _plain_sha256

    def count(self, size: int) -> None:
        """Count characters that were encoded or are about to be, and switch encoders beyond the limit."""
        self._left -= size
        if self._left < 0 and self.orjson is None:
            from hashlib import sha256

            import orjson

            self.orjson, self.sha256 = orjson, sha256


def _plain_sha256(data: bytes) -> Any:
    return _own_sha256()(data)


@cache
def _own_sha256() -> Any:
    for name in (*_OWN_DIGESTS, "hashlib"):
        try:
            return import_module(name).sha256
        except ImportError:
            continue
    raise ImportError("this Python has no sha256")


ENCODERS = Encoders()
