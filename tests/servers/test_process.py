"""Start, output and end of a server's process."""

import asyncio
import json
import os
import sys
from pathlib import Path

import psutil
import pytest

from govern.contract import characters
from govern.errors import ServerUnreachable
from govern.policy.server_settings import Limits
from govern.policy.target import Command, Secrets
from govern.servers.process import Child, OutputTail

SHOW = "import json, os; print(json.dumps([dict(os.environ), os.getcwd()]))"


def first_line(command: Command) -> bytes:
    async def run() -> bytes:
        child = Child(Limits(), OutputTail(Secrets()))
        try:
            await child.start(command)
            return await child.line()
        finally:
            await child.stop(failed=False)

    return asyncio.run(run())


def test_the_environment_is_that_of_the_sdks_plus_the_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOVERN_SECRET", "not for servers")
    monkeypatch.setenv("TERM", "() { a function; }")
    seen, cwd = json.loads(first_line(Command((sys.executable, "-c", SHOW), tmp_path, {"EXTRA": "1", "HOME": "/x"})))
    assert Path(cwd) == tmp_path.resolve()
    assert seen["EXTRA"] == "1"
    assert seen["HOME"] == "/x"
    assert seen["PATH"] == os.environ["PATH"]
    assert not {"GOVERN_SECRET", "TERM"} & set(seen)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("no-such-program-here",), "cannot start 'no-such-program-here': program not found"),
        (("no-such-program-here",), "install it, or add its folder to PATH"),
        (("no-such-program -y x",), "install it, or add its folder to PATH"),
        (("git -y x",), 'write each word by itself: command = ["git", …]'),
        (("nowhere/npx", "-y", "x"), "install Node.js, which provides npx"),
        (("nowhere/uvx", "x"), "install uv, which provides uvx"),
        (("a\0b",), "null byte"),
    ],
)
def test_a_command_that_cannot_start_is_an_error(argv: tuple[str, ...], message: str, tmp_path: Path) -> None:
    with pytest.raises(ServerUnreachable) as refused:
        first_line(Command(argv, tmp_path))
    assert message in str(refused.value)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no execute bit")
def test_a_file_that_is_not_executable_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "server").write_text("")
    with pytest.raises(ServerUnreachable, match="Permission denied"):
        first_line(Command((str(tmp_path / "server"),), tmp_path))


def test_a_missing_working_directory_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ServerUnreachable, match=r"the directory .* does not exist"):
        first_line(Command((sys.executable, "-c", SHOW), tmp_path / "gone"))


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("raise SystemExit('no key')", ""),
        ("", "it wrote no output; run its command in a shell to see why"),
    ],
)
def test_the_error_of_a_server_without_output_says_how_to_see_why(code: str, hint: str, tmp_path: Path) -> None:
    with pytest.raises(ServerUnreachable) as refused:
        first_line(Command((sys.executable, "-S", "-c", code), tmp_path))
    assert refused.value.hint == hint


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("raise SystemExit(3)", "the server exited with code 3"),
        ("import os; os.kill(os.getpid(), 9)", r"the server was killed by signal 9 \(Killed"),
        ("import os, time; os.close(1); time.sleep(60)", "the server closed its stdout while still running"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="signals and descriptors of POSIX")
def test_the_error_tells_how_the_server_ended(code: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ServerUnreachable, match=message):
        first_line(Command((sys.executable, "-S", "-c", code), tmp_path))


def test_the_output_tail_keeps_the_last_lines() -> None:
    words = OutputTail(Secrets())
    for number in range(1000):
        words.add(f"line {number}\r\n".encode())
    words.add(b"\x1b[31mred\x1b[0m\x07\xff\n")
    assert words.text().split("\n")[0] == "line 961"
    assert words.text().split("\n")[-2:] == ["line 999", characters.visible("red\x07\N{REPLACEMENT CHARACTER}")]


@pytest.mark.parametrize("cut", range(1, 40))
def test_a_secret_at_the_edge_of_the_output_tail_is_redacted(cut: int) -> None:
    secret = "abcdefghijklmnopqrstuvwxyz0123456789-ABCD"
    words = OutputTail(Secrets({secret: "${KEY}"}))
    room = words._capacity
    words.add(secret.encode())
    words.add(b"#" * (room - len(secret) + cut))
    assert words._without_cut_secret(words._kept.decode()).strip("#") == ""
    words.add(b"\n" + secret.encode())
    assert words.text().endswith("\n${KEY}")


@pytest.mark.parametrize("turns", range(8))
def test_a_start_cancelled_at_any_point_neither_hangs_nor_leaks(turns: int, tmp_path: Path) -> None:
    """On Python 3.11 asyncio hangs if it is cancelled between starting a process and connecting its pipes."""

    async def run() -> None:
        child = Child(Limits(), OutputTail(Secrets()))

        async def lead() -> None:
            try:
                await child.start(Command((sys.executable, "-S", "-c", "import time; time.sleep(60)"), tmp_path))
                await child.line()
            finally:
                await child.stop(failed=True)

        leading = asyncio.create_task(lead())
        for _ in range(turns):
            await asyncio.sleep(0)
        leading.cancel()
        async with asyncio.timeout(5):
            await asyncio.wait([leading])
        assert leading.cancelled()

    first_line(Command((sys.executable, "-c", SHOW), tmp_path))  # starts the watchdog
    before = psutil.Process().children()
    asyncio.run(run())
    assert psutil.Process().children() == before
