"""Distractors: tools that an agent is offered beside the right ones, and how often it takes one for another."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from itertools import count
from math import floor, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.selection.runs import Figure, percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from govern.lockfile.document import Lock
    from govern.selection.blocks import Distractors
    from govern.selection.runs import CallNames, Run

# The 97.5th percentile of the normal distribution, so that the interval is one of 95%.
_Z = 1.959964
_OFFERED = ("name", "title", "description", "inputSchema")
_SUFFIXES = ("_v2", "_internal", "_legacy", "_beta", "_ext", "_tmp")


class DistractorsMissingError(ValueError):
    """The distractors cannot be made; the message is the reason."""


@dataclass(frozen=True, slots=True)
class _Choices:
    """The number of calls of a right tool, and of a distractor."""

    correct: int
    chosen: int


def distractor_tools(block: Distractors, lock: Lock, names: CallNames) -> list[dict[str, Any]]:
    """Return the definitions of a block's distractors; no name is one of the lock.

    Raise DistractorsMissingError if the lock lacks a tool to vary, or the catalog is too short.
    """
    locked = {call.tool for call in names.locked}
    if block.source == "catalog":
        found = [tool for tool in catalog() if tool["name"] not in locked][: block.count]
        if len(found) < block.count:
            raise DistractorsMissingError(f"the catalog has {len(found):,} tools, not {block.count:,}")
        return found
    originals = [_definition(name, lock, names) for name in block.of]
    variants = _in_turns([_under(each, look_alike_names(each["name"])) for each in originals])
    return [*_first(variants, block.count, locked)]


@cache
def catalog() -> list[dict[str, Any]]:
    """Return plausible tools that are unrelated to most tasks."""
    rows = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return [
        {
            "name": name,
            "description": description,
            "inputSchema": {"type": "object", "properties": {each: {"type": "string"} for each in parameters}},
        }
        for name, description, parameters in rows
    ]


def look_alike_names(name: str) -> Iterator[str]:
    """Yield names that are easily taken for this one, without end: other case, number and suffixes."""
    head, *rest = name.replace("-", "_").split("_")
    camel = head + "".join(part.capitalize() for part in rest)
    snake = "".join(f"_{char.lower()}" if char.isupper() else char for char in name).lstrip("_")
    plural = name.removesuffix("s") if name.endswith("s") else f"{name}s"
    swapped = camel if camel != name else snake
    first = (f"{name}_v2", plural, swapped, *(f"{name}{suffix}" for suffix in _SUFFIXES[1:]))
    yield from (each for each in dict.fromkeys(first) if each not in ("", name))
    yield from (f"{name}_v{number}" for number in count(3))


def _definition(name: str, lock: Lock, names: CallNames) -> dict[str, Any]:
    for call in names.tools(name):
        server = lock.server(call.server)
        for tool in server.tools if server else ():
            if tool.key == call.tool:
                return {key: value for key, value in tool.item().raw.items() if key in _OFFERED}
    raise DistractorsMissingError(f"the lock has no tool {name}")


def _under(tool: Mapping[str, Any], names: Iterable[str]) -> Iterator[dict[str, Any]]:
    return ({**tool, "name": name} for name in names)


def _in_turns(sources: Sequence[Iterator[dict[str, Any]]]) -> Iterator[dict[str, Any]]:
    """Yield from endless sources in turn."""
    while True:
        for source in sources:
            yield next(source)


def _first(tools: Iterator[dict[str, Any]], most: int, taken: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield the first tools whose names are not taken yet."""
    seen = set(taken)
    while most:
        tool = next(tools)
        if tool["name"] not in seen:
            seen.add(tool["name"])
            most -= 1
            yield tool


def distractor_figures(
    block: Distractors, right: Sequence[str], runs: Sequence[Run], lock: Lock, names: CallNames
) -> dict[str, Figure]:
    """Return how often runs called one of the right tools, and how often a distractor.

    Runs whose recordings do not name the distractors that were offered are taken to have had those of the block; if
    none was called either, nothing shows that there were any, and the figures are absent.
    """
    try:
        made = frozenset(tool["name"] for tool in distractor_tools(block, lock, names))
    except DistractorsMissingError as error:
        return _figures(None, str(error))
    each = [_choices(run, run.distractors or made, right, names) for run in runs]
    unstated = [run for run, found in zip(runs, each, strict=True) if run.distractors is None and not found.chosen]
    if block.count and len(unstated) == len(runs):
        return _figures(None, f"{runs[0].file if runs else 'no recording'} does not show that distractors were offered")
    if short := [run.file for run in runs if run.distractors is not None and len(run.distractors) < block.count]:
        return _figures(None, f"{short[0]} was offered fewer than {block.count:,} distractors")
    return _figures(_Choices(sum(found.correct for found in each), sum(found.chosen for found in each)))


def _choices(run: Run, offered: frozenset[str], right: Sequence[str], names: CallNames) -> _Choices:
    correct = [any(names.means(name, call) for name in right) for call in run.calls]
    chosen = [call.tool in offered and not is_right for call, is_right in zip(run.calls, correct, strict=True)]
    return _Choices(sum(correct), sum(chosen))


def _figures(found: _Choices | None, why: str = "no call was to a right tool or a distractor") -> dict[str, Figure]:
    correct, whole = (found.correct, found.correct + found.chosen) if found else (None, 0)
    figures = {
        "accuracy": percent(correct or 0, whole),
        "certified_lower": certified_lower(correct or 0, whole),
        "correct": correct,
        "chosen": found.chosen if found else None,
    }
    return {f"distractors.{name}": Figure(value, why) for name, value in figures.items()}


def certified_lower(correct: int, whole: int) -> int | None:
    """Return the lower bound of the Wilson interval at 95%, in whole percent rounded down; None of nothing."""
    if not whole:
        return None
    share, square = correct / whole, _Z * _Z
    middle = share + square / (2 * whole)
    spread = _Z * sqrt(share * (1 - share) / whole + square / (4 * whole * whole))
    return max(0, floor(100 * (middle - spread) / (1 + square / whole)))
