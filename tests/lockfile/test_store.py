"""The file on disk is the old lock or the new one, never a mixture."""

import resource
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from govern.errors import UsageError
from govern.lockfile.store import load, save
from tests.lockfile.building import lock_of, locked

SMALL = lock_of(locked("s", {"name": "t"}))
LARGE = lock_of(locked("s", {"name": "t", "description": "word " * 400_000}))
_WRITER = """
import sys
from pathlib import Path
from govern.lockfile.store import load, save
large, small = (load(Path(each)) for each in sys.argv[2:])
print("go", flush=True)
while True:
    for lock in (large, small):
        save(Path(sys.argv[1]), lock)
"""
POSIX_ONLY = pytest.mark.skipif(sys.platform == "win32", reason="file limits and modes are POSIX")


def test_a_saved_lock_loads_equal(tmp_path: Path) -> None:
    path = tmp_path / "capability.lock"
    save(path, SMALL)
    assert load(path) == SMALL
    assert b"\r" not in path.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["capability.lock"]


@POSIX_ONLY
def test_a_full_disk_leaves_the_old_lock_whole(tmp_path: Path) -> None:
    path = tmp_path / "capability.lock"
    save(path, SMALL)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        with pytest.raises(UsageError, match="the old file is unchanged"):
            save(path, LARGE)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
    assert load(path) == SMALL
    assert [file.name for file in tmp_path.iterdir()] == ["capability.lock"]


@pytest.mark.parametrize("moment", [0.0, 0.011, 0.023, 0.037])
def test_a_process_killed_while_it_writes_leaves_a_whole_lock(tmp_path: Path, moment: float) -> None:
    path = tmp_path / "capability.lock"
    both = [tmp_path / "large.lock", tmp_path / "small.lock"]
    for place, lock in zip((path, *both), (SMALL, LARGE, SMALL), strict=True):
        save(place, lock)
    command = [sys.executable, "-c", _WRITER, *map(str, (path, *both))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(moment)
        writer.kill()
    assert load(path) in (SMALL, LARGE)


@POSIX_ONLY
def test_a_link_stays_a_link_and_a_mode_stays(tmp_path: Path) -> None:
    real, link = tmp_path / "real.lock", tmp_path / "capability.lock"
    save(real, SMALL)
    real.chmod(0o640)
    link.symlink_to(real)
    save(link, LARGE)
    assert link.is_symlink()
    assert load(real) == LARGE
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        save(tmp_path / "none" / "capability.lock", SMALL)


@POSIX_ONLY
def test_circular_links_are_refused(tmp_path: Path) -> None:
    link = tmp_path / "capability.lock"
    link.symlink_to(link)
    with pytest.raises(UsageError, match="cannot be written"):
        save(link, SMALL)
    assert list(tmp_path.iterdir()) == [link]
