"""The time that comparisons of hostile schemas take.

`python -m tests.bench.hostile GROUP` compares the pairs of one group, in a process that may crash.
"""

import json
import subprocess
import sys
from time import perf_counter, process_time
from typing import Any

import psutil

from govern.schemas import budget
from govern.schemas.comparison import compare_schemas
from govern.schemas.edits.changes import schema_changes
from tests.bench.tables import Table
from tests.hostile.schemas import GROUPS, hostile_pairs

SLOWEST = 2.0
_MOST_MEMORY = 2_000_000_000
_COLUMNS = ("pairs", "number", "slowest comparison", "slowest reading of all edits", "decided", "killed")


def hostile_schemas() -> Table:
    """Return, by group, the number of pairs, the slowest processor times, and whether the process crashed."""
    rows, notes = [], []
    met = True
    for group in GROUPS:
        done = subprocess.run([sys.executable, "-m", __name__, group], capture_output=True, text=True, check=False)
        taken = [json.loads(line) for line in done.stdout.splitlines()]
        expected = len(list(GROUPS[group]()))
        compared, read = (max((each[key] for each in taken), default=0.0) for key in ("compared", "read"))
        decided = sum(each["decided"] for each in taken)
        killed = int(len(taken) < expected)
        slow = [each["name"] for each in taken if max(each["compared"], each["read"]) > SLOWEST]
        notes += [f"Slower than {SLOWEST:.0f} s: {name}." for name in slow]
        notes += [f"Ended by {group}: {done.stderr[-200:]}"] if killed else []
        met &= not killed and not slow
        rows.append((group, str(expected), f"{compared:.2f} s", f"{read:.2f} s", str(decided), str(killed)))
    total = sum(int(row[1]) for row in rows)
    notes.append(f"{total} pairs; decided are those of which neither direction is unknown in the literal reading.")
    return Table("Hostile schemas", _COLUMNS, tuple(rows), tuple(notes), met=met)


def _tell(group: str) -> None:
    """Compare each pair of a group in both readings, and compute its changes."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    for name, old, new in hostile_pairs(group):
        compared, found = 0.0, None
        for reading in ("documented", "literal"):
            taken, found = timed(lambda reading=reading, old=old, new=new: compare_schemas(old, new, reading=reading))
            compared = max(compared, taken)
        read, _ = timed(lambda old=old, new=new: schema_changes("input", old, new))
        decided = found is not None and "unknown" not in (found.accepts_old, found.accepted_by_old)
        print(json.dumps({"name": name, "compared": compared, "read": read, "decided": decided}), flush=True)


def timed(ask: Any) -> tuple[float, Any]:
    """Return the processor time of a call here and in the child, at most its wall-clock time, and the result."""
    cpu, begun = _cpu(), perf_counter()
    found = ask()
    return min(_cpu() - cpu, perf_counter() - begun), found


def _cpu() -> float:
    """Return the processor seconds of this process, of its ended children and of the running child."""
    import resource

    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    child = budget._worker()._child
    times = psutil.Process(child.pid).cpu_times() if child else None
    alive = times.user + times.system if times else 0.0
    return process_time() + children.ru_utime + children.ru_stime + alive


if __name__ == "__main__":
    _tell(sys.argv[1])
