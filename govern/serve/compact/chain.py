"""Run several calls as one: steps as data, with references to earlier results by JMESPath."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from govern.economics.answer_blocks import NOTHING
from govern.errors import UsageError
from govern.reductions.answer import content_blocks
from govern.reductions.reduce import json_value
from govern.serve.compact.expressions import Selector, field_names

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

    from govern.contract.json_type import Json

    Result = dict[str, Any]
    CallPlace = Callable[[str, dict[str, Any]], Awaitable[Result]]

REFERENCE = "$from"
MOST_STEPS = 50


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a chain; `needs` are the earlier steps that its arguments refer to."""

    id: str
    tool: str
    arguments: dict[str, Any]
    needs: frozenset[str]


@dataclass(slots=True)
class ChainOutcome:
    """The results of a chain by step, why others failed or were skipped, and blocks that are not text."""

    results: dict[str, Json] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    blocks: list[dict[str, Any]] = field(default_factory=list)


def parse_steps(steps: Json) -> list[Step]:
    """Return the steps; raise UsageError for a chain that cannot run, before anything is called."""
    if not isinstance(steps, list) or not 1 <= len(steps) <= MOST_STEPS:
        raise UsageError(f"`steps` must be a list of 1 to {MOST_STEPS} steps")
    parsed: dict[str, Step] = {}
    for at, step in enumerate(steps, 1):
        found = _parse_step(step, at, parsed)
        parsed[found.id] = found
    return list(parsed.values())


def _parse_step(step: Any, at: int, earlier: Mapping[str, Step]) -> Step:
    if not isinstance(step, dict) or not isinstance(step.get("tool"), str):
        raise UsageError(f"step {at} needs `tool`")
    name, arguments = step.get("id", f"step{at}"), step.get("arguments", {})
    if not isinstance(name, str) or not isinstance(arguments, dict):
        raise UsageError(f"step {at}: `id` must be a string and `arguments` an object")
    if name in earlier:
        raise UsageError(f"two steps have the ID {name!r}")
    needs: set[str] = set()
    for expression in _references(arguments):
        steps = earlier.keys() & field_names(expression)
        if not steps:
            raise UsageError(f"step {name!r}: {expression!r} must refer to an earlier step by its ID")
        needs |= steps
    return Step(name, step["tool"], arguments, frozenset(needs))


async def run_chain(steps: Sequence[Step], call: CallPlace) -> ChainOutcome:
    """Call every step as soon as the steps that it needs have an answer; those of a failed step are skipped."""
    outcome, selector = ChainOutcome(), Selector()
    tasks: dict[str, asyncio.Task[None]] = {}

    async def run(step: Step) -> None:
        await asyncio.gather(*(tasks[each] for each in step.needs))
        if failed := sorted(step.needs & outcome.failed.keys()):
            outcome.failed[step.id] = f"skipped: step {failed[0]!r} failed"
            return
        try:
            arguments = {key: _resolved(value, outcome.results, selector) for key, value in step.arguments.items()}
        except UsageError as error:
            outcome.failed[step.id] = error.message
            return
        result = await call(step.tool, arguments)
        if result.get("isError"):
            outcome.failed[step.id] = result_text(result)
        else:
            outcome.results[step.id] = result_value(result)
            outcome.blocks += _other_blocks(result)

    async with asyncio.TaskGroup() as group:
        for step in steps:
            tasks[step.id] = group.create_task(run(step))
    return outcome


def parse_return(expression: Json) -> str:
    """Return the expression for a chain's results, or nothing; raise UsageError for an invalid one."""
    if not isinstance(expression, str | None):
        raise UsageError("`return` must be a JMESPath expression as a string")
    field_names(expression or "@")
    return expression or ""


def chain_results(steps: Sequence[Step], outcome: ChainOutcome, wanted: str) -> Json:
    """Return what the expression finds; without one, or where it fails, the results that no later step used."""
    if wanted:
        try:
            return Selector().select(wanted, outcome.results)
        except UsageError as error:
            outcome.failed["return"] = error.message
    used = {each for step in steps for each in step.needs}
    return {step.id: outcome.results[step.id] for step in steps if step.id in outcome.results and step.id not in used}


def result_value(result: Result) -> Json:
    """Return the data of a result: its structured content, else its text, parsed if it is JSON."""
    if (structured := result.get("structuredContent")) is not None:
        value: Json = structured
        return value
    text = result_text(result)
    parsed = json_value(text)
    return text if parsed is NOTHING else parsed


def result_text(result: Result) -> str:
    """Return the texts of a result."""
    return "\n".join(block["text"] for block in content_blocks(result) if isinstance(block.get("text"), str))


def _other_blocks(result: Result) -> list[dict[str, Any]]:
    return [block for block in content_blocks(result) if block.get("type") != "text"]


def _resolved(value: Json, results: Mapping[str, Json], selector: Selector) -> Json:
    """Return arguments with each reference replaced by what it finds; nothing found is an error, never null."""
    if isinstance(value, list):
        return [_resolved(inner, results, selector) for inner in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {REFERENCE}:
        if (found := selector.select(value[REFERENCE], dict(results))) is None:
            raise UsageError(f"{value[REFERENCE]!r} finds nothing in the earlier results")
        return found
    return {key: _resolved(inner, results, selector) for key, inner in value.items()}


def _references(value: Json) -> Iterator[str]:
    """Yield the expressions in arguments."""
    if isinstance(value, dict) and value.keys() == {REFERENCE}:
        if not isinstance(value[REFERENCE], str):
            raise UsageError(f"`{REFERENCE}` must be a JMESPath expression as a string")
        yield value[REFERENCE]
    elif isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _references(inner)
