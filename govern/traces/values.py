"""Arguments and answers as tracers write them: JSON, Python's text of a value, or a message that holds the answer."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from govern.traces.call import json_in, mapping_in

if TYPE_CHECKING:
    from collections.abc import Mapping

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
