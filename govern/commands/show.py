"""`govern show`, `govern export` and `govern explain`: read a lock and the rules, for people and for other tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from govern.commands.project import find_lock, server_named
from govern.errors import UsageError, did_you_mean, no_such
from govern.lockfile.document import Selection
from govern.lockfile.store import load
from govern.rules.rule import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from govern.lockfile.document import Lock, LockedServer
    from govern.rules.rule import Rule


def show(what: str | None, config: Path | None, lock: Path | None) -> Selection:
    """Return the part of the lock that `what` names: everything, SERVER, or SERVER/ITEM."""
    found = load(find_lock(lock, config))
    if not what:
        return Selection(found)
    # A server name contains no slash; item names may contain slashes or be empty.
    name, slash, key = what.partition("/")
    holders = [each.name for each in found.servers for item in each.items if item.key == what]
    if not slash and holders and found.server(name) is None:
        close = " or ".join(f"{holder}/{name}" for holder in dict.fromkeys(holders))
        raise UsageError(f"no server {name!r} in the lock; did you mean {close}?")
    server = server_named(found, name)
    items = tuple(item for item in server.items if slash and item.key == key)
    if key and not items:
        raise no_such("item", key, server.name, [item.key for item in server.items])
    return Selection(found, server, items)


def export(names: tuple[str, ...], lock: Path | None, config: Path | None) -> tuple[Lock, tuple[LockedServer, ...]]:
    """Return the lock and its named servers, or all, in the order of the lock."""
    found = load(find_lock(lock, config))
    chosen = {server_named(found, name).name for name in names} or {server.name for server in found.servers}
    return found, tuple(server for server in found.servers if server.name in chosen)


def explain(name: str | None) -> Rule | Mapping[str, Rule]:
    """Return the rule of this name, or all rules if no name is given."""
    if not name:
        return RULES
    rule = RULES.get(name) or RULES.get(name.strip().lower().replace("_", "-"))
    if rule is None:
        raise no_such_rule(name)
    return rule


def no_such_rule(name: str) -> UsageError:
    """Return the error for an unknown rule, with a suggestion."""
    close = did_you_mean(name, list(RULES))
    before = "`govern diff --verbose` shows the rule before each change ID; " if name.startswith("c-") else ""
    return UsageError(f"unknown rule {name!r}{close}", hint=f"{before}list all rules with `govern explain`")
