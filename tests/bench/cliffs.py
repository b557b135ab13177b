"""Changes and locks ten times as large: what takes much more than ten times as long is a cliff."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from time import thread_time
from typing import Any

from govern.contract.surface import Position
from govern.schemas.budget import time_limit
from govern.schemas.edits.changes import changes_in_process
from tests.bench.figures import Figure
from tests.bench.large import TOOLS, absent, large
from tests.bench.many_tools import CATALOGS, write_catalogs
from tests.bench.measuring import govern, peak_megabytes, processor_seconds_in, seconds_in, side_by_side

Node = dict[str, Any]
PROPERTIES, CHANGED_TOOLS, TENFOLD = 3_200, 2_000, 10
# An exponent of 1.2 over a tenfold.
MOST_GROWTH = TENFOLD**1.2
_LOAD = "from pathlib import Path; from govern.lockfile.store import load; load(Path('capability.lock'))"
_POSITIONS: tuple[Position, ...] = ("input", "output")


def cliffs(repeats: int) -> list[Figure]:
    """Measure many changes in one schema, many tools changed at once, and the commands that read a large lock."""
    return [*schema_cliffs(repeats), *tool_cliffs(repeats), *command_cliffs(repeats)]


def schema_cliffs(repeats: int, number: int = PROPERTIES) -> list[Figure]:
    """Measure each way to change every property of a schema, at its root, nested and in a definition."""
    figures, slowest = [], 0.0
    for way in ways(1):
        many, few = (min(_seconds(way, size) for _ in range(repeats)) for size in (number, number // TENFOLD))
        what = f"one schema in which {number:,} properties are {way}, the slowest place"
        figures.append(Figure(what, f"{number // TENFOLD:,} of them", many, few, bound=MOST_GROWTH))
        slowest = max(slowest, many)
    return [*figures, Figure("the slowest of these", "1 s", slowest, 1.0, bound=1)]


def tool_cliffs(repeats: int, number: int = CHANGED_TOOLS) -> list[Figure]:
    """Measure a server in which every tool is replaced by another one, and one in which every tool is renamed."""
    if not CATALOGS.is_dir():
        return [Figure(f"{number:,} tools removed and {number:,} added", "a tenth of them", note=absent())]
    return [figure for way in ("replaced", "renamed") for figure in _changed_tools(way, number, repeats)]


def command_cliffs(repeats: int, tools: int = TOOLS) -> list[Figure]:
    """Measure commands on a large lock against reading it, and their memory against its size."""
    bounds = {"cost": 2, "gate": 3, "report": 4, "verify": 4}
    if not CATALOGS.is_dir():
        return [Figure(f"`govern {name}` of {tools:,} tools", "reading the lock", note=absent()) for name in bounds]
    figures = []
    with large(tools) as folder:
        seconds_in(folder, govern("lock", "--quiet"))
        size = (folder / "capability.lock").stat().st_size / 1e6
        for command in (("git", "init", "--quiet"), ("git", "add", "."), (*_COMMIT, "one"), ("git", "tag", "v1.0.0")):
            seconds_in(folder, command)
        for name, bound in bounds.items():
            ours = [*govern(name), *_ARGUMENTS.get(name, ())]
            reading = [sys.executable, "-c", _LOAD]
            measured = side_by_side(_of(folder, ours), _of(folder, reading), repeats)
            what = f"`govern {name}` of a lock of {tools:,} tools"
            figures.append(Figure(what, "reading it, all digests checked", *measured, bound=bound))
            memory = Figure(f"peak memory of `govern {name}`", "size of the lock", unit="MB", bound=10)
            if sys.platform == "win32":
                figures.append(replace(memory, note="Windows has no wait4"))
            else:
                figures.append(replace(memory, ours=peak_megabytes(folder, ours), theirs=size))
    return figures


_COMMIT = ("git", "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m")
_ARGUMENTS = {"gate": ("--against", "v1.0.0"), "report": ("--no-history", "-o", "report.html")}


def ways(number: int) -> dict[str, tuple[Node, Node]]:
    """Return each way to change this many properties, with the object before and after."""
    kept, described = _named("kept_{}", 3), _named("name_{:05}", number)
    return {
        "added": (_object(kept), _object(kept | described)),
        "removed": (_object(kept | described), _object(kept)),
        "removed, all required": (_object(kept | described, described), _object(kept)),
        "renamed": (_object(described), _object(_named("other_{:05}", number))),
        "renamed in style": (_object(described), _object(_named("name{:05}", number))),
        "changed in type": (_object(described), _object(_named("name_{:05}", number, type="integer"))),
        "reworded": (_object(described), _object(_named("name_{:05}", number, description="Reworded."))),
        "made required": (_object(described), _object(described, described)),
    }


def _named(name: str, number: int, **given: str) -> dict[str, Node]:
    return {
        name.format(at): {"type": "string", "description": f"The value of field {at}."} | given for at in range(number)
    }


def _object(properties: dict[str, Node], required: dict[str, Node] | None = None) -> Node:
    return {"type": "object", "properties": properties} | ({"required": [*required]} if required else {})


def placed(way: str, number: int) -> Iterator[tuple[Node, Node]]:
    """Yield both schemas with the changed object at their root, nested, and half of it in a definition used twice."""
    old, new = ways(number)[way]
    yield old, new
    yield _object({"inner": old}), _object({"inner": new})
    old, new = ways(number // 2)[way]
    used = _object({name: {"$ref": "#/$defs/Inner"} for name in ("one", "two")})
    yield used | {"$defs": {"Inner": old}}, used | {"$defs": {"Inner": new}}


def _seconds(way: str, number: int) -> float:
    """Return the processor time of the slowest place and position; every change has to be found and judged."""
    taken = []
    for (old, new), position in product(placed(way, number), _POSITIONS):
        begun = thread_time()
        with time_limit(600):
            facts = changes_in_process(position, old, new, "documented")
        taken.append(thread_time() - begun)
        if any(fact.rule.endswith("-unproven") for fact in facts):
            raise RuntimeError(f"not every property that is {way} was judged")
    return max(taken)


def _changed_tools(way: str, number: int, repeats: int) -> Iterator[Figure]:
    what = f"diff of two locks in which {number:,} tools are {way}"
    with large(1) as many, large(1) as few:
        for folder, tools in ((many, number), (few, number // TENFOLD)):
            _lock_pair(folder, way, tools)
        command = govern("diff", "old.lock", "new.lock", "--json", "--fail-on", "never")
        measured = side_by_side(_of(many, command), _of(few, command), repeats)
        yield Figure(what, f"{number // TENFOLD:,} of them", *measured, bound=MOST_GROWTH)
        yield Figure(what, "3 s", measured[0], 3.0, bound=1)
        memory = Figure(f"peak memory of this: {number:,} tools {way}", "size of both locks", unit="MB", bound=10)
        if sys.platform == "win32":
            yield replace(memory, note="Windows has no wait4")
        else:
            size = sum((many / name).stat().st_size for name in ("old.lock", "new.lock")) / 1e6
            yield replace(memory, ours=peak_megabytes(many, command), theirs=size)


def _lock_pair(folder: Path, way: str, number: int) -> None:
    """Lock a server with this many tools, and the same server with each of them replaced or renamed."""
    import json

    write_catalogs(folder, 2 * number)
    tools = [tool for path in sorted(folder.glob("[0-9]*.json")) for tool in json.loads(path.read_text())["tools"]]
    renamed = [tool | {"name": f"renamed_{tool['name']}"} for tool in tools[:number]]
    (folder / "govern.toml").write_text('[servers.s]\ncatalog = "s.json"\n', encoding="utf-8")
    for name, listed in (("old.lock", tools[:number]), ("new.lock", renamed if way == "renamed" else tools[number:])):
        (folder / "s.json").write_text(json.dumps({"tools": listed}), encoding="utf-8")
        seconds_in(folder, govern("lock", "--quiet", "--lock", name))


def _of(folder: Path, command: Sequence[str | Path]) -> Callable[[], float]:
    return lambda: processor_seconds_in(folder, command)
