"""Take a recorded answer apart into the blocks of text that a model reads."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

_RESULT_KEYS = frozenset({"content", "structuredContent", "isError", "_meta"})
_BOTH = frozenset({"user", "assistant"})
_LINK_TEXTS = ("name", "title", "description", "uri")
# A string, which is kept, or white space outside of strings.
_STRING_OR_SPACE = re.compile(r'("(?:[^"\\]|\\.)*+")|\s++')
NOTHING: Any = object()


@dataclass(frozen=True, slots=True)
class Block:
    """One block of an answer; `text` is None for an image and other data that is not text."""

    type: str
    text: str | None
    audience: frozenset[str] = _BOTH


@dataclass(frozen=True, slots=True)
class Answer:
    """The blocks of an answer, and its structured content, NOTHING if it has none."""

    blocks: tuple[Block, ...]
    structured: Any = NOTHING

    @property
    def overhead(self) -> frozenset[int]:
        """Return the blocks that are annotated for one reader alone: the user, or the model beside data for both."""
        has_data = any(block.audience == _BOTH for block in self.blocks)
        return frozenset(
            at
            for at, block in enumerate(self.blocks)
            if block.audience == {"user"} or (block.audience == {"assistant"} and has_data)
        )

    @property
    def repeated(self) -> frozenset[int]:
        """Return the blocks whose text repeats the structured content, alone or as one list together."""
        if self.structured is NOTHING or self.structured is None:
            return frozenset()
        texts = {at: block.text for at, block in enumerate(self.blocks) if block.text}
        wholes = [self.structured]
        if isinstance(self.structured, dict) and self.structured.keys() == {"result"}:
            wholes.append(self.structured["result"])
        same = frozenset(at for at, text in texts.items() if any(_says(text, whole) for whole in wholes))
        items = wholes[-1]
        if not same and isinstance(items, list) and len(items) == len(texts) > 0:
            pairs = zip(texts.values(), items, strict=True)
            return frozenset(texts) if all(_says(text, item) for text, item in pairs) else same
        return same


def answer_blocks(recorded: Any) -> Answer:
    """Return the blocks of a tool result, a list of blocks, a text, or any other recorded value."""
    if isinstance(recorded, str):
        result = _loaded(recorded)
        is_result = isinstance(result, dict) and "content" in result and result.keys() <= _RESULT_KEYS
        return answer_blocks(result) if is_result else Answer((Block("text", recorded),))
    if _are_blocks(recorded):
        return Answer(tuple(map(_block, recorded)))
    if isinstance(recorded, dict) and ("structuredContent" in recorded or _are_blocks(recorded.get("content"))):
        return _of_result(recorded)
    return Answer((Block("json", compact_json(recorded)),))


def compacted(text: str) -> str | None:
    """Return a JSON text without white space outside of strings, or None if it is not JSON or has none."""
    if not text.lstrip().startswith(("{", "[")) or _loaded(text) is NOTHING:
        return None
    compact = _STRING_OR_SPACE.sub(lambda found: found[1] or "", text)
    return compact if len(compact) < len(text) else None


def compact_json(value: Any) -> str:
    """Return a value as JSON without white space; one that is nested too deeply is an empty text."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except RecursionError:
        return ""


def _of_result(result: dict[str, Any]) -> Answer:
    structured = result.get("structuredContent", NOTHING)
    content = result.get("content")
    blocks: tuple[Block, ...] = (Block("text", content),) if isinstance(content, str) else ()
    if isinstance(content, list) and _are_blocks(content):
        blocks = tuple(map(_block, content))
    if not blocks and structured is not NOTHING and structured is not None:
        return Answer((Block("structuredContent", compact_json(structured)),))
    return Answer(blocks, structured)


def _are_blocks(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, dict) and isinstance(each.get("type"), str) for each in value
    )


def _block(block: dict[str, Any]) -> Block:
    annotations = block.get("annotations")
    audience = annotations.get("audience") if isinstance(annotations, dict) else None
    readers = frozenset(each for each in audience if isinstance(each, str)) if isinstance(audience, list) else _BOTH
    return Block(block["type"], _text_of(block), readers & _BOTH or _BOTH)


def _text_of(block: dict[str, Any]) -> str | None:
    """Return the text of a block, of the resource that it embeds, or of the link that it is."""
    if isinstance(text := block.get("text"), str):
        return text
    resource = block.get("resource")
    if isinstance(resource, dict) and isinstance(text := resource.get("text"), str):
        return text
    if block["type"] == "resource_link":
        return "\n".join(text for name in _LINK_TEXTS if isinstance(text := block.get(name), str))
    return compact_json(block["json"]) if "json" in block else None


def _says(text: str, value: Any) -> bool:
    """Return whether a text is this value: as JSON, or as the text itself."""
    if isinstance(value, str) and text == value:
        return True
    loaded = _loaded(text)
    return loaded is not NOTHING and _sorted(loaded) == _sorted(value)


def _sorted(value: Any) -> str:
    """Return a value as JSON with sorted keys, which tells true from 1."""
    try:
        return json.dumps(value, sort_keys=True)
    except RecursionError:
        return ""


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return NOTHING
