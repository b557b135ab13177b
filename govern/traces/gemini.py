"""Requests and answers of Gemini's API, whose calls have no ids or only in some versions.

Calls without ids are told apart by the conversation before them, so that a repeated history is counted once.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from govern.traces.call import Pairing, fingerprint, mapping_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.traces.call import Take

_WRAPS = ("request", "body", "payload", "data", "response")
_CALL, _ANSWER = ("functionCall", "function_call"), ("functionResponse", "function_response")
_DEEPEST = 6
_MOST_WAITING = 1_000


def is_gemini(value: Mapping[str, Any]) -> bool:
    """Return whether an object is a request, an answer, both in a record, or a turn with a call or its answer."""
    within = (value, mapping_in(value.get("request")), mapping_in(value.get("response")))
    return any("contents" in each or "candidates" in each for each in within) or any(
        name in part for part in _parts(value) for name in (*_CALL, *_ANSWER)
    )


class Gemini:
    """Reads the requests, answers and turns of one file."""

    def __init__(self, take: Take) -> None:
        self._pairing = Pairing(take, {})
        self._history = 0
        self._turns = 0
        self._waiting: dict[str, deque[str]] = {}

    def read(self, value: Mapping[str, Any], number: int) -> bool:
        """Read the calls of an object and return whether it is one of Gemini's."""
        if "parts" not in value or "contents" in value:
            return self._look(value, number, 0)
        self._turns += 1
        self._history = self._turns
        self._turn(value, number)
        return True

    def end(self) -> None:
        """Add the calls that were never answered."""
        self._pairing.end()

    def _look(self, value: Mapping[str, Any], number: int, depth: int) -> bool:
        found = "contents" in value or "candidates" in value
        if "contents" in value:
            self._history = 0
            self._waiting.clear()
            contents = value["contents"]
            for turn in contents if contents.__class__ is list else [contents]:
                self._turn(turn, number)
        candidates = value.get("candidates")
        if candidates.__class__ is list and candidates:
            self._turn(mapping_in(candidates[0]).get("content"), number)
        for name in _WRAPS if depth < _DEEPEST else ():
            inner = value.get(name)
            if inner.__class__ is dict:
                found = self._look(inner, number, depth + 1) or found
        return found

    def _turn(self, turn: Any, number: int) -> None:
        """Read the parts of a turn; what the model thought is left out, since the next request may lack it."""
        for part in _parts(mapping_in(turn)):
            call, answer = _field(part, _CALL), _field(part, _ANSWER)
            if part.get("thought") is not True:
                content = (call.get("name"), call.get("args"), answer.get("name"), answer.get("response"))
                self._history = fingerprint([self._history, part.get("text"), *content])
            if call.get("name").__class__ is str:
                self._called(call["name"], call, number)
            elif answer.get("name").__class__ is str:
                self._answered(answer["name"], answer)

    def _called(self, name: str, call: Mapping[str, Any], number: int) -> None:
        ident = call.get("id")
        ident = ident if ident.__class__ is str else str(self._history)
        if len(self._waiting) >= _MOST_WAITING:
            self._waiting.clear()
        self._waiting.setdefault(name, deque(maxlen=_MOST_WAITING)).append(ident)
        arguments = call.get("args")
        self._pairing.asked(ident, None, name, {} if arguments is None else arguments, number)

    def _answered(self, name: str, answer: Mapping[str, Any]) -> None:
        """Add an answer to the call with its id, or to the first call of the tool that waits."""
        waiting, ident = self._waiting.get(name) or deque(), str(answer.get("id") or "")
        if ident in waiting:
            waiting.remove(ident)
        elif waiting:
            ident = waiting.popleft()
        response = answer.get("response")
        failed = mapping_in(response).get("error") is not None
        self._pairing.answered(ident, _unwrapped(response), failed=failed)


def _parts(turn: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    parts = turn.get("parts")
    yield from (part for part in (parts if parts.__class__ is list else ()) if part.__class__ is dict)


def _field(part: Mapping[str, Any], names: tuple[str, str]) -> Mapping[str, Any]:
    return mapping_in(part.get(names[0], part.get(names[1])))


def _unwrapped(response: Any) -> Any:
    """Return the answer of a tool, which must be an object here: others are under `output` or `result`."""
    if response.__class__ is dict and len(response) == 1:
        return response.get("output", response.get("result", response))
    return response
