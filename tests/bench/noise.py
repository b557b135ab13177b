"""Measure how much of a real upgrade a reader has to look at: approvals and lines of `govern diff`, by preset."""

import json
import statistics
import subprocess
import tempfile
from pathlib import Path

from tests.bench.histories import neighbours
from tests.bench.many_tools import CATALOGS
from tests.bench.measuring import govern
from tests.bench.tables import Table

_PRESETS = ("strict", "balanced", "compatible")
_NOTE = "Each captured version against the one before it, where anything changed; lines of the text format."
_CONFIG = '[servers.s]\ncatalog = "{catalog}"\n\n[policy]\npreset = "{preset}"\n'


def noise() -> Table:
    """Count approvals and lines of each changed upgrade."""
    if not CATALOGS.is_dir():
        return Table("Noise", ("preset",), (), ("not measured: the captures are not here",))
    counts = [_counted(old, new) for old, new in neighbours()]
    rows = tuple(_row(preset, [each[preset] for each in counts]) for preset in _PRESETS)
    columns = ("preset", "upgrades", "approvals, median", "p90", "lines, median", "p90", "BREAKING in all")
    return Table("Noise", columns, rows, (_NOTE,))


def _row(preset: str, counts: list[tuple[int, int, int, int]]) -> tuple[str, ...]:
    changed = [count for count in counts if count[0]]
    _, approvals, lines, breaking = zip(*changed, strict=True)
    return (preset, str(len(changed)), *_median_and_p90(approvals), *_median_and_p90(lines), f"{sum(breaking):,}")


def _median_and_p90(numbers: tuple[int, ...]) -> tuple[str, str]:
    return f"{statistics.median(numbers):g}", f"{statistics.quantiles(numbers, n=10)[8]:g}"


def _counted(old: Path, new: Path) -> dict[str, tuple[int, int, int, int]]:
    """Return the changes, approvals needed, lines printed and BREAKING changes of one upgrade, by preset."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for catalog, lock in ((old, "old.lock"), (new, "new.lock")):
            _configure(folder, catalog, "balanced")
            _run(folder, "lock", "--quiet", "--lock", lock)
        counts = {}
        for preset in _PRESETS:
            _configure(folder, new, preset)
            summary = json.loads(_run(folder, "diff", "old.lock", "new.lock", "--json"))["summary"]
            lines = len(_run(folder, "diff", "old.lock", "new.lock").splitlines())
            changes = summary["breaking"] + summary["risky"] + summary["safe"]
            counts[preset] = (changes, summary["unapproved"], lines, summary["breaking"])
    return counts


def _configure(folder: Path, catalog: Path, preset: str) -> None:
    (folder / "govern.toml").write_text(_CONFIG.format(catalog=catalog.as_posix(), preset=preset), encoding="utf-8")


def _run(folder: Path, *words: str) -> str:
    return subprocess.run(govern(*words), cwd=folder, stdout=subprocess.PIPE, text=True, check=False).stdout
