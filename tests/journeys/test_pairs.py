"""Every one-change pair triggers its rules with the severity of rules.md, exactly if a digest differs."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for

from govern.compare.sides import changes
from govern.contract.surface import KINDS, Item, Surface
from govern.economics.budgets import Budget
from govern.lockfile.comparison import view
from govern.lockfile.costs import cost_changes
from govern.lockfile.document import Lock
from govern.lockfile.integrity import digest_of_lock
from govern.lockfile.lock_server import Measures, Origin, lock_server
from govern.rules.finding import Finding, judge
from govern.rules.rule import Severity
from tests.desk import Desk
from tests.pairs.pair import PAIRS, Capture, Pair

# Rules that every change of a definition triggers.
ALWAYS = "definition-cost-moved"
ON_DISK = (
    "parameter-added-required",
    "parameter-removed-open",
    "enum-introduced",
    "answer-type-behind-reference",
    "long-description-poisoned-near-its-end",
    "read-only-goes",
    "tool-renamed-case",
    "resource-type-changed",
    "server-removed",
    "closed-by-generator",
    "white-space-and-escapes",
)


def test_a_change_is_as_bad_as_it_is_for_its_caller() -> None:
    assert {pair.name: worst(findings(pair)) for pair in PAIRS} == {pair.name: pair.severity for pair in PAIRS}


def test_a_digest_differs_exactly_when_there_is_a_change() -> None:
    for pair in PAIRS:
        before, after = locks(pair)
        assert (before.digest != after.digest) == bool(findings(pair)), pair.name


def test_the_rules_that_speak_of_it_are_these() -> None:
    speaking = [pair for pair in PAIRS if pair.rules is not None]
    found = {pair.name: sorted({each.rule.id for each in findings(pair)} - {ALWAYS}) for pair in speaking}
    assert found == {pair.name: sorted(pair.rules or ()) for pair in speaking}


def test_an_instance_shows_what_breaks() -> None:
    breaking = [(pair, each.change) for pair in PAIRS for each in findings(pair) if each.severity is Severity.BREAKING]
    for pair, change in breaking:
        field = f"{change.rule.partition('-')[0]}Schema"
        if field not in ("inputSchema", "outputSchema"):
            continue
        old, new = (schema(side, change.name, field) for side in (pair.before, pair.after))
        witness = change.witness
        assert witness is not None, (pair.name, change)
        sides = {"old": old, "new": new}
        assert accepts(sides[witness.accepted_by], witness.instance), pair.name
        formats = change.rule == "input-format-refuses"
        refused_by = witness.rejected_by
        assert refused_by is None or not accepts(sides[refused_by], witness.instance, formats=formats), pair.name


def test_nothing_changes_from_a_side_to_itself() -> None:
    for pair in PAIRS:
        for lock in locks(pair):
            assert changes(view(lock), view(lock)) == [], pair.name


def test_names_are_distinguished() -> None:
    assert len({pair.name for pair in PAIRS}) == len(PAIRS)


@pytest.mark.parametrize("name", ON_DISK)
def test_the_program_says_the_same(name: str, desk: Desk) -> None:
    pair = next(pair for pair in PAIRS if pair.name == name)
    for lock, servers, side in zip(("old.lock", "new.lock"), pair.sides, (0, 1), strict=True):
        for server, capture in servers.items():
            desk.write(f"{server}.json", json.dumps(capture) if pair.many else pair.texts[side])
        desk.write("govern.toml", "".join(f'[servers.{each}]\ncatalog = "{each}.json"\n' for each in servers))
        desk.ok("lock", "--quiet", "--lock", lock)
    answer = desk.govern("diff", "old.lock", "new.lock", "--format", "json")
    output = answer.document["changes"]
    expected = [(each.rule.id, each.severity.value) for each in findings(pair)]
    assert sorted((each["rule"], each["severity"]) for each in output) == sorted(expected)
    assert answer.code == (1 if pair.severity in ("BREAKING", "RISKY") else 0)


def schema(capture: Capture, tool: str, field: str) -> Any:
    """Return the schema of the tool of that name; without a schema, any object."""
    return next(each.get(field, True) for each in capture["tools"] if each["name"] == tool)


def accepts(schema: Any, instance: Any, *, formats: bool = False) -> bool:
    validator = validator_for(schema, default=Draft202012Validator)
    checker = Draft202012Validator.FORMAT_CHECKER if formats else None
    return bool(validator(schema, format_checker=checker).is_valid(instance))


def worst(found: tuple[Finding, ...]) -> str:
    return max((each.severity for each in found), key=lambda severity: severity.rank, default="none")


@cache
def findings(pair: Pair) -> tuple[Finding, ...]:
    before, after = locks(pair)
    found = changes(view(before), view(after))
    found += cost_changes(before, after, found, Budget())
    return tuple(judge(change, lambda _: None, ("-", "-")) for change in found)


@cache
def locks(pair: Pair) -> tuple[Lock, Lock]:
    before, after = pair.sides
    return locked(before, pair.source[0]), locked(after, pair.source[1])


def locked(captures: Mapping[str, Capture], source: str) -> Lock:
    servers = {
        name: lock_server(Origin(name, source), surface(capture), Measures()) for name, capture in captures.items()
    }
    lock = Lock().with_servers(servers)
    return replace(lock, digest=digest_of_lock(lock))


def surface(capture: Capture) -> Surface:
    items = (Item(kind, raw) for kind in KINDS.values() for raw in capture.get(kind.listed_as, ()))
    return Surface(capture.get("initialize", {}), tuple(items))
