"""How a verb says what its words mean: once, for the quick reading of them and for typer, which explains them.

A verb is a function whose parameters are annotated with these.
"""

from __future__ import annotations

from typing import Any


class Option:
    """A flag by its names; one of a `bool` takes no value."""

    def __init__(self, *names: str, **settings: Any) -> None:
        self.names = names
        self.settings = settings


class Argument:
    """A word by its place."""

    def __init__(self, **settings: Any) -> None:
        self.settings = settings
