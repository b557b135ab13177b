"""A recorded call, as every reader of a log hands it on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple


class Guess(NamedTuple):
    """What a log of MCP messages tells of the server: the name that it gave itself, or nothing.

    A plain text in its place is the name that the client knows the server by.
    """

    name: str = ""


class Client(NamedTuple):
    """In place of a server: the client's own tools, which no lock holds."""


Server = str | Guess | Client | None
# In place of an answer: the call failed when it was recorded.
FAILED: Final = object()
# What takes a call: server, tool, arguments, answer, and its line. Arguments are an object, or the JSON text of one;
# they are None where they were not recorded, and so is an answer.
Take = Callable[[Server, str, Any, Any, int], None]


def is_failure(result: Any) -> bool:
    """Whether this is the result of a tool that says that it failed."""
    return result.__class__ is dict and result.get("isError") is True
