"""Measure how much of a real upgrade a reader has to look at: approvals and lines of `govern diff`, by preset."""

import json
import statistics
import subprocess
import tempfile
from dataclasses import astuple, dataclass, replace
from pathlib import Path

from govern.lockfile.document import Lock
from govern.lockfile.integrity import digest_of_lock
from govern.lockfile.store import save
from tests.bench.histories import locked_capture, neighbours
from tests.bench.many_tools import CATALOGS
from tests.bench.measuring import govern
from tests.bench.tables import Table

_PRESETS = ("strict", "balanced", "compatible")
_COLUMNS = ("preset", "upgrades", "approvals, median", "p90", "items, median", "p90", "groups, median", "p90",
            "lines, median", "p90", "BREAKING in all")  # fmt: skip
_NOTE = (
    "Each captured version against the one before it, where anything changed; the source is the same on both sides. "
    "Approvals are changes that need one, items the tools and other items that have such changes. "
    "A group is all of them with one rule in one server: `govern approve` approves them at once, in one entry. "
    "Lines are those of the text format. On 2026-11-19, before the default was made quieter (3b8f0989), balanced gave "
    "5 and 48.9 approvals, 2 and 7 groups, 50.5 and 409.7 lines on these captures."
)


@dataclass(frozen=True)
class _Count:
    """What one upgrade needs: approvals, of how many items and groups, lines to read; and its BREAKING changes."""

    approvals: int
    items: int
    groups: int
    lines: int
    breaking: int


def noise() -> Table:
    """Count approvals, items, groups and lines of each changed upgrade."""
    if not CATALOGS.is_dir():
        return Table("Noise", ("preset",), (), ("not measured: the captures are not here",))
    counts = [count for old, new in neighbours() if (count := _counted(old, new))]
    rows = tuple(_row(preset, [each[preset] for each in counts]) for preset in _PRESETS)
    return Table("Noise", _COLUMNS, rows, (_NOTE,))


def _row(preset: str, counts: list[_Count]) -> tuple[str, ...]:
    *numbers, breaking = zip(*map(astuple, counts), strict=True)
    spread = [text for each in numbers for text in _median_and_p90(each)]
    return (preset, str(len(counts)), *spread, f"{sum(breaking):,}")


def _median_and_p90(numbers: tuple[int, ...]) -> tuple[str, str]:
    return f"{statistics.median(numbers):g}", f"{statistics.quantiles(numbers, n=10)[8]:g}"


def _counted(old: Path, new: Path) -> dict[str, _Count]:
    """Return the counts of one upgrade by preset, none if nothing changed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for catalog, lock in ((old, "old.lock"), (new, "new.lock")):
            written = Lock((locked_capture(catalog),))
            save(folder / lock, replace(written, digest=digest_of_lock(written)))
        if (folder / "old.lock").read_bytes() == (folder / "new.lock").read_bytes():
            return {}
        return {preset: _count(folder, preset) for preset in _PRESETS}


def _count(folder: Path, preset: str) -> _Count:
    (folder / "govern.toml").write_text(f'[policy]\npreset = "{preset}"\n', encoding="utf-8")
    command = govern("diff", "old.lock", "new.lock", "--report", "json=diff.json")
    text = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=False).stdout
    document = json.loads((folder / "diff.json").read_bytes())
    waiting = [each for each in document["changes"] if not each["approved"]]
    items = {(each["kind"], each["name"]) for each in waiting}
    groups = {(each["server"], each["rule"]) for each in waiting}
    return _Count(len(waiting), len(items), len(groups), len(text.splitlines()), document["summary"]["breaking"])
