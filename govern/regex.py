"""Regular expressions that are compiled when first used.

To compile one takes up to a millisecond, and a short run uses few of the two hundred that govern has.
"""

from __future__ import annotations

__all__ = ["regex"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import compile as regex
else:
    import re

    _METHODS = ("search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer")

    class regex:  # noqa: N801 - called as re.compile is
        """As much of `re.Pattern` as govern uses; from the first use on its methods are the compiled one's own."""

        __slots__ = ("_flags", "pattern", *_METHODS)

        def __init__(self, pattern, flags=0):
            self.pattern, self._flags = pattern, flags

        def __getattr__(self, name):
            if name not in _METHODS:
                raise AttributeError(name)
            compiled = re.compile(self.pattern, self._flags)
            for each in _METHODS:
                setattr(self, each, getattr(compiled, each))
            return getattr(self, name)
