"""Notes on a lock: what it cannot guarantee, such as unpinned launchers, volatile lists and colliding names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from govern.compare.listings import gateway, protocol_differences, volatile_parts
from govern.compare.reach import reach_of
from govern.contract.json_text import canonical
from govern.contract.launchers import packages
from govern.contract.surface import ABSENT, collisions, is_text
from govern.lockfile.comparison import view
from govern.lockfile.lock_server import Origin
from govern.lockfile.outcome import Note
from govern.policy.folds import active
from govern.policy.parsing import described
from govern.policy.redaction import literal_secrets
from govern.policy.source import source_of
from govern.policy.target import Command
from govern.policy.targets import servers_of
from govern.policy.validation import unmatched_keys
from govern.rules.finding import judge
from govern.servers.capture import Capture, capture_servers, fold_surface

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence

    from govern.compare.listings import VolatilePart
    from govern.contract.surface import Collision, Surface
    from govern.facts.change import Change
    from govern.lockfile.document import Lock
    from govern.lockfile.outcome import ServerOutcome
    from govern.policy.config import Config
    from govern.servers.capture import Progress

_MOST_SHOWN, _MOST_LISTED = 60, 4


def server_notes(seen: Capture) -> Iterator[Note]:
    """Yield the notes on one server that was just listed."""
    if isinstance(seen.target.how, Command):
        yield from _unpinned_note(seen.target.how, seen)
        if seen.target.integrity and not (seen.artifact and seen.artifact.line):
            yield Note("integrity", "its package cache does not know what ran, so `integrity` was not checked")
    hidden = gateway(seen.surface.tools)
    if hidden:
        ways = ", ".join((*hidden.finding, *hidden.calling))
        yield Note("gateway", f"finds and calls tools that it does not list ({ways}); the lock cannot contain them")
    if seen.again:
        yield from _volatile_notes(seen, seen.again)


def _volatile_notes(seen: Capture, again: Surface) -> Iterator[Note]:
    """Yield a note for each difference between two lists, and one on the fold of those that are only of order."""
    places = volatile_parts(seen.surface, again)
    for place in places:
        values = f"{_value_text(place.first)}, {_value_text(place.second)}"
        yield Note("volatile", f"{_place_text(place)} differs between two lists: {values}")
    unordered = replace(seen.target, set_order=True)
    left = volatile_parts(fold_surface(seen.surface, unordered), fold_surface(again, unordered))
    if number := len(places) - len(left):
        of_all = f"{number} of these differ" if len(places) > 1 else "this differs"
        table = f"[servers.{seen.target.name.partition('@')[0]}.normalize]"
        yield Note("volatile", f"{of_all} only in order: `set-order = true` in `{table}` folds that")


def _unpinned_note(command: Command, seen: Capture) -> Iterator[Note]:
    """Yield a note if the next start may run another version, with the version that ran now."""
    package = next((each for each in packages(command.argv) if each.unpinned), None)
    reason = package.unpinned if package else None
    if package is None or reason is None:
        return
    version = seen.surface.info.get("version")
    if seen.artifact and seen.artifact.spec == package.spec:
        reason = f"{reason.partition('; ')[0]}; pin the version that ran: {seen.artifact.pinned}"
    elif is_text(version) and version and not package.extra:
        reason = f"{reason}; the server reports version {version}"
    yield Note("unpinned", f"{seen.target.secrets.redact(reason)}; the next start may run another version")


def lock_notes(config: Config, lock: Lock, about: Sequence[str]) -> Iterator[Note]:
    """Yield the notes on a config and its lock; those about the named servers, or about all if none is named."""
    named = about or [*config.settings.servers, *(server.name for server in lock.servers)]
    configured = {name.partition("@")[0] for name in named}
    yield from _secret_notes(config, configured)
    yield from _collision_notes(lock, named)
    yield from config_notes(config, lock, about={*named, *configured} if about else ())
    yield from _reach_notes(lock, named, config.policy.reach)


def _collision_notes(lock: Lock, named: Sequence[str]) -> Iterator[Note]:
    for collision in collisions({server.name: [tool.key for tool in server.tools] for server in lock.servers}):
        if any(server in named for server, _ in collision.places):
            yield _collision(collision)


def _secret_notes(config: Config, named: Container[str]) -> Iterator[Note]:
    problems = [each for each in literal_secrets(config.settings) if each.path[1] in named]
    for line in described(problems, config.text, config.prefix):
        yield Note("secret", f"{config.file.name}: {line}")


def config_notes(config: Config, *locks: Lock | None, about: Collection[str] = ()) -> Iterator[Note]:
    """Yield a note for each server or tool that the config names but none of the locks has."""
    if not config.settings.names_tools:
        return
    names: dict[str, set[str]] = {}
    for lock in filter(None, locks):
        for server in lock.servers:
            names.setdefault(server.name, set()).update(item.key for item in server.items)
    for message in unmatched_keys(config.settings, names, about):
        yield Note("unmatched", message)


def unlocked_notes(config: Config, lock: Lock) -> Iterator[Note]:
    """Yield a note on the servers that the config describes differently from the lock. No server is started."""
    held = {server.name: server for server in lock.servers}
    configured = servers_of(config)
    added = [name for name in configured if name not in held]
    dropped = [name for name in held if name not in configured]
    changed = [
        name
        for name, server in configured.items()
        if (block := held.get(name))
        and Origin(name, source_of(server, config.root), server.client, active(server.normalize)).lines
        != (block.source, block.client, block.folds)
    ]
    by_state = {"new": added, "changed": changed, "removed": dropped}
    servers = "; ".join(f"{state}: {_listed(names)}" for state, names in by_state.items() if names)
    if servers:
        yield Note("unlocked", f"{config.file.name} changed since the lock ({servers}); run `govern lock`")


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_LISTED} more" if len(names) > _MOST_LISTED else ""
    return ", ".join(names[:_MOST_LISTED]) + more


def _reach_notes(lock: Lock, named: Sequence[str], clients: Sequence[str]) -> Iterator[Note]:
    """Yield a note for each rule by which clients lose tools; servers with the same message share it."""
    places: dict[tuple[str, str], list[str]] = {}
    for server in view(lock).values():
        by_rule: dict[str, list[Change]] = {}
        for change in reach_of(server, clients) if server.name in named else ():
            by_rule.setdefault(change.rule, []).append(change)
        for rule, found in by_rule.items():
            message = judge(found[0], lambda _: None, ("-", "-")).message
            places.setdefault((rule, message), []).extend(f"{server.name}/{each.name}" for each in found)
    for (rule, message), (first, *others) in places.items():
        more = f" and {len(others)} more" if others else ""
        yield Note("reach", f"{first}{more}: {message} (govern explain {rule})")


def shared_list_problems(lock: Lock, names: Sequence[str]) -> Iterator[str]:
    """Yield why clients reject the list of all these servers' tools; a server by itself harms no other."""
    for note in _reach_notes(lock, names, ()) if len(names) > 1 else ():
        yield f"{note.message}; such clients get no tool of any server: upgrade it, or serve it by itself"


def _place_text(place: VolatilePart) -> str:
    return f"{' '.join(filter(None, (place.kind, place.key)))}{place.pointer}" or "its initialize result"


def _value_text(value: object) -> str:
    if value is ABSENT:
        return "missing"
    text = canonical(value).decode("utf-8", "replace")  # type: ignore[arg-type]
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def _collision(collision: Collision) -> Note:
    places = ", ".join(f"{server}/{tool}" for server, tool in dict.fromkeys(collision.places))
    if collision.kind == "repeated":
        return Note("repeated", f"{places} is listed {len(collision.places)} times")
    how = "have the same name" if collision.kind == "same" else "have names that differ only in case or separators"
    return Note("collision", f"tools {how}, so a client or model may confuse them: {places}")


# A server that does not answer in this time does not support the other era.
_PATIENCE = 15.0


def add_era_notes(
    outcomes: list[ServerOutcome],
    stateless: Mapping[str, Capture],
    jobs: int,
    progress: Callable[[Progress], None] | None,
) -> list[ServerOutcome]:
    """List new and changed servers again in the stateless protocol era, and note where the contract differs."""
    from govern.servers.session import STATELESS

    moved = {outcome.name for outcome in outcomes if outcome.status in ("new", "changed")}
    targets = [
        replace(seen.target, protocol=STATELESS, timeout=min(seen.target.timeout, _PATIENCE), retries=0)
        for name, seen in stateless.items()
        if name in moved
    ]
    others = capture_servers(targets, jobs=jobs, progress=progress) if targets else {}
    notes = {
        name: note
        for name, other in others.items()
        if isinstance(other, Capture) and (note := _era_note(stateless[name].surface, other.surface))
    }
    return [
        replace(outcome, notes=(*outcome.notes, notes[outcome.name])) if outcome.name in notes else outcome
        for outcome in outcomes
    ]


def _era_note(locked: Surface, other: Surface) -> Note | None:
    unlike = protocol_differences(locked, other)
    if not unlike:
        return None
    both = f"supports protocol {locked.protocol} and {other.protocol}, with different contracts ({unlike})"
    return Note("eras", f"{both}; locked with {locked.protocol}: set `protocol` to choose")
