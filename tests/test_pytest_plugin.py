"""The `govern` fixture, in pytest runs of their own with servers of the SDK."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from govern.lockfile.store import load
from tests.desk import REPOSITORY, SAYING, Answer, Desk

SERVER = """
from mcp.server.mcpserver import MCPServer

server = MCPServer("weather")


@server.tool()
def forecast(city: str, days: int = 3) -> str:
    "The weather of some days."
    return city
"""
TESTS = """
from weather import server


def test_surface(govern):
    govern.check(server)
"""


def without(*plugins: str) -> list[str]:
    return ["-q", *(word for name in ("cacheprovider", *plugins) for word in ("-p", f"no:{name}"))]


def run(desk: Desk, *words: str) -> Answer:
    """Run pytest in this process, since importing the SDK takes most of a short run."""
    before = set(sys.modules)
    # Plugins that this run has for itself, and those that would collect garbage in all of this process.
    plugins = without("faulthandler", "hypothesispytest", "inline_snapshot", "timeout", "unraisableexception", "xdist")
    with desk.monkeypatch.context() as patch:
        patch.setenv("COLUMNS", "100")
        patch.setattr(sys, "dont_write_bytecode", True)
        desk.capsys.readouterr()
        code = pytest.main([*plugins, *words])
    for name in sys.modules.keys() & {"weather", "test_weather"} - before:
        del sys.modules[name]
    out, err = desk.capsys.readouterr()
    return Answer(int(code), out, err)


def run_alone(desk: Desk, *words: str) -> "subprocess.CompletedProcess[str]":
    surroundings = {"PYTHONPATH": str(REPOSITORY), "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"}
    # In the shared folder, this run would first remove what the last runs of the whole suite left: 90,000 files.
    own_folder = f"--basetemp={desk.folder / 'inner'}"
    command = [sys.executable, "-m", "pytest", *without("hypothesispytest", "inline_snapshot"), own_folder, *words]
    return subprocess.run(
        command, cwd=desk.folder, env=os.environ | surroundings, capture_output=True, encoding="utf-8", check=False
    )


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the lock of the server in its first state."""
    folder = tmp_path_factory.mktemp("locked")
    (folder / "weather.py").write_text(SERVER)
    # With a protocol, it is not started again to see whether it speaks the other one.
    (folder / "govern.toml").write_text('[servers.weather]\npython = "weather:server"\nprotocol = "2025-11-25"\n')
    environ = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    subprocess.run([sys.executable, "-m", "govern", "lock"], cwd=folder, env=environ, check=True, capture_output=True)
    return (folder / "capability.lock").read_bytes()


@pytest.fixture
def project(desk: Desk, locked: bytes) -> Desk:
    """Create a server author's project with its lock."""
    desk.write("pytest.ini", "[pytest]\npythonpath = .\nfilterwarnings = error\n")
    desk.write("weather.py", SERVER)
    desk.write("test_weather.py", TESTS)
    desk.write("govern.toml", '[servers.weather]\npython = "weather:server"\n')
    desk.write("capability.lock", locked)
    return desk


def edit(desk: Desk, old: str, new: str, name: str = "weather.py") -> None:
    path = desk.folder / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_what_drifted_fails_with_the_diff_until_it_is_approved(project: Desk) -> None:
    edit(project, "city: str", "city: str, unit: str")
    done = run(project)
    assert done.code == 1
    assert "  input-required-added c-" in done.out
    assert "unapproved: 1 of" in done.out
    assert "pytest --govern-update" in done.out
    assert "held(" not in done.out, "a traceback of ours helps nobody"
    approving = next(line for line in done.out.splitlines() if "govern approve --live" in line)
    words = approving.partition("govern ")[2].replace('"..."', "meant").split()
    project.ok(*words, "--by", "ana@example.com")
    assert run(project).code == 0


def test_the_lock_is_written_where_that_is_requested(project: Desk) -> None:
    edit(project, "city: str", "city: str, unit: str")
    done = run(project, "--govern-update")
    assert done.code == 0
    assert f"govern: wrote {project.lock_path}" in done.out
    written = project.lock_path.read_bytes()
    again = run(project, "--govern-update")
    assert "govern: wrote" not in again.out
    assert project.lock_path.read_bytes() == written
    project.ok("lock", "--check")


def test_a_missing_lock_fails_with_the_command_that_writes_it(project: Desk) -> None:
    project.lock_path.unlink()
    done = run(project)
    assert done.code == 1
    assert "no capability.lock found" in done.out
    assert "pytest --govern-update" in done.out


def test_without_a_config_the_lock_lies_in_the_root_or_where_the_ini_says(project: Desk) -> None:
    (project.folder / "govern.toml").unlink()
    project.lock_path.unlink()
    project.write("pytest.ini", "[pytest]\npythonpath = .\ngovern_lock = locks/ours.lock\ngovern_fail_on = safe\n")
    (project.folder / "locks").mkdir()
    assert run(project, "--govern-update").code == 0
    assert [server.name for server in load(project.folder / "locks" / "ours.lock").servers] == ["weather"]
    edit(project, "days: int = 3", "days: int = 3, hours: int = 0")
    done = run(project)
    assert done.code == 1
    assert "SAFE" in done.out
    assert "govern approve" not in done.out
    assert run(project, "-o", "govern_fail_on=risky").code == 0


ASYNC = """
import asyncio

import pytest
from weather import server


@pytest.mark.anyio
async def test_while_a_loop_runs(govern):
    await asyncio.sleep(0)
    govern.check(server, name="weather")
    govern.check()


@pytest.fixture
def anyio_backend():
    return "asyncio"


class TestInAClass:
    def test_nobody(self, govern):
        with pytest.raises(AssertionError, match="no server .nobody. in"):
            govern.check("nobody")

    def test_no_server(self, govern):
        with pytest.raises(AssertionError, match="not an MCP server"):
            govern.check(object(), name="weather")

    def test_no_name(self, govern):
        with pytest.raises(AssertionError, match="has no name"):
            govern.check(object())

    def test_two_names(self, govern):
        with pytest.raises(AssertionError, match="names two servers; give one of them"):
            govern.check("weather", name="typo")

    def test_a_name_that_is_not_in_the_lock(self, govern):
        with pytest.raises(AssertionError, match=r"not in the lock: other \\(the lock has: weather\\)"):
            govern.check(server, name="other")

    def test_no_severity(self, govern):
        with pytest.raises(AssertionError, match="expected safe"):
            govern.check("weather", fail_on="all")

    def test_what_is_printed_stays_captured(self, govern, capsys):
        print("before")
        govern.check(name="weather")
        print("after")
        assert capsys.readouterr().out == "before\\nafter\\n"
"""


def test_in_async_tests_and_by_name(project: Desk) -> None:
    project.write("test_weather.py", ASYNC)
    done = run(project)
    assert done.code == 0, done.out


def test_a_configured_server_that_cannot_be_seen_fails(project: Desk) -> None:
    project.write("govern.toml", f"[servers.weather]\ncommand = {[*SAYING, 'weather.json']!r}\n")
    project.say("weather", exit=5, stderr="no luck\n")
    edit(project, "check(server)", 'check("weather")', "test_weather.py")
    done = run(project)
    assert done.code == 1
    assert "exited with code 5" in done.out
    assert "no luck" in done.out


MANY = """
import pytest
from mcp.server.mcpserver import MCPServer


@pytest.mark.parametrize("name", [f"s{number}" for number in range(4)])
def test_each(govern, name):
    server = MCPServer(name)

    @server.tool()
    def look(at: str) -> str:
        "Looks."
        return at

    govern.check(server)
"""


def test_workers_that_write_one_lock_lose_nothing(project: Desk) -> None:
    project.lock_path.unlink()
    project.write("test_weather.py", MANY)
    done = run_alone(project, "-n", "2", "--govern-update")
    assert done.returncode == 0, done.stdout
    assert [server.name for server in project.lock.servers] == [f"s{number}" for number in range(4)]
    assert "govern: wrote" in done.stdout
    assert run(project).code == 0


def test_a_run_that_does_not_use_it_imports_nothing_of_it(desk: Desk) -> None:
    desk.write("pytest.ini", "[pytest]\n")
    desk.write(
        "test_other.py",
        "import sys\n"
        "def test_other():\n"
        "    ours = {name for name in sys.modules if name.split('.')[0] == 'govern'}\n"
        "    assert ours == {'govern', 'govern.pytest_plugin'}\n"
        "    assert not {'mcp', 'pydantic', 'httpx2', 'tiktoken', 'typer'} & set(sys.modules)\n",
    )
    done = run_alone(desk)
    assert done.returncode == 0, done.stdout


def test_the_fixture_and_its_flag_are_reported(desk: Desk) -> None:
    assert "capability.lock" in run(desk, "--fixtures").out
    output = run(desk, "--help").out
    assert "--govern-update" in output
    assert "govern_lock" in output


def test_the_plugin_is_an_entry_point(repository: Path) -> None:
    import tomllib

    declared = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))
    assert declared["project"]["entry-points"]["pytest11"] == {"govern": "govern.pytest_plugin"}
