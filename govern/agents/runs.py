"""The locked tools that a model is offered, and its calls of them, which the live servers answer."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pydantic_ai import Agent, Tool
from pydantic_ai.exceptions import ToolFailed, UnexpectedModelBehavior, UsageLimitExceeded
from pydantic_ai.usage import UsageLimits

from govern.agents.models import MeteredModel, Spending, model_errors, open_model, require_price
from govern.economics.answer_blocks import answer_blocks
from govern.errors import ServerError
from govern.servers.capture import Progress, capture_error
from govern.servers.connections import cancel_on_signal, connected, first_error
from govern.servers.session import ErrorResponse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from decimal import Decimal

    from govern.agents.recording import PlannedRun
    from govern.contract.surface import Surface
    from govern.lockfile.document import Lock, LockedServer
    from govern.policy.target import Secrets, Target
    from govern.servers.session import Session

# A model that calls tools in circles ends here.
MAX_REQUESTS = 50
# How often a model may call a tool that it was not offered, or with arguments that are not JSON.
_RETRIES = 5


@dataclass(frozen=True, slots=True)
class LiveLimits:
    """The limits of live runs: how many at a time, seconds for each, and US dollars for all."""

    jobs: int
    seconds: float
    max_cost: Decimal | None = None


@dataclass(frozen=True, slots=True)
class LiveSetting:
    """The setting that all runs share; `require_locked` raises an error if a server differs from the lock."""

    lock: Lock
    targets: Mapping[str, Target]
    secrets: Secrets
    require_locked: Callable[[Target, Surface], None]
    base_url: str | None = None


def require_models(names: Iterable[str], base_url: str | None, limits: LiveLimits) -> None:
    """Raise UsageError for a model that cannot be used, or whose price is needed and unknown."""
    for name in names:
        model = open_model(name, base_url)
        if limits.max_cost is not None:
            require_price(name, model)


def record_runs(
    runs: Sequence[PlannedRun], setting: LiveSetting, limits: LiveLimits, report: Callable[[Progress], None]
) -> None:
    """Run every run and record it; an error ends those that are still running."""
    asyncio.run(_record_all(runs, setting, limits, report))


async def _record_all(
    runs: Sequence[PlannedRun], setting: LiveSetting, limits: LiveLimits, report: Callable[[Progress], None]
) -> None:
    slots, spending = asyncio.Semaphore(limits.jobs), Spending(limits.max_cost)

    async def one(run: PlannedRun) -> None:
        async with slots:
            spending.require_some()
            await _record_one(run, setting, limits, spending, report)
            report(Progress(run.name, "done"))

    with cancel_on_signal():
        try:
            async with asyncio.TaskGroup() as group:
                for run in runs:
                    group.create_task(one(run))
        except BaseExceptionGroup as group:
            raise first_error(group) from None


async def _record_one(
    run: PlannedRun, setting: LiveSetting, limits: LiveLimits, spending: Spending, report: Callable[[Progress], None]
) -> None:
    report(Progress(run.name, "starting"))
    started = perf_counter()
    servers = [locked for name in run.servers if (locked := setting.lock.server(name))]
    async with AsyncExitStack() as stack:
        sessions = {}
        for name in run.servers:
            target = setting.targets[name]
            session, surface = await stack.enter_async_context(connected(target))
            await asyncio.to_thread(setting.require_locked, target, surface)
            sessions[name] = session
        toolbox = Toolbox(offered(servers, run.distractors), sessions, setting.targets)
        model = MeteredModel(open_model(run.model, setting.base_url), spending)
        report(Progress(run.name, "running"))
        with model_errors(run.model, setting.secrets):
            answer, ended = await _run_agent(run.prompt, model, toolbox, limits.seconds)
    usage = {
        "requests": model.requests,
        "input_tokens": model.input_tokens,
        "output_tokens": model.output_tokens,
        "cost": None if model.cost is None else float(model.cost),
        "seconds": round(perf_counter() - started, 2),
        "ended": setting.secrets.redact(ended),
    }
    run.record(setting.lock.digest, toolbox.calls, answer, usage, setting.secrets)


async def _run_agent(prompt: str, model: MeteredModel, toolbox: Toolbox, seconds: float) -> tuple[str, str]:
    """Return the model's last answer, and how the run ended; a run that ends early counts with what it did."""
    agent = Agent(model, tools=[*toolbox.tools()], retries=_RETRIES)
    timeout = asyncio.timeout(seconds)
    try:
        async with timeout, agent:
            done = await agent.run(prompt, usage_limits=UsageLimits(request_limit=MAX_REQUESTS))
    except TimeoutError:
        if not timeout.expired():
            raise
        return "", f"not finished after {seconds:g} s"
    except UsageLimitExceeded:
        return "", f"not finished after {MAX_REQUESTS} requests"
    except UnexpectedModelBehavior as error:
        return "", error.message
    return done.output, "finished"


# What every provider accepts in the name of a tool.
_NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_-]")
_LONGEST_NAME = 64


def offered(
    servers: Sequence[LockedServer], distractors: Sequence[Mapping[str, Any]] = ()
) -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Return the tools by the names that a model sees: their own for one server, else `server__tool`.

    Each is its server and its definition; a distractor has no server, and looks like a tool of the first one.
    """
    locked = [(each.name, item.item().raw) for each in servers for item in each.tools if item.copy == 1]
    tools = [*((name, name, tool) for name, tool in locked), *(("", servers[0].name, each) for each in distractors)]
    found: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for server, shown_server, tool in tools:
        name = tool["name"] if len(servers) == 1 else f"{shown_server}__{tool['name']}"
        found[_free_name(name, found)] = (server, tool)
    return found


def _free_name(name: str, taken: Mapping[str, Any]) -> str:
    allowed = _NOT_ALLOWED.sub("_", name)
    numbers = (f"_{number}" for number in range(2, len(taken) + 3))
    names = (allowed[: _LONGEST_NAME - len(end)] + end for end in ("", *numbers))
    return next(each for each in names if each not in taken)


class Toolbox:
    """The tools of one run; `calls` are its records in the order in which the model made them."""

    def __init__(
        self,
        tools: Mapping[str, tuple[str, Mapping[str, Any]]],
        sessions: Mapping[str, Session],
        targets: Mapping[str, Target],
    ) -> None:
        self.calls: list[dict[str, Any]] = []
        self._sessions, self._targets = sessions, targets
        # A session waits for the answer to one request at a time.
        self._locks = {name: asyncio.Lock() for name in sessions}
        self._offered = tools

    def tools(self) -> Iterator[Tool[None]]:
        """Yield the tools with the texts and schemas of the lock."""
        for name, (server, definition) in self._offered.items():
            schema = definition.get("inputSchema")
            schema = schema if isinstance(schema, dict) else {"type": "object"}
            description = definition.get("description")
            function = self._function(server, definition["name"])
            text = description if isinstance(description, str) else ""
            tool = Tool[None].from_schema(function, name, text, schema)
            # So that the schema is sent as it is, and not in OpenAI's strict form.
            tool.strict = False
            yield tool

    def _function(self, server: str, tool: str) -> Any:
        async def call(**arguments: Any) -> str:
            record: dict[str, Any] = {"server": server or None, "tool": tool, "arguments": arguments}
            self.calls.append(record)
            if server:
                async with self._locks[server]:
                    await self._answer(record)
            else:
                record["error"] = {"message": "not available"}
            return _text_for_model(record)

        return call

    async def _answer(self, record: dict[str, Any]) -> None:
        """Let the server answer a call."""
        server, started = record["server"], perf_counter()
        try:
            record["result"] = await self._sessions[server].call(record["tool"], record["arguments"])
        except ErrorResponse as error:
            record["error"] = {"code": error.code, "message": error.message}
        except ServerError as error:
            raise capture_error(self._targets[server], error) from None
        record["ms"] = round(1000 * (perf_counter() - started))


def _text_for_model(record: Mapping[str, Any]) -> str:
    """Return the texts of an answer; a failed call is one that the model should react to."""
    if "error" in record:
        raise ToolFailed(record["error"]["message"])
    result = record["result"]
    text = "\n".join(block.text or f"[{block.type}]" for block in answer_blocks(result).blocks)
    if result.get("isError") is True:
        raise ToolFailed(text)
    return text
