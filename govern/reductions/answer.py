"""Reduce a whole tool result, but never errors, images or links, and compute what a model still sees of an answer."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from govern.economics.answer_blocks import answer_blocks, compact_json, compacted
from govern.economics.profile import Saving
from govern.economics.tokens import ENCODINGS, count_tokens
from govern.reductions.reduce import COMPACTED, ReductionLimits, reduce_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


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


# The scalars of JSON, also inside of the lines of chunks; a string before a colon is a key, and one without an end is
# the rest, so that it is read once.
_SCALAR = re.compile(r'"(?:[^"\\]|\\.)*+"?(\s*+:)?|-?\d[\d.eE+-]*+|\b(?:true|false|null)\b')
_TEXTS = ("text", "json", "structuredContent")
_LONGEST_INTENT = 1_000
REDUCTIONS = tuple(each.name for each in fields(ReductionLimits))
_SHORT = min(getattr(ReductionLimits(), name) for name in REDUCTIONS)


def savings(text: str, tokens: int, intent: str, encoding: str) -> Mapping[str, Saving]:
    """Return what each reduction by itself does to a text without needless white space, at the default limits."""
    leaves_of = json_leaves if text.startswith(("{", "[")) else _lines
    leaves = leaves_of(text)
    if tokens <= _SHORT:
        return dict.fromkeys(REDUCTIONS, Saving(0, leaves.total(), 0))
    found = {}
    for name in REDUCTIONS:
        alone = ReductionLimits(**{each: getattr(ReductionLimits(), each) * (each == name) for each in REDUCTIONS})
        shorter = reduce_text(text, alone, intent, encoding).text
        if shorter == text:
            found[name] = Saving(0, leaves.total(), 0)
        else:
            hidden = (leaves - leaves_of(shorter)).total()
            found[name] = Saving(tokens - count_tokens(shorter, encoding), leaves.total(), hidden)
    return found


def json_leaves(text: str) -> Counter[str]:
    """Return the scalars in JSON or in parts of it, without keys."""
    return Counter(found[0] for found in _SCALAR.finditer(text) if not found[1])


def _lines(text: str) -> Counter[str]:
    return Counter(line for line in text.splitlines() if line.strip())


def answer_savings(answer: Any, arguments: Any, encoding: str) -> Mapping[str, Saving]:
    """Return what each reduction does to a recorded answer; the texts of its arguments stand for the intent."""
    intent = " ".join(_strings(arguments))[:_LONGEST_INTENT]
    found: dict[str, Saving] = {}
    for block in answer_blocks(answer).blocks:
        if block.text and block.type in _TEXTS:
            text = compacted(block.text) or block.text
            for name, saving in savings(text, count_tokens(text, encoding), intent, encoding).items():
                found[name] = found.get(name, Saving()) + saving
    return found


def _strings(value: Any) -> Iterator[str]:
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, (dict, list)):
            waiting += reversed([*each.values()] if isinstance(each, dict) else each)
