"""Apply each small change of mutants.toml to a copy of the repository, and list those that no test notices."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import psutil

from tests.bench.tables import Table

REPOSITORY = Path(__file__).parents[2]
LIST = Path(__file__).with_name("mutants.toml")
_AT_A_TIME = 2
_SECONDS = 600
_CACHE = ".mutant_cache"
_MARK = "GOVERN_MUTANT"
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
    """Run all mutations, two at a time; the bound is 5% of survivors."""
    every = listed()
    _heed_signals()
    with _copies() as copies, ThreadPoolExecutor(_AT_A_TIME) as pool:
        failing = list(pool.map(lambda each: _failing(each, copies), every))
        _require_passing(sorted({test for tests in failing for test in tests or ()}), copies.get())
    survived = [mutant for mutant, tests in zip(every, failing, strict=True) if tests is None]
    rows = tuple((f"`{mutant.name}`", f"`{mutant.file}`") for mutant in survived)
    notes = (f"{len(every)} mutations, {len(every) - len(survived)} killed, {len(survived)} survived.", _NOTE)
    return Table("Mutations", ("survivor", "file"), rows, notes, len(survived) <= _MAX_SURVIVORS * len(every))


def _heed_signals() -> None:
    """Have the tests start with no signal ignored; `nohup`, and a shell in the background, ignore two of them."""
    for number in (getattr(signal, name, None) for name in ("SIGINT", "SIGHUP")):
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


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


def _failing(mutant: Mutant, copies: SimpleQueue[Path]) -> list[str] | None:
    """Return the tests that fail on a mutation, or None where all pass; a run that takes too long names no test."""
    copy = copies.get()
    path = copy / mutant.file
    original, times = path.read_text(encoding="utf-8"), path.stat()
    try:
        path.write_text(mutant.applied(copy), encoding="utf-8", newline="\n")
        try:
            done = _pytest(mutant.tests, copy)
        except subprocess.TimeoutExpired:
            print(f"{mutant.name}: killed, took too long", flush=True)
            return []
        failed = copy / _CACHE / "v" / "cache" / "lastfailed"
        tests = sorted(json.loads(failed.read_bytes())) if done.returncode and failed.is_file() else []
        print(f"{mutant.name}: {' '.join(['killed', *tests]) if done.returncode else 'SURVIVED'}", flush=True)
        return tests if done.returncode else None
    finally:
        path.write_text(original, encoding="utf-8", newline="\n")
        # Python recognises outdated bytecode by the time of its source in seconds.
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        copies.put(copy)


def _require_passing(tests: list[str], copy: Path) -> None:
    """Raise RuntimeError if a test that failed on a mutation also fails without it."""
    done = _pytest(tests, copy) if tests else None
    if done is not None and done.returncode:
        raise RuntimeError(f"tests fail without any mutation: {done.stdout.decode()[-2000:]}")


def _pytest(tests: list[str], copy: Path) -> subprocess.CompletedProcess[bytes]:
    """Run the tests, and end the processes that they leave behind: a mutation may keep one running for ever."""
    shutil.rmtree(copy / _CACHE, ignore_errors=True)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-o", f"cache_dir={_CACHE}", *tests]
    environ = {**os.environ, "PYTHONPATH": str(copy), _MARK: str(copy)}
    try:
        return subprocess.run(command, cwd=copy, env=environ, capture_output=True, timeout=_SECONDS, check=False)
    finally:
        for process in psutil.process_iter(["environ"]):
            if (process.info["environ"] or {}).get(_MARK) == str(copy):
                with suppress(psutil.NoSuchProcess):
                    process.kill()
