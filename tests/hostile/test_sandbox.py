"""Servers that try to leave the sandbox. Each trial also runs without a sandbox, where it succeeds."""

import errno
import json
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil
import pytest

from govern.fleet.store import FleetStore
from govern.policy.server_settings import SandboxKind
from govern.policy.target import Command, Sandbox, Target
from govern.servers.bubblewrap import _ARCHITECTURES, LIMITS, bubblewrapped, filter_program, with_filter
from govern.servers.capture import Capture, capture_servers
from govern.servers.sandbox import confine, find_sandbox, sandbox_problem
from tests.desk import Desk
from tests.journeys.test_real_servers import installed_with_pip

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap needs Linux")
ESCAPING = Path(__file__).parent / "servers" / "escaping.py"
BOTH = pytest.mark.parametrize("boxed", [False, True], ids=["without", "in the sandbox"])


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    found = find_sandbox(None, [ESCAPING])
    if found is None:
        pytest.skip(f"bubblewrap does not work here: {sandbox_problem(SandboxKind.BWRAP)}")
    return found


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Create a folder in /tmp: a sandbox has a /dev/shm of its own, which hides pytest's."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.fixture
def mark() -> Iterator[str]:
    made = uuid.uuid4().hex
    yield made
    assert not processes_with(made)


def processes_with(mark: str, patience: float = 5.0) -> list[int]:
    """Return the processes whose command line has the mark; a killed process may take a moment to end."""
    end = time.monotonic() + patience
    while left := [pid for pid in psutil.pids() if pid != os.getpid() and mark in command_line(pid)]:
        if time.monotonic() > end:
            break
        time.sleep(0.02)
    return left


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def target(sandbox: Sandbox | None, trial: str, *words: str, env: dict[str, str] | None = None, **rest: Any) -> Target:
    argv = (sys.executable, "-I", "-S", str(ESCAPING), trial, *words)
    made = Target("s", "s", Command(argv, ESCAPING.parent.parent, env or {}, **rest), timeout=30)
    return confine(made, sandbox) if sandbox else made


def achieved(sandbox: Sandbox | None, trial: str, *words: str, **rest: Any) -> Any:
    outcome = capture_servers([target(sandbox, trial, *words, **rest)], jobs=1)["s"]
    assert isinstance(outcome, Capture), f"{outcome}\n{outcome.evidence}"
    return json.loads(outcome.surface.tools[0].raw["description"])


@BOTH
def test_the_home_and_the_folder_of_the_config_cannot_be_read(boxed: bool, sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / ".ssh").mkdir()
    secret, config = tmp_path / ".ssh" / "id_ed25519", tmp_path / "govern.toml"
    for file in (secret, config):
        file.write_text("s3cret")
    home = str(Path.home())
    paths = (str(secret), str(config), "/etc/shadow", "/var", "/run", "/opt", "/home", f"{home}/.ssh", home)
    found = achieved(sandbox if boxed else None, "read", *paths)
    if boxed:
        # The folders above a program in the home exist, and are empty otherwise.
        assert [each for each in found[:-1] if not str(each).endswith("Error")] == []
        assert found[-1] in ("FileNotFoundError", "PermissionError") or not set(found[-1]) & {".ssh", ".bashrc"}
    else:
        assert found[:2] == ["s3cret", "s3cret"]


@BOTH
def test_nothing_can_be_written_outside(boxed: bool, sandbox: Sandbox, tmp_path: Path) -> None:
    escaped = tmp_path / "escaped"
    beside = [str(escaped), str(ESCAPING.with_name("harm")), "/usr/harm", "/harm", "/dev/harm", "/etc/harm"]
    found = achieved(sandbox if boxed else None, "write", *(beside if boxed else beside[:1]))
    assert escaped.exists() != boxed
    if boxed:
        assert all(str(each).endswith("Error") for each in found)
        assert not ESCAPING.with_name("harm").exists()
        assert achieved(sandbox, "write", "/tmp/kept", "/tmp/home/kept", "/dev/shm/kept") == [4, 4, 4]
        assert not Path("/tmp/home/kept").exists()


@BOTH
def test_no_program_is_started_outside_with_the_variables_of_a_server(
    boxed: bool, sandbox: Sandbox, tmp_path: Path
) -> None:
    """govern asks the engine which image runs. A folder in `PATH` may be the sandbox's own, below /proc."""
    client, escaped = tmp_path / "docker", tmp_path / "escaped"
    client.write_text(f"#!/bin/sh\n: > {escaped}\n")
    client.chmod(0o755)
    server = target(None, "read", env={"PATH": str(tmp_path)})
    assert isinstance(server.how, Command)
    script = ': || docker run -i books:1.0; exec "$@"'
    server = replace(server, how=replace(server.how, argv=("/bin/sh", "-c", script, "sh", *server.how.argv)))
    if boxed:
        python = (Path(sys.prefix), Path(sys.base_prefix))
        server = confine(server, replace(sandbox, read=(*sandbox.read, *python)))
    outcome = capture_servers([server], jobs=1)["s"]
    assert isinstance(outcome, Capture), f"{outcome}\n{outcome.evidence}"
    assert escaped.exists() != boxed


@pytest.fixture
def listeners() -> Iterator[tuple[str, str]]:
    """Listen on loopback and on an abstract socket of this machine."""
    name = f"govern-{uuid.uuid4().hex}"
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as unix:
        unix.bind(f"\0{name}")
        unix.listen()
        yield str(tcp.getsockname()[1]), name


@BOTH
def test_no_service_of_this_machine_can_be_reached(boxed: bool, sandbox: Sandbox, listeners: tuple[str, str]) -> None:
    found = achieved(sandbox if boxed else None, "connect", "127.0.0.1", *listeners)
    assert (found == ["connected", "connected"]) != boxed
    if boxed:
        # The network is shared where the server's table asks for it; docs/sandbox.md says what that exposes.
        assert achieved(sandbox, "connect", "127.0.0.1", *listeners, network=True) == ["connected", "OSError"]


@BOTH
def test_the_environment_is_that_of_the_table(boxed: bool, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"SSH_AUTH_SOCK": "/agent", "AWS_SECRET_ACCESS_KEY": "a", "NPM_TOKEN": "b", "HTTPS_PROXY": "http://proxy:1"}
    for name, value in {
        **given,
        "XDG_RUNTIME_DIR": "/run/user/1",
        "UV_INDEX_URL": "https://u:p4ssw0rd@e.example",
    }.items():
        monkeypatch.setenv(name, value)
    table = {"TOKEN": 'it\'s\n"$HOME" `id`', "LD_PRELOAD": "/nowhere.so", "GOVERN_0": "x", "PATH": "/usr/bin:/bin"}
    found = achieved(sandbox if boxed else None, "look", env=table, inherit="all")
    assert table.items() <= found["env"].items()
    assert ("AWS_SECRET_ACCESS_KEY" in found["env"]) != boxed
    if boxed:
        assert found["env"].keys() & {*given, "XDG_RUNTIME_DIR", "UV_INDEX_URL"} == {"HTTPS_PROXY"}
        assert found["env"]["HOME"] == found["cwd"] == "/tmp/home"
        assert len(found["pids"]) < 8
        assert found["uid"] == 65534
        assert not [name for name in found["env"] if name.startswith("GOVERN_") and name not in table]


@pytest.mark.usefixtures("sandbox")
def test_a_secret_is_in_no_command_line() -> None:
    command = Command(("sh",), Path("/"), {"TOKEN": "s3cret-value"})
    assert "s3cret-value" not in " ".join(bubblewrapped(command, (), os.environ, root=True).argv)


@BOTH
def test_other_processes_are_invisible(boxed: bool, sandbox: Sandbox) -> None:
    environ, cmdline, killed = achieved(sandbox if boxed else None, "spy", str(os.getpid()))
    if boxed:
        assert {environ, cmdline, killed} <= {"FileNotFoundError", "ProcessLookupError", "PermissionError"}
    else:
        assert cmdline == command_line(os.getpid())
        assert killed == "allowed"


def test_the_number_of_processes_is_limited(sandbox: Sandbox, mark: str) -> None:
    _, started = achieved(sandbox, "bomb", mark)
    assert 20 < started < LIMITS["nproc"]


def test_memory_and_files_are_limited(sandbox: Sandbox) -> None:
    assert LIMITS["data"] // 2 < achieved(sandbox, "eat") < LIMITS["data"]
    home, shared = achieved(sandbox, "fill", "/tmp/home", "/dev/shm")
    assert home <= 2**30
    assert shared <= 2**26


def test_the_calls_that_no_server_needs_are_refused(sandbox: Sandbox) -> None:
    """Key rings are in no namespace: without the filter a process reads those of the session."""
    if platform.machine() not in _ARCHITECTURES:
        pytest.skip(f"there is no filter for {platform.machine()}")
    _, _, refused = _ARCHITECTURES[platform.machine()]
    words = [str(number) for number in refused.values()]
    assert set(achieved(sandbox, "calls", *words)) == {errno.EPERM}
    assert set(achieved(None, "calls", *words)) != {errno.EPERM}


def test_the_filter_of_an_unknown_machine_is_left_out() -> None:
    assert filter_program("riscv64", unix=True) is None
    assert {len(filter_program(each, unix=False) or b"") % 8 for each in _ARCHITECTURES} == {0}


def test_rights_cannot_be_gained(sandbox: Sandbox) -> None:
    caps, codes, none_can_be_gained = achieved(sandbox, "rights")
    assert set(caps) == {"0" * 16}
    assert 0 not in codes
    assert none_can_be_gained


def test_nothing_is_left_behind(sandbox: Sandbox, mark: str) -> None:
    assert achieved(sandbox, "leave", mark) == mark
    assert not processes_with(mark)


@pytest.mark.usefixtures("sandbox")
def test_nothing_outlives_govern_when_it_is_killed(mark: str, desk: Desk) -> None:
    command = [sys.executable, "-I", "-S", str(ESCAPING), "leave", mark]
    desk.write("govern.toml", f"[servers.s]\ncommand = {json.dumps(command)}\n[servers.t]\ncommand = ['sleep', '60']")
    words = ("lock", "--sandbox", "bwrap", "--sandbox-read", str(ESCAPING))
    with desk.started(*words, start_new_session=True) as govern:
        while not (left := processes_with(f"\0{mark}", 0)) and govern.poll() is None:
            time.sleep(0.02)
        assert left
        os.killpg(govern.pid, signal.SIGKILL)
    assert not processes_with(mark)


@pytest.mark.usefixtures("sandbox")
def test_a_normal_user_needs_no_second_bubblewrap(tmp_path: Path) -> None:
    """Root starts this trial as another user, whose processes are limited without the others on the machine."""
    script = (
        "id -u; ls /root /home 2>/dev/null; grep -c . /etc/passwd >/dev/null && echo read; unshare -U true || echo no"
    )
    made = bubblewrapped(Command(("sh", "-c", script), tmp_path), (), {"PATH": "/usr/bin:/bin"}, root=False)
    other = ("setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups") if os.geteuid() == 0 else ()
    words = with_filter(replace(made, argv=(*other, *made.argv)), network=False)
    done = subprocess.run(words, env=dict(made.env), capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["65534", "read", "no"], done.stderr


@pytest.mark.usefixtures("sandbox")
def test_a_harmless_server_has_the_same_lock(desk: Desk) -> None:
    desk.folder.chmod(0o755)
    tool = {"name": "look", "description": "Look.", "inputSchema": {"type": "object"}}
    desk.say("a", tool)
    desk.config("a")
    desk.ok("lock")
    plain = desk.lock_path.read_bytes()
    desk.lock_path.unlink()
    saying = Path(__file__).parent.parent / "endpoints"
    desk.ok("lock", "--sandbox", "bwrap", "--sandbox-read", ".", "--sandbox-read", str(saying))
    assert desk.lock_path.read_bytes() == plain
    hidden = desk.govern("lock", "--sandbox", "bwrap", "--sandbox-read", str(saying))
    assert hidden.code == 3
    assert f"the sandbox hides {desk.folder / 'a.json'}" in hidden.out
    assert f"--sandbox-read {desk.folder}" in hidden.out
    words = ("--sandbox", "bwrap", "--sandbox-read", str(saying))
    scanned = desk.ok("fleet", "scan", "govern.toml", "--store", "store", *words)
    assert f"--sandbox-read {desk.folder} shows it" in scanned.out


@pytest.mark.usefixtures("sandbox")
def test_a_module_runs_in_the_sandbox_too(desk: Desk, repository: Path) -> None:
    desk.folder.chmod(0o755)
    desk.write(
        "mine.py", "import os\nfrom mcp.server.lowlevel import Server\nserver = Server(os.environ.get('USER', ''))\n"
    )
    desk.write("govern.toml", '[servers.a]\npython = "mine:server"\n')
    desk.ok("lock", "--sandbox", "bwrap", "--sandbox-read", ".", "--sandbox-read", str(repository))
    assert '"name": "nobody"' in desk.lock_path.read_text("utf-8")


@pytest.mark.usefixtures("sandbox")
def test_a_scan_starts_strangers_in_the_sandbox(desk: Desk, mark: str) -> None:
    secret = desk.write(".ssh/id_ed25519", "s3cret")
    command = ["python3", "-I", "-S", str(ESCAPING)]
    rows = [
        {"name": "reads", "command": [*command, "read", str(secret), str(desk.folder / "fleet.jsonl")]},
        {"name": "asks", "command": [*command, "look"], "env": {"HOME_OF": "${HOME}"}},
        {"name": "leaves", "command": [*command, "leave", mark]},
        {"name": "sets", "command": [*command, "look"], "sandbox": {"read": ["/"]}},
    ]
    desk.write("fleet.jsonl", "\n".join(map(json.dumps, rows[:3])))
    desk.ok("fleet", "scan", "fleet.jsonl", "--store", "store", "--scan", "s", "--sandbox-read", str(ESCAPING))
    store = FleetStore(str(desk.folder / "store"))
    seen = {each.server: each for each in store.observations("s")}
    assert {name: each.reason for name, each in seen.items()} == {"reads": None, "asks": "not-started", "leaves": None}
    (tool,) = store.read_lock(str(seen["reads"].lock)).servers[0].tools
    assert json.loads(tool.texts["description"]) == ["FileNotFoundError", "FileNotFoundError"]
    assert not processes_with(mark)
    desk.write("fleet.jsonl", json.dumps(rows[3]))
    assert desk.govern("fleet", "scan", "fleet.jsonl", "--store", "store", "--scan", "t").code == 2


@pytest.mark.registry
@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize(
    "argv",
    [("npx", "-y", "@modelcontextprotocol/server-memory@2026.8.31"), ("uvx", "mcp-server-time==2026.10.19")],
    ids=lambda argv: argv[0],
)
def test_a_launcher_fetches_its_package_in_the_sandbox(
    argv: tuple[str, ...], desk: Desk, pytestconfig: pytest.Config
) -> None:
    if argv[0] == "uvx":
        folder = installed_with_pip(pytestconfig, ("uv",)).parent
        desk.monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    if shutil.which(argv[0]) is None:
        pytest.skip(f"{argv[0]} is not installed")
    desk.write("govern.toml", f"[servers.a]\ncommand = {json.dumps(argv)}\ntimeout = 100.0\n")
    plain = desk.govern("lock")
    if plain.code:
        pytest.skip(f"the registry cannot be reached: {plain.out.strip().splitlines()[-1]}")
    before = desk.lock_path.read_bytes()
    assert b"integrity = " in before
    desk.lock_path.unlink()
    desk.ok("lock", "--sandbox", "bwrap")
    assert desk.lock_path.read_bytes() == before
