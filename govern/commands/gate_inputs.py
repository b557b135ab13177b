"""What the gate asks beside the changes, as far as it is read from files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.json_text import canonical, decode
from govern.files import MAX_GENERATED_FILE, read_text
from govern.gate.declared import declared_versions
from govern.gate.results import check_result
from govern.policy.folds import active
from govern.policy.launchers import unpinned_reason
from govern.policy.redaction import replace_secrets
from govern.policy.source import source_of
from govern.policy.targets import servers_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from govern.gate.declared import Declared, Reader
    from govern.gate.results import Result
    from govern.lockfile.document import Lock, LockedServer
    from govern.policy.config import Config
    from govern.policy.settings import Server


_NO_VERSION = "none"


def config_mismatches(config: Config, lock: Lock) -> Iterator[str]:
    """Where config and lock are not of the same servers; a config that names none is policy alone."""
    configured = servers_of(config)
    for name, server in configured.items():
        held = lock.server(name)
        source = source_of(server, config.root)
        if held is None:
            yield f"{name} is configured and not locked"
        elif held.source != source:
            yield f"{name} is configured as {source}, and locked from {held.source}"
    for held in lock.servers if configured else ():
        if held.name not in configured:
            yield f"{held.name} is locked and not configured"
        else:
            yield from _guarded_otherwise(held, configured[held.name])
    yield from fold_mismatches(config, lock)
    policy = config.policy
    if lock.encoding != policy.encoding:
        yield f"the lock counts tokens by {lock.encoding}, policy by {policy.encoding}"
    risk = policy.risk.steps
    if lock.risk != risk:
        yield f"the lock's risk steps up at {_steps(lock.risk)} tokens, policy's at {_steps(risk)}"


def fold_mismatches(config: Config, lock: Lock) -> Iterator[str]:
    """Yield the servers that were locked with other folds than the config names: a fold hides what it matches."""
    for name, server in servers_of(config).items():
        held = lock.server(name)
        configured, locked = active(server.normalize), decode(held.folds) if held and held.folds else {}
        if held and configured != locked:
            yield f"{name} is configured with the folds {_json(configured)}, and locked with {_json(locked)}"


def _json(value: Any) -> str:
    return canonical(value).decode()


def _guarded_otherwise(held: LockedServer, server: Server) -> Iterator[str]:
    """A guard makes an answer look bounded, so one that nobody configured vouches for nothing."""
    for tool in held.tools:
        keys = server.guards.get(tool.key)
        asked = {"limit": keys.limit, "max_bytes": keys.max_bytes} if keys else {}
        guard = {name: bound for name, bound in asked.items() if bound is not None}
        if tool.numbers and dict(tool.numbers.guard) != guard:
            locked, configured = _bounds(dict(tool.numbers.guard)), _bounds(guard)
            yield f"{held.name}/{tool.key} is locked with the guard {locked}, and configured with {configured}"


def _bounds(guard: dict[str, int]) -> str:
    return ", ".join(f"{name} {bound:,}" for name, bound in guard.items()) or "none"


def _steps(risk: tuple[int, int, int]) -> str:
    return ", ".join(f"{each:,}" for each in risk)


def unpinned_launchers(config: Config) -> Iterator[str]:
    """The commands whose next start may bring another version."""
    for name, server in servers_of(config).items():
        reason = unpinned_reason(server.command) if server.command else None
        if reason:
            yield f"{name}: {replace_secrets(reason)}"


def results_in(config: Config, names: Sequence[str], lock: Lock) -> list[Result]:
    """Each result that policy names."""
    read = file_reader(config.root)
    return [check_result(name, read(name), lock.digest) for name in dict.fromkeys(names)]


def versions_declared(read: Reader, source: str | None, lock: Lock) -> list[Declared]:
    """What is declared as the version, where anybody is to look for it."""
    return [] if source == _NO_VERSION else declared_versions(read, source, lock)


def file_reader(folder: Path) -> Reader:
    """Reads the files of a folder; what is no plain text of a sensible size is not there."""

    def read(name: str) -> str | None:
        file = folder / name
        try:
            return read_text(file, MAX_GENERATED_FILE)
        except OSError:
            return None

    return read
