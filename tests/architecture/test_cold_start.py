import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.desk import Desk

HEAVY = {"asyncio", "deepdiff", "httpx2", "mcp", "mcp_types", "pydantic", "tiktoken", "tomlkit"}
REPORT = """
import os, sys

os._exit = sys.exit
sys.argv = ["govern", *sys.argv[1:]]
shown, sys.stdout = sys.stdout, open(os.devnull, "w")
try:
    {statement}
except SystemExit:
    pass
print(*sys.modules, sep="\\n", file=shown)
"""


def imported(statement: str, *arguments: str, cwd: Path) -> set[str]:
    """Return the modules that a fresh interpreter has imported after the statement."""
    command = [sys.executable, "-c", REPORT.format(statement=statement), *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_govern_imports_nothing_heavy(repository: Path) -> None:
    modules = imported("import govern", cwd=repository)
    assert "govern" in modules
    assert modules & {*HEAVY, "typer"} == set()


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_version_imports_nothing_of_others(flag: str, repository: Path) -> None:
    modules = imported("from govern.__main__ import main; main()", flag, cwd=repository)
    assert "govern.__main__" in modules
    assert modules & {*HEAVY, "typer", "rich", "govern.cli"} == set()


def test_help_imports_nothing_heavy(repository: Path) -> None:
    modules = imported("from govern.__main__ import main; main()", "--help", cwd=repository)
    assert "govern.cli" in modules
    assert modules & HEAVY == set()


@pytest.mark.parametrize("verb", ["init", "lock", "show", "cost", "verify"])
def test_a_verbs_own_help_imports_no_more_than_typer_does(verb: str, repository: Path) -> None:
    modules = imported("from govern.__main__ import main; main()", verb, "--help", cwd=repository)
    assert "govern.cli" in modules
    # typer 0.29 reads the parameters of a command with pydantic, whatever their types.
    assert modules & HEAVY <= {"pydantic"}


SLOW = {"jsonschema_rs", "orjson", "shutil", "subprocess", "tempfile", "tomllib", "uuid"}
# Rooms and parts that a diff without schema changes never uses.
UNUSED = {
    "govern.compare.hints", "govern.discovery", "govern.git", "govern.policy.target",
    "govern.policy.watch", "govern.report.documents.diff", "govern.report.markdown.diff", "govern.report.terminal.lock",
    "govern.schemas.comparison", "govern.selection", "govern.servers", "govern.traces",
}  # fmt: skip
# Each module costs about 0.1 ms; raise the limit only if that is worth it.
MOST_MODULES = 120


@pytest.mark.parametrize("text", ["Looks.", "Looks closely."], ids=["equal", "reworded"])
def test_a_diff_of_two_small_locks_imports_nothing_slow(text: str, desk: Desk) -> None:
    """The run time of the process is mostly its imports."""
    look = {"name": "look", "description": "Looks.", "inputSchema": {"type": "object"}}
    desk.catalogs(s=[look])
    desk.ok("lock")
    desk.lock_path.rename(desk.folder / "old.lock")
    desk.catalogs(s=[look | {"description": text}])
    desk.ok("lock")
    words = ("diff", "old.lock", "capability.lock", "--fail-on", "never")
    modules = imported("from govern.__main__ import main; main()", *words, cwd=desk.folder)
    assert "govern.commands.diff" in modules
    assert modules & {*HEAVY, *SLOW, *UNUSED, "typer"} == set()
    assert len([name for name in modules if name.partition(".")[0] == "govern"]) <= MOST_MODULES


def test_a_hook_that_lets_a_call_pass_imports_little(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client waits for its hook at every call."""
    monkeypatch.setenv("XDG_STATE_HOME", str(desk.folder))
    desk.catalogs(s=[{"name": "look", "inputSchema": {"type": "object"}}])
    desk.ok("lock")
    desk.write("call.json", json.dumps({"tool_name": "mcp__s__look", "tool_input": {}, "cwd": str(desk.folder)}))
    statement = 'sys.stdin = open("call.json"); from govern.__main__ import main; main()'
    found = [imported(statement, "hook", "claude-code", cwd=desk.folder) for _ in range(2)]
    assert ["govern.serve.hook_decision" in modules for modules in found] == [True, False]
    assert found[1] & {*HEAVY, *SLOW, "dataclasses", "pathlib", "typer"} == {"jsonschema_rs"}
    assert {name for name in found[1] if name.startswith("govern.")} == {
        "govern.__main__", "govern.files", "govern.serve", "govern.serve.hook",
    }  # fmt: skip


def test_version_is_the_packages_own(repository: Path) -> None:
    from govern import __version__

    command = [sys.executable, "-m", "govern", "--version"]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=True)
    assert done.stdout == f"govern {__version__}\n"
