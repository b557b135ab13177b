"""Answers of DuckDB are those of plain Python over every observation."""

from datetime import datetime, timedelta
from itertools import chain

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from govern.fleet.observation import Observation
from govern.fleet.queries import known_servers, last_locked, observations_of, stored_pair, walk_scans
from govern.fleet.store import FleetStore, Scan
from tests.fleet.every_observation import FleetState, scan_pair, successive_pairs
from tests.fleet.test_store import seen

BEGIN = datetime.fromisoformat("2026-11-01T00:00:00+00:00")
SERVERS = ("a", "b'; DROP TABLE scans; --", "é")
LOCKS = {number: seen("a", description=f"{number}").lock for number in range(3)}
# Of each scan: the hours since the one before, and what it finds at each server that it asks.
Found = list[tuple[int, dict[str, int], bool]]
FOUND = st.fixed_dictionaries({}, optional={server: st.integers(-1, 2) for server in SERVERS})
SCANS = st.lists(st.tuples(st.integers(1, 80), FOUND, st.booleans()), min_size=1, max_size=12)


def observation(server: str, scan: str, at: datetime, found: int) -> Observation:
    moment = f"{at:%Y-%m-%dT%H:%M:%SZ}"
    if found < 0:
        return Observation.of_failure(server, scan, moment, "timed-out" if found % 2 else "unreachable", "no")
    return Observation(
        server=server, scan=scan, seen_at=moment, state="locked", lock=LOCKS[found], tools=found, tokens=found * 10
    )


def stored(name: str, scans: Found) -> tuple[FleetStore, list[Observation]]:
    """Write the scans to a store in memory; some stay uncompacted. Return their observations too."""
    store, at, written = FleetStore(f"memory://{name}"), BEGIN, []
    store.delete(store.keys(""))
    for hours, found, compacts in scans:
        at += timedelta(hours=hours)
        scan = f"{at:%Y-%m-%dT%H-%M-%SZ}"
        begun = Scan(name=scan, started=at.isoformat(), servers=len(found), inventory="i", encoding="cl100k_base",
                     govern_version="1")  # fmt: skip
        store.begin(begun)
        for number, (server, state) in enumerate(found.items()):
            written.append(observation(server, scan, at + timedelta(seconds=number), state))
            store.write_observation(written[-1])
        if compacts:
            store.finish(scan)
    return store, written


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(SCANS, st.data())
def test_a_pair_of_scans_is_the_one_of_all_observations(scans: Found, data: st.DataObject) -> None:
    store, written = stored("queries", scans)
    names = [scan.name for scan in store.scans()]
    new = data.draw(st.sampled_from(names))
    old = data.draw(st.sampled_from(["", *names[: names.index(new)]]))
    assert stored_pair(store, old, new) == scan_pair(written, old, new)
    known = [each for each in written if each.scan <= new]
    assert known_servers(store, new) == {each.server for each in known}
    locked = {each.server: each for each in known if each.state == "locked" and each.scan < new}
    assert last_locked(store, new, SERVERS) == locked
    assert last_locked(store, new, SERVERS[:1]).keys() == locked.keys() & SERVERS[:1]
    for server in SERVERS:
        assert observations_of(store, server) == [each for each in written if each.server == server]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(SCANS)
def test_a_walk_through_the_scans_finds_what_all_observations_say(scans: Found) -> None:
    store, written = stored("walk", [(hours, found, True) for hours, found, _ in scans])
    state, pairs = FleetState(), []
    with walk_scans(store, store.scans()) as walk:
        by_scan = [(each.name, [one for one in written if one.scan == each.name]) for each in store.scans()]
        for step, (pair, _) in zip(walk.steps(), successive_pairs(state, by_scan), strict=True):
            numbers = step.numbers
            pairs.append(pair)
            assert (step.old, step.new) == (pair.old, pair.new)
            assert (numbers.locked, numbers.unseen) == (pair.locked, pair.unseen_count)
            assert (numbers.not_asked, numbers.changed) == (len(pair.not_asked), len(pair.changed))
            assert (numbers.added, numbers.tools, numbers.tokens) == (pair.added, pair.tools, pair.tokens)
            assert step.changed == (() if pair.first else pair.changed)
            assert step.times == {each.server: state.latest[each.server].seen_at for each in step.changed}
        assert {each.server: (each.scan, each.lock, each.tokens) for each in walk.locked()} == {
            server: (each.scan, each.lock, each.tokens) for server, each in state.locked.items()
        }
        latest = {each.observation.server: each for each in walk.latest()}
        assert {server: (each.observation.seen_at, each.observation.lock, each.observation.reason)
                for server, each in latest.items()} == {
            server: (each.seen_at, each.lock, each.reason) for server, each in state.latest.items()
        }  # fmt: skip
        for server, each in latest.items():
            history = [one for one in written if one.server == server]
            seen_before = [at for at, one in enumerate(history) if one.lock]
            lost = history[seen_before[-1] + 1 if seen_before else 0 :]
            assert each.unseen_since == (lost[0].scan if lost else None)
            changes = [pair.new for pair in pairs if any(one.server == server for one in pair.changed)]
            assert each.changed_at == next((one.seen_at for one in history if one.scan == (changes or [""])[-1]), None)
        assert [each.server for each in walk.unseen()] == sorted(chain.from_iterable(pair.unseen.values()))


def test_a_store_without_scans_or_observations_has_no_answers() -> None:
    store, _ = stored("nothing", [])
    assert (known_servers(store), last_locked(store, "x", SERVERS), observations_of(store, "a")) == (set(), {}, [])
    store, _ = stored("nothing", [(1, {}, True)])
    assert stored_pair(store, "", store.scans()[0].name).first


@pytest.mark.parametrize("folder", ["plain", "it's [a] *?"])
def test_a_local_part_is_read_where_it_lies(tmp_path, folder: str) -> None:
    store = FleetStore(str(tmp_path / folder))
    store.begin(Scan(name="s1", started=BEGIN.isoformat(), servers=1, inventory="i", encoding="e", govern_version="1"))
    found = observation("a", "s1", BEGIN, 1)
    store.write_observation(found)
    assert observations_of(store, "a") == [found]
    store.finish("s1")
    assert observations_of(store, "a") == [found]
    assert store.rows("s1") == []
