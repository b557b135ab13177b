import json
from pathlib import Path

import pytest

from govern.errors import UsageError
from govern.serve.quarantine import Quarantine

DRIFT: tuple[str, ...] = ("tool find",)
FINE: tuple[str, ...] = ()


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return Clock()


def states(tmp_path: Path) -> list[Path]:
    return [*(tmp_path / "state").rglob("*.json")]


def test_the_fourth_change_in_an_hour_quarantines_until_release(tmp_path: Path, clock: Clock) -> None:
    lock = tmp_path / "capability.lock"
    found = [Quarantine(lock, clock).record("books", "b", state) for state in (FINE, DRIFT, DRIFT, FINE, DRIFT, FINE)]
    assert found == [False, False, False, False, False, True]
    # It outlives the process, a new lock and the hour, and holds for this server of this lock alone.
    clock.now += 100_000
    assert Quarantine(lock, clock).record("books", "another basis", FINE)
    (tmp_path / "link").symlink_to(tmp_path)
    for spelled in (tmp_path / "link" / lock.name, tmp_path / "state" / ".." / lock.name):
        assert Quarantine(spelled, clock).holds("books")
    assert not Quarantine(lock, clock).record("other", "b", FINE)
    assert not Quarantine(tmp_path / "other.lock", clock).record("books", "b", FINE)
    assert Quarantine(lock, clock).release("books")
    assert not Quarantine(lock, clock).release("books")
    assert not Quarantine(lock, clock).record("books", "b", FINE)


def test_slow_changes_and_those_of_people_do_not_count(tmp_path: Path, clock: Clock) -> None:
    quarantine = Quarantine(tmp_path / "capability.lock", clock)
    for state in (DRIFT, FINE) * 5:
        clock.now += 1_500
        assert not quarantine.record("slow", "b", state)
    for turn, state in enumerate((DRIFT, FINE) * 5):
        assert not quarantine.record("edited", f"basis {turn}", state)
    for connection in ("roots", "sampling") * 5:
        assert not quarantine.record("varies", "b", DRIFT if connection == "roots" else FINE, connection)


def test_a_server_that_never_changes_leaves_no_file(tmp_path: Path, clock: Clock) -> None:
    for _ in range(5):
        assert not Quarantine(tmp_path / "capability.lock", clock).record("books", "b", FINE)
    assert not states(tmp_path)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"since": null}', '{"basis": "b", "refused": 1}', "null"])
def test_a_broken_file_quarantines(tmp_path: Path, clock: Clock, content: str) -> None:
    quarantine = Quarantine(tmp_path / "capability.lock", clock)
    quarantine.record("books", "b", DRIFT)
    (path,) = states(tmp_path)
    assert json.loads(path.read_text())["server"] == "books"
    path.write_text(content)
    assert quarantine.record("books", "b", DRIFT)
    assert quarantine.release("books")
    assert not quarantine.record("books", "b", DRIFT)


def test_a_folder_that_cannot_be_read_quarantines_and_one_that_cannot_be_written_is_an_error(
    tmp_path: Path, clock: Clock
) -> None:
    (tmp_path / "state").write_text("a file in the way")
    quarantine = Quarantine(tmp_path / "capability.lock", clock)
    assert quarantine.record("books", "b", FINE)
    with pytest.raises(UsageError, match="cannot be written"):
        quarantine.record("books", "b", DRIFT)
