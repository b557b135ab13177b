"""Reduce a whole tool result: its texts and those of embedded resources, never errors, images or links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from govern.economics.answer_blocks import answer_blocks, compact_json
from govern.economics.profile import count_tokens
from govern.economics.tokens import ENCODINGS
from govern.reductions.reduce import COMPACTED, reduce_text

if TYPE_CHECKING:
    from govern.reductions.reduce import ReductionLimits


@dataclass(frozen=True, slots=True)
class ReducedAnswer:
    """A tool result as a model gets it, and the tokens of its texts before and after."""

    result: dict[str, Any]
    before: int
    after: int
    full: str | None = None
    """The texts before, if something is hidden."""


def reduce_answer(
    result: dict[str, Any], limits: ReductionLimits, uri: str, intent: str = "", encoding: str = ENCODINGS[0]
) -> ReducedAnswer:
    """Return a result with shorter texts, if that saves more than the header that says so and names `uri`.

    Structured content that the texts repeat is left out, as a client that passes both on would pay twice.
    """
    if result.get("isError"):
        tokens = answer_tokens(result, encoding)
        return ReducedAnswer(result, tokens, tokens)
    if "structuredContent" in result and answer_blocks(result).repeated:
        result = {key: value for key, value in result.items() if key != "structuredContent"}
    texts = _answer_texts(result)
    counts = [count_tokens(text, encoding) for text in texts]
    before = sum(counts)
    pairs = zip(texts, counts, strict=True)
    reduced = [reduce_text(text, limits.share(count, before), intent, encoding) for text, count in pairs]
    done = list(dict.fromkeys(step for each in reduced for step in each.done))
    body = sum(count_tokens(each.text, encoding) for each in reduced)
    lossy = done != [COMPACTED]
    header = f"[govern: {before:,} → {body:,} tokens: {'; '.join(done)}{f'. Whole answer: {uri}' if lossy else ''}]"
    after = body + count_tokens(header, encoding)
    if not done or after >= before:
        return ReducedAnswer(result, before, before)
    shorter = _with_texts(result, [each.text for each in reduced], header)
    return ReducedAnswer(shorter, before, after, "\n".join(texts) if lossy else None)


def answer_tokens(result: dict[str, Any], encoding: str = ENCODINGS[0]) -> int:
    """Return the tokens of the texts of a result."""
    return sum(count_tokens(text, encoding) for text in _answer_texts(result))


def _answer_texts(result: dict[str, Any]) -> list[str]:
    """Return the texts of a result, and its structured content where they do not repeat it."""
    texts = [text for block in content_blocks(result) if (text := block_text(block)) is not None]
    structured = result.get("structuredContent")
    return texts if structured is None or answer_blocks(result).repeated else [*texts, compact_json(structured)]


def _with_texts(result: dict[str, Any], texts: list[str], header: str) -> dict[str, Any]:
    """Return the result with these texts in place of its own; structured content becomes a text."""
    left = iter(texts)
    blocks = [block if block_text(block) is None else _with_text(block, next(left)) for block in content_blocks(result)]
    rest = [{"type": "text", "text": text} for text in left]
    content = [{"type": "text", "text": header}, *blocks, *rest]
    return {key: value for key, value in result.items() if key != "structuredContent"} | {"content": content}


def content_blocks(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the content of a result as far as it consists of blocks."""
    content = result.get("content")
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def block_text(block: dict[str, Any]) -> str | None:
    """Return the text of a text block or of an embedded resource, None if it has none."""
    kind = block.get("type")
    holder = block.get("resource") if kind == "resource" else block
    text = holder.get("text") if kind in ("text", "resource") and isinstance(holder, dict) else None
    return text if isinstance(text, str) else None


def _with_text(block: dict[str, Any], text: str) -> dict[str, Any]:
    if block["type"] == "text":
        return block | {"text": text}
    return block | {"resource": block["resource"] | {"text": text}}
