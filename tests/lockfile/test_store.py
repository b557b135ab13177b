"""The file is the old one or the new one, never something between."""

import os
import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from govern.errors import UsageError
from govern.lockfile.store import load, save
from tests.lockfile.building import lock_of, locked

SMALL = lock_of(locked("s", {"name": "t"}))
LARGE = lock_of(locked("s", {"name": "t", "description": "x" * 2_000_000}))
POSIX_ONLY = pytest.mark.skipif(sys.platform == "win32", reason="file limits and modes are POSIX")


def test_what_is_saved_is_what_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "capability.lock"
    save(path, SMALL)
    assert load(path) == SMALL
    assert b"\r" not in path.read_bytes()
    assert os.listdir(tmp_path) == ["capability.lock"]


@POSIX_ONLY
def test_a_full_disk_leaves_the_old_lock_whole(tmp_path: Path) -> None:
    path = tmp_path / "capability.lock"
    save(path, SMALL)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, before[1]))
    try:
        with pytest.raises(UsageError, match="the old file is as it was"):
            save(path, LARGE)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
    assert load(path) == SMALL
    assert os.listdir(tmp_path) == ["capability.lock"]


@POSIX_ONLY
def test_a_process_killed_while_it_writes_leaves_the_old_lock_whole(tmp_path: Path) -> None:
    path = tmp_path / "capability.lock"
    save(path, SMALL)
    writer = subprocess.Popen(
        [sys.executable, "-c", "import sys; from pathlib import Path; from tests.lockfile.test_store import LARGE, save\n"
         "print('go', flush=True)\nwhile True: save(Path(sys.argv[1]), LARGE)", str(path)],
        stdout=subprocess.PIPE,
    )  # fmt: skip
    with writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        while path.stat().st_size < 1_000_000:
            pass
        writer.kill()
    assert load(path) == LARGE


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


def test_a_folder_that_is_not_there_is_an_error_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        save(tmp_path / "none" / "capability.lock", SMALL)
