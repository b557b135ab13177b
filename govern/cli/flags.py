"""How a verb says what its words mean: once, for the quick reading of them and for typer, which explains them.

A verb is a function whose parameters are annotated with these, as in `Said[bool, Option("--live")]`.
"""

from __future__ import annotations

__all__ = ["Argument", "Option", "Said"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Annotated as Said
    from typing import Any
else:

    class Said:
        """A type, and what is said of it; to type checkers it is `typing.Annotated`, and soon imported."""

        def __init__(self, kind, word):
            self._kind, self.word = kind, word

        def __class_getitem__(cls, both):
            return cls(*both)

        @property
        def kind(self):
            """The type; one that is written as a text is a day."""
            if not isinstance(self._kind, str):
                return self._kind
            from datetime import datetime

            return eval(self._kind, {"datetime": datetime})  # noqa: S307 - what our own source says


class Option:
    """A flag by its names; one of a `bool` takes no value."""

    def __init__(self, *names: str, **settings: Any) -> None:
        self.names = names
        self.settings = settings


class Argument:
    """A word by its place."""

    def __init__(self, **settings: Any) -> None:
        self.settings = settings
