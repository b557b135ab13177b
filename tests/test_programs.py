"""Find the programs that govern starts itself."""

import os
import stat
from pathlib import Path

import pytest

from govern.programs import find_program
from tests.desk import Desk

ENDING = ".exe" if os.name == "nt" else ""


def executable(folder: Path, name: str = "git") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}{ENDING}"
    file.write_bytes(b"")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return file


@pytest.mark.parametrize("entry", ["", ".", "bin", "./bin", "../here/bin", ".."])
@pytest.mark.parametrize("first", [True, False])
def test_a_program_is_never_found_in_a_relative_folder(
    entry: str, first: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, installed = tmp_path / "here", tmp_path / "installed"
    for folder in (here, here / "bin", tmp_path):
        executable(folder)
    monkeypatch.chdir(here)
    assert find_program("git", {"PATH": entry}) is None
    real = executable(installed)
    entries = [entry, str(installed)] if first else [str(installed), entry]
    assert find_program("git", {"PATH": os.pathsep.join(entries)}) == str(real)


def test_the_first_folder_of_path_that_has_an_executable_wins(tmp_path: Path) -> None:
    empty, one, two = (tmp_path / name for name in ("empty", "one", "two"))
    (empty / f"git{ENDING}").mkdir(parents=True)
    first, _ = executable(one), executable(two)
    path = os.pathsep.join(map(str, (tmp_path / "none", empty, one, two)))
    assert find_program("git", {"PATH": path}) == str(first)
    assert find_program("ssh-keygen", {"PATH": path}) is None
    assert find_program("git", {"PATH": ""}) is None


@pytest.mark.skipif(os.name == "nt", reason="everything is executable there")
def test_files_that_are_not_executable_are_skipped(tmp_path: Path) -> None:
    executable(tmp_path).chmod(0o644)
    assert find_program("git", {"PATH": str(tmp_path)}) is None


def test_suffixes_are_tried_in_order(tmp_path: Path) -> None:
    found = [executable(tmp_path, f"npx{suffix}") for suffix in (".cmd", ".bat")]
    suffixes = tuple(f"{suffix}{ENDING}" for suffix in (".exe", ".cmd", ".bat"))
    assert find_program("npx", {"PATH": str(tmp_path)}, suffixes=suffixes) == str(found[0])


@pytest.mark.skipif(os.name == "nt", reason="the fake program is a shell script")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("git", ("diff", "HEAD")),
        ("git", ("gate",)),
        ("ssh-keygen", ("sign", "--key", "key", "--identity", "ana@example.com")),
    ],
)
def test_a_program_beside_the_lock_is_not_run(name: str, words: tuple[str, ...], desk: Desk) -> None:
    executable(desk.folder, name).write_text("#!/bin/sh\ntouch owned\n")
    desk.write("key", "")
    desk.catalogs(a=[])
    desk.ok("lock", "--accept-empty", "a")
    desk.monkeypatch.setenv("PATH", os.pathsep.join([".", "", os.curdir]))
    answer = desk.govern(*words)
    assert (answer.code, answer.out) == (2, "")
    assert f"{name} is not installed, or not on PATH" in answer.err
    assert not (desk.folder / "owned").exists()
