import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bench import changelogs, diffing, fleets, gates, large, processes, replaying, reports
from tests.bench.__main__ import main
from tests.bench.figures import Figure
from tests.bench.many_tools import write_catalogs
from tests.bench.measuring import SCRIPTS, peak_megabytes, seconds_in, side_by_side, timed
from tests.bench.page import render, rows_in, rows_of, sections_in

installed = pytest.mark.skipif(
    not any(SCRIPTS.glob("govern*")), reason="govern is not installed in this environment, only imported"
)
FAST = Figure("ours -- so to say", "theirs", 1.0, 4.0, bound=0.5, note="as | told")
SLOW = Figure("ours", "theirs", 3.0, 4.0, bound=0.5)
ABSENT = Figure("ours", "theirs", note="out of reach")


def test_the_best_of_each_counts_and_who_goes_first_changes():
    turns = []
    ours, theirs = iter([3.0, 1.0, 2.0]), iter([6.0, 5.0, 4.0])

    def measured(name, values):
        turns.append(name)
        return next(values)

    assert side_by_side(lambda: measured("o", ours), lambda: measured("t", theirs), 3) == (1.0, 4.0)
    assert "".join(turns) == "ottoot"


def test_a_bound_is_missed_only_where_something_was_measured():
    assert [figure.missed for figure in (FAST, SLOW, ABSENT)] == [False, True, False]
    assert (FAST.ratio, ABSENT.ratio) == (0.25, None)


def test_the_page_is_read_back_as_it_was_written():
    rows = {"quick": rows_of("quick", [FAST, ABSENT]), "slow": rows_of("slow", [SLOW])}
    sections = {"house": "## House\n\n| files | 1 |\n", "noise": "## Noise\n"}
    page = render(rows, ["quick", "slow", "later"], sections)
    assert rows_in(page) == rows
    assert sections_in(page) == sections
    assert "| slow | ours | theirs | 3.00 s | 4.00 s | 0.75 | 0.5 | **no** |" in page
    assert "not measured: out of reach" in page


def test_what_fails_measures_nothing(tmp_path: Path):
    with pytest.raises(RuntimeError, match="no good"):
        seconds_in(tmp_path, [sys.executable, "-c", "raise SystemExit('no good')"])


def test_a_statement_is_timed_alone(tmp_path: Path):
    assert timed(tmp_path, "time.sleep(0.3)", "path.exists()") < 0.3


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no wait4")
def test_the_peak_is_the_childs_own(tmp_path: Path):
    small = peak_megabytes(tmp_path, [sys.executable, "-c", "pass"])
    large = peak_megabytes(tmp_path, [sys.executable, "-c", "bytes(range(256)) * 400_000"])
    assert 90 < large - small < 130


@installed
def test_one_benchmark_alone_changes_its_own_rows(tmp_path: Path, capsys):
    page = tmp_path / "benchmarks.md"
    before = {"version": rows_of("version", [ABSENT]), "lock-one": rows_of("lock-one", [FAST])}
    page.write_text(render(before, [*before], {"house": "## House\n"}), encoding="utf-8")
    code = main(["version"], page, repeats=1)
    written = page.read_text(encoding="utf-8")
    assert rows_in(written)["lock-one"] == before["lock-one"]
    assert sections_in(written) == {"house": "## House\n"}
    assert code == ("**no**" in rows_in(written)["version"])
    assert "not measured" not in written
    assert "version: `govern --version`" in capsys.readouterr().out


def test_an_unknown_name_is_a_usage_error(capsys):
    assert main(["fastest"]) == 2
    assert "lock-one" in capsys.readouterr().err


# Their programs are texts, which nothing checks until they run.
MEASURED = {
    "check-one": lambda: processes.check_one(1),
    "changelog": lambda: changelogs.changelog(1, 20, 8),
    "gate": lambda: gates.gate(1, 20, 8),
    "replay": lambda: replaying.replay(1, 50),
    "lock-catalogs": lambda: large.lock_catalogs(1, 20),
    "read": lambda: large.read(1, 20),
    "verify": lambda: large.verify(1, 20),
    "diff-equal": lambda: diffing.diff_equal(1, 20),
    "diff-changed": lambda: diffing.diff_changed(1, 20),
    "fleet-diff": lambda: fleets.fleet_diff(1, 200),
    "report": lambda: reports.report(1, 20),
}


@installed
@pytest.mark.usefixtures("shared_data")
@pytest.mark.parametrize("measure", MEASURED.values(), ids=MEASURED.keys())
def test_a_small_one_measures_both_sides(measure: Callable[[], list[Figure]]):
    assert all(figure.ratio or figure.note for figure in measure())


def test_no_two_tools_share_a_name_and_copies_say_something_else(shared_data: Path, tmp_path: Path):
    del shared_data
    write_catalogs(tmp_path, 5_000)
    tools = [tool for path in tmp_path.glob("*.json") for tool in json.loads(path.read_bytes())["tools"]]
    assert len({tool["name"] for tool in tools}) == 5_000
    assert any(tool.get("description", "").endswith("(copy 2)") for tool in tools)
