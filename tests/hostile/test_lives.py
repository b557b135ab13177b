"""However a server ends, no process of it is left; the fixture checks this after each test."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from govern.errors import ServerError, ServerTimedOut, ServerUnreachable
from govern.policy.target import Command, Target
from govern.servers.capture import Capture, capture_servers
from tests.hostile.looking import REPOSITORY, Looker, argv

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and sessions of POSIX")


@pytest.mark.parametrize("mode", ["deaf", "leaves_child_behind", "behind_shell"])
def test_servers_are_captured_and_ended(look: Looker, mode: str) -> None:
    assert len(look.surface("lives", mode).tools) == 1
    assert look.survivors(patience=0.2) == []
    assert look.seconds < 4


def test_pipes_that_a_grandchild_holds_open(look: Looker) -> None:
    outcome = look.refusal("lives", "dies_and_leaves_pipes_open")
    assert isinstance(outcome, ServerUnreachable)
    assert "exited with code 5" in str(outcome)
    assert outcome.evidence == "gone"
    assert look.seconds < 3


def test_time_limit_takes_grandchildren_too(look: Looker) -> None:
    outcome = look.refusal("lives", "hangs_with_child", timeout=0.3)
    assert isinstance(outcome, ServerTimedOut)
    assert look.survivors(patience=0.2) == []


def test_one_bad_server_does_not_affect_the_others(look: Looker) -> None:
    targets = [
        look.target("lists", "fair", name="first"),
        look.target("wires", "silent", name="silent", timeout=0.5),
        look.target("lives", "dies_and_leaves_pipes_open", name="dead"),
        Target("missing", "", Command(("no-such-program-here",), Path.cwd())),
        look.target("lists", "fair", name="last"),
    ]
    outcomes = capture_servers(targets, jobs=2)
    assert list(outcomes) == ["first", "silent", "dead", "missing", "last"]
    assert [type(outcome) for outcome in outcomes.values()] == [
        Capture,
        ServerTimedOut,
        ServerUnreachable,
        ServerUnreachable,
        Capture,
    ]


TAKE = """
import sys, time
from pathlib import Path
from govern.policy.target import Command, Target
from govern.servers.capture import Interrupted, capture_servers

how = Command(tuple(sys.argv[1:]), Path.cwd(), {"GOVERN_TEST_MARK": sys.stdin.readline().strip()})
names = ("a", "b", "c")
try:
    capture_servers([Target(name, "", how) for name in names], jobs=2, progress=lambda p: print(p.stage, flush=True))
except Interrupted as interrupted:
    sys.exit(128 + interrupted.signum)
"""


@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
@pytest.mark.parametrize("again", [False, True])
def test_signals_leave_no_process(look: Looker, name: str, again: bool) -> None:
    number = signal.Signals[name]
    command = [sys.executable, "-c", TAKE, *argv("lives", "hangs_with_child")]
    with subprocess.Popen(command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as govern:
        print(look.mark, file=govern.stdin, flush=True)
        end = time.monotonic() + 10
        while len(look.survivors(patience=0)) < 4 and time.monotonic() < end:
            time.sleep(0.02)
        assert len(look.survivors(patience=0)) == 4
        os.kill(govern.pid, number)
        if again:
            time.sleep(0.2)
            os.kill(govern.pid, number)
        assert govern.wait(10) == 128 + number
    assert look.survivors(patience=0.2) == []


@posix
def test_nothing_outlives_govern_when_it_is_killed(look: Looker) -> None:
    """Not even a grandchild that ignores SIGTERM."""
    command = [sys.executable, "-c", TAKE, *argv("lives", "hangs_with_child")]
    with subprocess.Popen(
        command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as govern:
        print(look.mark, file=govern.stdin, flush=True)
        for _ in range(4):
            assert govern.stdout is not None
            govern.stdout.readline()
        end = time.monotonic() + 10
        while len(look.survivors(patience=0)) < 4 and time.monotonic() < end:
            time.sleep(0.02)
        assert len(look.survivors(patience=0)) == 4
        os.killpg(govern.pid, signal.SIGKILL)
        govern.wait(10)
    assert look.survivors(patience=30) == []


ANOTHER_THREAD = """
import signal, threading

def catch(told):
    if told.stage == "connecting" and told.name == "b":
        threading.Timer(0.3, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGTERM)).start()
"""


@posix
def test_signal_that_another_thread_receives_is_handled_at_once(look: Looker) -> None:
    code = ANOTHER_THREAD + TAKE.replace("lambda p: print(p.stage, flush=True)", "catch")
    command = [sys.executable, "-c", code, *argv("lives", "hangs_with_child")]
    run = subprocess.run(command, cwd=REPOSITORY, input=look.mark, text=True, timeout=10, check=False)
    assert run.returncode == 128 + signal.SIGTERM
    assert look.survivors(patience=0.2) == []


@posix
def test_signal_handlers_are_restored(look: Looker) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    look.surface("lists", "fair")
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)] == before


def open_here() -> int:
    if sys.platform == "win32":
        return psutil.Process().num_handles()
    return psutil.Process().num_fds()


def test_nothing_is_left_open_here(look: Looker) -> None:
    capture_servers([look.target("lists", "fair")], jobs=1)
    before = open_here()
    for mode in ("fair", "broken-tools"):
        assert isinstance(look.outcome("lists", mode), Capture | ServerError)
    after = open_here()
    assert after <= before
