"""Inputs of the gate besides the changes: config, launchers, results and declared versions, all read from files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from govern.contract.json_text import canonical, decode
from govern.contract.launchers import unpinned_reason
from govern.files import MAX_GENERATED_FILE, read_text
from govern.gate.checks import check_result
from govern.gate.declared import declared_versions
from govern.policy.folds import active
from govern.policy.redaction import replace_secrets
from govern.policy.source import source_of
from govern.policy.targets import servers_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from govern.gate.checks import Result
    from govern.gate.declared import Declared, Reader
    from govern.lockfile.document import Lock, LockedServer
    from govern.policy.config import Config
    from govern.policy.server_settings import Server


_NO_VERSION = "none"


def config_mismatches(config: Config, lock: Lock) -> Iterator[str]:
    """Yield each difference between the servers of config and lock. A config without servers matches any lock."""
    configured = servers_of(config)
    for name, server in configured.items():
        held = lock.server(name)
        source = source_of(server, config.root)
        if held is None:
            yield f"{name} is configured but not locked"
        elif held.source != source:
            yield f"{name} is configured as {source} but locked from {held.source}"
    for held in lock.servers if configured else ():
        if held.name not in configured:
            yield f"{held.name} is locked but not configured"
        else:
            yield from _guard_mismatches(held, configured[held.name])
    yield from fold_mismatches(config, lock)
    policy = config.policy
    if lock.encoding != policy.encoding:
        yield f"the lock counts tokens with {lock.encoding}, policy with {policy.encoding}"
    risk = policy.risk.steps
    if lock.risk != risk:
        yield f"the lock has risk steps at {_steps_text(lock.risk)} tokens, policy at {_steps_text(risk)}"


def fold_mismatches(config: Config, lock: Lock) -> Iterator[str]:
    """Yield the servers that were locked with other folds than the config sets. A fold hides what it matches."""
    for name, server in servers_of(config).items():
        held = lock.server(name)
        configured, locked = active(server.normalize), decode(held.folds) if held and held.folds else {}
        if held and configured != locked:
            yield f"{name} is configured with the folds {_json(configured)} but locked with {_json(locked)}"


def _json(value: Any) -> str:
    return canonical(value).decode()


def _guard_mismatches(held: LockedServer, server: Server) -> Iterator[str]:
    """Yield the tools that were locked with other guards than the config sets. A guard makes an answer look bounded."""
    for tool in held.tools:
        keys = server.guards.get(tool.key)
        bounds = {"limit": keys.limit, "max_bytes": keys.max_bytes} if keys else {}
        guard = {name: bound for name, bound in bounds.items() if bound is not None}
        if tool.numbers and dict(tool.numbers.guard) != guard:
            locked, configured = _bounds(dict(tool.numbers.guard)), _bounds(guard)
            yield f"{held.name}/{tool.key} is locked with the guard {locked} but configured with {configured}"


def _bounds(guard: dict[str, int]) -> str:
    return ", ".join(f"{name} {bound:,}" for name, bound in guard.items()) or "none"


def _steps_text(risk: tuple[int, int, int]) -> str:
    return ", ".join(f"{each:,}" for each in risk)


def unpinned_launchers(config: Config) -> Iterator[str]:
    """Yield the server commands that may start another version next time."""
    for name, server in servers_of(config).items():
        reason = unpinned_reason(server.argv)
        if reason:
            yield f"{name}: {replace_secrets(reason)}"


def results_in(config: Config, names: Sequence[str], lock: Lock) -> list[Result]:
    """Return each eval result that policy requires."""
    read = file_reader(config.root)
    return [check_result(name, read(name), lock.digest) for name in dict.fromkeys(names)]


def versions_declared(read: Reader, source: str | None, lock: Lock) -> list[Declared]:
    """Return the versions that the project declares, or an empty list if policy sets `version = "none"`."""
    return [] if source == _NO_VERSION else declared_versions(read, source, lock)


def file_reader(folder: Path) -> Reader:
    """Return a function that reads text files of a folder, and returns None for any other file."""

    def read(name: str) -> str | None:
        file = folder / name
        try:
            return read_text(file, MAX_GENERATED_FILE)
        except OSError:
            return None

    return read
