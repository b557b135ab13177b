"""Third-party servers, installed from their registries once and kept in pytest's cache."""

import getpass
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest
from filelock import FileLock

from govern.contract.digests import item_digest, part_digests
from govern.contract.surface import Surface
from govern.policy.target import Command, Target
from govern.servers.capture import Capture, capture_servers

pytestmark = pytest.mark.registry

SERVERS = Path(__file__).resolve().parent.parent / "endpoints"
PYTHON_SERVERS = ("mcp-server-time==2026.10.19", "mcp-server-git==2026.10.19")
NODE_SERVERS = tuple(
    f"@modelcontextprotocol/server-{name}@2026.8.31" for name in ("everything", "filesystem", "memory")
)
FIRST_SDK = ("mcp==1.30.0", "orjson", "httpx2", "rtoml")
INSTALLING = 120

IN_PROCESS = """
import json, pathlib, sys
from govern.contract.digests import item_digest, part_digests
from govern.policy.target import InProcess, Target
from govern.servers.capture import capture_servers
seen = capture_servers([Target("jetty", "", InProcess("jetty_v1:server", pathlib.Path(sys.argv[1])))], jobs=1)["jetty"]
if isinstance(seen, Exception):
    raise seen
print(json.dumps([[item.kind.name, item.key, item_digest(part_digests(item))] for item in seen.surface.items]))
"""

OAUTH = """
from govern.policy.target import ClientCredentials, Endpoint, Target
from govern.servers.capture import capture_servers
how = Endpoint("http://127.0.0.1:9/mcp", oauth=ClientCredentials("robot", "s3cr3t"))
print(capture_servers([Target("api", "", how)], jobs=1)["api"])
"""


def test_servers_from_pypi(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    python = installed_with_pip(pytestconfig, PYTHON_SERVERS)
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    names = locked_twice(
        {
            "time": (str(python), "-m", "mcp_server_time", "--local-timezone", "UTC"),
            "git": (str(python), "-m", "mcp_server_git", "--repository", str(tmp_path)),
        },
        tmp_path,
    )
    assert {"get_current_time", "convert_time"} <= names["time"]
    assert {"git_status", "git_diff", "git_log"} <= names["git"]


def test_servers_from_npm(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    programs = installed_with_npm(pytestconfig, NODE_SERVERS)
    names = locked_twice(
        {
            "everything": (program(programs, "mcp-server-everything"),),
            "filesystem": (program(programs, "mcp-server-filesystem"), str(tmp_path)),
            "memory": (program(programs, "mcp-server-memory"),),
        },
        tmp_path,
    )
    assert "echo" in names["everything"]
    assert {"read_text_file", "write_file"} <= names["filesystem"]
    assert {"create_entities", "read_graph"} <= names["memory"]


def test_a_server_of_the_first_sdk_over_stdio_and_in_process(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    python = installed_with_pip(pytestconfig, FIRST_SDK)
    surface = seen({"jetty": (str(python), str(SERVERS / "jetty_v1.py"))}, tmp_path)["jetty"]
    assert [item.key for item in surface.items] == ["moor", "greet", "jetty://planks"]
    assert json.loads(said_by(python, IN_PROCESS, SERVERS)) == digests(surface)
    assert "pip install 'mcp>=2.3'" in said_by(python, OAUTH)


def said_by(python: Path, program: str, *arguments: Path) -> str:
    """Return the output of a program run with that SDK and this govern."""
    surroundings = os.environ | {"PYTHONPATH": str(SERVERS.parent.parent)}
    command = [str(python), "-c", program, *map(str, arguments)]
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
    return done.stdout


def locked_twice(commands: dict[str, tuple[str, ...]], cwd: Path) -> dict[str, set[str]]:
    """Return the tools of each server, with digests that are equal for two starts."""
    first, second = seen(commands, cwd), seen(commands, cwd)
    assert {name: digests(surface) for name, surface in first.items()} == {
        name: digests(surface) for name, surface in second.items()
    }
    return {name: {tool.key for tool in surface.tools} for name, surface in first.items()}


def seen(commands: dict[str, tuple[str, ...]], cwd: Path) -> dict[str, Surface]:
    outcomes = capture_servers([Target(name, name, Command(argv, cwd)) for name, argv in commands.items()], jobs=4)
    failures = [f"{outcome}\n{outcome.evidence}" for outcome in outcomes.values() if not isinstance(outcome, Capture)]
    assert failures == []
    return {name: outcome.surface for name, outcome in outcomes.items() if isinstance(outcome, Capture)}


def digests(surface: Surface) -> list[list[str]]:
    return [[item.kind.name, item.key, item_digest(part_digests(item))] for item in surface.items]


def installed_with_pip(config: pytest.Config, requirements: tuple[str, ...]) -> Path:
    """Return the interpreter of an environment with these packages."""
    with place(config, (sys.version, *requirements)) as folder:
        python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        if not (folder / "complete").exists():
            run([sys.executable, "-m", "venv", "--clear", "--without-pip", str(folder)])
            pip = [sys.executable, "-m", "pip", "--python", str(python), "install"]
            quiet = ["--quiet", "--disable-pip-version-check", "--timeout", "10", "--retries", "1"]
            run([*pip, *quiet, *requirements])
            (folder / "complete").touch()
    return python


def installed_with_npm(config: pytest.Config, packages: tuple[str, ...]) -> Path:
    """Return the folder of their programs."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    with place(config, packages) as folder:
        if not (folder / "complete").exists():
            quiet = ["--silent", "--no-audit", "--no-fund", "--fetch-timeout=10000", "--fetch-retries=1"]
            run([npm, "install", "--prefix", str(folder), *quiet, *packages])
            (folder / "complete").touch()
    return folder / "node_modules" / ".bin"


@contextmanager
def place(config: pytest.Config, key: tuple[str, ...]) -> Iterator[Path]:
    """Hold the folder of these packages, in which one worker at a time may install."""
    name = f"real-servers-{sha256(repr(key).encode()).hexdigest()[:12]}"
    cache = getattr(config, "cache", None)
    folder = Path(
        cache.mkdir(name) if cache else Path(tempfile.gettempdir(), f"govern-tests-{getpass.getuser()}", name)
    )
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock"):
        yield folder


def program(folder: Path, name: str) -> str:
    found = shutil.which(name, path=str(folder))
    assert found, f"{name} is not in {folder}"
    return found


def run(command: list[str]) -> str:
    """Install something and return the installer's output, or skip the test with its last line."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALLING, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip(f"{Path(command[0]).name} took more than {INSTALLING} s to install")
    if done.returncode:
        message = (done.stderr or done.stdout).strip().splitlines() or ["nothing"]
        pytest.skip(f"the registry cannot be reached or does not have it: {message[-1]}")
    return done.stdout
