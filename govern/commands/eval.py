"""`govern eval`: did agents choose the right tools, and at what price, in recorded or live runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from math import inf
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.commands.lock import preview_lock
from govern.commands.project import (
    ProjectRequest,
    find_config,
    find_config_if_any,
    find_lock,
    in_repository,
    server_named,
)
from govern.commands.recordings import TRACE_FORMATS_HINT, server_aliases
from govern.commands.signatures import read_baseline
from govern.errors import CheckFailed, UsageError
from govern.lockfile.store import load
from govern.policy.redaction import SecretCollector, is_secret_name
from govern.policy.target import Catalog
from govern.policy.targets import targets
from govern.selection.distractors import DistractorsMissingError, distractor_tools
from govern.selection.evaluation import EvalBasis, Evaluation, evaluate
from govern.selection.runs import CallNames, Run, ToolCall
from govern.selection.suite import SUITES_HINT, Suite, read_suite
from govern.serve.enforcement import Enforcement
from govern.serve.menu import Offer
from govern.traces.call import FAILED, Client, Guess
from govern.traces.contract import Contract
from govern.traces.names import Names
from govern.traces.reading import Recordings, recordings
from govern.traces.recording import TraceFormat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from govern.agents.recording import PlannedRun
    from govern.contract.surface import Surface
    from govern.lockfile.document import Lock
    from govern.lockfile.outcome import LockOutcome
    from govern.policy.target import Secrets, Target
    from govern.selection.suite import Agent
    from govern.servers.capture import Progress
    from govern.traces.call import Server

_NOT_A_WORD = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveOptions:
    """The options of `govern eval --live`; `models` replace those of the suites."""

    record: Path = Path("runs")
    models: Sequence[str] = ()
    base_url: str | None = None
    max_cost: float | None = None
    seconds: float = 300.0
    jobs: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalRequest(ProjectRequest):
    """The arguments of `govern eval`; `traces` are PATH or AGENT=PATH, `servers` as for `govern replay`.

    With `live` the runs are made now, if they are not recorded yet.
    """

    suites: tuple[Path, ...]
    traces: tuple[str, ...] = ()
    servers: tuple[str, ...] = ()
    form: TraceFormat = TraceFormat.AUTO
    allow_other_surface: bool = False
    skip_unknown: bool = False
    live: LiveOptions | None = None


def run_eval(
    request: EvalRequest, environ: Mapping[str, str], progress: Callable[[Progress], None] = lambda _: None
) -> Evaluation:
    """Score the runs of every agent of the suites and check what is expected of them."""
    if not request.suites:
        raise UsageError("no suite given", hint=f"run: govern eval SUITE…; {SUITES_HINT}")
    read = [(path, *read_suite(path, skip_unknown=request.skip_unknown)) for path in request.suites]
    skipped = tuple(line for _, _, lines in read for line in lines)
    suites = [(path, suite) for path, suite, _ in read]
    config = None if request.lock else find_config_if_any(request.config, request.config_from)
    path = request.lock or (config.lock if config else find_lock(None, None))
    lock = load(path)
    aliases, default = server_aliases(request.servers, [lock])
    contract = Contract(lock)
    reader = _RunReader(Names(contract.tools, contract.own_names(), aliases, default), request.form)
    if request.live and request.traces:
        raise UsageError("--live makes its own recordings; leave out --traces")
    if request.live:
        suites = [(path, for_each_model(suite, path, request.live.models)) for path, suite in suites]
        recordings_of = live_runs(suites, lock, request, environ, progress)
    else:
        recordings_of = _Traces(request.traces, [agent.name for _, suite in suites for agent in suite.all]).of
    basis = EvalBasis(lock, CallNames(contract.tools), request.allow_other_surface)
    agents = [
        evaluate(agent, str(path), [reader.read(file) for file in recordings_of(agent, path)], basis)
        for path, suite in suites
        for agent in suite.all
    ]
    if not any(agent.checks for agent in agents):
        where = ", ".join(map(str, request.suites))
        raise UsageError("no agent with a gate", where=where, hint=SUITES_HINT)
    return Evaluation(lock, in_repository(path), tuple(agents), skipped)


class _Traces:
    """The recordings of each agent, one file for each run."""

    def __init__(self, words: Sequence[str], agents: Sequence[str]) -> None:
        self._named: dict[str, list[Path]] = {}
        rest: list[Path] = []
        for word in words:
            agent, equals, path = word.partition("=")
            if equals and agent in agents:
                self._named.setdefault(agent, []).append(Path(path))
            else:
                rest.append(Path(word))
        self._given = bool(words)
        self._alone = len(agents) == 1
        self._rest = recordings(rest)

    def of(self, agent: Agent, suite: Path) -> list[Path]:
        """Return the recordings that the suite or the command names for an agent, or that have its name.

        Only an agent with intents does without recordings, and only if the command and the suite name none.
        """
        own = [agent.traces] if isinstance(agent.traces, str) else agent.traces
        listed = recordings([*(suite.parent / each for each in own), *self._named.get(agent.name, ())])
        found = listed or [path for path in self._rest if self._alone or _is_named(path, agent.name)]
        if not found and (self._given or own or not agent.intents):
            hint = f"add `traces:` to the agent, or --traces '{agent.name}=PATH'"
            raise UsageError(f"no recording of agent {agent.name!r}", where=str(suite), hint=hint)
        return found


def _is_named(path: Path, agent: str) -> bool:
    """Return whether a file has an agent's name, with or without a number, or is in a folder of that name."""
    wanted, name = slug(agent), slug(path.name.partition(".")[0])
    numbered = re.fullmatch(rf"{re.escape(wanted)}-\d+", name) is not None
    return name == wanted or numbered or slug(path.parent.name) == wanted


def slug(name: str) -> str:
    """Return a name as it is in the names of files: lower-case letters, digits and hyphens."""
    return _NOT_A_WORD.sub("-", name.lower()).strip("-")


class _RunReader:
    """Reads the calls of one run from one file, named as in the lock."""

    def __init__(self, names: Names, form: TraceFormat) -> None:
        self._names = names
        self._form = form

    def read(self, path: Path) -> Run:
        """Read a run; an unreadable line is an error, since what is missing would change the score."""
        calls: list[tuple[int, ToolCall]] = []

        def take(server: Server, tool: str, _: Any, answer: Any, number: int) -> None:
            calls.extend((number, call) for call in self._call(server, tool, failed=answer is FAILED))

        read = Recordings(take, self._form)
        read.read([path], lambda _: None)
        if read.notes.named:
            where, why = read.notes.named[0]
            raise UsageError(f"cannot read this recording: {why}", where=where, hint=TRACE_FORMATS_HINT)
        if not calls and read.notes.unknown == read.notes.lines:
            raise UsageError("no recorded run found", where=str(path), hint=TRACE_FORMATS_HINT)
        # Calls arrive as they were answered.
        calls.sort(key=itemgetter(0))
        facts, made = read.facts, tuple(call for _, call in calls)
        offered = None if facts.distractors is None else frozenset(facts.distractors)
        return Run(path.as_posix(), made, frozenset(facts.locks), facts.usage, offered)

    def _call(self, server: Server, tool: str, *, failed: bool) -> Iterator[ToolCall]:
        """Yield the call, unless it is of a tool of the client's own, which no server offers."""
        if isinstance(server, Client):
            return
        whose = self._names.whose(server, tool)
        if isinstance(whose, tuple):
            yield ToolCall(*whose, failed)
        else:
            named = server.name if isinstance(server, Guess) else server
            yield ToolCall(named or "", tool, failed)


Suites = Sequence[tuple[Path, Suite]]


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
) -> Callable[[Agent, Path], list[Path]]:
    """Run the agents of suites where no recording is there yet, and return a function that finds their recordings.

    Changes of a server pass as with `govern run`.
    """
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
        if saved := [name for name, target in found.items() if isinstance(target.how, Catalog)]:
            hint = "configure a live server"
            raise UsageError(f"{', '.join(saved)}: a saved catalog has no tools to call", hint=hint)
        path = request.lock or config.lock
        baseline = read_baseline(config, path)
        enforcement = Enforcement(lock, config, [*found.values()], baseline.approvals, signed=baseline.signed)
        _require_no_drift(preview_lock(request, path, environ, progress, names=names), enforcement)
        secrets = _secrets(environ, found.values())
        setting = LiveSetting(lock, found, secrets, partial(_require_allowed, enforcement), options.base_url)
        record_runs(missing, setting, limits, progress)
    return lambda agent, suite: [run.file for run in planned.get((suite, agent.name), ())]


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
