"""A rule's example as a reader sees it: one JSON object turning into another."""

from __future__ import annotations

import json
from difflib import ndiff
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from govern.rules.rule import Example


def example_diff(example: Example) -> Iterator[tuple[str, str]]:
    """Each line with its sign: space, minus or plus."""
    for line in ndiff(_lines(example.before), _lines(example.after)):
        if not line.startswith("?"):
            yield line[0], line[2:]


def _lines(value: dict[str, Any] | None) -> list[str]:
    if not value:
        return [] if value is None else ["{", "}"]
    return json.dumps(value, ensure_ascii=False, indent=2).split("\n")
