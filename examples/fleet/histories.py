"""Make a fleet store of captures that were saved over time: `python examples/fleet/histories.py CAPTURES STORE`.

CAPTURES holds `<server>/<version>.json`, each a tools/list result or a capture. The newest versions make the last scan,
those before them the scan before, and so on. A server of fewer versions appears in later scans only.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory


def main(captures: Path, store: str) -> None:
    """Write a scan for each step of the longest history."""
    histories = {folder.name: versions_in(folder) for folder in sorted(captures.iterdir()) if versions_in(folder)}
    steps = max(map(len, histories.values()))
    with TemporaryDirectory() as folder:
        for step in range(steps):
            inventory = Path(folder, "inventory.jsonl")
            inventory.write_text("".join(rows_at(step - steps, histories, Path(folder))), encoding="utf-8")
            scan(inventory, store, f"step-{step + 1:02}")


def versions_in(folder: Path) -> list[Path]:
    """Return the captures of one server, the oldest version first."""
    return sorted(folder.glob("*.json"), key=lambda path: version_key(path.stem))


def version_key(version: str) -> list[tuple[int, str]]:
    """Return a key by which versions sort; a pre-release comes before its release."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"[.\-+]", version)]


def rows_at(index: int, histories: dict[str, list[Path]], folder: Path) -> list[str]:
    """Return the inventory of one step; `index` counts from the end of each history.

    The captures are copied, so that a server's source is the same in each step.
    """
    found = {name: paths[index] for name, paths in histories.items() if len(paths) >= -index}
    for name, path in found.items():
        shutil.copyfile(path, folder / f"{name}.json")
    rows = [{"name": name, "catalog": f"{name}.json", "trusted": True} for name in found]
    return [f"{json.dumps(row)}\n" for row in rows]


def scan(inventory: Path, store: str, name: str) -> None:
    """Scan an inventory in a process of its own, as typed."""
    command = ["govern", "fleet", "scan", str(inventory), "--store", store, "--scan", name]
    subprocess.run([sys.executable, "-m", *command], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
