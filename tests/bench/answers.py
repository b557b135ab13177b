"""Time and memory of the largest answers within the limits, each measured in a separate process."""

import subprocess
import sys
import time
from pathlib import Path

from govern.policy.server_settings import Limits
from govern.policy.target import Command, Secrets, Target
from govern.servers.capture import Capture, capture_servers
from tests.bench.tables import Table
from tests.hostile.servers.dense import SHAPES

_REPOSITORY = Path(__file__).parents[2]
_UNIT = 1 if sys.platform == "darwin" else 1024
_MOST = 10


def answers() -> Table:
    """Measure every shape at the default limits; the bound is ten times the limit of bytes."""
    limits = Limits()
    rows, ratios = [], []
    for shape in SHAPES:
        ours, worker, seconds = measured(shape, limits)
        ratios.append(max(ours, worker) / limits.bytes)
        output = f"{ours / 2**20:.0f} MiB", f"{worker / 2**20:.0f} MiB", f"{ratios[-1]:.1f}", f"{seconds:.2f} s"
        rows.append((shape, *output))
    bounds = f"{limits.bytes // 2**20} MiB and {limits.nodes:,} keys and values"
    note = (
        f"One answer of at most {bounds}, over stdio, with a secret to look for; peaks beyond that of a small answer."
    )
    header = ("shape", "govern", "largest child", "times the limit", "time")
    return Table("Largest answers", header, tuple(rows), (note,), met=max(ratios) <= _MOST)


def measured(shape: str, limits: Limits) -> tuple[int, int, float]:
    """Return the memory of govern beyond that of a small answer, its largest child's memory, and the time."""
    command = (sys.executable, "-m", "tests.bench.answers", shape, str(limits.bytes), str(limits.nodes))
    run = subprocess.run(command, cwd=_REPOSITORY, capture_output=True, text=True, check=True)
    before, after, child, seconds = run.stdout.split()
    return (int(after) - int(before)) * _UNIT, int(child) * _UNIT, float(seconds)


def _looked(limits: Limits, *words: str) -> None:
    how = Command((sys.executable, "-m", "tests.hostile.servers." + words[0], *words[1:]), _REPOSITORY)
    target = Target("dense", "", how, limits=limits, secrets=Secrets({"s3cret-value": "${TOKEN}"}))
    outcome = capture_servers([target], jobs=1)["dense"]
    if not isinstance(outcome, Capture):
        raise outcome


def _main(shape: str, most_bytes: str, most_nodes: str) -> None:
    import resource

    limits = Limits(bytes=int(most_bytes), nodes=int(most_nodes))
    _looked(limits, "lists", "fair")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.perf_counter()
    _looked(limits, "dense", shape, most_bytes, most_nodes)
    seconds = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(before, after, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, seconds)


if __name__ == "__main__":
    _main(*sys.argv[1:])
