"""Recorded calls as every reader of a log returns them, and the parts and values that the readers share."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import orjson

if TYPE_CHECKING:
    from collections.abc import Mapping

_NOTHING: Mapping[str, Any] = {}
_BEGINS = ('{"', '[{"', "{ ")
# Stands for the answer of a call that failed when it was recorded.
FAILED: Final = object()
_PENDING = ("input_required", "task")
_MOST_PENDING = 10_000
_MOST_SEEN = 1_000_000


def mapping_in(value: Any) -> Mapping[str, Any]:
    """Return the value if it is an object, else an empty one."""
    return value if value.__class__ is dict else _NOTHING


def json_in(text: str) -> Any:
    """Return the value of a JSON text, or None if it is not valid."""
    try:
        return orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError):
        return None


def json_behind(line: bytes) -> tuple[str, Any] | None:
    """Return the text before a JSON object on a line, and the object."""
    text = line.decode("utf-8", "replace")
    starts = [at for word in _BEGINS if (at := text.find(word)) >= 0]
    if not starts:
        return None
    try:
        value, _ = json.JSONDecoder().raw_decode(text, min(starts))
    except (ValueError, RecursionError):
        return None
    return text[: min(starts)], value


def fingerprint(value: Any) -> int:
    """Return a number that equal JSON values share; values that are nested very deeply share one."""
    try:
        return hash(orjson.dumps(value))
    except orjson.JSONEncodeError:
        return 0


class Guess(NamedTuple):
    """The name that a server gives itself in a log of MCP messages, or "".

    A plain string in its place is the client's name for the server.
    """

    name: str = ""


class Client(NamedTuple):
    """Stands for the client's own tools in place of a server; no lock holds them."""


Server = str | Guess | Client | None
# Receives a call: server, tool, arguments, answer and line. Arguments are an object or its JSON text; arguments and
# answers that were not recorded are None.
Take = Callable[[Server, str, Any, Any, int], None]


class Reader(Protocol):
    """Reads the lines of one file in one format."""

    def read(self, value: Mapping[str, Any], number: int, /) -> bool:
        """Pass the calls of an object on and return whether the object is of this format."""

    def end(self) -> None:
        """Pass the calls on that were never answered."""


def is_failure(result: Any) -> bool:
    """Return whether this is a tool result with `isError: true`."""
    return result.__class__ is dict and result.get("isError") is True


def is_pending(result: Any) -> bool:
    """Return whether this is a tool result that names a task or asks a question, in place of an answer."""
    if result.__class__ is not dict or "content" in result or "structuredContent" in result:
        return False
    return result.get("resultType") in _PENDING or "taskId" in mapping_in(result.get("task"))


_Asked = tuple[Server, str, Any, int]


class Pairing:
    """Matches calls with their answers; `seen` are the calls of this run by id, since logs repeat them."""

    def __init__(self, take: Take, seen: dict[str, int]) -> None:
        self._take = take
        self._seen = seen
        self._pending: dict[str, _Asked] = {}
        self._held: list[tuple[Any, Any]] = []

    def asked(self, ident: Any, server: Server, tool: str, arguments: Any, number: int) -> None:
        """Add a call, unless the log repeats it."""
        if ident.__class__ is not str:
            self._take(server, tool, arguments, None, number)
            return
        print_of = hash((tool, arguments if arguments.__class__ is str else fingerprint(arguments)))
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
        """Add the answer to a call; an answer to an unknown call is ignored."""
        asked = self._pending.pop(ident, None) if ident.__class__ is str else None
        if asked:
            server, tool, arguments, number = asked
            self._take(server, tool, arguments, FAILED if failed else answer, number)

    def hold(self, ident: Any, answer: Any) -> None:
        """Keep an answer whose structured content the same line may hold."""
        self._held.append((ident, answer))

    def release(self, structured: Any) -> None:
        """Add the kept answers, a single one with its structured content."""
        whole = structured is not None and len(self._held) == 1
        for ident, answer in self._held:
            found = {"content": answer, "structuredContent": structured} if whole else answer
            self.answered(ident, found, failed=False)
        self._held.clear()

    def end(self) -> None:
        """Add the calls that were never answered."""
        while self._pending:
            self._hand_on(next(iter(self._pending)))

    def _hand_on(self, ident: str) -> None:
        server, tool, arguments, number = self._pending.pop(ident)
        self._take(server, tool, arguments, None, number)


_LONGEST_LITERAL = 20_000


def arguments_in(value: Any) -> Any:
    """Return recorded arguments as an object, or None if they are no object or were cut off."""
    value = _parsed(value) if value.__class__ is str else value
    return value if value.__class__ is dict else None


def answer_in(value: Any) -> Any:
    """Return a recorded answer: parsed, and taken out of the message that holds it."""
    if value.__class__ is str:
        parsed = _parsed(value)
        return value if parsed is None else answer_in(parsed) if parsed.__class__ is dict else parsed
    if value.__class__ is not dict:
        return value
    message = _tool_message(value)
    if message is not None:
        structured = mapping_in(message.get("artifact")).get("structured_content")
        content = message["content"]
        return content if structured is None else {"content": content, "structuredContent": structured}
    is_block = value.get("type") == "text" and value.get("text").__class__ is str
    return [value] if is_block else value


def is_failed_message(value: Any) -> bool:
    """Return whether this is a tool message of LangChain's with the status of an error."""
    value = _parsed(value) if value.__class__ is str else value
    message = _tool_message(value) if value.__class__ is dict else None
    return message is not None and message.get("status") == "error"


def _tool_message(value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return a tool message of LangChain's, which may be serialized with its type beside it."""
    if value.get("type") != "tool":
        return None
    message = mapping_in(value.get("data")) or value
    return message if "tool_call_id" in message and "content" in message else None


def _parsed(text: str) -> Any:
    """Return the object or list of a text in JSON or in Python's notation, or None if it is neither."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    value = json_in(text)
    if value is not None or len(text) > _LONGEST_LITERAL:
        return value
    try:
        return ast.literal_eval(text.strip())
    except (MemoryError, RecursionError, SyntaxError, TypeError, ValueError):
        return None
