"""`govern watch`: compare servers with the lock until stopped, and report each drift once."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from govern.commands.diff import require_severity
from govern.commands.lock import dropped_servers, outcome_of
from govern.commands.sides import LIVE
from govern.commands.signatures import baseline_stamp, just_written, read_baseline
from govern.errors import Exit, GovernError, LockfileMissing, ServerError, UsageError
from govern.findings import findings
from govern.lockfile.lock_server import clear_counts
from govern.policy.config import load_config
from govern.policy.measuring import assemble_lock, measures_of
from govern.policy.targets import targets
from govern.policy.watch import command_hook, duration_flag, webhook
from govern.report.documents.serve import WatchEvent, event_line
from govern.report.terminal.page import count
from govern.report.wording import headline
from govern.servers import hooks, watching
from govern.servers.hooks import Outbox
from govern.verdict import decide

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from govern.commands.signatures import Baseline, FileStamp
    from govern.lockfile.outcome import ServerOutcome
    from govern.policy.config import Config
    from govern.policy.target import Target
    from govern.report.documents.serve import EventName
    from govern.rules.finding import Finding
    from govern.servers.capture import Capture
    from govern.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchRequest:
    """The arguments of `govern watch`, durations as text. `hangup` is true if SIGHUP ends it."""

    names: tuple[str, ...] = ()
    interval: str | None = None
    once: bool = False
    lasting: str | None = None
    jobs: int | None = None
    webhook: str | None = None
    command: str | None = None
    config: Path | None = None
    lock: Path | None = None
    fail_on: str | None = None
    hangup: bool = True


@dataclass(frozen=True, slots=True)
class WatchOutput:
    """The outputs of a watch: `tell` writes an event, `warn` a warning, `note` a line for people; `now` is a clock."""

    tell: Callable[[WatchEvent], None]
    warn: Callable[[str], None]
    note: Callable[[str], None]
    now: Callable[[], datetime]


def watch(request: WatchRequest, environ: Mapping[str, str], ears: WatchOutput) -> Exit:
    """Watch until a signal or a limit ends it, and return the exit code."""
    config = load_config(request.config, Path.cwd())
    plan = _planned(request, config)
    outboxes = _outboxes(request, config, environ, ears)
    wanted = targets(config, request.names, environ)

    def tell(event: WatchEvent) -> None:
        line = event_line(event).encode() if outboxes else b""
        for outbox in outboxes:
            outbox.put(line)
        ears.tell(event)

    path = request.lock or config.lock
    if not path.exists():
        raise LockfileMissing("no lock to compare with", where=str(path), hint="write it with `govern lock`")
    context = WatchContext(
        config=config,
        lock=path,
        names=request.names,
        watched=tuple(target.name for target in wanted),
        fail_on=request.fail_on,
        interval=plan.interval,
        now=ears.now,
        tell=tell,
        note=ears.note,
    )
    watcher = _Watcher(request, environ, ears.warn, WatchState(context))
    watcher.state.start()
    watching.watch(wanted, plan, watcher, outboxes)
    return watcher.code


@dataclass(slots=True)
class _Watcher:
    """Handler of the event loop's callbacks. A config that cannot be reloaded changes nothing."""

    request: WatchRequest
    environ: Mapping[str, str]
    warn: Callable[[str], None]
    state: WatchState
    code: Exit = Exit.UNREACHABLE

    def captured(self, name: str, outcome: Capture | ServerError) -> None:
        """Handle the result of reading a server."""
        self.state.record(name, outcome)

    def tick(self) -> None:
        """Handle the passing of a second."""
        self.state.tick()

    def reload(self) -> Sequence[Target] | None:
        """Return the servers to watch by the current config, or None if it cannot be read."""
        try:
            config = load_config(self.request.config, Path.cwd())
            wanted = targets(config, self.request.names, self.environ)
        except GovernError as error:
            self.warn(f"config not reloaded: {error}")
            return None
        path, watched = self.request.lock or config.lock, tuple(target.name for target in wanted)
        self.state.renewed(replace(self.state.context, config=config, lock=path, watched=watched))
        return wanted

    def stop(self) -> None:
        """Handle the end of the watch."""
        self.code = self.state.stop()


def _planned(request: WatchRequest, config: Config) -> watching.WatchPlan:
    require_severity(request.fail_on)
    if request.once and request.lasting is not None:
        raise UsageError("--once and --for cannot be combined")
    interval = config.settings.watch.interval if request.interval is None else request.interval
    return watching.WatchPlan(
        interval=duration_flag("--interval", str(interval)),
        jobs=request.jobs or config.settings.jobs,
        once=request.once,
        lasting=duration_flag("--for", request.lasting) if request.lasting is not None else None,
        hangup=request.hangup,
    )


def _outboxes(request: WatchRequest, config: Config, environ: Mapping[str, str], ears: WatchOutput) -> list[Outbox]:
    posted, run = webhook(config, environ, request.webhook), command_hook(config, environ, request.command)
    found = [Outbox("webhook", hooks.webhook_delivery(posted), ears.warn)] if posted else []
    return found + ([Outbox("command", hooks.command_delivery(run), ears.warn)] if run else [])


# A drift must be gone for this many seconds before it counts as settled.
_SETTLING = 2.0


@dataclass(frozen=True, slots=True)
class WatchContext:
    """The config, lock and servers of a watch; `tell` reports an event, `note` a line for people, `now` is a clock."""

    config: Config
    lock: Path
    names: tuple[str, ...]
    watched: tuple[str, ...]
    fail_on: str | None
    interval: float
    now: Callable[[], datetime]
    tell: Callable[[WatchEvent], None]
    note: Callable[[str], None]


@dataclass(slots=True)
class _ReportedDrift:
    """A reported drift of a server. `clean` is the time since when there is none any more."""

    mark: str
    clean: datetime | None = None


class WatchState:
    """The state of all servers. It does not grow with time: one surface, outcome and mark per server."""

    def __init__(self, context: WatchContext) -> None:
        self.context = context
        self._stamp, self._day = baseline_stamp(context.config, context.lock), context.now().date()
        self._baseline: Baseline = read_baseline(context.config, context.lock)
        self._lock_error: GovernError | None = None
        self._waiting = set(context.watched)
        self._seen: dict[str, Capture] = {}
        self._outcomes: dict[str, ServerOutcome] = {}
        self._errors: dict[str, ServerError] = {}
        self._reported: dict[str, _ReportedDrift] = {}
        self._failing: set[str] = set()

    def start(self) -> None:
        """Report what is watched."""
        self._report("started", f"watching {count(len(self.context.watched), 'server')}")

    def record(self, name: str, outcome: Capture | ServerError) -> None:
        """Handle the result of reading a server. Nothing is judged until all were read, since tools may move."""
        first = name in self._waiting
        self._waiting.discard(name)
        if isinstance(outcome, ServerError):
            self._failed_server(name, outcome)
            anew = False
        else:
            anew = self._record(name, outcome)
        if (first or anew) and not self._waiting:
            self._judge()
            clear_counts()
        if first and not self._waiting:
            self.context.note(f"{self._summary()}; next check in {self.context.interval:g} s (Ctrl-C stops)")

    def tick(self) -> None:
        """Handle the passing of time: files may have changed, approvals expired, or a drift ended."""
        stamp = baseline_stamp(self.context.config, self.context.lock)
        if not just_written(stamp, self.context.now().timestamp()):
            self._follow(stamp)
        self._settle(_SETTLING)

    def _follow(self, stamp: tuple[FileStamp, ...]) -> None:
        """Read the lock and its approvals again if they, or the day, have changed."""
        day = self.context.now().date()
        if (stamp, day) != (self._stamp, self._day):
            self._stamp, self._day = stamp, day
            self._read_again()

    def renewed(self, context: WatchContext) -> None:
        """Switch to another config. Every server is about to be read again."""
        self.context = context
        names = set(context.watched)
        for held in (self._outcomes, self._errors):
            for name in held.keys() - names:
                del held[name]
        self._seen.clear()
        self._waiting = names
        self._stamp = ()
        self._follow(baseline_stamp(context.config, context.lock))

    def stop(self) -> Exit:
        """Report the end of the watch and return the exit code."""
        self._settle(0)
        code = max(
            Exit.FAILED if self._failing else Exit.OK,
            Exit.INVALID if self._lock_error else Exit.OK,
            Exit.UNREACHABLE if self._unreachable else Exit.OK,
        )
        self._report("stopped", self._summary(), exit_code=int(code))
        return code

    def _summary(self) -> str:
        """Return which servers differ from the lock or are unreachable."""
        problems = [f"drifted: {', '.join(self._drifted)}"] if self._drifted else []
        problems += [f"unreachable: {', '.join(self._unreachable)}"] if self._unreachable else []
        problems += [f"lock invalid: {self._lock_error.message}"] if self._lock_error else []
        return "; ".join(problems) or "all servers match the lock"

    @property
    def _drifted(self) -> tuple[str, ...]:
        return tuple(sorted(name for name, drift in self._reported.items() if drift.clean is None))

    @property
    def _unreachable(self) -> tuple[str, ...]:
        return tuple(sorted({*self._errors, *self._waiting}))

    def _record(self, name: str, seen: Capture) -> bool:
        """Record a result. Return whether it differs from the one before."""
        known = self._seen.get(name)
        outcome = None if known and known.surface == seen.surface else self._server_outcome(name, seen)
        if outcome and outcome.error:
            self._failed_server(name, outcome.error)
            return False
        if self._errors.pop(name, None) is not None:
            self._report("back", "reachable again", name)
        if outcome is None:
            return False
        before = self._outcomes.get(name)
        self._seen[name], self._outcomes[name] = seen, outcome
        return before is None or before.locked != outcome.locked

    def _failed_server(self, name: str, error: ServerError) -> None:
        known = name in self._errors
        self._errors[name] = error
        if not known:
            self._report("unreachable", error.message, name, error=error)

    def _server_outcome(self, name: str, seen: Capture) -> ServerOutcome:
        old = self._baseline.lock
        return outcome_of(seen.target, seen, measures_of(self.context.config, name, old), old)

    def _judge(self) -> None:
        """Judge the current state and report what was not reported yet."""
        found = self._found()
        self._failing.clear()
        for name in sorted({*found, *self._reported}):
            verdict = self._decided(found.get(name, []))
            if verdict.fails:
                self._failing.add(name)
            self._drift(name, verdict)

    def _drift(self, name: str, verdict: Verdict) -> None:
        drift, mark = self._reported.get(name), _mark(verdict)
        if not verdict.decided:
            if drift is not None:
                drift.clean = drift.clean or self.context.now()
        elif drift is not None and drift.mark == mark:
            drift.clean = None
        else:
            self._reported[name] = _ReportedDrift(mark)
            self._report("changed" if drift else "drift", headline(verdict), name, verdict=verdict)

    def _settle(self, after: float) -> None:
        """Report drifts that have been gone for long enough."""
        now, after = self.context.now(), min(after, self.context.interval / 2)
        for name, drift in sorted(self._reported.items()):
            if drift.clean is not None and (now - drift.clean).total_seconds() >= after:
                del self._reported[name]
                self._report("settled", "matches the lock again", name)

    def _found(self) -> dict[str, list[Finding]]:
        config, old = self.context.config, self._baseline.lock
        gone = dropped_servers(config, old, self.context.names)
        found: defaultdict[str, list[Finding]] = defaultdict(list)
        for finding in findings(old, assemble_lock([*self._outcomes.values(), *gone], config, old), config.policy):
            found[finding.change.server].append(finding)
        return found

    def _decided(self, found: list[Finding]) -> Verdict:
        context, baseline = self.context, self._baseline
        return decide(
            found,
            baseline.approvals,
            context.config.policy,
            context.now().date(),
            old=context.lock.name,
            new=LIVE,
            fail_on=context.fail_on,
            signed=baseline.signed,
        )

    def _read_again(self) -> None:
        """Read the lock and its approvals again. While they are invalid, the ones read last apply."""
        was = self._lock_error
        try:
            baseline = read_baseline(self.context.config, self.context.lock)
        except GovernError as error:
            self._lock_error = error
            if was is None or str(was) != str(error):
                self._report("lock-changed", f"lock invalid, still using the previous one: {error}")
            return
        before, self._baseline, self._lock_error = self._baseline, baseline, None
        if was is not None or baseline != before:
            changed = "approvals" if baseline.lock == before.lock else "lock"
            self._report("lock-changed", f"{changed} reloaded")
        for name, seen in [*self._seen.items()]:
            outcome = self._server_outcome(name, seen)
            if outcome.error:
                del self._seen[name]
                self._failed_server(name, outcome.error)
            else:
                self._outcomes[name] = outcome
        if not self._waiting:
            self._judge()
            self._settle(0)
            clear_counts()

    def _report(self, name: EventName, message: str, server: str | None = None, **more: Any) -> None:
        event = WatchEvent(name, self.context.now(), message, server, **more)
        self.context.tell(
            replace(event, lock=self._baseline.lock.digest, drifted=self._drifted, unseen=self._unreachable)
        )


def _mark(verdict: Verdict) -> str:
    """Return a digest that identifies a drift: its changes, their states, and whether each is approved."""
    parts = sorted(
        f"{each.finding.change.id} {each.finding.origin} {each.finding.target} {each.approved}"
        for each in verdict.decided
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
