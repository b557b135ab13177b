"""The options and arguments of the verbs: declared once, for typer and for the reader that does without it.

A verb is a function whose parameters are annotated with these, as in `Annotated[bool, Option("--live")]`.
"""

from __future__ import annotations

from typing import Any


class Option:
    """A flag with its names; a `bool` takes no value."""

    def __init__(self, *names: str, **settings: Any) -> None:
        self.names = names
        self.settings = settings


class Argument:
    """A positional argument."""

    def __init__(self, **settings: Any) -> None:
        self.settings = settings
