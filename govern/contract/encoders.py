"""What is only worth importing where there is much to do: orjson takes 5 ms to import, OpenSSL's digests 2 ms.

In that time the standard library writes about 150,000 characters of JSON, and digests them without OpenSSL. Most runs
that get so far are nearly done, so they are given as much again.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_AT_LEISURE = 300_000
# Python's own code of the same algorithm, by its versions; builds may leave it out.
_OWN_DIGESTS = ("_sha2",) if sys.version_info >= (3, 12) else ("_sha256",)


class Encoders:
    """How much was done so far, by characters. `orjson` is None as long as it does not pay."""

    def __init__(self, at_leisure: int = _AT_LEISURE) -> None:
        self._left = at_leisure
        self.orjson: Any = None
        self.sha256: Callable[[bytes], Any] = _plain_sha256

    def count(self, size: int) -> None:
        """So much more was done, or is to be done now."""
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
