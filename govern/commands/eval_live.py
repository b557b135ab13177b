"""`govern eval --live`: run the agents of suites against the live servers, and record every run."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.commands.baseline import read_baseline
from govern.commands.eval import LiveOptions, slug
from govern.commands.lock import preview_lock
from govern.commands.project import find_config, server_named
from govern.errors import CheckFailed, UsageError
from govern.policy.redaction import SecretCollector, is_secret_name
from govern.policy.target import Catalog
from govern.policy.targets import targets
from govern.selection.calls import CallNames
from govern.selection.distractors import DistractorsMissingError, distractor_tools
from govern.selection.suite import Suite
from govern.serve.enforcement import Enforcement
from govern.serve.menu import Offer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from govern.agents.recording import PlannedRun
    from govern.commands.eval import EvalRequest
    from govern.contract.surface import Surface
    from govern.lockfile.document import Lock
    from govern.lockfile.outcome import LockOutcome
    from govern.policy.target import Secrets, Target
    from govern.selection.suite import Agent
    from govern.servers.capture import Progress

Suites = Sequence[tuple[Path, Suite]]


class LiveRuns:
    """The recordings of each agent, made now where they were missing."""

    def __init__(self, runs: Mapping[tuple[Path, str], Sequence[PlannedRun]]) -> None:
        self._runs = runs

    def of(self, agent: Agent, suite: Path) -> list[Path]:
        """Return the recordings of an agent."""
        return [run.file for run in self._runs.get((suite, agent.name), ())]


def for_each_model(suite: Suite, path: Path, models: Sequence[str]) -> Suite:
    """Return the suite with an agent test for each model; the tests of several models are named after them."""
    agents = []
    for agent in suite.all:
        if agent.intents and not agent.prompt:
            agents.append(agent)
            continue
        named = models or ([agent.model] if isinstance(agent.model, str) else agent.model or [])
        if not (named and agent.prompt):
            missing = "prompt" if named else "model"
            hint = f"add `{missing}:` to the agent" + ("" if named else ", or --model NAME")
            raise UsageError(f"agent {agent.name!r} has no {missing}", where=str(path), hint=hint)
        for model in dict.fromkeys(named):
            name = agent.name if len(named) == 1 else f"{agent.name} ({model})"
            agents.append(agent.model_copy(update={"name": name, "model": model}))
    return suite.model_copy(update={"agents": agents, "tests": []})


def live_runs(
    suites: Suites,
    lock: Lock,
    request: EvalRequest,
    environ: Mapping[str, str],
    progress: Callable[[Progress], None],
) -> LiveRuns:
    """Run the agents of suites where no recording is there yet. Changes of a server pass as with `govern run`."""
    _require_extra()
    from govern.agents.runs import LiveLimits, LiveSetting, record_runs, require_models

    options = request.live or LiveOptions()
    limits = LiveLimits(options.jobs, _positive(options.seconds), _dollars(options.max_cost))
    planned = _planned(suites, lock, options.record)
    missing = [run for runs in planned.values() for run in runs if not run.is_recorded(lock.digest)]
    require_models({run.model for run in missing}, options.base_url, limits)
    if missing:
        config = find_config(request.config, request.config_from)
        names = tuple(dict.fromkeys(name for run in missing for name in run.servers))
        found = {target.name: target for target in targets(config, names, environ)}
        _require_callable(found.values())
        path = request.lock or config.lock
        baseline = read_baseline(config, path)
        enforcement = Enforcement(lock, config, [*found.values()], baseline.approvals, signed=baseline.signed)
        _require_no_drift(preview_lock(request, path, environ, progress, names=names), enforcement)
        secrets = _secrets(environ, found.values())
        setting = LiveSetting(lock, found, secrets, partial(_require_allowed, enforcement), options.base_url)
        record_runs(missing, setting, limits, progress)
    return LiveRuns(planned)


def _require_extra() -> None:
    try:
        import pydantic_ai  # noqa: F401 - only whether it is there
    except ImportError:
        hint = "install it: pip install 'govern-mcp[agents]'"
        raise UsageError("--live needs the extra `agents`, which is not installed", hint=hint) from None


def _planned(suites: Suites, lock: Lock, folder: Path) -> dict[tuple[Path, str], list[PlannedRun]]:
    """Return the runs of each agent, each with a file of its own."""
    agents = [(path, agent) for path, suite in suites for agent in suite.agents if agent.prompt]
    planned = {(path, agent.name): [*_runs_of(agent, path, lock, folder)] for path, agent in agents}
    files: dict[Path, str] = {}
    for run in (each for runs in planned.values() for each in runs):
        if other := files.get(run.file):
            message = f"{other!r} and {run.name!r} would be recorded to one file"
            raise UsageError(message, where=str(run.file), hint="rename one of the agents")
        files[run.file] = run.name
    return planned


def _runs_of(agent: Agent, suite: Path, lock: Lock, folder: Path) -> Iterator[PlannedRun]:
    from govern.agents.recording import PlannedRun

    servers = tuple(agent.servers or (server.name for server in lock.servers))
    for name in servers:
        server_named(lock, name)
    distractors, model = _distractors(agent, suite, lock), str(agent.model)
    # The name of a test of several models ends in the model, which the folder already has.
    start = slug(agent.name.removesuffix(f" ({model})")) or "agent"
    for number in range(1, agent.least_runs + 1):
        file = folder / slug(model) / f"{start}-{number}.jsonl"
        yield PlannedRun(f"{agent.name} {number}", agent.prompt or "", model, servers, file, distractors)


def _distractors(agent: Agent, suite: Path, lock: Lock) -> tuple[Mapping[str, Any], ...]:
    """Return the definitions of the tools that the agent is offered beside the locked ones."""
    if not agent.distractors:
        return ()
    try:
        names = CallNames({server.name: [tool.key for tool in server.tools] for server in lock.servers})
        return tuple(distractor_tools(agent.distractors, lock, names))
    except DistractorsMissingError as error:
        raise UsageError(f"agent {agent.name!r}, distractors: {error}", where=str(suite)) from None


def _require_callable(found: Iterable[Target]) -> None:
    if saved := [target.name for target in found if isinstance(target.how, Catalog)]:
        raise UsageError(f"{', '.join(saved)}: a saved catalog has no tools to call", hint="configure a live server")


def _require_no_drift(preview: LockOutcome, enforcement: Enforcement) -> None:
    """Raise an error if a server is unreachable, or a change of it may not pass."""
    for server in preview.servers:
        if server.error:
            raise server.error
    changed = [server.locked for server in preview.servers if server.status != "same" and server.locked]
    if drifted := [each.name for each in changed if enforcement.judge(each.name, Offer(each).surface).state]:
        raise _drift(drifted)


def _require_allowed(enforcement: Enforcement, target: Target, surface: Surface) -> None:
    """Raise CheckFailed if a server lists in a run what `govern run` would refuse."""
    if enforcement.judge(target.name, surface).state:
        raise _drift([target.name])


def _drift(names: Sequence[str]) -> CheckFailed:
    hint = "see what changed: govern diff --live; then: govern approve --live, or govern lock"
    return CheckFailed(f"not what is locked: {', '.join(names)}", hint=hint)


def _secrets(environ: Mapping[str, str], found: Iterable[Target]) -> Secrets:
    """Return the secrets of the servers and of the environment, which has the keys of models."""
    collector = SecretCollector({form: shown for target in found for form, shown in target.secrets.shown_as.items()})
    collector.add_hidden(*(value for name, value in environ.items() if is_secret_name(name)))
    return collector.collected()


def _positive(seconds: float) -> float:
    if not 0 < seconds < inf:
        raise UsageError(f"--run-timeout {seconds:g}: expected a number of seconds above 0")
    return seconds


def _dollars(cost: float | None) -> Decimal | None:
    if cost is not None and not 0 < cost < inf:
        raise UsageError(f"--max-cost {cost:g}: expected an amount of US dollars above 0")
    return None if cost is None else Decimal(str(cost))
