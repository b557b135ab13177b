"""One writer at a time, and nobody waits for ever."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from govern.lockfile import exclusive
from govern.lockfile.exclusive import alone

posix = pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked there")


def test_who_comes_later_waits(tmp_path: Path) -> None:
    told = []

    def second() -> None:
        with alone(tmp_path / "capability.lock"):
            told.append("second")

    with alone(tmp_path / "capability.lock"):
        waiting = threading.Thread(target=second)
        waiting.start()
        time.sleep(0.1)
        told.append("first")
    waiting.join()
    assert told == ["first", "second"]
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_folder_that_is_locked_for_something_else_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    holding = "import fcntl, os, sys; fcntl.flock(os.open(sys.argv[1], 0), 2); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", holding, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        assert other.stdout.readline()
        monkeypatch.setattr(exclusive, "_PATIENCE", 0.1)
        with alone(tmp_path / "capability.lock"):
            pass
        other.communicate(b"\n")


@pytest.mark.parametrize("folder", ["", "missing"])
def test_a_folder_that_is_not_there_is_somebody_elses_to_tell(tmp_path: Path, folder: str) -> None:
    with alone(tmp_path / folder / "capability.lock"):
        pass
