"""Programs are found as shells find them. Process groups get SIGTERM, and time to react to it, before SIGKILL."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from govern.errors import ServerUnreachable
from govern.policy.server_settings import Limits
from govern.policy.target import Command, Secrets
from govern.servers.process import Child, OutputTail
from govern.servers.spawning import (
    SPAWN_OPTIONS,
    ProcessGroup,
    end_group,
    program_path,
    resolve_program,
    server_environment,
)

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM")

# Ignores the end of its stdin, and needs 0.05 s to clean up after SIGTERM.
CLEANS_UP = """
import pathlib, signal, time

def clean_up(*_):
    time.sleep(0.05)
    pathlib.Path("cleaned up").touch()
    raise SystemExit

signal.signal(signal.SIGTERM, clean_up)
print("ready", flush=True)
while True:
    time.sleep(0.01)
"""
IGNORES_SIGTERM = CLEANS_UP.replace("clean_up)", "signal.SIG_IGN)")
LEAVES_A_CHILD = f"import subprocess, sys; subprocess.Popen([sys.executable, '-S', '-c', {CLEANS_UP!r}])"


async def _started_and_stopped(code: str, folder: Path, *, failed: bool) -> int:
    child = Child(Limits(), OutputTail(Secrets()))
    await child.start(Command((sys.executable, "-S", "-c", code), folder))
    try:
        assert await child.line() == b"ready"
        assert child._transport is not None
        return child._transport.get_pid()
    finally:
        await child.stop(failed=failed)


@posix
@pytest.mark.parametrize("failed", [False, True])
@pytest.mark.parametrize("code", [CLEANS_UP, LEAVES_A_CHILD], ids=["server", "child of a server"])
def test_a_server_gets_sigterm_and_time_to_clean_up_before_sigkill(code: str, failed: bool, tmp_path: Path) -> None:
    asyncio.run(_started_and_stopped(code, tmp_path, failed=failed))
    assert (tmp_path / "cleaned up").exists()


@posix
def test_a_server_that_ignores_sigterm_is_killed(tmp_path: Path) -> None:
    started = time.monotonic()
    pid = asyncio.run(_started_and_stopped(IGNORES_SIGTERM, tmp_path, failed=True))
    assert not psutil.pid_exists(pid)
    assert time.monotonic() - started < 5


@posix
@pytest.mark.parametrize(("code", "ended_by"), [(CLEANS_UP, 0), (IGNORES_SIGTERM, -9)])
def test_a_group_is_killed_only_after_its_grace_period(code: str, ended_by: int, tmp_path: Path) -> None:
    command = (sys.executable, "-S", "-c", code)
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, **SPAWN_OPTIONS) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        asyncio.run(end_group(ProcessGroup(process.pid), 0.5))
    assert process.returncode == ended_by
    assert (tmp_path / "cleaned up").exists() == (ended_by == 0)


@pytest.fixture
def npx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the batch file that npx is on Windows."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("PATHEXT", ".exe;.cmd")
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "bin" / "npx.cmd"
    file.parent.mkdir()
    file.touch(0o755)
    return file


@pytest.mark.parametrize("name", ["npx", "npx.cmd", "bin/npx", "./bin/npx.cmd"])
def test_on_windows_a_program_may_be_a_batch_file(name: str, npx: Path) -> None:
    assert program_path(name, npx.parent.parent, {"PATH": str(npx.parent)}) == str(npx)


def test_on_windows_no_program_is_taken_from_the_current_folder(npx: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(npx.parent)
    with pytest.raises(FileNotFoundError, match="npx"):
        program_path("npx", npx.parent, {"PATH": "."})


@pytest.mark.parametrize("word", ["https://books.example/mcp?a=1&b=2", "server@^1.2", "server@>=1", "a|b"])
def test_a_batch_file_gets_no_argument_that_windows_would_take_apart(word: str, npx: Path) -> None:
    env = {"PATH": str(npx.parent)}
    assert resolve_program(Command(("npx", "-y", f"with spaces {word}"), npx.parent), env) == str(npx)
    with pytest.raises(ServerUnreachable, match="it is a batch file"):
        resolve_program(Command(("npx", "-y", word), npx.parent), env)


@pytest.mark.usefixtures("npx")
def test_on_windows_a_configured_variable_replaces_one_in_another_case(tmp_path: Path) -> None:
    env = server_environment(Command(("npx",), tmp_path, {"Path": "configured"}))
    assert [value for name, value in env.items() if name.upper() == "PATH"] == ["configured"]
