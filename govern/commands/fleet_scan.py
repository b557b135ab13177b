"""`govern fleet scan`: list the servers of an inventory, and store what each one said at once."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING

from govern import __version__
from govern.contract.characters import visible
from govern.errors import UsageError
from govern.fleet.inventory import TABLES, inventory_digest, read_inventory, shard_of
from govern.fleet.queries import last_locked
from govern.fleet.results import ScanProgress, summarize
from govern.fleet.store import FleetStore, Scan
from govern.policy.clock import now
from govern.scanning.dispatch import Dispatch, batch_size, plan_queues
from govern.scanning.settings import ScanTask
from govern.servers.capture import Interrupted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from govern.fleet.inventory import FleetServer
    from govern.fleet.results import ScanSummary
    from govern.scanning.engines import ScanEngine
    from govern.scanning.settings import ScanSettings

_SHARD = re.compile(r"([1-9]\d{0,5})/([1-9]\d{0,5})")
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
# The terminal shows progress this often, since counting rows reads the store.
_PROGRESS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetScanRequest:
    """The arguments of `govern fleet scan`; `settings` has no name of a scan yet if none was given.

    `since` and `pages` are for the URL of a registry: what changed since a date, and the file that keeps its pages.
    """

    inventory: str
    settings: ScanSettings
    jobs: int | None = None
    workers: int | None = None
    on: str = "processes"
    shard: str | None = None
    resume: bool = False
    since: str | None = None
    pages: Path | None = None


def fleet_scan(
    request: FleetScanRequest,
    progress: Callable[[ScanProgress], None] = lambda _: None,
    note: Callable[[str], None] = lambda _: None,
) -> ScanSummary:
    """Scan what has no observation yet, and return the summary; raise Interrupted after a signal.

    `note` is called with what the user should know before the scan.
    """
    shard, shards = _shard(request)
    servers = _inventory(request)
    mine = [server for server in servers if shard_of(server.name, shards) == shard]
    store = FleetStore(request.settings.store)
    scan, begun = _begin(store, request, servers)
    if text := _begin_note(store, request, scan, begun=begun):
        note(text)
    with _raised_signals():
        return _scan(request, store, _settings(request, store, scan.name, shards), mine, progress)


def _scan(
    request: FleetScanRequest,
    store: FleetStore,
    settings: ScanSettings,
    mine: Sequence[FleetServer],
    progress: Callable[[ScanProgress], None],
) -> ScanSummary:
    """Scan those of these servers that have no observation in the scan yet."""
    begun, scan, names = time.monotonic(), settings.scan, {server.name for server in mine}
    known = {each.server for each in store.observations(scan)}
    before = last_locked(store, scan, names)
    tasks = [ScanTask(server, before.get(server.name)) for server in mine if server.name not in known]
    if tasks:
        _run_batches(request, store, settings, tasks, len(mine), progress)
    finished = bool(store.finish(scan).finished)
    found = [each for each in store.observations(scan) if each.server in names]
    if missing := len(mine) - len(found):
        hint = "give a store that every worker reaches, such as s3://BUCKET/FOLDER"
        raise UsageError(f"the workers stored no result of {missing:,} servers here", where=store.name, hint=hint)
    return summarize(
        found,
        before,
        store=store.name,
        scan=scan,
        servers=len(mine),
        observed=len(mine) - len(tasks),
        seconds=time.monotonic() - begun,
        finished=finished,
    )


def _inventory(request: FleetScanRequest) -> list[FleetServer]:
    """Return the servers of a file, of an MCP registry at a URL, or of the domains in a text file."""
    source = request.inventory
    if source.startswith(("http://", "https://")) and not source.endswith(TABLES):
        from govern.registries.inventories import registry_inventory

        return registry_inventory(source, request.since, request.pages, private=request.settings.private)
    if request.since or request.pages:
        raise UsageError("--since and --pages are for the URL of an MCP registry", where=source)
    if source.endswith(".txt"):
        from govern.registries.inventories import domain_inventory

        return domain_inventory(Path(source), private=request.settings.private)
    return read_inventory(source, private=request.settings.private)


def _run_batches(  # noqa: PLR0913, PLR0917 - the parts of one scan
    request: FleetScanRequest,
    store: FleetStore,
    settings: ScanSettings,
    tasks: Sequence[ScanTask],
    servers: int,
    progress: Callable[[ScanProgress], None],
) -> None:
    engine = _engine(request, len(tasks))
    if request.jobs:
        settings = replace(settings, jobs=max(1, -(-request.jobs // engine.workers)))
    queues = plan_queues(tasks, batch_size(len(tasks), engine.workers))
    told = 0.0

    def tell() -> None:
        nonlocal told
        if time.monotonic() - told >= _PROGRESS:
            progress(ScanProgress(len(store.rows(settings.scan)), servers, engine.link))
            told = time.monotonic()

    try:
        Dispatch(engine, store, settings).run(queues, tell)
    except BaseException:
        engine.close(cancel=True)
        raise
    engine.close(cancel=False)


def _engine(request: FleetScanRequest, tasks: int) -> ScanEngine:
    engine, equals, address = request.on.partition("=")
    workers = min(request.workers or os.cpu_count() or 1, request.jobs or tasks, tasks)
    if engine == "processes" and not equals:
        from govern.scanning.engines import ProcessEngine

        return ProcessEngine(workers)
    if engine == "dask" and (address or not equals):
        from govern.scanning.engines import DaskEngine

        return DaskEngine(address or None, workers)
    raise UsageError(f"--on {request.on}: expected processes, dask or dask=tcp://HOST:PORT")


def _shard(request: FleetScanRequest) -> tuple[int, int]:
    """Return the number of this shard, from 0, and of all shards."""
    if request.shard is None:
        return 0, 1
    match = _SHARD.fullmatch(request.shard)
    if match is None or int(match[1]) > int(match[2]):
        raise UsageError(f"--shard {request.shard}: expected K/N, from 1/N to N/N", hint="for example: --shard 1/4")
    if not request.settings.scan:
        hint = "the shards of one scan need the same name: --scan 2026-11-19"
        raise UsageError("--shard needs --scan NAME", hint=hint)
    return int(match[1]) - 1, int(match[2])


def _settings(request: FleetScanRequest, store: FleetStore, scan: str, shards: int) -> ScanSettings:
    """Return the settings of this shard, for workers in any folder; all shards together keep to a host's limits."""
    given, place = request.settings, store.folder or store.url
    per_host = max(1, given.per_host // shards)
    return replace(given, store=place, scan=scan, per_host=per_host, rate=given.rate / shards)


def _begin(store: FleetStore, request: FleetScanRequest, servers: Sequence[FleetServer]) -> tuple[Scan, bool]:
    """Return the scan, and whether it begins only now."""
    at = now().astimezone(UTC)
    name = request.settings.scan or f"{at:%Y-%m-%dT%H-%M-%SZ}"
    resumed = _unfinished(store, request.settings.scan) if request.resume else None
    scan = Scan(
        name=resumed.name if resumed else name,
        started=f"{at:%Y-%m-%dT%H:%M:%SZ}",
        servers=len(servers),
        inventory=inventory_digest(servers),
        encoding=request.settings.encoding,
        govern_version=__version__,
    )
    before = store.scan(scan.name)
    return store.begin(scan), before is None


def _begin_note(store: FleetStore, request: FleetScanRequest, scan: Scan, *, begun: bool) -> str:
    """Return what the user should know of a scan that was begun before, or whose name comes too early."""
    if scan.finished:
        return f"scan {scan.name} is finished; nothing was scanned; another --scan NAME scans again"
    if begun:
        last = max(each.name for each in store.scans())
        early = f"scan {scan.name} sorts before {last}, so `govern fleet diff` takes it as the earlier one"
        return f"{early}; begin the names of scans with their dates" if last > scan.name else ""
    if request.resume or request.shard:
        return ""
    return f"scan {scan.name} has begun at {visible(scan.started)}; this one asks only servers without a result"


def _unfinished(store: FleetStore, name: str) -> Scan:
    """Return the scan to resume: the named one, or else the last, if it is not finished."""
    store.require()
    scans = [scan for scan in store.scans() if name in ("", scan.name)]
    if not scans:
        raise UsageError(f"no scan {name} to resume" if name else "no scan to resume", where=store.name)
    if scans[-1].finished and not name:
        hint = "start a new scan: run the command without --resume"
        raise UsageError(f"the last scan, {scans[-1].name}, is finished", where=store.name, hint=hint)
    return scans[-1]


@contextmanager
def _raised_signals() -> Iterator[None]:
    """Raise Interrupted at the first ending signal, and ignore later ones until the workers have ended."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    raised = False

    def end(number: int, _: object) -> None:
        nonlocal raised
        if not raised:
            raised = True
            raise Interrupted(number)

    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    before = {number: signal.signal(number, end) for number in numbers if signal.getsignal(number) != signal.SIG_IGN}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
