"""Ten thousand tools of real servers: locked, read and verified."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.figures import Figure
from tests.bench.many_tools import CATALOGS
from tests.bench.measuring import ROOT, govern, peak_megabytes, seconds_in, side_by_side, timed

TOOLS = 10_000
_MAKE = "import sys; from pathlib import Path; from tests.bench.many_tools import {0}; {0}(Path(sys.argv[1]), {1})"
_ENCODE = """
import json, sys
from pathlib import Path
from govern.economics.tokens import load
encoder = load("cl100k_base")
for text in json.loads(Path(sys.argv[1]).read_bytes()):
    encoder.encode_ordinary(text)
"""
_TOMLLIB = ("import tomllib; text = path.read_text(encoding='utf-8')", "tomllib.loads(text)")
_LOAD = ("from govern.lockfile.store import load", "load(path)")
_VERIFY = (
    "from govern.lockfile.store import bytes_at; from govern.lockfile.verify import verify",
    "verify(bytes_at(path))",
)


def lock_catalogs(repeats: int, tools: int = TOOLS) -> list[Figure]:
    """Measure locking all of them for the first time and again, against the tokenizer alone."""
    against = "reading and encoding the same definitions with tiktoken alone"
    if not CATALOGS.is_dir():
        return [Figure(f"`govern lock`, {tools:,} tools from catalogs", against, note=absent())]
    with large(tools) as folder:
        texts = folder / "texts.json"
        lock = folder / "capability.lock"

        def anew() -> float:
            lock.unlink(missing_ok=True)
            return seconds_in(folder, govern("lock", "--quiet"))

        def encoding() -> float:
            return seconds_in(ROOT, [sys.executable, "-c", _ENCODE, texts])

        first = side_by_side(anew, encoding, repeats)
        again = side_by_side(lambda: seconds_in(folder, govern("lock", "--quiet")), encoding, repeats)
        return [
            Figure(f"`govern lock`, {tools:,} tools from catalogs", against, *first, bound=2),
            Figure(f"`govern lock` again, the same {tools:,} unchanged", against, *again),
        ]


def memory(repeats: int, tools: int = TOOLS) -> list[Figure]:
    """Measure the peak memory of locking all of them."""
    what, against = f"peak memory of `govern lock`, {tools:,} tools", "the size of the lock that it writes"
    if sys.platform == "win32" or not CATALOGS.is_dir():
        return [Figure(what, against, note=absent() if sys.platform != "win32" else "Windows has no wait4")]
    with large(tools) as folder:
        peaks = [peak_megabytes(folder, govern("lock", "--quiet")) for _ in range(repeats)]
        return [Figure(what, against, max(peaks), (folder / "capability.lock").stat().st_size / 1e6, unit="MB")]


def read(repeats: int, tools: int = TOOLS) -> list[Figure]:
    """Measure parsing with every body checked against its digest."""
    return _of_lock("reading a lock of {:,} tools, all digests checked", _LOAD, 1.2, repeats, tools)


def verify(repeats: int, tools: int = TOOLS) -> list[Figure]:
    """Measure verifying digests, economics and spelling, all computed again."""
    return _of_lock("`govern verify` of a lock of {:,} tools", _VERIFY, 4, repeats, tools)


def _of_lock(what: str, ours: tuple[str, str], bound: float, repeats: int, tools: int) -> list[Figure]:
    if not CATALOGS.is_dir():
        return [Figure(what.format(tools), "`tomllib.loads` of its text", note=absent())]
    with large(tools) as folder:
        seconds_in(folder, govern("lock", "--quiet"))
        lock = folder / "capability.lock"
        measured = side_by_side(lambda: timed(lock, *ours), lambda: timed(lock, *_TOMLLIB), repeats)
    return [Figure(what.format(tools), "`tomllib.loads` of its text", *measured, bound=bound)]


@contextmanager
def large(tools: int) -> Iterator[Path]:
    """Create a directory with a config, its catalogs, and the texts that are counted."""
    with TemporaryDirectory() as name:
        for make in ("write_catalogs", "write_texts"):
            seconds_in(ROOT, [sys.executable, "-c", _MAKE.format(make, tools), name])
        yield Path(name)


def absent() -> str:
    return "the captures of real servers are not here; GOVERN_DATA may name their place"
