"""Files are written whole, by one writer at a time, and no writer waits forever."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from govern.lockfile import writing
from govern.lockfile.writing import exclusive_access, remove_leftovers, replace_file, when_closed
from tests.desk import REPOSITORY

WRITER = """
import sys, time
from pathlib import Path
import govern.lockfile.writing as replacing
real = replacing.os.fdopen
def fdopen(*words):
    file = real(*words)
    class Slow:
        def __enter__(self): return self
        def __exit__(self, *_): file.close()
        def writelines(self, _):
            file.write(b"half of it"); file.flush()
            print("writing", flush=True)
            time.sleep(60)
    return Slow()
replacing.os.fdopen = fdopen
replacing.replace_file(Path(sys.argv[1]), b"new")
"""


def writer(path: Path) -> subprocess.Popen[bytes]:
    """Start a process that is in the middle of a write."""
    surroundings = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], env=surroundings, stdout=subprocess.PIPE)
    assert process.stdout
    assert process.stdout.readline().strip() == b"writing"
    return process


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such signal")
def test_leftovers_of_a_killed_writer_are_removed(tmp_path: Path) -> None:
    path = tmp_path / "capability.lock"
    path.write_bytes(b"old")
    with writer(path) as process:
        process.send_signal(signal.SIGKILL)
    assert len(names(tmp_path)) == 2
    assert path.read_bytes() == b"old"
    replace_file(path, b"newer")
    assert names(tmp_path) == ["capability.lock"]
    assert path.read_bytes() == b"newer"


def test_files_of_a_running_writer_stay(tmp_path: Path) -> None:
    path = tmp_path / "capability.lock"
    with writer(path) as process:
        before = names(tmp_path)
        remove_leftovers(path)
        assert names(tmp_path) == before
        assert len(before) == 1
        process.kill()


def test_only_names_of_temporary_files_are_removed(tmp_path: Path) -> None:
    path = tmp_path / "capability.lock"
    ours = ".capability.lock"
    others = [f"{ours}.backup", f"{ours}.1234567", f"{ours}.123456.8", f"{ours}.ABC-efgh", f"{ours[1:]}.abcdefgh"]
    others.append(".other.lock.abcdefgh")
    for name in others:
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / ".capability.lock.folder_8").mkdir()
    (tmp_path / ".capability.lock.link___8").symlink_to("nowhere")
    (tmp_path / ".capability.lock.a1b2c3d_").write_bytes(b"half")
    replace_file(path, b"new")
    kept = {".capability.lock.folder_8", ".capability.lock.link___8", "capability.lock", *others}
    assert set(names(tmp_path)) == kept


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_a_long_computation_at_once(name: str) -> None:
    """A regular expression in C code, in which Python checks no signals."""
    code = """
import re, sys
import govern.cli.program as program
from govern.__main__ import main
program.run = lambda: (print('busy', flush=True), re.match('(a+)+b', 'a' * 40))
sys.argv = ['govern', 'diff']
main()
"""
    surroundings = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    with subprocess.Popen([sys.executable, "-c", code], env=surroundings, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline().strip() == b"busy"
        process.send_signal(signal.Signals[name])
        try:
            assert process.wait(timeout=5) == -signal.Signals[name]
        finally:
            process.kill()


@pytest.mark.parametrize(("windows", "until_closed", "attempts"), [(False, 9, 1), (True, 0, 1), (True, 9, 3)])
def test_only_windows_waits_until_a_file_is_closed(
    windows: bool, until_closed: float, attempts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "_WINDOWS", windows)
    monkeypatch.setattr(writing, "_UNTIL_CLOSED", until_closed)
    tried = []

    def rename() -> None:
        tried.append(1)
        if len(tried) < 3:
            raise PermissionError

    with suppress(PermissionError):
        when_closed(rename)
    assert len(tried) == attempts


posix = pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked there")


def test_a_second_writer_waits(tmp_path: Path) -> None:
    output = []

    def second() -> None:
        with exclusive_access(tmp_path / "capability.lock"):
            output.append("second")

    with exclusive_access(tmp_path / "capability.lock"):
        waiting = threading.Thread(target=second)
        waiting.start()
        time.sleep(0.1)
        output.append("first")
    waiting.join()
    assert output == ["first", "second"]
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_folder_locked_by_another_program_is_not_waited_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    holding = "import fcntl, os, sys; fcntl.flock(os.open(sys.argv[1], 0), 2); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", holding, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        assert other.stdout.readline()
        monkeypatch.setattr("govern.lockfile.writing._PATIENCE", 0.1)
        with exclusive_access(tmp_path / "capability.lock"):
            pass
        other.communicate(b"\n")


@pytest.mark.parametrize("folder", ["", "missing"])
def test_a_missing_folder_is_not_an_error_of_the_lock(tmp_path: Path, folder: str) -> None:
    with exclusive_access(tmp_path / folder / "capability.lock"):
        pass
