"""Run agents against live servers, several at a time, and record every run."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from pydantic_ai import Agent
from pydantic_ai.exceptions import UnexpectedModelBehavior, UsageLimitExceeded
from pydantic_ai.usage import UsageLimits

from govern.agents.models import MeteredModel, Spending, model_errors, open_model, require_price
from govern.agents.toolbox import Toolbox, offered
from govern.servers.capture import Interrupted, Progress
from govern.servers.connections import cancel_on_signal, connected, first_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from decimal import Decimal

    from govern.agents.recording import PlannedRun
    from govern.contract.surface import Surface
    from govern.lockfile.document import Lock
    from govern.policy.target import Secrets, Target

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

    with cancel_on_signal() as signals:
        try:
            async with asyncio.TaskGroup() as group:
                for run in runs:
                    group.create_task(one(run))
        except BaseExceptionGroup as group:
            raise first_error(group) from None
        except asyncio.CancelledError:
            if not signals:
                raise
    if signals:
        raise Interrupted(signals[0])


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
        "ended": ended,
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
