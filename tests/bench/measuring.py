"""Measuring: always two programs in turn, in one run; the best time of each counts.

Whatever else the machine does can only make a run slower, so the best one is nearest to what the program itself takes.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
SCRIPTS = Path(sys.executable).parent
# Of an interpreter that does nothing but start the command, since a child's peak begins with its parent's.
_PEAK = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6)
sys.exit(os.waitstatus_to_exitcode(status))
"""
_TIMED = """
import sys, time
from pathlib import Path
path = Path(sys.argv[1])
{before}
begun = time.perf_counter()
{timed}
print(time.perf_counter() - begun)
"""

Measure = Callable[[], float]


def side_by_side(ours: Measure, theirs: Measure, repeats: int) -> tuple[float, float]:
    """Return the best time of each; the order changes with every turn."""
    best = [float("inf"), float("inf")]
    for turn in range(repeats):
        for at, measure in sorted(enumerate((ours, theirs)), reverse=turn % 2 == 1):
            best[at] = min(best[at], measure())
    return best[0], best[1]


def seconds(command: Sequence[str | Path], files: dict[str, str] | None = None) -> float:
    """Return the seconds of a whole process, in a new directory that contains only these files."""
    with TemporaryDirectory() as folder:
        for name, text in (files or {}).items():
            Path(folder, name).write_text(text, encoding="utf-8")
        return seconds_in(Path(folder), command)


def seconds_in(folder: Path, command: Sequence[str | Path], stdin: bytes | None = None, **more: str) -> float:
    """Return the seconds of a whole process in this directory; a process that fails is an error."""
    begun = time.perf_counter()
    environment = _environment() | more
    done = subprocess.run(command, cwd=folder, env=environment, input=stdin, capture_output=True, check=False)
    taken = time.perf_counter() - begun
    if done.returncode:
        message = (done.stdout + done.stderr).decode(errors="replace")
        raise RuntimeError(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{message}")
    return taken


def processor_seconds_in(folder: Path, command: Sequence[str | Path]) -> float:
    """Return the processor time of a whole process and its children in this directory; on Windows, the seconds."""
    begun = os.times()
    seconds_taken = seconds_in(folder, command)
    ended = os.times()
    used = ended.children_user + ended.children_system - begun.children_user - begun.children_system
    return used or seconds_taken


def timed(path: Path, before: str, statement: str) -> float:
    """Return the seconds of one statement about `path` in a fresh interpreter; imports and `before` are not timed."""
    return _number(sys.executable, "-c", _TIMED.format(before=before, timed=statement), path)


def peak_megabytes(folder: Path, command: Sequence[str | Path]) -> float:
    """Return the peak memory of a whole process."""
    return _number(sys.executable, "-c", _PEAK, *command, folder=folder)


def govern(*arguments: str | Path) -> list[str | Path]:
    """Return the installed program, as people run it."""
    script = SCRIPTS / ("govern.exe" if sys.platform == "win32" else "govern")
    if not script.is_file():
        raise RuntimeError(f"there is no {script}: install govern in this environment, as `make bench` does")
    return [script, *arguments]


def _number(*command: str | Path, folder: Path = ROOT) -> float:
    done = subprocess.run(command, cwd=folder, env=_environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"a measurement failed:\n{done.stdout}{done.stderr}")
    return float(done.stdout)


def _environment() -> dict[str, str]:
    return os.environ | {"PATH": os.pathsep.join((str(SCRIPTS), os.environ.get("PATH", ""))), "NO_COLOR": "1"}
