"""Recorded calls as every reader of a log returns them, and the parts that the readers share."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import orjson

if TYPE_CHECKING:
    from collections.abc import Mapping


_NOTHING: Mapping[str, Any] = {}
_BEGINS = ('{"', '[{"', "{ ")


def mapping_in(value: Any) -> Mapping[str, Any]:
    """The value where it is an object, else an empty one."""
    return value if value.__class__ is dict else _NOTHING


def json_in(text: str) -> Any:
    """What a JSON text says, None where it is none."""
    try:
        return orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError):
        return None


def json_behind(line: bytes) -> tuple[str, Any] | None:
    """What stands before a JSON object on a line, and the object, whatever comes after it."""
    text = line.decode("utf-8", "replace")
    starts = [at for word in _BEGINS if (at := text.find(word)) >= 0]
    if not starts:
        return None
    try:
        value, _ = json.JSONDecoder().raw_decode(text, min(starts))
    except (ValueError, RecursionError):
        return None
    return text[: min(starts)], value


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


_MOST_PENDING = 10_000
_MOST_SEEN = 1_000_000
_Asked = tuple[Server, str, Any, int]


class Pairing:
    """Calls that wait for their answers; `seen` are the calls of this run by their ids, for logs repeat them."""

    def __init__(self, take: Take, seen: dict[str, int]) -> None:
        self._take = take
        self._seen = seen
        self._pending: dict[str, _Asked] = {}
        self._held: list[tuple[Any, Any]] = []

    def asked(self, ident: Any, server: Server, tool: str, arguments: Any, number: int) -> None:
        """Another call; one that was seen before is the same again."""
        if ident.__class__ is not str:
            self._take(server, tool, arguments, None, number)
            return
        print_of = hash((tool, arguments if arguments.__class__ is str else orjson.dumps(arguments)))
        if self._seen.get(ident) == print_of:
            return
        if len(self._seen) >= _MOST_SEEN:
            self._seen.clear()
        self._seen[ident] = print_of
        if ident in self._pending:
            self._hand_on(ident)
        self._pending[ident] = (server, tool, arguments, number)
        if len(self._pending) > _MOST_PENDING:
            self._hand_on(next(iter(self._pending)))

    def answered(self, ident: Any, answer: Any, *, failed: bool) -> None:
        """The answer to a call; to one that is not known it is none."""
        asked = self._pending.pop(ident, None) if ident.__class__ is str else None
        if asked:
            server, tool, arguments, number = asked
            self._take(server, tool, arguments, FAILED if failed else answer, number)

    def hold(self, ident: Any, answer: Any) -> None:
        """An answer of which there may be a better form on the same line."""
        self._held.append((ident, answer))

    def release(self, better: Any) -> None:
        """Take what is held; the better form counts where there is one answer that it can be of."""
        for ident, answer in self._held:
            self.answered(ident, better if better is not None and len(self._held) == 1 else answer, failed=False)
        self._held.clear()

    def end(self) -> None:
        """What was never answered is a call all the same."""
        while self._pending:
            self._hand_on(next(iter(self._pending)))

    def _hand_on(self, ident: str) -> None:
        server, tool, arguments, number = self._pending.pop(ident)
        self._take(server, tool, arguments, None, number)
