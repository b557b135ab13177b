"""What a tool costs before anyone calls it: the tokens of its definition, exact in the encoding of the lock."""

from __future__ import annotations

from contextlib import suppress
from itertools import chain
from threading import Thread
from typing import TYPE_CHECKING

from govern.contract.json_text import canonical
from govern.contract.surface import ABSENT
from govern.economics.encoding import SEAM, counts_between_seams, load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from govern.contract.surface import Item


def definition(tool: Item) -> str:
    """The text that is counted: name, description, and the input schema as canonical JSON where there is one."""
    head, schema = definition_halves(tool)
    return head + schema


def definition_halves(tool: Item) -> tuple[str, str]:
    """The definition before and from its schema on.

    No token reaches over the seam: what is before ends in a newline, and neither encoding joins one to the JSON behind.
    """
    head = f"{text_of(tool.raw.get(tool.kind.key))}\n{text_of(tool.raw.get('description'))}"
    schema = tool.part("input")
    return (head, "") if schema is ABSENT else (f"{head}\n", canonical(schema).decode())


class Counter:
    """Counts definitions; what it has once counted it knows, since tools of a kind share their schemas."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        self._known: dict[str, int] = {"": 0}
        self._asked = {""}
        self._last: Thread | None = None

    def begin(self, tools: Sequence[Item]) -> Callable[[], list[int]]:
        """Begin to count in another thread, since the tokenizer lets this one go on; what is returned waits."""
        halves = [definition_halves(tool) for tool in tools]
        fresh = [text for text in dict.fromkeys(chain.from_iterable(halves)) if text not in self._asked]
        self._asked.update(fresh)
        counting = self._last = Thread(target=self._count_behind, args=(self._last, fresh), daemon=True)
        counting.start()

        def numbers() -> list[int]:
            counting.join()
            # Where a thread failed, the same fails here, where somebody sees it.
            self._count([text for text in dict.fromkeys(chain.from_iterable(halves)) if text not in self._known])
            return [self._known[head] + self._known[schema] for head, schema in halves]

        return numbers

    def _count_behind(self, before: Thread | None, texts: list[str]) -> None:
        """One after the other: two at a time would only keep whoever waits for the first waiting for longer."""
        if before:
            before.join()
        with suppress(Exception):
            self._count(texts)

    def _count(self, texts: list[str]) -> None:
        if not texts:
            return
        encoder = load(self._encoding)
        if any(SEAM in text for text in texts):
            counts = [len(encoder.encode_ordinary(text)) for text in texts]
        else:
            counts = counts_between_seams(encoder, SEAM.join(texts))
        self._known.update(zip(texts, counts, strict=True))


def text_of(value: object) -> str:
    """The text, with lone surrogates as the escapes that they are in the canonical form."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else ""
