"""The state of a watch: the events that it reports with a clock of the test, and the memory that it keeps."""

import gc
import json
import os
import tracemalloc
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from govern.commands.watch import WatchContext, WatchState
from govern.errors import Exit, ServerUnreachable
from govern.policy.config import load_config
from govern.policy.targets import targets
from govern.report.documents.serve import WatchEvent, event_document, event_line
from govern.servers.capture import capture_servers
from tests.desk import Desk


@dataclass
class Watch:
    """A watch of catalogs that are read when a test calls it."""

    desk: Desk
    now: datetime = datetime(2026, 11, 18, 12, tzinfo=UTC)
    events: list[WatchEvent] = field(default_factory=list)
    interval: float = 300.0

    def __post_init__(self) -> None:
        config = load_config(None, self.desk.folder)
        names = tuple(target.name for target in targets(config, None, {}))
        self.what = WatchContext(
            config, config.lock, (), names, None, self.interval, lambda: self.now, self.events.append, print
        )
        self.state = WatchState(self.what)

    def look(self, *names: str) -> list[tuple[str, str | None]]:
        """Return the events after these servers, or all, are read again."""
        found = capture_servers(targets(self.what.config, names, {}), jobs=1)
        return self.reported(*[lambda name=name: self.state.record(name, found[name]) for name in found])

    def tick(self, **later: float) -> list[tuple[str, str | None]]:
        """Return the events after this time."""
        self.now += timedelta(**later)
        return self.reported(self.state.tick)

    def reported(self, *steps) -> list[tuple[str, str | None]]:
        before = len(self.events)
        for step in steps:
            step()
        return [(event.name, event.server) for event in self.events[before:]]


LOOK = {"name": "look", "description": "Looks."}
FIND = {"name": "find", "description": "Finds."}


@pytest.fixture
def watch(desk: Desk) -> Watch:
    desk.catalogs(a=[LOOK], b=[FIND])
    desk.ok("lock")
    return Watch(desk)


def drift(watch: Watch, *tools: dict[str, str], server: str = "a") -> None:
    watch.desk.write(f"{server}.json", json.dumps({"tools": tools}))


def test_nothing_is_judged_before_all_were_looked_at(watch: Watch) -> None:
    drift(watch, LOOK, {"name": "more"})
    assert watch.look("a") == []
    assert watch.state.stop() is Exit.UNREACHABLE
    assert watch.look("b") == [("drift", "a")]


def test_what_has_settled_for_a_moment_only_is_not_reported(watch: Watch) -> None:
    watch.look()
    drift(watch, {**LOOK, "description": "Looks twice."})
    assert watch.look() == [("drift", "a")]
    drift(watch, LOOK)
    assert watch.look() + watch.tick(seconds=1) == []
    drift(watch, {**LOOK, "description": "Looks twice."})
    assert watch.look() + watch.tick(seconds=60) == []
    drift(watch, LOOK)
    assert watch.look() + watch.tick(seconds=3) == [("settled", "a")]
    drift(watch, {**LOOK, "description": "Looks twice."})
    assert watch.look() == [("drift", "a")]
    drift(watch, LOOK)
    assert watch.look() == []
    assert watch.reported(watch.state.stop) == [("settled", "a"), ("stopped", None)]
    assert watch.events[-1].exit_code == 0


def test_a_server_that_is_not_seen_keeps_its_drift(watch: Watch) -> None:
    watch.look()
    drift(watch, {**LOOK, "description": "Looks twice."})
    assert watch.look() == [("drift", "a")]
    failed = ServerUnreachable("gone", where="a")
    assert watch.reported(lambda: watch.state.record("a", failed)) == [("unreachable", "a")]
    assert watch.reported(lambda: watch.state.record("a", failed)) == []
    assert (watch.events[-1].drifted, watch.events[-1].unseen) == (("a",), ("a",))
    assert watch.look() == [("back", "a")]
    assert watch.state.stop() is Exit.FAILED


def test_an_approval_that_ends_is_reported_when_its_day_is_over(watch: Watch) -> None:
    watch.look()
    drift(watch, {**LOOK, "description": "Looks twice."})
    words = ("--rule", "*", "--reason", "x", "--by", "ana@example.com", "--until", "2126-11-18")
    watch.desk.ok("approve", "--live", *words)
    assert watch.tick(seconds=1) == [("lock-changed", None)]
    assert watch.look() == [("drift", "a")]
    assert not watch.events[-1].verdict or not watch.events[-1].verdict.fails
    assert watch.state.stop() is Exit.OK
    watch.now = datetime(2126, 11, 18, 23, 59, tzinfo=UTC)
    assert watch.tick(seconds=30) == []
    assert watch.tick(seconds=60) == [("changed", "a")]
    assert watch.state.stop() is Exit.FAILED


def test_files_that_are_touched_or_cannot_be_read(watch: Watch) -> None:
    watch.look()
    text = watch.desk.lock_path.read_bytes()
    watch.desk.lock_path.write_bytes(text + b"")
    assert watch.tick(seconds=1) == []
    watch.desk.write("capability.approvals.toml", "<<<<<<< ours\n")
    assert watch.tick(seconds=1) == [("lock-changed", None)]
    assert "contains a merge conflict" in watch.events[-1].message
    assert watch.state.stop() is Exit.INVALID
    (watch.desk.folder / "capability.approvals.toml").unlink()
    watch.desk.lock_path.unlink()
    assert watch.tick(seconds=1) == [("lock-changed", None)]
    assert "lock not found" in watch.events[-1].message
    assert watch.tick(seconds=1) == []
    # A lock that was written this moment may be half a lock.
    watch.desk.lock_path.write_bytes(text[:100])
    os.utime(watch.desk.lock_path, (watch.now.timestamp() + 0.9,) * 2)
    assert watch.tick(seconds=1) == []
    watch.desk.lock_path.write_bytes(text)
    assert watch.tick(seconds=1) == [("lock-changed", None)]
    assert "reloaded" in watch.events[-1].message
    assert watch.state.stop() is Exit.OK


def test_another_config_counts_once_all_were_looked_at_by_it(watch: Watch) -> None:
    watch.look()
    drift(watch, {**LOOK, "description": "Looks twice."})
    assert watch.look() == [("drift", "a")]
    watch.desk.catalogs(a=[{**LOOK, "description": "Looks twice."}], more='[policy]\nfail-on = "never"\n')
    again = Watch(watch.desk)
    assert watch.reported(lambda: watch.state.renewed(again.what)) == []
    assert again.reported(watch.state.stop) == [("stopped", None)]
    assert again.events[-1].unseen == ("a",)
    found = capture_servers(targets(again.what.config, None, {}), jobs=1)
    assert again.reported(lambda: watch.state.record("a", found["a"])) == [("drift", "b")]
    assert watch.state.stop() is Exit.OK


def test_a_large_drift_is_cut_and_reports_it(desk: Desk) -> None:
    desk.catalogs(a=[{"name": f"t{number:04}"} for number in range(600)])
    desk.ok("lock")
    watch = Watch(desk)
    drift(watch, {"name": "t0000"})
    assert watch.look() == [("drift", "a")]
    document = event_document(watch.events[-1])
    assert document["diff"] is not None
    assert len(document["diff"]["changes"]) == 500
    assert document["left_out"] == 99
    assert document["diff"]["summary"]["breaking"] == 599


def test_an_event_is_one_line_that_no_terminal_and_no_ci_acts_on(watch: Watch) -> None:
    watch.look()
    drift(watch, {**LOOK, "description": "a\n::error::b ##[group]c \x1b[2J \u202e\u2028 ünïcode"})
    watch.look()
    line = event_line(watch.events[-1])
    assert line.isascii()
    assert line.count("\n") == 1
    assert "##" not in line
    assert "\x1b" not in line
    assert json.loads(line)["diff"]["changes"]


def test_nothing_grows_with_the_number_of_drifts(watch: Watch) -> None:
    def rounds(number: int) -> None:
        for at in range(number):
            drift(watch, {**LOOK, "description": f"{at} " + "x" * 20_000})
            watch.look("a")
            watch.events.clear()

    watch.look()
    rounds(3)
    gc.collect()
    tracemalloc.start()
    try:
        rounds(20)
        gc.collect()
        grown, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # Each text has 20 kB; the last one and its results may stay in memory.
    assert grown < 300_000
