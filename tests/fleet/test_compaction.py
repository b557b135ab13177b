"""Compaction loses nothing: not between two finalisers, not beside a writer, and not by a kill at any step."""

import os
import random
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from govern.fleet.objects import open_objects
from govern.fleet.observation import Observation
from govern.fleet.store import FleetStore
from tests.fleet.test_store import scan_of, seen, unseen

SERVERS = [f"server-{number}" for number in range(6)]
# The seconds that a test waits for a thread; far more than a step takes.
PATIENCE = 60
MOST_STEPS = 40
Found = list[Observation]
Work = Callable[[FleetStore], Found]
_WORKER = """
import sys
from govern.fleet.observation import Observation
from govern.fleet.store import FleetStore
store, name = FleetStore(sys.argv[1]), sys.argv[2]
store.compact("s1")
print("go", flush=True)
for number in range(10_000):
    moment = "2026-11-19T00:00:01Z"
    store.write_observation(Observation.of_failure(f"{name}-{number}", "s1", moment, "unreachable", "no"))
    print(f"{name}-{number}", flush=True)
    if number % 5 == 4:
        store.finish("s1")
"""


class _KilledError(BaseException):
    """What stops an actor at a step, so that nothing after it runs."""


class Actor:
    """A thread that stops before each step on the objects of a store until it may go on."""

    def __init__(self, url: str, work: Work) -> None:
        self._objects, self._work = open_objects(url), work
        self._may_go, self._stands = threading.Semaphore(0), threading.Semaphore(0)
        self._killed, self._free, self.done = False, False, False
        self.found: Found = []
        self.store = FleetStore(url)
        self.store.__dict__["_objects"] = self
        self.thread = threading.Thread(target=self._run)
        self.thread.start()
        assert self._stands.acquire(timeout=PATIENCE)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._objects, name)

        def stepped(*arguments: Any, **more: Any) -> Any:
            if not self._free:
                self._stands.release()
                assert self._may_go.acquire(timeout=PATIENCE)
            if self._killed:
                raise _KilledError
            return method(*arguments, **more)

        return stepped

    def step(self, *, kill: bool = False) -> None:
        """Let the thread do its next step, or die before it."""
        if not self.done:
            self._killed |= kill
            self._may_go.release()
            assert self._stands.acquire(timeout=PATIENCE)

    def finish(self) -> None:
        """Let the thread run to its end."""
        self._free = True
        self._may_go.release()
        self.thread.join(PATIENCE)
        assert self.done

    def _run(self) -> None:
        try:
            self.found = self._work(self.store)
        except _KilledError:
            pass
        finally:
            self.done = True
            self._stands.release()


@pytest.fixture(scope="module")
def begun() -> FleetStore:
    """Return a store with two parts that overlap, and with rows."""
    store = FleetStore("memory://compaction/begun")
    store.begin(scan_of(servers=len(SERVERS)))
    store.write_part("s1", [unseen(SERVERS[0]), unseen(SERVERS[1])])
    store.write_part("s1", [unseen(SERVERS[1]), seen(SERVERS[2])])
    for observation in (seen(SERVERS[3]), unseen(SERVERS[3]), unseen(SERVERS[4])):
        store.write_observation(observation)
    return store


def copy_of(store: FleetStore) -> FleetStore:
    made = FleetStore(f"memory://compaction/{uuid.uuid4().hex}")
    for key in store.keys(""):
        made.put(key, store.get(key) or b"")
    return made


def finalise(store: FleetStore) -> Found:
    store.finish("s1")
    return store.compact("s1")


def read(store: FleetStore) -> Found:
    return store.observations("s1")


def write(store: FleetStore) -> Found:
    store.write_observation(seen(SERVERS[5]))
    return store.observations("s1")


@pytest.mark.parametrize(
    ("first", "second"), [(finalise, None), (finalise, finalise), (finalise, read), (read, finalise), (finalise, write)]
)
def test_whatever_happens_between_two_steps_nothing_is_lost(
    begun: FleetStore, first: Work, second: Work | None
) -> None:
    """Stop the first at each of its steps in turn, and kill it there or let the second run as a whole."""
    before = read(begun)
    names = [each.server for each in before]
    for steps in range(MOST_STEPS):
        store = copy_of(begun)
        actor = Actor(store.url, first)
        for _ in range(steps):
            actor.step()
        was_done = actor.done
        if second is None:
            actor.step(kill=True)
            assert read(store) == before
        else:
            found = second(store)
            assert [each for each in found if each.server in names] == before
        actor.finish()
        assert second is None or [each for each in actor.found if each.server in names] == before
        last = finalise(store)
        assert [each for each in last if each.server in names] == before
        assert len(last) == len(before) + (second is write)
        assert [Path(key).suffix for key in store.keys("scans/s1")] == [".parquet", ".json"]
        if was_done:
            return
    pytest.fail(f"more than {MOST_STEPS} steps")


@pytest.mark.parametrize("trial", range(3))
def test_finalisers_that_are_killed_lose_nothing(tmp_path: Path, trial: int) -> None:
    chance = random.Random(trial)
    store = FleetStore(str(tmp_path / "store"))
    store.begin(scan_of(servers=1_000_000))
    for number in range(100):
        store.write_observation(unseen(f"first-{number}"))
    command = [sys.executable, "-c", _WORKER, store.url]
    # A killed process leaves its temporary folder.
    environ = os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(tmp_path))
    workers = [
        subprocess.Popen([*command, f"{trial}-{at}"], stdout=subprocess.PIPE, text=True, env=environ) for at in range(2)
    ]
    told = []
    for worker in workers:
        assert worker.stdout
        assert worker.stdout.readline() == "go\n"
    for worker in workers:
        time.sleep(chance.uniform(0.05, 0.25))
        worker.kill()
        told += worker.communicate()[0].split("\n")[:-1]
    expected = {f"first-{number}" for number in range(100)} | set(told)
    found = {each.server for each in store.observations("s1")}
    # A row may have been written although its writer was killed before it could say so.
    assert expected <= found
    assert len(found - expected) <= 2
    assert {each.server for each in store.compact("s1")} == found
    assert [Path(key).suffix for key in store.keys("scans/s1")] == [".parquet", ".json"]
