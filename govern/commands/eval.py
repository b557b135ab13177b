"""`govern eval`: did agents choose the right tools, and at what price, in recorded or live runs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.commands.project import find_config_if_any, find_lock, in_repository
from govern.commands.replay import TRACE_FORMATS_HINT, server_aliases
from govern.errors import UsageError
from govern.lockfile.store import load
from govern.selection.calls import CallNames, Run, ToolCall
from govern.selection.evaluation import EvalBasis, Evaluation, evaluate
from govern.selection.suite import SUITES_HINT, read_suite
from govern.traces.call import FAILED, Client, Guess
from govern.traces.contract import Contract
from govern.traces.files import recordings
from govern.traces.formats import TraceFormat
from govern.traces.names import Names
from govern.traces.reading import Recordings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from govern.commands.eval_live import LiveRuns
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
class EvalRequest:
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
    config: Path | None = None
    config_from: str | None = None
    lock: Path | None = None


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
    given: _Traces | LiveRuns
    if request.live:
        from govern.commands.eval_live import for_each_model, live_runs

        suites = [(path, for_each_model(suite, path, request.live.models)) for path, suite in suites]
        given = live_runs(suites, lock, request, environ, progress)
    else:
        given = _Traces(request.traces, [agent.name for _, suite in suites for agent in suite.all])
    basis = EvalBasis(lock, CallNames(contract.tools), request.allow_other_surface)
    agents = [
        evaluate(agent, str(path), [reader.read(file) for file in given.of(agent, path)], basis)
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
