"""MCP's own conformance suite, against the SDK's reference server: directly, and through `govern serve`."""

import os
import re
import socket
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.measuring import SCRIPTS, govern
from tests.bench.tables import Table

# The version that the SDK's own repository runs.
SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.11"
PROTOCOLS = ("2025-11-25", "2026-07-28")
_TITLE = "Conformance of the gateway"
_COLUMNS = ("protocol", "scenarios that pass directly", "of these through `govern serve`", "checks directly", "through")
_PASSED = re.compile(r"^([✓✗]) (\S+): (\d+) passed, (\d+) failed", re.MULTILINE)
_PATIENCE = 30.0
_SUITE_SECONDS = 600


def conformance() -> Table:
    """Return the table of docs/benchmarks.md; it needs npx, Node.js 22 and a package registry."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        try:
            source = _reference_server(folder)
            found = [_row(protocol, folder, source) for protocol in PROTOCOLS]
        except (OSError, RuntimeError, subprocess.SubprocessError) as error:
            return Table(_TITLE, _COLUMNS, (), (f"Not measured: {str(error).splitlines()[0][:200]}",))
    failing = {protocol: names for protocol, _, names in found if names}
    notes = [f"Through the gateway alone fail, in {each}: {', '.join(names)}." for each, names in failing.items()]
    about = f"{SUITE}, suite `all`, against the everything-server of mcp {version('mcp')}."
    return Table(_TITLE, _COLUMNS, tuple(row for _, row, _ in found), (about, *notes), met=not failing)


def _row(protocol: str, folder: Path, source: Path) -> tuple[str, tuple[str, ...], list[str]]:
    """Return the protocol, its row, and the scenarios that pass only directly."""
    with ExitStack() as running:
        port, through = running.enter_context(_reference(source)), _free_port()
        # The suite calls tools by their own names.
        entry = f'[servers.everything]\nurl = "http://127.0.0.1:{port}/mcp"\n[serve]\nnames = "plain"\n'
        (folder / "govern.toml").write_text(entry, encoding="utf-8")
        subprocess.run(govern("lock", "--quiet"), cwd=folder, check=True, timeout=60)
        serve = govern("serve", "everything", "--http", f"127.0.0.1:{through}")
        running.enter_context(_program([*map(str, serve)], folder, through))
        directly, relayed = (_scenarios(each, protocol, folder) for each in (port, through))
    passing = [name for name, (_, failed) in directly.items() if not failed]
    lost = [name for name in passing if name not in relayed or relayed[name][1]]
    checks = [str(sum(passed for passed, _ in each.values())) for each in (directly, relayed)]
    return protocol, (protocol, str(len(passing)), str(len(passing) - len(lost)), *checks), lost


def _scenarios(port: int, protocol: str, folder: Path) -> dict[str, tuple[int, int]]:
    """Return the passed and failed checks of each scenario."""
    url = f"http://localhost:{port}/mcp"
    command = ["npx", "--yes", SUITE, "server", "--url", url, "--suite", "all", "--spec-version", protocol]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", timeout=_SUITE_SECONDS, check=False
    )
    found = {name: (int(passed), int(failed)) for _, name, passed, failed in _PASSED.findall(done.stdout)}
    if not found:
        raise RuntimeError(f"the suite did not run: {done.stderr.strip()[-200:] or done.stdout[-200:]}")
    return found


def _reference_server(folder: Path) -> Path:
    """Download the source of the installed SDK, and return the folder of its reference server."""
    wanted = f"mcp=={version('mcp')}"
    fetch = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", str(folder), wanted]
    subprocess.run([sys.executable, *fetch], capture_output=True, check=True, timeout=300)
    (archive,) = folder.glob("mcp-*.tar.gz")
    with tarfile.open(archive) as held:
        held.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz") / "examples" / "servers" / "everything-server"


@contextmanager
def _reference(source: Path) -> Iterator[int]:
    port = _free_port()
    with _program([sys.executable, "-m", "mcp_everything_server.server", "--port", str(port)], source, port):
        yield port


@contextmanager
def _program(command: list[str], folder: Path, port: int) -> Iterator[None]:
    """Run a server until the end of the context, which begins when it accepts connections."""
    environ = os.environ | {"PATH": os.pathsep.join((str(SCRIPTS), os.environ["PATH"]))}
    with subprocess.Popen(command, cwd=folder, env=environ, stderr=subprocess.DEVNULL) as process:
        try:
            end = time.monotonic() + _PATIENCE
            while not _listens(port):
                if process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"{command[0]} does not listen on port {port}")
                time.sleep(0.1)
            yield
        finally:
            process.terminate()


def _listens(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port
