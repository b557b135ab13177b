"""`govern upgrade`: lock newer versions of pinned packages beside the old ones, judge them, and write the accepted."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from govern.commands.coverage import covered_here
from govern.commands.init import write_servers
from govern.commands.lock import outcome_of
from govern.commands.project import find_config
from govern.commands.sides import approvals_beside
from govern.contract.launchers import packages
from govern.errors import CheckFailed, GovernError, ServerError, UsageError, exception_line, no_such
from govern.files import MAX_USER_FILE, read_text, relative_path
from govern.findings import changed_sizes, findings
from govern.lockfile.document import Lock
from govern.lockfile.store import load_if_there, save
from govern.lockfile.writing import exclusive_access
from govern.policy.approvals import FILE, Approvals, parse_approvals
from govern.policy.config import config_from_text
from govern.policy.config_writing import edited_config_text
from govern.policy.measuring import assemble_lock, measures_of
from govern.policy.server_settings import SandboxKind
from govern.policy.source import source_of
from govern.policy.targets import servers_of, targets
from govern.registries.package_clients import newer_spec, pinned_package
from govern.report.upgrades import Upgrade, UpgradeOutcome
from govern.servers.capture import capture_servers
from govern.servers.sandbox import confine, find_sandbox
from govern.verdict import decide

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from govern.lockfile.outcome import ServerOutcome
    from govern.policy.config import Config
    from govern.policy.parsing import KeyPath
    from govern.policy.server_settings import Server
    from govern.policy.target import Sandbox, Target
    from govern.rules.rule import Severity
    from govern.servers.capture import Capture, Progress
    from govern.verdict import Verdict

_MOST_EVIDENCE, _LONGEST = 3, 300


@dataclass(frozen=True, slots=True, kw_only=True)
class UpgradeRequest:
    """The arguments of `govern upgrade`. An upgrade that is at most as severe as `limit` is accepted by itself."""

    names: tuple[str, ...] = ()
    yes: bool = False
    dry_run: bool = False
    limit: Severity | None = None
    config: Path | None = None
    lock: Path | None = None
    jobs: int | None = None
    sandbox: SandboxKind | None = None
    sandbox_read: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class _Starting:
    """The way versions are started: in which sandbox, if any, how many at a time, and with which variables."""

    sandbox: Sandbox | None
    jobs: int
    environ: Mapping[str, str]
    progress: Callable[[Progress], None] | None

    def listed(self, wanted: Sequence[Target]) -> dict[str, Capture | ServerError]:
        """Return what each target lists, or why it does not."""
        boxed = [confine(target, self.sandbox, trusted=True) for target in wanted]
        return capture_servers(boxed, jobs=self.jobs, progress=self.progress)


@dataclass(slots=True)
class _Project:
    """The config and the lock with the upgrades that were accepted so far; `broken` are current versions that fail."""

    config: Config
    path: Path
    written: Lock | None
    approvals: Approvals
    lock: Lock = field(default_factory=Lock)
    broken: Mapping[str, GovernError] = field(default_factory=dict)


def upgrade(
    request: UpgradeRequest,
    environ: Mapping[str, str],
    ask: Callable[[Upgrade], bool] | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> UpgradeOutcome:
    """Upgrade the named servers, or all; `ask` decides about each that the request does not accept by itself."""
    config = find_config(request.config, None)
    path = request.lock or config.lock
    chosen = _chosen(request.names, config)
    sandbox = find_sandbox(request.sandbox, request.sandbox_read)
    starting = _Starting(sandbox, request.jobs or config.settings.jobs, environ, progress)
    with ThreadPoolExecutor(starting.jobs) as pool:
        found = dict(zip(chosen, pool.map(lambda name: newer_packages(name, config), chosen), strict=True))
    newer = [each for each in found.values() if isinstance(each, NewerPackages)]
    # Read before the newer versions run, which may write to the project where no sandbox works.
    text = approvals_beside(path)
    approvals = parse_approvals(text, FILE) if text is not None else Approvals()
    project = _Project(config, path, load_if_there(path), approvals)
    seen = _captured(newer, config, starting)
    _lock_current(newer, project, starting)
    before = project.lock
    upgrades = [
        each if isinstance(each, Upgrade) else _upgraded(each, project, request, seen, ask) for each in found.values()
    ]
    wrote = any(each.state == "upgraded" for each in upgrades)
    return UpgradeOutcome(
        tuple(upgrades),
        relative_path(config.file, Path.cwd()),
        relative_path(path.absolute(), Path.cwd()),
        wrote=wrote,
        behind=_clients_behind(config, project.config) if wrote else (),
        total=_verdict(before, project.lock, project, "the upgraded servers") if before != project.lock else None,
        sandbox=sandbox.kind if sandbox else SandboxKind.NONE,
    )


def _clients_behind(before: Config, after: Config) -> tuple[str, ...]:
    """Return the client configs of the project that start servers otherwise than the upgraded config."""
    known, now = (
        [(file.path, problem) for file in covered_here(each, each.policy) for problem in file.uncovered]
        for each in (before, after)
    )
    return tuple(dict.fromkeys(path for path, problem in now if (path, problem) not in known))


def _chosen(names: Sequence[str], config: Config) -> list[str]:
    known = list(config.settings.servers)
    for name in names:
        if name not in known:
            raise no_such("server", name, config.where, known)
    return list(dict.fromkeys(names)) or known


def _captured(newer: Sequence[NewerPackages], config: Config, starting: _Starting) -> dict[str, Capture | ServerError]:
    """Return what each newer version lists, by server and profile."""
    return starting.listed(
        [
            target
            for each in newer
            for target in targets(_edited(config, each), _affected(each.name, config), starting.environ)
        ]
    )


def _edited(config: Config, newer: NewerPackages, integrity: str | None = None) -> Config:
    """Return the config with the newer packages; the integrity of the old ones is no longer stated."""
    server = config.settings.servers[newer.name]
    edits: dict[KeyPath, str | None] = dict(newer.edits)
    if server.integrity:
        edits["servers", newer.name, "integrity"] = integrity
    text = edited_config_text(config.text, {(*config.prefix, *keys): value for keys, value in edits.items()})
    return config_from_text(text, config.file, config.called)


def _affected(name: str, config: Config) -> list[str]:
    """Return a server and its profiles, which usually run the server's own command."""
    return [each for each in servers_of(config) if each.partition("@")[0] == name]


def _lock_current(newer: Sequence[NewerPackages], project: _Project, starting: _Starting) -> None:
    """Add the current version of each server to the lock where the locked one is missing or older.

    One whose current version cannot be locked is compared with its older lock entry, or is new without one.
    """
    config, old = project.config, project.written
    servers = servers_of(config)
    affected = [name for each in newer for name in _affected(each.name, config)]
    stale = [name for name in affected if not _is_locked(old, name, source_of(servers[name], config.root))]
    outcomes: list[ServerOutcome] = []
    if stale:
        current = targets(config, stale, starting.environ)
        listed = starting.listed(current)
        outcomes = [_outcome(target, listed, config, old) for target in current]
    project.broken = {each.name: each.error for each in outcomes if each.error}
    project.lock = assemble_lock(outcomes, config, old)


def _is_locked(lock: Lock | None, name: str, source: str) -> bool:
    locked = lock.server(name) if lock else None
    return locked is not None and locked.source == source


def _outcome(
    target: Target, seen: Mapping[str, Capture | ServerError], config: Config, old: Lock | None
) -> ServerOutcome:
    return outcome_of(target, seen[target.name], measures_of(config, target.name, old), old)


def _upgraded(
    newer: NewerPackages,
    project: _Project,
    request: UpgradeRequest,
    seen: Mapping[str, Capture | ServerError],
    ask: Callable[[Upgrade], bool] | None,
) -> Upgrade:
    """Judge the newer version of a server, and write it if it is accepted."""
    found = Upgrade(newer.name, "offered", newer.old, newer.new)
    affected = _affected(newer.name, project.config)
    if error := next((each for name in affected if isinstance(each := seen[name], ServerError)), None):
        return replace(found, state="failed", reason=_reason_of(error))
    captures = [each for name in affected if not isinstance(each := seen[name], ServerError)]
    # A package cache may not know the integrity of what ran.
    ran = next(each.artifact for each in captures if each.target.name == newer.name)
    config = _edited(project.config, newer, ran.line if ran else None)
    outcomes = [_outcome(each.target, seen, config, project.lock) for each in captures]
    if failed := next((each.error for each in outcomes if each.error), None):
        return replace(found, state="failed", reason=_reason_of(failed))
    found = replace(found, reason=_broken_reason(newer, project))
    lock = assemble_lock(outcomes, config, project.lock)
    found = replace(found, verdict=_verdict(project.lock, lock, project, f"{newer.name} at its newer version"))
    accepted = _is_accepted(found, request)
    if not (accepted or request.dry_run) and ask:
        accepted = ask(found)
        found = replace(found, state="declined")
    if not accepted:
        return found
    if not request.dry_run:
        try:
            _write(project, config, lock, newer.name)
        except GovernError as failure:
            return replace(found, state="failed", reason=_reason(failure))
        found = replace(found, state="upgraded")
    project.config, project.lock = config, lock
    return found


def _is_accepted(found: Upgrade, request: UpgradeRequest) -> bool:
    if request.limit is None:
        return request.yes or request.dry_run
    return found.severity is None or found.severity.rank <= request.limit.rank


def _verdict(old: Lock, new: Lock, project: _Project, called: str) -> Verdict:
    """Return the verdict on an upgrade: what `govern diff` says once it is written."""
    policy = project.config.policy
    changed = findings(old, new, policy)
    verdict = decide(changed, project.approvals, policy, None, old="the lock", new=called)
    return replace(verdict, sizes=changed_sizes(old, new, changed))


def _write(project: _Project, config: Config, lock: Lock, name: str) -> None:
    """Write the config and the lock, unless another process has changed one of them since they were read."""
    with exclusive_access(project.path):
        written = load_if_there(project.path)
        known = project.written.digest if project.written else None
        if (written.digest if written else None) != known:
            raise _changed(project.path)
        if read_text(project.config.file, MAX_USER_FILE) != project.config.text:
            raise _changed(project.config.file)
        write_servers(config.file, config.text, [name], config.prefix)
        save(project.path, lock)
    project.written = lock


def _changed(path: Path) -> UsageError:
    return UsageError("was changed by another process", where=str(path), hint="run `govern upgrade` again")


def _broken_reason(newer: NewerPackages, project: _Project) -> str:
    """Return which current version failed and what the newer one is compared with; empty if none failed."""
    names = [name for name in _affected(newer.name, project.config) if name in project.broken]
    if not names:
        return ""
    compared = "compared with the lock entry" if project.lock.server(names[0]) else "shown as a new server"
    return f"{', '.join(newer.old)} failed: {_reason_of(project.broken[names[0]])}; {compared}"


def _reason_of(error: GovernError) -> str:
    """Return why a version failed, with the error that it wrote, or else its last lines, instead of a hint."""
    written = error.evidence if isinstance(error, ServerError) else ""
    lines = [line.strip()[:_LONGEST] for line in written.split("\n") if line.strip()][-_MOST_EVIDENCE:]
    if not lines:
        return _reason(error)
    telling = exception_line(written)[:_LONGEST]
    told = f": {telling}" if telling else f"; last lines of its output: {' | '.join(lines)}"
    return " ".join(f"{error.message}{told}".split())


def _reason(error: GovernError) -> str:
    """Return an error on one line, without the server's name, which stands before it."""
    return " ".join(f"{error.message} {f'({error.hint})' if error.hint else ''}".split())


@dataclass(frozen=True, slots=True)
class NewerPackages:
    """A server with newer versions of its packages; `edits` are values of the config by their keys."""

    name: str
    edits: Mapping[KeyPath, str]
    old: tuple[str, ...]
    new: tuple[str, ...]


def newer_packages(name: str, config: Config) -> NewerPackages | Upgrade:
    """Return the newer packages of a server, or why there are none. Its package client is asked."""
    specs: dict[str, str] = {}
    reasons: list[str] = []
    edits: dict[KeyPath, str] = {}
    for words in _commands(name, config.settings.servers[name]):
        for package in packages([word for _, word in words]):
            if package.extra:
                continue
            pinned = pinned_package(package)
            if pinned is None:
                reasons.append(package.unpinned or f"{package.spec} is not pinned to a version that can be compared")
                continue
            try:
                newer = specs.get(pinned.spec) or newer_spec(pinned, config.root) or pinned.spec
            except CheckFailed as error:
                return Upgrade(name, "skipped", (pinned.spec,), reason=error.message)
            except GovernError as error:
                return Upgrade(name, "failed", (pinned.spec,), reason=" ".join(error.message.split()))
            specs[pinned.spec] = newer
            edits |= _package_edits(words, pinned.spec, newer)
    changed = {old: new for old, new in specs.items() if old != new}
    if changed and edits:
        return NewerPackages(name, edits, tuple(changed), tuple(changed.values()))
    if specs:
        return Upgrade(name, "current", tuple(specs))
    return Upgrade(name, "skipped", reason=next(iter(reasons), "it starts no package"))


def _commands(name: str, server: Server) -> Iterator[list[tuple[KeyPath, str]]]:
    """Yield the commands of a server and of its profiles, as words with the keys that lead to them."""
    yield [(("servers", name, *keys), word) for keys, word in server.placed_words]
    for called, profile in server.profiles.items():
        if profile.command is None:
            continue
        above: KeyPath = ("servers", name, "profiles", called)
        command = [profile.command] if isinstance(profile.command, str) else profile.command
        keys = [("command",)] if isinstance(profile.command, str) else [("command", at) for at in range(len(command))]
        arguments = [((*above, "args", at), word) for at, word in enumerate(profile.args)]
        yield [*(((*above, *key), word) for key, word in zip(keys, command, strict=True)), *arguments]


def _package_edits(words: Sequence[tuple[KeyPath, str]], old: str, new: str) -> dict[KeyPath, str]:
    """Return the words that name a package, also in an option or a script, with the newer one."""
    if old == new:
        return {}
    spec = re.compile(rf"(?<![\w@/.-]){re.escape(old)}(?![\w.@/-])")
    return {keys: spec.sub(lambda _: new, word) for keys, word in words if spec.search(word)}
