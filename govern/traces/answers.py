"""What a recorded answer says to a program, wherever the log put it."""

from __future__ import annotations

from typing import Any

from govern.traces.embedded import json_in, mapping_in

_MOST_TEXT = 16 * 1024 * 1024


def structured(answer: Any) -> tuple[Any, bool] | None:
    """The structured answer, and whether it surely is one: text that happens to be JSON may be another thing."""
    if isinstance(answer, dict):
        if "structuredContent" in answer:
            held = answer["structuredContent"]
            return None if held is None else (held, True)
        if "content" in answer and _are_blocks(answer["content"]):
            return _in_blocks(answer["content"])
        return answer, True
    if isinstance(answer, list):
        return _in_blocks(answer) if _are_blocks(answer) else (answer, True)
    return _in_text(answer) if isinstance(answer, str) else None


def _are_blocks(content: Any) -> bool:
    return isinstance(content, list) and all(isinstance(mapping_in(each).get("type"), str) for each in content)


def _in_blocks(blocks: list[Any]) -> tuple[Any, bool] | None:
    """Servers write the structured answer again as the only text of an answer."""
    texts = [each.get("text") for each in blocks if isinstance(each.get("text"), str)]
    return _in_text(texts[0]) if len(texts) == 1 else None


def _in_text(text: str) -> tuple[Any, bool] | None:
    if len(text) > _MOST_TEXT or not text.lstrip().startswith(("{", "[")):
        return None
    value = json_in(text)
    if isinstance(value, dict) and value.keys() <= {"content", "structuredContent", "isError", "_meta"}:
        found = structured(value)
        return found and (found[0], "structuredContent" in value)
    return None if value is None else (value, False)
