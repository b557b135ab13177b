"""What is only worth importing where there is much to do: orjson takes 5 ms to import, OpenSSL's digests 2 ms.

In that time the standard library writes about 150,000 characters of JSON, and digests them without OpenSSL.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_AT_LEISURE = 150_000
# Python's own code of the same algorithm, by its versions; builds may leave it out.
_OWN_DIGESTS = ("_sha2", "_sha256")


class Pace:
    """How much was done so far, by characters."""

    def __init__(self, at_leisure: int = _AT_LEISURE) -> None:
        self._left = at_leisure
        self._orjson: Any = None
        self._sha256: Any = None

    def orjson(self, size: int = 0) -> Any:
        """The module, once it pays; None before that. `size` is what is to be done, or was."""
        self._left -= size
        if self._left < 0 and self._orjson is None:
            import orjson

            self._orjson = orjson
        return self._orjson

    def sha256(self, data: bytes) -> str:
        """The digest in hexadecimal."""
        if self._left < 0:
            from hashlib import sha256

            return sha256(data).hexdigest()
        self._sha256 = self._sha256 or _own_sha256()
        found: str = self._sha256(data).hexdigest()
        return found


def _own_sha256() -> Any:
    for name in (*_OWN_DIGESTS, "hashlib"):
        try:
            return import_module(name).sha256
        except ImportError:
            continue
    raise ImportError("this Python has no sha256")


PACE = Pace()
