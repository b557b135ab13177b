import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import govern
from govern.report import terminal


@pytest.fixture(scope="module")
def wheel(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(directory)]
    subprocess.run(build, cwd=repository, check=True, capture_output=True)
    (wheel,) = directory.glob("govern_mcp-*.whl")
    return wheel


def test_the_wheel_holds_all_of_govern_and_nothing_else(wheel: Path, files: list[Path]) -> None:
    packed = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == {path.as_posix() for path in files if path.parts[0] == "govern"}


def test_the_wheel_runs_from_where_it_is_installed(wheel: Path, tmp_path: Path) -> None:
    ZipFile(wheel).extractall(tmp_path)
    run = [sys.executable, "-c", "import govern, sys; print(govern.__file__); from govern.__main__ import main; main()"]
    done = subprocess.run([*run, "--version"], cwd=tmp_path, check=True, capture_output=True, text=True)
    where, version = done.stdout.splitlines()
    assert Path(where).is_relative_to(tmp_path)
    assert version.startswith("govern ")


def test_both_names_are_commands(wheel: Path) -> None:
    archive = ZipFile(wheel)
    (declared,) = (name for name in archive.namelist() if name.endswith("/entry_points.txt"))
    scripts = archive.read(declared).decode().split()
    assert scripts.count("govern.__main__:main") == 2
    assert {"govern", "govern-mcp"} <= set(scripts)


def test_the_public_names_can_be_imported_and_no_others() -> None:
    assert [name for name in govern.__all__ if not hasattr(govern, name)] == []
    assert not hasattr(govern, "compare_texts")
    assert not hasattr(terminal, "compare_texts")
