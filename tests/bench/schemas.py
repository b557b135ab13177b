"""`compare_schemas` on pairs with a known truth: right, wrong or open, and how fast; and on random pairs.

`python -m tests.bench.schemas PAIRS` prints all tables, with PAIRS random pairs.
"""

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, thread_time
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator
from referencing.exceptions import Unresolvable

from govern.schemas.comparison import Comparison, compare_schemas
from govern.schemas.complexity import is_cheap
from tests.bench.figures import Figure
from tests.bench.hostile import timed
from tests.bench.many_tools import CATALOGS
from tests.bench.tables import Table
from tests.schemas.random_edge_cases import SchemaPair, edge_case_pair, random_instances
from tests.schemas.random_schemas import pair
from tests.schemas.second_validator import contradiction, drawn_instances

Json = Any

PAIRS = CATALOGS.parent / "schema-pairs"
OPEN_AT_MOST = {"corpora": 0.025, "real": 0.01}
SLOWEST = 0.1
_TRUTHS = {"compatible": "yes", "incompatible": "no", "yes": "yes", "no": "no", "annotations": "yes"}
_ABSENT = "the shared data is not here"


@dataclass(frozen=True, slots=True)
class Known:
    """Two schemas, the options of the comparison, and the known truth of each direction: "yes", "no" or None."""

    source: str
    name: str
    old: Json
    new: Json
    reading: str
    truths: tuple[str | None, str | None]
    draft: str | None = None
    assert_formats: bool = False

    def compared(self) -> Comparison:
        """Return the result of `compare_schemas`."""
        reading: Any = self.reading
        return compare_schemas(
            self.old, self.new, reading=reading, draft=self.draft, assert_formats=self.assert_formats
        )


def corpora() -> Iterator[Known]:
    """Yield pairs of other tools and test suites, whose expectations were checked by a search for counterexamples."""
    for line in _lines("pairs.jsonl"):
        truths = _TRUTHS.get(line["truth"]), _TRUTHS.get(line["truth_reverse"])
        is_asserted = line["formats"] == "assert"
        yield Known(line["source"], line["id"], line["old"], line["new"], "literal", truths, line["draft"], is_asserted)


def real() -> Iterator[Known]:
    """Yield the schemas that differ between two consecutive captures of a real server, in both readings."""
    for line in _lines("mcp-pairs.jsonl"):
        old, new = (_schema(line, version) for version in ("old_version", "new_version"))
        if old is None or new is None:
            continue
        name = f"{line['server']} {line['tool']} {line['old_version']} → {line['new_version']}"
        for reading, key in (("literal", "raw"), ("documented", "closed")):
            truth = _TRUTHS.get(line[key])
            truths = (truth, None) if line["field"] == "inputSchema" else (None, truth)
            yield Known(f"real, {reading}", name, old, new, reading, truths)


def schemas() -> Table:
    """Return the numbers of right, wrong and open results by source."""
    if not PAIRS.is_dir():
        return Table("Schemas", ("source", "note"), (("all", _ABSENT),))
    tallies: dict[str, Counter[str]] = defaultdict(Counter)
    disagreements: list[str] = []
    for known in (*corpora(), *real()):
        found = known.compared()
        tally = tallies[known.source]
        tally["pairs"] += 1
        for answer, truth in zip((found.accepts_old, found.accepted_by_old), known.truths, strict=True):
            tally["asked"] += truth is not None
            tally["open"] += truth is not None and answer == "unknown"
            wrong = truth is not None and answer not in {truth, "unknown"}
            tally[f"wrong {answer}"] += wrong
            if wrong:
                disagreements.append(f"{known.source}, {known.name}: {answer}, not {truth}; {_shown(known, found)}")
        tally["unverified"] += not _is_verified(known, found)
    rows = tuple(_row(source, tally) for source, tally in sorted(tallies.items()))
    columns = ("source", "pairs", "wrong yes", "wrong no", "open", "witness not confirmed")
    return Table("Schemas", columns, rows, tuple(disagreements), met=not disagreements and _few_open(tallies))


def speed(_repeats: int) -> list[Figure]:
    """Compare the processor time for the real pairs with that of the library's canonical forms and `covers` alone."""
    if not PAIRS.is_dir():
        return [Figure("comparing two schemas", "`covers` alone", note=_ABSENT)]
    figures = []
    compare_schemas({"not": {}}, True)  # starts the child
    for reading in ("literal", "documented"):
        known = [each for each in real() if each.reading == reading]
        taken = [(_compared_in(each), _seconds(lambda each=each: _covers(each))) for each in known]
        ours, theirs = (median(column) for column in zip(*taken, strict=True))
        what = f"comparing two real schemas, {reading}"
        figures.append(Figure(f"{what}, median", "`covers` both ways alone", ours, theirs, bound=5))
        figures.append(Figure(f"{what}, slowest", "100 ms", max(took for took, _ in taken), SLOWEST, bound=1))
    return figures


def fuzz(count: int, start: int) -> Table:
    """Check random pairs, half of them edge cases, against python-jsonschema."""
    rows, wrong = [], list[str]()
    for name, make in (("ordinary", _ordinary), ("loops, formats of each draft, large numbers", edge_case_pair)):
        answers, found_wrong, slowest = Counter[str](), list[str](), 0.0
        for seed in range(start, start + count // 2):
            random = Random(seed)
            made = make(random)
            begun = perf_counter()
            found = compare_schemas(
                made.old, made.new, reading="literal", draft=made.draft, assert_formats=made.assert_formats
            )
            slowest = max(slowest, perf_counter() - begun)
            tried = random_instances(random, 30) if make is edge_case_pair else drawn_instances(random, 60)
            problem = contradiction(made.old, made.new, found, tried, made.draft, assert_formats=made.assert_formats)
            if problem:
                found_wrong.append(f"{name}, {seed}: {problem} of {json.dumps(made)}")
            answers.update((found.accepts_old, found.accepted_by_old))
        wrong += found_wrong
        shares = f"{answers['unknown'] / answers.total():.2%}", f"{slowest:.2f} s"
        rows.append((f"{name}, from seed {start}", str(count // 2), str(len(found_wrong)), *shares))
    columns = ("source", "pairs", "wrong", "open", "slowest")
    return Table("Schemas made at random", columns, tuple(rows), tuple(wrong), met=not wrong)


def _ordinary(random: Random) -> SchemaPair:
    return SchemaPair(*pair(random), "2020-12", assert_formats=False)


def _lines(name: str) -> Iterator[dict[str, Any]]:
    with (PAIRS / name).open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _schema(line: dict[str, Any], version: str) -> Json:
    tools = _tools(CATALOGS / line["server"] / f"{line[version]}.json")
    return tools.get(line["tool"], {}).get(line["field"])


@lru_cache(maxsize=64)
def _tools(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    return {tool["name"]: tool for tool in json.loads(path.read_text(encoding="utf-8")).get("tools") or []}


def _shown(known: Known, found: Comparison) -> str:
    shown = [each for each in (found.witness_lost, found.witness_gained) if each is not None]
    return f"{json.dumps(known.old)[:200]} → {json.dumps(known.new)[:200]}: {shown}"


def _is_verified(known: Known, found: Comparison) -> bool:
    """Return whether python-jsonschema confirms each counterexample; only for 2020-12 without formats."""
    if known.draft not in {None, "2020-12"} or known.assert_formats or found.invalid:
        return True
    if "$schema" in repr(known.old) + repr(known.new) and "2020-12" not in repr(known.old) + repr(known.new):
        return True
    before, after = Draft202012Validator(known.old), Draft202012Validator(known.new)
    try:
        for witness, sender, receiver in ((found.witness_lost, before, after), (found.witness_gained, after, before)):
            if witness and not (sender.is_valid(witness.instance) and not receiver.is_valid(witness.instance)):
                return False
    except (RecursionError, Unresolvable, re.error):
        return True  # it cannot validate reference loops, external references or some patterns of ECMA-262
    return True


def _row(source: str, tally: Counter[str]) -> tuple[str, ...]:
    share = tally["open"] / tally["asked"] if tally["asked"] else 0.0
    counts = (str(tally[name]) for name in ("pairs", "wrong yes", "wrong no"))
    return (source, *counts, f"{share:.2%}", str(tally["unverified"]))


def _few_open(tallies: dict[str, Counter[str]]) -> bool:
    for kind, at_most in OPEN_AT_MOST.items():
        of_kind = [tally for source, tally in tallies.items() if source.startswith("real") == (kind == "real")]
        if sum(tally["open"] for tally in of_kind) > at_most * sum(tally["asked"] for tally in of_kind):
            return False
    return True


def _compared_in(known: Known) -> float:
    """Return the processor time of this thread, or of the child if it makes the comparison."""
    return _seconds(known.compared) if is_cheap(known.old, known.new) else timed(known.compared)[0]


def _covers(known: Known) -> None:
    old, new = (
        jsonschema_rs.canonicalize(schema, validate_formats=False, offline=True) for schema in (known.old, known.new)
    )
    try:
        new.covers(old)
        old.covers(new)
    except ValueError:
        pass  # two drafts, which it does not compare


def _seconds(ask: Any) -> float:
    begun = thread_time()
    ask()
    return thread_time() - begun


if __name__ == "__main__":
    print(schemas().markdown())
    for figure in speed(1):
        print(f"{figure.what}: {figure.ratio:.2f} times {figure.against}")
    print(fuzz(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, start=10**9).markdown())
