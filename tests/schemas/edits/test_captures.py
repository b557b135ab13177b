"""Changes between real captures: all reported, breaks shown by witnesses, nothing unclassified."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from govern.contract.digests import behaviour, digest
from govern.contract.surface import ABSENT
from govern.rules.rule import Severity
from govern.schemas.comparison import compare_schemas
from govern.schemas.edits.changes import schema_changes
from tests.schemas.edits.made_schemas import SEVERITIES, rules

# Each so many lines of the real pairs: the bench goes through all of them.
_EACH = 11
_POSITIONS = {"inputSchema": "input", "outputSchema": "output"}


@cache
def tools(capture: Path) -> dict[str, Any]:
    return {tool["name"]: tool for tool in json.loads(capture.read_text("utf-8"))["tools"]}


def sides(data: Path, pair: dict[str, str]) -> tuple[Any, Any]:
    held = (tools(data / "catalogs" / pair["server"] / f"{pair[side]}.json") for side in ("old_version", "new_version"))
    old, new = (captured[pair["tool"]].get(pair["field"], ABSENT) for captured in held)
    return old, new


def test_changes_of_real_servers_are_reported_with_witnesses(shared_data: Path):
    lines = (shared_data / "schema-pairs" / "mcp-pairs.jsonl").read_text("utf-8").splitlines()
    for line in lines[::_EACH]:
        pair = json.loads(line)
        position: Any = _POSITIONS[pair["field"]]
        old, new = sides(shared_data, pair)
        facts = schema_changes(position, old, new)
        same = ABSENT not in (old, new) and digest(behaviour(position, old)) == digest(behaviour(position, new))
        assert bool(facts) is not same, pair
        assert "unclassified" not in [fact.rule for fact in facts], pair
        breaking = [fact for fact in facts if SEVERITIES[fact.rule] is Severity.BREAKING]
        assert all(fact.witness for fact in breaking), pair
        if ABSENT not in (old, new):
            proven = compare_schemas(old, new)
            answer = proven.accepts_old if position == "input" else proven.accepted_by_old
            seen = [fact for fact in breaking if not fact.rule.endswith(("property-removed", "property-renamed"))]
            assert not (answer == "yes" and seen), pair


def test_the_upgrade_of_server_memory_breaks_nothing(shared_data: Path):
    old, new = (
        tools(shared_data / "catalogs" / "modelcontextprotocol__server-memory" / f"{version}.json")
        for version in ("2025.8.4", "2026.8.31")
    )
    for name in old.keys() & new.keys():
        for field, position in _POSITIONS.items():
            output = rules(position, old[name].get(field, ABSENT), new[name].get(field, ABSENT))
            assert all(SEVERITIES[rule] is Severity.SAFE for rule in output), (name, output)


def test_new_dependencies_of_a_pinned_server_break_nothing(shared_data: Path):
    held = shared_data / "catalogs" / "office-word-mcp-server"
    old, new = tools(held / "1.1.11.json"), tools(held / "today-deps" / "1.1.11.json")
    output = {rule for name in old for rule in rules("input", old[name]["inputSchema"], new[name]["inputSchema"])}
    assert output == {"input-closed-undocumented", "parameter-description-changed"}
