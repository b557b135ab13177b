"""The rules that an example triggers, from two captures to changes."""

from dataclasses import replace
from typing import Any

from govern.compare.sides import changes
from govern.contract.surface import KINDS, Item, Surface
from govern.economics.assess import Guard
from govern.economics.budgets import Budget
from govern.facts.change import Change
from govern.lockfile.comparison import view
from govern.lockfile.costs import cost_changes
from govern.lockfile.document import Lock
from govern.lockfile.integrity import digest_of_lock
from govern.lockfile.lock_server import Measures, Origin, lock_server
from govern.policy.parsing import parse_settings
from govern.policy.settings import Settings
from govern.policy.weakening import weaker_settings
from govern.rules.rule import Example
from govern.selection.intents import IntentGate, undiscoverable
from govern.selection.suite import Agent

Fields = dict[str, Any]
_KEYS = {"tool": "find_loans", "prompt": "find_loans", "resource": "lib://loans", "template": "lib://loans/{id}"}


def firing(example: Example) -> set[str]:
    """Return the ids of all rules that the example triggers."""
    return {change.rule for change in changes_of(example)}


def changes_of(example: Example) -> list[Change]:
    """Return every change between the two sides of the example."""
    if example.kind == "policy":
        return weaker_settings(*map(_settings, (example.before, example.after)))
    old, new = _lock(example, example.before), _lock(example, example.after)
    found = changes(view(old), view(new), reach=(example.after or {}).get("reach", ()))
    found += cost_changes(old, new, found, Budget(**(example.after or {}).get("budget", {})))
    intents = (example.after or {}).get("intents")
    if intents:
        agent = Agent.model_validate({"name": "librarian", "intents": intents})
        found += undiscoverable(old, new, found, IntentGate("suite.yaml", [agent], 5))
    return found


def _settings(side: Fields | None) -> Settings:
    settings = parse_settings(side or {})
    assert isinstance(settings, Settings), settings
    return settings


def _lock(example: Example, side: Fields | None) -> Lock:
    captures = _captures(example, side)
    servers = {
        name: lock_server(
            Origin(
                name,
                capture.get("source", "x"),
                capture.get("client", {}),
                capture.get("folds", {}),
                capture.get("integrity"),
            ),
            Surface(capture.get("initialize", {}), tuple(_items(capture)), capture.get("lists", {})),
            Measures(guards=capture.get("guards", {})),
        )
        for name, capture in captures.items()
    }
    lock = Lock().with_servers(servers)
    return replace(lock, digest=digest_of_lock(lock))


def _captures(example: Example, side: Fields | None) -> dict[str, Fields]:
    if side is None:
        return {}
    if example.kind == "server" or example.kind == "policy" or example.kind == "lock":  # noqa: PLR1714 - mypy follows
        return {name: side[name] for name in ("a", "b") if name in side} or {"s": side}
    kind = KINDS[example.kind]
    name = _KEYS[example.kind]
    guards = {name: Guard(**side["guard"])} if "guard" in side else {}
    fields = {key: value for key, value in side.items() if key not in ("guard", "budget", "reach", "intents")}
    return {"s": {kind.listed_as: [{kind.key: name, **fields}], "guards": guards}}


def _items(capture: Fields) -> list[Item]:
    return [Item(kind, raw) for kind in KINDS.values() for raw in capture.get(kind.listed_as, [])]
