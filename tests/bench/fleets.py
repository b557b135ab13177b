"""Two scans of a fleet with a hundred thousand tools, one in a hundred of them changed."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.figures import Figure
from tests.bench.large import absent
from tests.bench.many_tools import CATALOGS
from tests.bench.measuring import ROOT, side_by_side, timed

TOOLS = 100_000
_TOOLS_PER_SERVER = 20
_EVERY = 100
_MAKE = """
import sys
from pathlib import Path
from tests.bench.fleets import write_store
write_store(Path(sys.argv[1]), int(sys.argv[2]), family=sys.argv[3] == "family")
"""
_DIFF = (
    "from govern.commands.fleet_diff import FleetDiffRequest, fleet_diff",
    "fleet_diff(FleetDiffRequest(store=str(path), fail_on='never'), None)",
)
_STORE = "import json; from govern.fleet.store import FleetStore; store = FleetStore(str(path))"
_READ = (
    f"{_STORE}; digests = json.loads((path / 'changed.json').read_text())",
    "[store.read_lock(digest) for digest in digests]",
)


def fleet_diff(repeats: int, tools: int = TOOLS) -> list[Figure]:
    """Measure the diff of two scans against reading the locks that changed, both in process."""
    against = "reading the changed locks, all digests checked"
    spread = f"`govern fleet diff`, two scans of {tools:,} tools, 1% of them changed, each on another server"
    family = f"`govern fleet diff`, two scans of {tools:,} tools, 1% of them changed, all on one family"
    if not CATALOGS.is_dir():
        return [Figure(what, against, note=absent()) for what in (spread, family)]
    # A family of 50 servers is read in less time than the tables are opened, so its figure has no bound.
    kinds: list[tuple[str, str, float | None]] = [(spread, "spread", 2), (family, "family", None)]
    return [_compared(what, against, repeats, tools, kind, bound) for what, kind, bound in kinds]


def _compared(what: str, against: str, repeats: int, tools: int, kind: str, bound: float | None) -> Figure:
    with _store(tools, kind) as store:
        measured = side_by_side(lambda: timed(store, *_DIFF), lambda: timed(store, *_READ), repeats)
    return Figure(what, against, *measured, bound=bound)


@contextmanager
def _store(tools: int, kind: str) -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        made = Path(folder, "store")
        subprocess.run([sys.executable, "-c", _MAKE, made, str(tools), kind], cwd=ROOT, check=True)
        yield made


def write_store(folder: Path, tools: int, *, family: bool) -> None:
    """Write a store with two scans, and the digests of the locks that differ between them.

    One tool in a hundred is reworded: each on another server, or all tools of servers with the same tools.
    """
    from govern.fleet.store import FleetStore
    from tests.bench.many_tools import many_tools
    from tests.fleet.fleets import Found, lock_of, scan_into

    listed, size = [*many_tools(tools)], _TOOLS_PER_SERVER
    names = [f"s{at:05}" for at in range(tools // size)]
    old: dict[str, Found] = {
        name: lock_of({"tools": listed[at * size : (at + 1) * size]}, name) for at, name in enumerate(names)
    }
    new = dict(old)
    if family:
        for name in names[: len(names) // _EVERY]:
            old[name], new[name] = ({"tools": _reworded(listed[:size], word)} for word in ("Old", "New"))
    else:
        for name in names[:: _EVERY // size]:
            first, *others = listed[names.index(name) * size :][:size]
            new[name] = {"tools": [*_reworded([first], "New"), *others]}
    store = FleetStore(str(folder))
    scan_into(store, "2026-11-18", old)
    scan_into(store, "2026-11-19", new)
    sides = [{each.server: each.lock for each in store.observations(day)} for day in ("2026-11-18", "2026-11-19")]
    changed = [side[name] for name in names if sides[0][name] != sides[1][name] for side in sides]
    Path(folder, "changed.json").write_text(json.dumps(changed), encoding="utf-8")


def _reworded(tools: list[dict[str, str]], word: str) -> list[dict[str, str]]:
    return [tool | {"description": f"{word} words. {tool.get('description', '')}"} for tool in tools]
