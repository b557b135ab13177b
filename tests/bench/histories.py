"""The findings in real servers' histories: each capture is compared with the one before it."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from govern.compare.sides import changes
from govern.economics.budgets import Budget
from govern.facts.change import Change
from govern.lockfile.comparison import view
from govern.lockfile.costs import cost_changes
from govern.lockfile.document import Lock, LockedServer
from govern.lockfile.lock_server import Measures, Origin, lock_server
from govern.policy.target import Catalog, Target
from govern.rules.rule import RULES, Severity
from govern.servers.lists import read_catalog
from tests.bench.many_tools import CATALOGS
from tests.bench.tables import Table

_UNPROVEN = re.compile(r"-unproven$")


def histories() -> Table:
    """Return how often each rule fires, over all consecutive versions."""
    if not CATALOGS.is_dir():
        return Table("Real histories", ("rule", "changes"), (), ("not measured: the captures are not here",))
    compared = [(old, new, found_between(old, new)) for old, new in neighbours()]
    found = [change for _, _, each in compared for change in each]
    rules = Counter(change.rule for change in found)
    worst = Counter(_worst(each) for _, _, each in compared)
    breaking = [change for change in found if RULES[change.rule].severity is Severity.BREAKING]
    inside = ("/inputSchema", "/outputSchema")
    # Clients that refuse a tool list (`reach-…`) leave no call to show.
    schema = [each for each in breaking if each.pointer.startswith(inside) and not each.rule.startswith("reach-")]
    shown = sum(1 for change in schema if change.witness)
    unproven = sum(number for rule, number in rules.items() if _UNPROVEN.search(rule))
    at_worst = ", ".join(f"{worst[each]} {each}" for each in ("none", "SAFE", "RISKY", "BREAKING"))
    open_ones = f"{unproven} unproven, {rules['unclassified']} unclassified"
    notes = (
        f"{len(compared)} pairs of neighbouring captures, by the worst change in them: {at_worst}.",
        f"Of {len(schema):,} BREAKING schema changes {shown:,} show a call or an answer; {open_ones}.",
    )
    rows = sorted(rules.items(), key=lambda each: (-RULES[each[0]].severity.rank, -each[1], each[0]))
    counted = tuple((f"`{rule}`", RULES[rule].severity.value, f"{number:,}") for rule, number in rows)
    return Table("Real histories", ("rule", "severity", "changes"), counted, notes)


def neighbours() -> Iterator[tuple[Path, Path]]:
    """Yield each version with the next one, and each version with a second installation of itself."""
    for server in sorted(path for path in CATALOGS.iterdir() if path.is_dir()):
        versions = sorted(server.glob("*.json"), key=version_of)
        yield from pairwise(versions)
        yield from ((server / path.name, path) for path in sorted(server.glob("today-deps/*.json")))


def found_between(old: Path, new: Path) -> list[Change]:
    """Return every change between two captures, locked under one name."""
    before, after = Lock((locked_capture(old),)), Lock((locked_capture(new),))
    found = changes(view(before), view(after))
    return [*found, *cost_changes(before, after, found, Budget())]


def locked_capture(path: Path) -> LockedServer:
    """Return the block of a captured server; its source does not name the version."""
    return lock_server(Origin("s", "catalog"), read_catalog(Target("s", "catalog", Catalog(path))), Measures())


def version_of(path: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"[.\-+]", path.stem)]


def _worst(found: list[Change]) -> str:
    severities = [RULES[change.rule].severity for change in found]
    return max(severities, key=lambda severity: severity.rank).value if severities else "none"
