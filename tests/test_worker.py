import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil
import pytest

from govern.worker import Worker

SOON = 10
# A process that waits for an answer of its worker.
ASKING = """
import sys
from govern.worker import Worker

worker = Worker("tests.hostile.child", "main", 100)
print(worker.ask("pid", 5), flush=True)
worker.ask("{question}", {seconds})
"""


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker("tests.hostile.child", "main", 100)
    yield made
    made.stop()


@pytest.mark.parametrize(
    "question", [None, 1, 2**70, 1.0, 1e300, "é\ud800\n", [], {"a": [{"b": None}]}, "x" * 3_000_000]
)
def test_a_question_is_answered(worker: Worker, question: Any) -> None:
    assert worker.ask([question], 5) == [question]


def test_one_child_answers_all_questions(worker: Worker) -> None:
    assert worker.ask("pid", 5) == worker.ask("pid", 5) != os.getpid()


@pytest.mark.parametrize("question", ["crash", "spin"])
def test_a_child_that_dies_answers_none_and_is_restarted(worker: Worker, question: str) -> None:
    first = worker.ask("pid", 5)
    begun = monotonic()
    assert worker.ask(question, 0.2) is None
    assert monotonic() - begun < SOON
    assert worker.ask("pid", 5) not in (first, None)
    assert not psutil.pid_exists(first)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits the wall clock, not processor time")
def test_a_child_that_sleeps_is_killed(worker: Worker) -> None:
    assert worker.ask("pid", 5)
    begun = monotonic()
    assert worker.ask("sleep", 0.1) is None
    assert monotonic() - begun < SOON


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS does not enforce a limit on memory")
def test_the_memory_of_a_child_is_limited(worker: Worker) -> None:
    assert worker.ask("allocate", 5) == "out of memory"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not report the memory of a process")
def test_a_child_that_keeps_memory_is_restarted(worker: Worker) -> None:
    first = worker.ask("pid", 5)
    assert [worker.ask("keep", 5) for _ in range(3)] == ["keep"] * 3
    assert worker.ask("pid", 5) not in (first, None)


def test_output_that_a_child_prints_is_discarded(worker: Worker, capfd: pytest.CaptureFixture[str]) -> None:
    assert worker.ask("print", 5) == "print"
    assert capfd.readouterr() == ("", "")


def nested(depth: int) -> list[Any]:
    held: list[Any] = []
    for _ in range(depth):
        held = [held]
    return held


@pytest.mark.parametrize("question", [nested(20_000), 10**5_000, object()], ids=["deep", "long", "not JSON"])
def test_a_question_that_is_not_json_is_answered_with_none(worker: Worker, question: Any) -> None:
    assert worker.ask(question, 5) is None


def test_a_child_that_cannot_start_answers_none(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(Path(os.devnull)))
    assert worker.ask("pid", 5) is None


def test_a_child_without_its_module_answers_none() -> None:
    assert Worker("tests.hostile.nowhere", "main", 100).ask("pid", 5) is None


@pytest.mark.parametrize(
    ("question", "seconds", "number"),
    [("spin", 1, signal.SIGTERM), ("sleep", 1, signal.SIGTERM), ("echo", 1, 0)]
    + ([("spin", 1, signal.SIGKILL), ("spin", 30, signal.SIGINT)] if sys.platform != "win32" else [])
    # Linux ends the child of a killed parent at once; elsewhere its time limit does.
    + ([("spin", 30, signal.SIGKILL)] if sys.platform == "linux" else []),
)
def test_no_child_outlives_its_parent(repository: Path, question: str, seconds: float, number: signal.Signals) -> None:
    code = ASKING.format(question=question, seconds=seconds)
    asking = subprocess.Popen(
        [sys.executable, "-c", code], cwd=repository, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert asking.stdout is not None
    child = int(asking.stdout.readline())
    if number:
        sleep(0.2)
        begun = monotonic()
        asking.send_signal(number)
        asking.wait(SOON)
        assert monotonic() - begun < 1
    asking.communicate(timeout=SOON)
    until = monotonic() + SOON
    while is_running(child) and monotonic() < until:
        sleep(0.02)
    assert not is_running(child)


def is_running(pid: int) -> bool:
    """Return whether a process exists and is not a zombie."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
