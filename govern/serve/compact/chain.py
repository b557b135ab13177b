"""Run several calls as one: steps as data with references by JMESPath, or a model's Python in a sandbox."""

from __future__ import annotations

import asyncio
import atexit
import time
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from types import NoneType
from typing import TYPE_CHECKING, Any

import jmespath
from jmespath.visitor import TreeInterpreter

from govern.economics.answer_blocks import NOTHING
from govern.errors import UsageError
from govern.reductions.answer import content_blocks
from govern.reductions.reduce import json_value

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

    from govern.contract.json_text import Json

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
            outcome.blocks += [block for block in content_blocks(result) if block.get("type") != "text"]

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


_MOST_CHARACTERS = 2_000
# Some seconds of computing. `[@,@]|[@,@]|…` doubles what it finds with every six characters.
_MOST_WORK = 1_000_000
_BUILDING = {"multi_select_list", "multi_select_dict", "flatten", "function_expression"}


class Selector(TreeInterpreter):
    """Evaluates expressions, all of them together within one bound of work."""

    def __init__(self, most: int = _MOST_WORK) -> None:
        super().__init__()
        self._left = most

    def select(self, expression: str, value: Json) -> Json:
        """Return what an expression finds in a value; raise UsageError for an invalid one, or one that is too much."""
        try:
            found: Json = self.visit(_parsed(expression), value)
            _counted(found, 0)
        except (ValueError, TypeError, ArithmeticError, RecursionError) as error:
            raise UsageError(f"{expression!r}: {error}") from None
        return found

    def visit(self, node: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the value of a node of the expression; its evaluation and what it builds count as work."""
        value = super().visit(node, *args, **kwargs)
        self._left -= 1 + (_counted(value, self._left) if node["type"] in _BUILDING else 0)
        if self._left < 0:
            raise UsageError("the JMESPath expressions of this call find or compute too much; select less")
        return value


def field_names(expression: str) -> set[str]:
    """Return the names of all fields in an expression; raise UsageError for an invalid one."""
    names, pending = set(), [_parsed(expression)]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):
            if node["type"] == "field":
                names.add(node["value"])
            pending += node["children"]
    return names


def _parsed(expression: str) -> Any:
    if len(expression) > _MOST_CHARACTERS:
        raise UsageError(f"a JMESPath expression may have at most {_MOST_CHARACTERS:,} characters")
    try:
        return jmespath.compile(expression).parsed
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{expression!r} is not valid JMESPath: {error}") from None


def _counted(value: Any, most: int) -> int:
    """Count values, and characters by the hundred, until there are more than `most`; raise TypeError if not JSON."""
    size, pending = 0, [value]
    while pending and size <= most:
        each = pending.pop()
        size += 1
        if isinstance(each, (list, dict)):
            pending += each if isinstance(each, list) else each.values()
        elif isinstance(each, str):
            size += len(each) // 100
        elif not isinstance(each, (int, float, NoneType)) or (isinstance(each, float) and not isfinite(each)):
            raise TypeError("it does not find JSON")
    return size


# Seconds of computing, without the time that calls take.
_SECONDS = 10.0
_LIMITS: dict[str, Any] = {
    "max_feed_duration_secs": _SECONDS,
    "max_memory": 64 * 1024 * 1024,
    "max_recursion_depth": 200,
    "max_suspensions": 1_000,
    "max_total_sleep_secs": _SECONDS,
}
_MOST_CALLS = 100
_MOST_PRINTED = 100_000
# Threads of the sandbox end shortly after it is closed; Python aborts if it exits before (pydantic-monty 1.4.0).
_SETTLE = 0.1


async def run_code(code: str, call: CallPlace) -> dict[str, Json]:
    """Return the value of the last expression, and what was printed; raise UsageError where the code fails."""
    from pydantic_monty import AsyncMonty, CollectString, MontyError

    _settle_at_exit()
    calls = 0

    async def call_tool(tool: str, arguments: dict[str, Any] | None = None) -> Json:
        nonlocal calls
        calls += 1
        if calls > _MOST_CALLS:
            raise RuntimeError(f"code may make at most {_MOST_CALLS} calls")
        result = await call(tool, arguments or {})
        if result.get("isError"):
            raise RuntimeError(result_text(result))
        return result_value(result)

    printed = CollectString(max_bytes=_MOST_PRINTED)
    try:
        async with AsyncMonty(max_processes=1) as pool, pool.checkout(limits=_LIMITS) as session:  # type: ignore[arg-type]
            value = await session.feed_run(code, external_lookup={"call_tool": call_tool}, print_callback=printed)
    except MontyError as error:
        raise UsageError(f"the code failed: {error}") from None
    return {"result": _json_value(value), **({"printed": printed.output} if printed.output else {})}


@cache
def _settle_at_exit() -> None:
    """Let the exit of this process wait for the sandbox's threads."""
    atexit.register(time.sleep, _SETTLE)


def _json_value(value: Any) -> Json:
    """Return a value as JSON: tuples and sets as lists, and what has no JSON form as text."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict):
        return {str(key): _json_value(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_json_value(inner) for inner in value]
    return str(value)
