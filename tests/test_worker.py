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
# A process that asks its worker and is then as long as it takes in the middle of the answer.
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
def test_what_is_asked_arrives_and_is_answered(worker: Worker, question: Any) -> None:
    assert worker.ask([question], 5) == [question]


def test_one_child_answers_all_questions(worker: Worker) -> None:
    assert worker.ask("pid", 5) == worker.ask("pid", 5) != os.getpid()


@pytest.mark.parametrize("question", ["crash", "spin"])
def test_a_child_that_is_lost_is_no_answer_and_is_started_again(worker: Worker, question: str) -> None:
    first = worker.ask("pid", 5)
    begun = monotonic()
    assert worker.ask(question, 0.2) is None
    assert monotonic() - begun < SOON
    assert worker.ask("pid", 5) not in (first, None)
    assert not psutil.pid_exists(first)


@pytest.mark.skipif(sys.platform == "win32", reason="waiting takes no processor time, which is what counts elsewhere")
def test_a_child_that_waits_is_given_up(worker: Worker) -> None:
    assert worker.ask("pid", 5)
    begun = monotonic()
    assert worker.ask("sleep", 0.1) is None
    assert monotonic() - begun < SOON


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS holds no process to a limit of memory")
def test_a_child_takes_no_more_memory_than_it_may(worker: Worker) -> None:
    assert worker.ask("allocate", 5) == "out of memory"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not say how much memory a process takes")
def test_what_one_question_leaves_behind_is_not_what_the_next_one_lacks(worker: Worker) -> None:
    first = worker.ask("pid", 5)
    assert [worker.ask("keep", 5) for _ in range(3)] == ["keep"] * 3
    assert worker.ask("pid", 5) not in (first, None)


def test_what_a_child_prints_is_no_answer(worker: Worker, capfd: pytest.CaptureFixture[str]) -> None:
    assert worker.ask("print", 5) == "print"
    assert capfd.readouterr() == ("", "")


def nested(depth: int) -> list[Any]:
    held: list[Any] = []
    for _ in range(depth):
        held = [held]
    return held


@pytest.mark.parametrize("question", [nested(20_000), 10**5_000, object()], ids=["deep", "long", "no JSON"])
def test_what_cannot_be_written_is_not_asked(worker: Worker, question: Any) -> None:
    assert worker.ask(question, 5) is None


def test_a_child_that_cannot_be_started_is_no_answer(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(Path(os.devnull)))
    assert worker.ask("pid", 5) is None


def test_a_child_without_its_module_is_no_answer() -> None:
    assert Worker("tests.hostile.nowhere", "main", 100).ask("pid", 5) is None


@pytest.mark.parametrize(
    ("question", "seconds", "number"),
    [("spin", 1, signal.SIGTERM), ("sleep", 1, signal.SIGTERM), ("echo", 1, 0)]
    + ([("spin", 1, signal.SIGKILL), ("spin", 30, signal.SIGINT)] if sys.platform != "win32" else []),
)
def test_no_child_outlives_the_process_that_asks(
    repository: Path, question: str, seconds: float, number: signal.Signals
) -> None:
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
    """Whether a process is there, and not only as what nobody has waited for."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
