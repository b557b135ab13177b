"""Damaged input files: a short run of `python -m tests.bench fuzz-files`, and what it found."""

import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.bench.broken_files import readers, wrong
from tests.desk import Desk

KINDS = (
    "lock", "two locks", "govern.toml", "approvals", "signatures", "allowed signers", "catalog", "trace", "prices",
    "client config", "result", "pyproject.toml", "package.json", "Cargo.toml",
)  # fmt: skip
FILES = ("capability.lock", "govern.toml", "capability.approvals.toml", "capability.signatures.jsonl", "api.json")
POSIX = pytest.mark.skipif(os.name != "posix", reason="there are no pipes with names here")
TOOL = {"name": "look", "description": "Looks.", "inputSchema": {"type": "object"}}


@pytest.mark.parametrize("kind", KINDS)
def test_spoiled_files_are_read_or_refused(kind: str, tmp_path: Path) -> None:
    answers: Counter[str] = Counter()
    assert list(wrong(kind, 40, 7, answers, tmp_path)) == []
    assert sum(answers.values()) == 40


def test_every_kind_is_spoiled() -> None:
    assert set(readers()) == set(KINDS)


@pytest.mark.parametrize(
    "text", ["x = " + "[" * 900 + "]" * 900, "a." * 900 + "b = 1", "[servers.a]\nurl = " + "{a=" * 90 + "1" + "}" * 90]
)
def test_a_deep_config_is_refused(desk: Desk, text: str) -> None:
    desk.write("govern.toml", text)
    answer = desk.govern("lock")
    assert answer.code == 2
    assert "internal error" not in answer.err


@pytest.fixture
def locked(desk: Desk) -> Desk:
    desk.catalogs(api=[TOOL])
    desk.ok("lock")
    return desk


@POSIX
@pytest.mark.parametrize("how", ["pipe", "itself", "zero", "folder", "huge"])
@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_not_regular_is_rejected_at_once(locked: Desk, name: str, how: str) -> None:
    path = locked.folder / name
    path.unlink(missing_ok=True)
    if how == "pipe":
        os.mkfifo(path)
    elif how == "huge":
        with path.open("wb") as file:
            file.truncate(2**30)
    elif how == "folder":
        path.mkdir()
    else:
        path.symlink_to(path.name if how == "itself" else "/dev/zero")
    verb = ("verify",) if "signatures" in name else ("lock",) if name == "api.json" else ("diff", "--live")
    answer = locked.govern(*verb)
    assert answer.code in (2, 3), answer
    assert "internal error" not in answer.err + answer.out


@POSIX
@pytest.mark.parametrize("name", ["prices.toml", "trace.jsonl", "out.html"])
def test_pipes_that_are_named_on_the_command_line(locked: Desk, name: str) -> None:
    os.mkfifo(locked.folder / name)
    words = {
        "prices.toml": ("cost", "--prices", name),
        "trace.jsonl": ("replay", name),
        "out.html": ("report", "--output", name),
    }[name]
    answer = locked.govern(*words)
    assert answer.code == 2, answer
    assert name in answer.err


@POSIX
@pytest.mark.parametrize(
    "before",
    [
        "exec >&-;", "exec 2>&-;", "exec <&-;", "exec >/dev/full;", "exec >/dev/full 2>/dev/full;", "unset HOME;",
        "export HOME=/nonexistent TMPDIR=/nonexistent;", "mkdir gone; cd gone; rmdir ../gone;", "ulimit -n 6;",
        "export SOURCE_DATE_EPOCH=99999999999999999;", "export COLUMNS=9999999999999999999999;",
        "export LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0;", "export X=$'\\xff\\xfe';",
    ],
)  # fmt: skip
def test_a_hostile_machine_gets_no_traceback(locked: Desk, before: str) -> None:
    import sys

    from tests.desk import REPOSITORY

    command = ["bash", "-c", f'{before} exec "$@"', "x", sys.executable, "-m", "govern", "diff", "--live"]
    surroundings = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(
        command,
        cwd=locked.folder,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    message = (done.stdout + done.stderr).decode("utf-8", "replace")
    assert done.returncode in (0, 2, 3), message
    assert "Traceback" not in message
    assert "internal error" not in message


@POSIX
def test_arguments_that_are_not_utf_8(locked: Desk) -> None:
    for word in (b"\xff\xfe", b"--lock=\xff.lock"):
        answer = locked.typed("diff", os.fsdecode(word))
        assert answer.code == 2, answer
        assert "Traceback" not in answer.err


def test_an_unexpected_error_is_one_line(locked: Desk) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("x" * 1_000)

    locked.monkeypatch.setattr("govern.commands.show.show", fail)
    answer = locked.govern("show")
    assert answer.code == 2
    assert "internal error: ZeroDivisionError: xxx" in answer.err
    assert "GOVERN_TRACEBACK=1" in answer.err
    assert "Traceback" not in answer.err
    locked.monkeypatch.setenv("GOVERN_TRACEBACK", "1")
    assert "Traceback" in locked.govern("show").err


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (MemoryError(), "out of memory"),
        (RecursionError("deep"), "RecursionError"),
        (OSError(24, "Too many"), "Too many"),
    ],
)
def test_missing_programs(locked: Desk, error: Exception, message: str) -> None:
    def fail(*_: object) -> None:
        raise error

    locked.monkeypatch.setattr("govern.commands.show.show", fail)
    answer = locked.govern("show")
    assert (answer.code, message in answer.err) == (2, True)


def test_an_invalid_clock(locked: Desk) -> None:
    class Late:
        @staticmethod
        def now() -> object:
            raise ValueError("year 10000 is out of range")

    locked.monkeypatch.setattr("govern.policy.clock.datetime", Late)
    answer = locked.govern("gate")
    assert answer.code == 2
    assert "system clock" in answer.err
