"""The package that a launcher really started, found in real processes, package caches and the Docker client."""

import json
import os
import shutil
import subprocess
import sys
import threading
import tracemalloc
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, BadZipFile, ZipFile

import pytest

from govern.policy.target import Command, Target
from govern.servers.artifacts import Artifact, find_artifact, wheel_file_integrity
from govern.servers.capture import Capture, capture_servers
from tests.journeys.test_real_servers import installed_with_pip, run

WAITS = "import sys; print('ready', flush=True); sys.stdin.read()"
INTEGRITY = f"sha512-{b64encode(bytes(64)).decode()}"
DIGEST = f"sha256:{'ab' * 32}"
MEMORY = "@modelcontextprotocol/server-memory@2026.8.31"
CLOCK = "mcp-server-time==2026.10.19"


@contextmanager
def running(*paths: Path) -> Iterator[int]:
    """Yield the id of a process whose child names these files on its command line."""
    child = [sys.executable, "-S", "-c", WAITS, *map(str, paths)]
    starts = f"import subprocess; subprocess.run({child!r})"
    with subprocess.Popen(
        [sys.executable, "-S", "-c", starts], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"ready"
        yield process.pid
        assert process.stdin is not None
        process.stdin.close()


def found(path: Path, *argv: str) -> Artifact | None:
    with running(path) as pid:
        return find_artifact(pid, Command(argv, path.parent))


def npm_package(folder: Path, version: object = "1.2.3", locked: str = "1.2.3", integrity: str = INTEGRITY) -> Path:
    modules = folder / "node_modules"
    script = modules / "@acme" / "books" / "index.js"
    script.parent.mkdir(parents=True)
    script.write_text("")
    (script.parent / "package.json").write_text(json.dumps({"name": "@acme/books", "version": version}))
    entry = {"node_modules/@acme/books": {"version": locked, "integrity": integrity}}
    (modules / ".package-lock.json").write_text(json.dumps({"packages": entry}))
    return script


def wheel(folder: Path, code: str = "x = 1\n", tag: str = "py3-none-any", version: str = "1.2.3") -> Path:
    """Install a wheel into a new environment, and return its script."""
    site = folder / "lib" / "python3.11" / "site-packages"
    info = site / "acme_books-1.2.3.dist-info"
    script = folder / "bin" / "acme-books"
    files = {
        site / "acme_books" / "__init__.py": code,
        info / "METADATA": f"Metadata-Version: 2.1\nName: acme-books\nVersion: {version}\n",
        info / "WHEEL": f"Wheel-Version: 1.0\nTag: {tag}\n",
        info / "RECORD": "acme_books/__init__.py,,\nacme_books-1.2.3.dist-info/METADATA,,\n../../../bin/acme-books,,\n",
        script: f"#!{folder}/bin/python\n",
    }
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, newline="\n")
    return script


def test_a_pinned_npm_package_has_the_integrity_that_npm_verified(tmp_path: Path) -> None:
    ran = found(npm_package(tmp_path), "npx", "-y", "@acme/books@1.2.3")
    assert ran == Artifact("@acme/books@1.2.3", "@acme/books@1.2.3", "@acme/books@1.2.3", INTEGRITY)
    assert ran.line == f"@acme/books@1.2.3 {INTEGRITY}"


def test_an_unpinned_npm_package_has_a_version_and_no_integrity(tmp_path: Path) -> None:
    ran = found(npm_package(tmp_path), "npx", "-y", "@acme/books")
    assert ran == Artifact("@acme/books", "@acme/books@1.2.3", "@acme/books@1.2.3", None)
    assert ran.line is None


def test_a_pinned_wheel_has_a_digest_of_its_files(tmp_path: Path) -> None:
    argv = ("uvx", "--from", "acme.books[all]==1.2.3", "acme-books")
    ran = found(wheel(tmp_path / "a"), *argv)
    line = f"acme_books/__init__.py {sha256(b'x = 1' + bytes([10])).hexdigest()}\n"
    assert ran is not None
    assert ran.line == f"acme.books[all]==1.2.3 files-sha256-{b64encode(sha256(line.encode()).digest()).decode()}"
    assert found(wheel(tmp_path / "b"), *argv) == ran
    assert found(wheel(tmp_path / "c", code="x = 2\n"), *argv) not in (ran, None)


def test_a_wheel_of_one_platform_has_no_integrity(tmp_path: Path) -> None:
    ran = found(wheel(tmp_path, tag="cp311-cp311-manylinux_2_17_x86_64"), "uvx", "acme-books==1.2.3")
    assert ran == Artifact("acme-books==1.2.3", "acme-books==1.2.3", "acme-books==1.2.3", None)


@pytest.mark.parametrize(
    "argv",
    [("python", "server.py"), ("npx", "-y", "other@1.0.0"), ("npx", "-y", "./local"), ("deno", "run", "npm:x@1.0.0")],
)
def test_nothing_is_known_of_other_commands(tmp_path: Path, argv: tuple[str, ...]) -> None:
    assert found(npm_package(tmp_path), *argv) is None


def test_files_that_lie_or_are_broken_are_no_error(tmp_path: Path) -> None:
    argv = ("npx", "-y", "@acme/books@1.2.3")
    assert found(npm_package(tmp_path / "a", version="1.2.3\nevil"), *argv) is None
    assert found(npm_package(tmp_path / "b", version=["1"]), *argv) is None
    script = npm_package(tmp_path / "c")
    (script.parent / "package.json").write_text("{")
    assert found(script, *argv) is None
    for ran in (
        found(npm_package(tmp_path / "d", integrity='sha512-x"\nevil = "1'), *argv),
        found(npm_package(tmp_path / "e", locked="9.9.9"), *argv),
    ):
        assert ran is not None
        assert ran.integrity is None
    script = wheel(tmp_path / "f")
    record = next(tmp_path.glob("f/lib/*/site-packages/*.dist-info/RECORD"))
    record.write_text("acme_books/missing.py,,\n/dev/zero,,\n")
    assert found(script, "uvx", "acme-books==1.2.3") is None


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices have no such names")
def test_files_without_end_and_files_elsewhere_are_not_read(tmp_path: Path) -> None:
    spoil: dict[str, Callable[[Path], object]] = {
        "pipe": os.mkfifo,
        "device": lambda file: file.symlink_to("/dev/zero"),
        "long": lambda file: file.write_text("x" * 200_000),
    }
    for kind, make in spoil.items():
        for name in ("METADATA", "RECORD", "WHEEL"):
            script = wheel(tmp_path / kind / name)
            file = next((tmp_path / kind / name).glob(f"lib/*/site-packages/*.dist-info/{name}"))
            file.unlink()
            make(file)
            ran = found(script, "uvx", "acme-books==1.2.3")
            assert ran is None or ran.integrity is None, (kind, name)
    known = Artifact("acme-books==1.2.3", "acme-books==1.2.3", "acme-books==1.2.3", None)
    for at, place in enumerate((__file__, "a/../../../../../../../../../../../.." + __file__)):
        script = wheel(tmp_path / f"away{at}")
        next(tmp_path.glob(f"away{at}/lib/*/site-packages/*.dist-info/RECORD")).write_text(f"{place},,\n")
        assert found(script, "uvx", "acme-books==1.2.3") == known
    script = npm_package(tmp_path / "deep")
    (script.parent / "package.json").write_text("[" * 200_000)
    assert found(script, "npx", "-y", "@acme/books@1.2.3") is None


@pytest.mark.parametrize(("method", "size"), [(ZIP_BZIP2, 20 * 10**6), (ZIP_DEFLATED, 10)])
def test_no_more_of_a_wheel_is_unpacked_than_its_size(tmp_path: Path, method: int, size: int) -> None:
    file, content = tmp_path / "a.whl", b"Tag: py3-none-any\n" + bytes(20 * 10**6)
    with ZipFile(file, "w", method) as archive:
        archive.writestr("a-1.dist-info/WHEEL", content)
    file.write_bytes(file.read_bytes().replace(len(content).to_bytes(4, "little"), size.to_bytes(4, "little")))
    tracemalloc.start()
    with suppress(BadZipFile):
        assert wheel_file_integrity(file) is None
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 10**6


def test_a_process_that_ended_is_no_error(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-S", "-c", ""]) as process:
        process.wait()
    assert find_artifact(process.pid, Command(("npx", "-y", "books@1.2.3"), tmp_path)) is None


class Engine(BaseHTTPRequestHandler):
    """The part of Docker's API that `docker image inspect` uses."""

    def do_HEAD(self) -> None:
        self.answer(b"")

    def do_GET(self) -> None:
        images = [f"ghcr.io/acme/books@{DIGEST}"] if "acme/books" in self.path else []
        self.answer(json.dumps({"Id": "sha256:1", "RepoDigests": images}).encode())

    def answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Api-Version", "1.44")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def engine() -> Iterator[str]:
    if shutil.which("docker") is None:
        pytest.skip("the Docker client is not installed")
    with HTTPServer(("127.0.0.1", 0), Engine) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"tcp://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_an_image_is_known_by_its_digest_and_recorded_for_a_tag(engine: str, tmp_path: Path) -> None:
    def image(spec: str) -> Artifact | None:
        return find_artifact(0, Command(("docker", "run", "-i", "--rm", spec), tmp_path, {"DOCKER_HOST": engine}))

    pinned = f"ghcr.io/acme/books@{DIGEST}"
    tagged = image("ghcr.io/acme/books:1.2")
    assert tagged == Artifact("ghcr.io/acme/books:1.2", "ghcr.io/acme/books:1.2", pinned, DIGEST)
    for spec in ("ghcr.io/acme/books", "ghcr.io/acme/books:latest", pinned):
        ran = image(spec)
        assert ran is not None
        assert (ran.pinned, ran.line) == (pinned, None)
    assert image("ghcr.io/acme/local:1.2") is None


def test_a_docker_that_does_not_answer_is_no_error(tmp_path: Path) -> None:
    command = Command(("docker", "run", "-i", "books:1"), tmp_path, {"DOCKER_HOST": "tcp://127.0.0.1:9"})
    assert find_artifact(0, command) is None


def started(tmp_path: Path, *argv: str, path: str = "") -> Artifact | None:
    env = {"PATH": path} if path else {}
    outcome = capture_servers([Target("a", "a", Command(argv, tmp_path, env), timeout=100)], jobs=1)["a"]
    assert isinstance(outcome, Capture), f"{outcome}\n{outcome.evidence}"
    return outcome.artifact


@pytest.mark.registry
def test_what_npx_started_has_the_integrity_of_the_registry(tmp_path: Path) -> None:
    npm, npx = shutil.which("npm"), shutil.which("npx")
    if npm is None or npx is None:
        pytest.skip("npm is not installed")
    asked = [npm, "view", "--silent", "--fetch-timeout=10000", "--fetch-retries=1", MEMORY, "dist.integrity"]
    known = run(asked).strip()
    assert started(tmp_path, npx, "-y", MEMORY) == Artifact(MEMORY, MEMORY, MEMORY, known)
    name = MEMORY.rpartition("@")[0]
    latest = started(tmp_path, npx, "-y", name)
    assert latest is not None
    assert (latest.spec, latest.line) == (name, None)
    assert latest.pinned.startswith(f"{name}@")


@pytest.mark.registry
def test_what_uvx_started_has_the_files_of_the_wheel(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    python = installed_with_pip(pytestconfig, ("uv",))
    uvx = shutil.which("uvx", path=str(python.parent))
    assert uvx is not None
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check"]
    run([*pip, "--timeout", "10", "--retries", "1", "--dest", str(tmp_path), CLOCK])
    with ZipFile(next(tmp_path.glob("*.whl"))) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name or name.endswith("entry_points.txt")]
        lines = sorted(f"{name} {sha256(archive.read(name)).hexdigest()}\n" for name in names)
    known = f"files-sha256-{b64encode(sha256(''.join(lines).encode()).digest()).decode()}"
    path = os.pathsep.join((str(python.parent), os.environ["PATH"]))
    assert started(tmp_path, uvx, CLOCK, "--local-timezone", "UTC", path=path) == Artifact(CLOCK, CLOCK, CLOCK, known)
