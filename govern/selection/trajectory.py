"""Compare the calls of a run with those that a suite lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.selection.sets import matched

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from govern.selection.calls import CallNames, ToolCall


def follows(
    expected: Sequence[str],
    calls: Sequence[ToolCall],
    mode: Literal["strict", "subsequence", "subset"],
    names: CallNames,
) -> bool:
    """Return whether a run makes exactly the expected calls, or makes them in this order, or in any order."""
    if mode == "strict":
        return len(expected) == len(calls) and all(map(names.means, expected, calls))
    if mode == "subsequence":
        rest = iter(calls)
        return all(any(names.means(name, call) for call in rest) for name in expected)
    edges = {
        f"{at}": [slot for slot, call in enumerate(calls) if names.means(name, call)]
        for at, name in enumerate(expected)
    }
    return len(matched(edges)) == len(expected)
