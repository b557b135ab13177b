"""`govern watch`: compare servers with the lock until stopped, and report each drift once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from govern.commands.diff import require_severity
from govern.commands.watch_state import WatchContext, WatchState
from govern.economics.tokens import load_meanwhile
from govern.errors import Exit, GovernError, LockfileMissing, UsageError
from govern.policy.config import load_config
from govern.policy.targets import targets
from govern.policy.watch import command_hook, duration_flag, webhook
from govern.report.documents.serve import event_line
from govern.servers import hooks, watching
from govern.servers.hooks import Outbox

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from govern.errors import ServerError
    from govern.policy.config import Config
    from govern.policy.target import Target
    from govern.report.documents.serve import WatchEvent
    from govern.servers.capture import Capture


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
    load_meanwhile(config.policy.encoding)

    def tell(event: WatchEvent) -> None:
        line = event_line(event).encode() if outboxes else b""
        for outbox in outboxes:
            outbox.put(line)
        ears.tell(event)

    state = WatchState(_watching(request, config, wanted, plan, ears, tell))
    watcher = _Watcher(request, environ, ears, plan, tell, state)
    state.start()
    watching.watch(wanted, plan, watcher, outboxes)
    return watcher.code


@dataclass(slots=True)
class _Watcher:
    """Handler of the event loop's callbacks. A config that cannot be reloaded changes nothing."""

    request: WatchRequest
    environ: Mapping[str, str]
    ears: WatchOutput
    plan: watching.WatchPlan
    tell: Callable[[WatchEvent], None]
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
            self.ears.warn(f"config not reloaded: {error}")
            return None
        self.state.renewed(_watching(self.request, config, wanted, self.plan, self.ears, self.tell))
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


def _watching(  # noqa: PLR0913, PLR0917 - each is a part of the context
    request: WatchRequest,
    config: Config,
    wanted: Sequence[Target],
    plan: watching.WatchPlan,
    ears: WatchOutput,
    tell: Callable[[WatchEvent], None],
) -> WatchContext:
    path = request.lock or config.lock
    if not path.exists():
        raise LockfileMissing("no lock to compare with", where=str(path), hint="write it with `govern lock`")
    watched = tuple(target.name for target in wanted)
    return WatchContext(
        config=config,
        lock=path,
        names=request.names,
        watched=watched,
        fail_on=request.fail_on,
        interval=plan.interval,
        now=ears.now,
        tell=tell,
        note=ears.note,
    )


def _outboxes(request: WatchRequest, config: Config, environ: Mapping[str, str], ears: WatchOutput) -> list[Outbox]:
    posted, run = webhook(config, environ, request.webhook), command_hook(config, environ, request.command)
    found = [Outbox("webhook", hooks.webhook_delivery(posted), ears.warn)] if posted else []
    return found + ([Outbox("command", hooks.command_delivery(run), ears.warn)] if run else [])
