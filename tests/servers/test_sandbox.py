"""Which sandbox is chosen, and the command lines of containers."""

import json
import os
import pickle
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from govern.errors import ServerNotStarted, ServerUnreachable, ServerUntrusted, UsageError
from govern.policy.server_settings import SandboxKind
from govern.policy.target import Catalog, Command, Endpoint, InProcess, Sandbox, Target
from govern.servers.bubblewrap import program_folders
from govern.servers.capture import capture_servers
from govern.servers.sandbox import confine, contained, find_sandbox, sandbox_problem, sandboxed
from tests.desk import Desk

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="paths and scripts of POSIX")
DOCKER = Sandbox(SandboxKind.DOCKER, (Path("/srv/data"),))
COMMAND = Command(("npx", "-y", "books@1.2.3"), Path("/"), {"TOKEN": "s3cret-value", "MODE": "a b"})


def test_without_a_sandbox_only_trusted_servers_are_started() -> None:
    for how in (COMMAND, InProcess("a:b", Path("/"))):
        target = Target("a", "a", how)
        assert confine(target, None, trusted=True) is target
        outcome = capture_servers([confine(target, None)], jobs=1)["a"]
        assert isinstance(outcome, ServerUntrusted)
        assert "trusted = true" in outcome.hint
        assert confine(target, Sandbox(SandboxKind.NONE)) is target
        # What the command line asks for holds for trusted servers too.
        assert confine(target, DOCKER, trusted=True).sandbox == DOCKER
        assert pickle.loads(pickle.dumps(confine(target, DOCKER))).sandbox == DOCKER


@pytest.mark.parametrize("how", [Endpoint("https://a.example/mcp"), Catalog(Path("a.json"))])
def test_what_starts_no_process_needs_no_sandbox(how: Endpoint | Catalog) -> None:
    target = Target("a", "a", how)
    assert confine(target, None) is target
    assert confine(target, DOCKER) is target


def test_no_sandbox_changes_nothing() -> None:
    assert sandboxed(COMMAND, None) is COMMAND
    assert sandboxed(COMMAND, Sandbox(SandboxKind.NONE)) is COMMAND


@pytest.mark.usefixtures("untried")
def test_without_linux_there_are_containers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(UsageError, match="bubblewrap needs Linux") as refused:
        find_sandbox(SandboxKind.BWRAP)
    (outcome,) = capture_servers([confine(Target("a", "a", COMMAND), find_sandbox(None))], jobs=1).values()
    assert isinstance(outcome, ServerUntrusted)
    for hint in (refused.value.hint, outcome.hint):
        assert hint.startswith("start servers in containers: --sandbox docker or --sandbox podman")


@pytest.fixture
def untried() -> Iterator[None]:
    """Try each sandbox again in this test, and in those after it."""
    sandbox_problem.cache_clear()
    yield
    sandbox_problem.cache_clear()


@pytest.mark.usefixtures("untried")
def test_a_sandbox_that_does_not_work_is_refused_by_name_and_left_out_by_default(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for kind in (SandboxKind.BWRAP, SandboxKind.DOCKER, SandboxKind.PODMAN):
        with pytest.raises(UsageError, match=f"--sandbox {kind} does not work on this machine"):
            find_sandbox(kind)
    assert find_sandbox(None) is None
    assert find_sandbox(SandboxKind.NONE) == Sandbox(SandboxKind.NONE)
    with pytest.raises(UsageError, match="does not exist"):
        find_sandbox(SandboxKind.NONE, [tmp_path / "gone"])


@pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap needs Linux")
def test_a_program_of_a_config_is_not_taken_from_anywhere(tmp_path: Path) -> None:
    if find_sandbox(None) is None:
        pytest.skip("bubblewrap does not work here")
    (tmp_path / "bin").mkdir()
    (tmp_path / "lib").mkdir()
    program = tmp_path / "bin" / "server"
    program.touch(0o755)
    for path in (str(program), "./bin/server"):
        with pytest.raises(ServerNotStarted, match="not on PATH"):
            sandboxed(Command((path,), tmp_path), Sandbox(SandboxKind.BWRAP))
        made = sandboxed(Command((path,), tmp_path), Sandbox(SandboxKind.BWRAP, (tmp_path,)))
        assert made.argv[-1] == path
    with pytest.raises(ServerNotStarted, match="cannot set the variable"):
        sandboxed(Command(("sh",), tmp_path, {"A;id": "1"}), Sandbox(SandboxKind.BWRAP))


def test_a_container_has_no_rights_and_limits() -> None:
    made = contained(COMMAND, DOCKER, "govern-1")
    line = " ".join(made.argv)
    for part in (
        "docker run --rm --interactive --init --read-only --cap-drop ALL --security-opt no-new-privileges",
        "--user 65534:65534",
        "--pids-limit 256 --memory 2147483648 --memory-swap 2147483648",
        "--tmpfs /tmp:rw,exec,nosuid,nodev,mode=1777,size=1g",
        "--network bridge",
        "--mount type=bind,source=/srv/data,target=/srv/data,readonly",
        "--env TOKEN --env MODE=a b node:lts-slim npx -y books@1.2.3",
    ):
        assert part in line
    # The engine's client passes a secret on by its name, so that it is in no command line.
    assert made.env == {"TOKEN": "s3cret-value"}
    assert made.inherit == ()
    assert made.cleanup == ("docker", "rm", "--force", "govern-1")


def test_a_container_starts_in_a_folder_that_it_may_read_and_else_in_an_empty_one(tmp_path: Path) -> None:
    for read, folder in (((tmp_path,), str(tmp_path)), ((), "/tmp")):
        argv = contained(replace(COMMAND, cwd=tmp_path), Sandbox(SandboxKind.PODMAN, read), "n").argv
        assert argv[argv.index("--workdir") + 1] == folder
        assert "notmpcopyup" in argv[argv.index("--tmpfs") + 1]


@pytest.mark.parametrize(
    ("argv", "settings", "end"),
    [
        (("python", "-c", "x"), {}, "--network none python:3.12-slim python -c x"),
        (("uvx", "books"), {"network": False}, "--network none astral/uv:python3.12-bookworm-slim uvx books"),
        (("serve",), {"image": "acme/serve:1", "network": True}, "--network bridge acme/serve:1 serve"),
        (
            ("docker", "run", "-i", "-v", "/:/host", "--privileged", "-e", "A=1", "--entrypoint", "/x", "acme:1", "go"),
            {},
            "--network none --env A=1 --entrypoint /x acme:1 go",
        ),
    ],
)
def test_the_image_and_the_network_of_a_container(argv: tuple[str, ...], settings: dict[str, Any], end: str) -> None:
    made = contained(Command(argv, Path("/"), **settings), Sandbox(SandboxKind.PODMAN), "n")
    assert made.argv[0] == "podman"
    assert " ".join(made.argv).endswith(end)
    assert not {"-v", "--privileged", "/:/host"} & set(made.argv)


@pytest.mark.parametrize(
    "name", ["LD_PRELOAD", "DOCKER_HOST", "PATH", "DYLD_AUTH_TOKEN", "CONTAINER_HOST", "all_proxy"]
)
@pytest.mark.parametrize("value", ["/evil", "tcp://eve:hunter2hunter2@10.0.0.5:2375"])
def test_no_variable_of_a_server_reaches_the_client_of_the_engine(name: str, value: str) -> None:
    made = contained(Command(("npx", "a"), Path("/"), {name: value}), DOCKER, "n")
    assert made.env == {}
    assert f"{name}={value}" in made.argv


@pytest.mark.parametrize(
    ("command", "read", "message"),
    [
        (Command(("strange",), Path("/")), (), "no image is known for 'strange'"),
        (Command(("npx", "a"), Path("/"), {"A=B --privileged": "1"}), (), "cannot set the variable"),
        (Command(("alpine", "sh"), Path("/"), image="--volume=/:/host"), (), "is not the name of an image"),
        (Command(("docker", "run", "--", "--privileged", "alpine"), Path("/")), (), "'--privileged' is not the name"),
        (Command(("npx", "a"), Path("/")), (Path("/a,readonly=false"),), "a comma or a quote"),
    ],
)
def test_what_cannot_be_contained_is_not_started(command: Command, read: tuple[Path, ...], message: str) -> None:
    with pytest.raises(ServerNotStarted, match=message):
        contained(command, Sandbox(SandboxKind.DOCKER, read), "n")


ENGINE = """#!{python} -IS
import json, os, subprocess, sys, time
with open({log!r}, "a") as log:
    print(json.dumps(sys.argv[1:]), file=log)
if sys.argv[1] == "version":
    print("1.0")
elif sys.argv[1] == "rm":
    os.kill(int(open({pid!r}).read()), 9)
else:
    # As with a real engine, what runs is no child of the client.
    at = sys.argv.index("acme/saying:1")
    run = subprocess.Popen(sys.argv[at + 1:], start_new_session=True)
    with open({pid!r}, "w") as file:
        file.write(str(run.pid))
    sys.exit(run.wait())
"""


@pytest.fixture
def engine(desk: Desk, request: pytest.FixtureRequest) -> Desk:
    """Put a program on PATH that stands in for Docker: it records its arguments; what it runs is no child."""
    request.getfixturevalue("untried")
    files = {"log": str(desk.folder / "calls"), "pid": str(desk.folder / "pid")}
    desk.write("bin/docker", ENGINE.format(python=sys.executable, **files)).chmod(0o755)
    desk.monkeypatch.setenv("PATH", f"{desk.folder / 'bin'}{os.pathsep}{os.environ['PATH']}")
    return desk


def calls(desk: Desk) -> list[list[str]]:
    return [json.loads(line) for line in (desk.folder / "calls").read_text("utf-8").splitlines()]


def configured(desk: Desk, **fields: object) -> None:
    desk.say("a", {"name": "look", "inputSchema": {"type": "object"}}, **fields)
    desk.config("a")
    # A container starts in a folder of its own.
    text = (desk.folder / "govern.toml").read_text("utf-8").replace('"a.json"', json.dumps(str(desk.folder / "a.json")))
    desk.write("govern.toml", f'{text}sandbox = {{ image = "acme/saying:1" }}\n')


def test_a_server_is_locked_in_a_container_that_is_removed(engine: Desk) -> None:
    configured(engine)
    engine.ok("lock")
    plain = engine.lock_path.read_bytes()
    engine.lock_path.unlink()
    engine.ok("lock", "--sandbox", "docker")
    assert engine.lock_path.read_bytes() == plain
    asked, run, removed = calls(engine)[0], calls(engine)[1], calls(engine)[-1]
    assert asked[0] == "version"
    assert run[:3] == ["run", "--rm", "--interactive"]
    assert removed == ["rm", "--force", run[run.index("--name") + 1]]


def test_the_watchdog_removes_the_container_if_govern_is_killed(engine: Desk) -> None:
    configured(engine, hang=True)
    with engine.started("lock", "--sandbox", "docker") as govern:
        while not (engine.folder / "pid").exists() or not (engine.folder / "pid").read_text():
            assert govern.poll() is None
            time.sleep(0.02)
        govern.kill()
    end = time.monotonic() + 20
    while calls(engine)[-1][0] != "rm":
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_config_cannot_loosen_what_the_command_line_asks_for(engine: Desk) -> None:
    configured(engine)
    config = (engine.folder / "govern.toml").read_text("utf-8")
    engine.write("govern.toml", f"{config}trusted = true\n")
    engine.ok("lock", "--sandbox", "docker")
    assert [call[0] for call in calls(engine)].count("run") >= 1
    for extra in ('sandbox-read = ["/"]', "sandbox = false", 'sandbox = { read = ["/"] }', 'sandbox = "none"'):
        engine.write("govern.toml", f"{config.partition('sandbox')[0]}{extra}\n")
        assert engine.govern("lock", "--sandbox", "docker").code == 2
    assert engine.govern("lock", "--sandbox-read", ".").code == 2
    assert engine.govern("lock", "--sandbox", "gvisor").code == 2


@pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap needs Linux")
def test_a_program_is_shown_with_its_installation_and_never_with_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    version, shims, local = tmp_path / ".nvm" / "v22", tmp_path / ".asdf" / "shims", tmp_path / ".local" / "bin"
    for folder in (version / "bin", version / "lib", shims, local, tmp_path / ".local" / "lib"):
        folder.mkdir(parents=True)
    for file in (version / "bin" / "node", shims / "npx"):
        file.touch(0o755)
    (version / "lib" / "npx.js").write_text("#!/usr/bin/env -S node\n")
    (version / "lib" / "npx.js").chmod(0o755)
    (local / "npx").symlink_to(version / "lib" / "npx.js")
    environ = {"PATH": os.pathsep.join(map(str, (shims, local, version / "bin", tmp_path)))}
    found = program_folders(Command(("npx",), tmp_path), (), environ)
    # The folder of the link, the installation that it leads to, and the interpreter's, which is the same.
    assert found == [local, version]
    with pytest.raises(ServerUnreachable, match="program not found"):
        program_folders(Command(("npx",), tmp_path), (), {"PATH": str(shims)})
    (tmp_path / "own").touch(0o755)
    assert program_folders(Command(("own",), tmp_path), (), environ) == [tmp_path / "own"]
