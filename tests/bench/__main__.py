"""`make bench`, or `python -m tests.bench NAME…`: write docs/benchmarks.md, and exit with 1 if a bound is missed."""

import compileall
import sys
from collections.abc import Callable
from pathlib import Path

from tests.bench import (
    answers,
    changelogs,
    cliffs,
    compact,
    diffing,
    fleets,
    gates,
    hostile,
    http_overhead,
    large,
    processes,
    replaying,
    reports,
    schemas,
    searching,
    serving,
    texts,
)
from tests.bench.broken_files import fuzz_files
from tests.bench.conformance import conformance
from tests.bench.field import field
from tests.bench.figures import Figure
from tests.bench.fleet import fleet
from tests.bench.fleet_histories import fleet_histories
from tests.bench.fleet_kills import fleet_kills
from tests.bench.fleet_memory import fleet_memory
from tests.bench.fleet_store import fleet_store
from tests.bench.histories import histories
from tests.bench.house import house
from tests.bench.mutants import mutants
from tests.bench.noise import noise
from tests.bench.page import line_of, render, rows_in, rows_of, sections_in
from tests.bench.tables import Table
from tests.bench.upgrade import upgrade

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
PACKAGE = Path(__file__).parents[2] / "govern"
BENCHMARKS: dict[str, tuple[Callable[[int], list[Figure]], int]] = {
    "version": (processes.version, 60),
    "hook": (processes.hook, 60),
    "lock-one": (processes.lock_one, 15),
    "check-one": (processes.check_one, 30),
    "lock-fifty": (processes.lock_fifty, 7),
    "lock-fifty-sdk": (processes.lock_fifty_sdk, 3),
    "lock-catalogs": (large.lock_catalogs, 5),
    "memory": (large.memory, 2),
    "read": (large.read, 7),
    "verify": (large.verify, 5),
    "schemas-speed": (schemas.speed, 3),
    "diff-equal": (diffing.diff_equal, 5),
    "diff-changed": (diffing.diff_changed, 5),
    "diff-cold": (diffing.diff_cold, 20),
    "fleet-diff": (fleets.fleet_diff, 3),
    "changelog": (changelogs.changelog, 3),
    "gate": (gates.gate, 3),
    "report": (reports.report, 5),
    "cliffs": (cliffs.cliffs, 1),
    "replay": (replaying.replay, 7),
    "search": (searching.search_speed, 3),
    "serve": (serving.serve, 5),
    "fleet-store": (fleet_store, 3),
    "serve-http": (http_overhead.serve_http, 5),
}
TABLES: dict[str, Callable[[], Table]] = {
    "answers": answers.answers,
    "compact": compact.compact,
    "conformance": conformance,
    "reductions": compact.reductions,
    "field": field,
    "schemas": schemas.schemas,
    "schemas-hostile": hostile.hostile_schemas,
    "schemas-fuzz": lambda: schemas.fuzz(200_000, 0),
    "fleet": fleet,
    "fleet-kills": fleet_kills,
    "fleet-memory": fleet_memory,
    "histories": histories,
    "fleet-histories": fleet_histories,
    "texts": texts.texts,
    "fuzz-files": fuzz_files,
    "house": house,
    "mutants": mutants,
    "noise": noise,
    "retrieval": searching.retrieval,
    "serve-load": serving.serve_load,
    "upgrade": upgrade,
}


def main(names: list[str], page: Path = PAGE, repeats: int | None = None) -> int:
    """Measure the named benchmarks, or all, and keep the other rows of the page."""
    known = (*BENCHMARKS, *TABLES)
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    # As for a package installed by pip, independent of PYTHONDONTWRITEBYTECODE.
    compileall.compile_dir(PACKAGE, quiet=1)
    missed = False
    for name in names or known:
        if name in TABLES:
            table = TABLES[name]()
            text = table.markdown()
            print(text, flush=True)
            missed |= not table.met
        else:
            measure, usual = BENCHMARKS[name]
            figures = measure(repeats or usual)
            print(*(line_of(name, figure) for figure in figures), sep="\n", flush=True)
            text = rows_of(name, figures)
            missed |= any(figure.missed for figure in figures)
        _write(page, name, text)
    return int(missed)


def _write(page: Path, name: str, text: str) -> None:
    """Replace what the page says of one benchmark; it is read anew, since another run may have written to it."""
    written = page.read_text(encoding="utf-8") if page.is_file() else ""
    rows, sections = rows_in(written), sections_in(written)
    (sections if name in TABLES else rows)[name] = text
    page.write_text(render(rows, list(BENCHMARKS), sections), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
