import re
import tempfile
from pathlib import Path

import pytest

from govern.policy.folds import folds


def folded(text, normalize, cwd, home):
    for fold in folds(normalize, cwd, home):
        text = re.sub(fold.pattern, f"<{fold.name}>", text)
    return text


def test_paths_of_this_machine(tmp_path):
    home = tmp_path / "home"
    cwd = home / "project"
    cwd.mkdir(parents=True)
    temporary = Path(tempfile.gettempdir()) / "zzz-not-below-home"

    def shown(text):
        return folded(text, {"paths": True}, cwd, home)

    assert shown(f"in {cwd}/a, {home}/b and {temporary}.") == "in <cwd>/a, <home>/b and <tmp>/zzz-not-below-home."
    assert shown(f"{cwd}") == "<cwd>"
    assert (
        shown(f"{cwd}s and {home}-other")
        == "<home>/projects and <tmp>" + str(home).removeprefix(tempfile.gettempdir()) + "-other"
    )
    assert shown(f"see {cwd}.") == "see <cwd>."


def test_backslashes_as_json_doubles_them():
    normalize = {"paths": True}
    cwd, home = Path("/nowhere/ana/work"), Path("/nowhere/ana")
    assert folded("\\nowhere\\ana\\work\\x", normalize, cwd, home) == "<cwd>\\x"
    assert folded("\\\\nowhere\\\\ana\\\\work\\\\x", normalize, cwd, home) == "<cwd>\\\\x"


def test_a_root_is_no_fold(tmp_path):
    assert all(fold.pattern for fold in folds({"paths": True}, Path("/"), tmp_path))
    assert folded("a / b", {"paths": True}, Path("/"), tmp_path) == "a / b"


@pytest.mark.parametrize(
    "date",
    [
        "2026-11-18",
        "2026-11-18T10:20:30Z",
        "2026-11-18 10:20:30.123+02:00",
        "2026-11-18T10:20",
        "November 18, 2026",
        "Nov 18 2026",
        "18 November 2026",
        "18th Nov. 2026",
        "11/18/2026",
        "2026/11/18",
    ],
)
def test_dates(date, tmp_path):
    assert folded(f"today is {date}, they say", {"dates": True}, tmp_path, tmp_path) == "today is <date>, they say"


@pytest.mark.parametrize("text", ["2025.11.18", "1.2.3", "12-34", "20261118", "v2026-11-181", "in 2026", "May 5"])
def test_what_is_no_date(text, tmp_path):
    assert folded(text, {"dates": True}, tmp_path, tmp_path) == text


def test_own_folds_come_first_and_only_what_is_asked_for(tmp_path):
    assert [fold.name for fold in folds({"dates": True, "build": "b", "set-order": True}, tmp_path)] == [
        "build",
        "date",
    ]
    assert folds({"dates": False, "paths": False}, tmp_path) == ()
