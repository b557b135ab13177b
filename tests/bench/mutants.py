"""Apply each small change of mutants.toml to a copy of the repository, and list those that no test notices."""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from tests.bench.tables import Table

REPOSITORY = Path(__file__).parents[2]
LIST = Path(__file__).with_name("mutants.toml")
_AT_A_TIME = 2
_SECONDS = 600
_LEAVE_OUT = shutil.ignore_patterns(".git", ".venv", ".*_cache", ".hypothesis", "__pycache__")
_MAX_SURVIVORS = 0.05
_NOTE = (
    "Each mutation runs the tests of its room alone, in a copy of the repository; the list is tests/bench/mutants.toml."
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small change of the code, and the tests that have to fail on it."""

    name: str
    file: str
    old: str
    new: str
    tests: list[str]

    def applied(self, root: Path) -> str:
        """Return the file's text with the mutation; the text to replace must occur exactly once."""
        text = (root / self.file).read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: {self.file} has {self.old!r} {text.count(self.old)} times")
        return text.replace(self.old, self.new)


def listed() -> list[Mutant]:
    """Return all mutations of the list."""
    tables = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return [Mutant(name, **table) for name, table in tables.items()]


def mutants() -> Table:
    """Run all mutations, two at a time; the bound is 5 % of survivors."""
    every = listed()
    with _copies() as copies, ThreadPoolExecutor(_AT_A_TIME) as pool:
        survived = [
            mutant for mutant, killed in pool.map(lambda each: (each, _killed(each, copies)), every) if not killed
        ]
    rows = tuple((f"`{mutant.name}`", f"`{mutant.file}`") for mutant in survived)
    notes = (f"{len(every)} mutations, {len(every) - len(survived)} killed, {len(survived)} survived.", _NOTE)
    return Table("Mutations", ("survivor", "file"), rows, notes, len(survived) <= _MAX_SURVIVORS * len(every))


@contextmanager
def _copies() -> Iterator[SimpleQueue[Path]]:
    """Copy the repository once for each run at a time."""
    queue: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="govern-mutants-") as folder:
        for number in range(_AT_A_TIME):
            copy = Path(folder) / str(number) / "main"
            shutil.copytree(REPOSITORY, copy, ignore=_LEAVE_OUT)
            queue.put(copy)
        yield queue


def _killed(mutant: Mutant, copies: SimpleQueue[Path]) -> bool:
    copy = copies.get()
    path = copy / mutant.file
    original = path.read_text(encoding="utf-8")
    try:
        path.write_text(mutant.applied(copy), encoding="utf-8", newline="\n")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *mutant.tests]
        environ = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(command, cwd=copy, env=environ, capture_output=True, timeout=_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return True
        if done.returncode not in (0, 1, 2):
            raise RuntimeError(f"{mutant.name}: pytest ended with {done.returncode}: {done.stdout.decode()[-2000:]}")
        print(f"{mutant.name}: {'killed' if done.returncode else 'SURVIVED'}", flush=True)
        return done.returncode != 0
    finally:
        path.write_text(original, encoding="utf-8", newline="\n")
        copies.put(copy)
