"""The scaffold of a rule."""

import json
import shutil
from pathlib import Path

import pytest

from tests.rules.new import ELSE, ROOMS, begin


@pytest.fixture
def copy(repository: Path, tmp_path: Path) -> Path:
    """The files that it writes to, somewhere else."""
    for folder in ("govern/rules", "tests/pairs"):
        shutil.copytree(repository / folder, tmp_path / folder)
    return tmp_path


@pytest.mark.parametrize(("beginning", "files"), [*ROOMS.items(), ("annotation", ELSE)])
def test_a_row_and_a_pair_are_begun_where_they_belong(copy: Path, beginning: str, files: tuple[str, str]) -> None:
    room, pairs = copy / "govern/rules" / f"{files[0]}.py", copy / "tests/pairs" / f"{files[1]}.json"
    before = room.read_text("utf-8"), json.loads(pairs.read_text("utf-8")), pairs.read_text("utf-8")
    assert begin(f"{beginning}-never-heard-of", copy) == [room, pairs]
    exec(compile(room.read_text("utf-8"), room, "exec"), {"__name__": "room"})
    row = next(line for line in room.read_text("utf-8").split("\n") if f'"{beginning}-never-heard-of"' in line)
    assert row not in before[0]
    after = json.loads(pairs.read_text("utf-8"))
    assert after[:-1] == before[1]
    assert after[-1].keys() <= before[1][-1].keys()
    assert pairs.read_text("utf-8").startswith(before[2].rstrip().removesuffix("]").rstrip())


@pytest.mark.parametrize("name", ["Tool-Gone", "tool_gone", "gone", "tool-", "tool-removed", ""])
def test_an_id_that_cannot_be_is_refused(copy: Path, name: str) -> None:
    with pytest.raises(ValueError, match=r"is no id|already"):
        begin(name, copy)
