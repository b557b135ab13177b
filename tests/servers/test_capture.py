"""Capture several servers: progress, order, limits and errors."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from govern.errors import ServerError, ServerMisbehaved
from govern.policy.target import Catalog, Command, Secrets, Target
from govern.servers import connections
from govern.servers.capture import Capture, Interrupted, Progress, capture_error, capture_servers
from tests.hostile.looking import REPOSITORY, argv

COUNTED = """
import json, os, sys, time
place = sys.argv[1]
mine = os.path.join(place, str(os.getpid()))
open(mine, "w").close()
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue
    if request["method"] == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {}}
    else:
        time.sleep(0.1)
        result = {"tools": [{"name": "t", "description": str(len(os.listdir(place)))}]}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
os.remove(mine)
"""


def server(name: str, script: str = "lists", mode: str = "fair", secrets: Secrets | None = None) -> Target:
    return Target(name, "x", Command(argv(script, mode), REPOSITORY), timeout=20, secrets=secrets or Secrets())


def test_progress_reports_each_stage() -> None:
    output: list[Progress] = []
    capture_servers([server("good"), server("bad", mode="broken-tools")], jobs=1, progress=output.append)
    assert [progress.stage for progress in output if progress.name == "good"] == [
        "starting",
        "connecting",
        "connected",
        "listing tools",
        "closing",
        "done",
    ]
    assert [progress.stage for progress in output if progress.name == "bad"][-2:] == ["listing tools", "failed"]


def test_twice_starts_the_server_a_second_time(tmp_path: Path) -> None:
    how = Command((sys.executable, "-c", COUNTED, str(tmp_path)), tmp_path)
    seen = capture_servers([Target("s", "x", how)], jobs=1, twice=True)["s"]
    assert isinstance(seen, Capture)
    assert seen.again == seen.surface
    once = capture_servers([Target("s", "x", how)], jobs=1)["s"]
    assert isinstance(once, Capture)
    assert once.again is None


@pytest.mark.parametrize("jobs", [1, 2])
def test_at_most_jobs_servers_run_at_a_time(tmp_path: Path, jobs: int) -> None:
    how = Command((sys.executable, "-S", "-c", COUNTED, str(tmp_path)), tmp_path)
    outcomes = capture_servers([Target(f"s{number}", "x", how) for number in range(4)], jobs=jobs)
    running = [int(seen.surface.tools[0].description) for seen in outcomes.values() if isinstance(seen, Capture)]
    assert len(running) == 4
    assert max(running) == jobs


def test_catalogs_need_no_event_loop(tmp_path: Path) -> None:
    catalog = tmp_path / "catalog.json"
    catalog.write_text(json.dumps({"tools": [{"name": "t"}]}))
    code = f"""
import sys
from pathlib import Path
from govern.policy.target import Catalog, Target
from govern.servers.capture import capture_servers
print(capture_servers([Target("c", "x", Catalog(Path({str(catalog)!r})))], jobs=4)["c"].surface.tools[0].key)
print([name for name in ("asyncio", "httpx2", "mcp") if name in sys.modules])
"""
    run = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert run.stdout == "t\n[]\n"


def test_stdio_needs_neither_sdk_nor_http() -> None:
    code = """
import sys
from tests.servers.test_capture import server
from govern.servers.capture import capture_servers
for name in ("httpx2", "mcp", "anyio", "pydantic"):
    sys.modules.pop(name, None)
capture_servers([server("s")], jobs=1)
print([name for name in ("httpx2", "mcp", "anyio", "pydantic") if name in sys.modules])
"""
    run = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_results_keep_the_order_of_the_targets(tmp_path: Path) -> None:
    missing = Target("b", "x", Catalog(tmp_path / "missing.json"))
    outcomes = capture_servers([server("c"), missing, server("a")], jobs=2)
    assert list(outcomes) == ["c", "b", "a"]
    assert isinstance(outcomes["b"], ServerError)


def test_signals_are_not_handled_outside_the_main_thread() -> None:
    outcomes: dict[str, object] = {}
    thread = threading.Thread(target=lambda: outcomes.update(capture_servers([server("s")], jobs=1)))
    thread.start()
    thread.join()
    assert isinstance(outcomes["s"], Capture)


def test_no_error_shows_a_secret() -> None:
    secrets = Secrets({"s3cret-value": "${TOKEN}"})
    known = ServerError("s3cret-value", where="s3cret-value", hint="s3cret-value", evidence="s3cret-value")
    error = capture_error(server("s", secrets=secrets), known)
    assert str(error) == "s: ${TOKEN}: ${TOKEN}\n${TOKEN}"
    assert error.evidence == "${TOKEN}"
    surprise = capture_error(server("s", secrets=secrets), RuntimeError("s3cret-value"))
    assert "RuntimeError: ${TOKEN}" in str(surprise)


def test_the_first_govern_error_of_a_group_is_reported() -> None:
    ours = ServerMisbehaved("ours")
    group = ExceptionGroup("many", [ValueError("x"), ExceptionGroup("inner", [OSError("y"), ours])])
    assert connections.first_error(group) is ours


def test_an_error_in_the_progress_callback_is_not_a_server_error() -> None:
    """A bug in govern must neither hang nor leave a child process."""

    def broken(_: Progress) -> None:
        raise ZeroDivisionError

    with pytest.raises(BaseExceptionGroup):
        connections.capture_live([server("s")], 1, broken, twice=False)


def test_interruption_names_its_signal() -> None:
    assert Interrupted(15).signum == 15
    assert not isinstance(Interrupted(15), Exception)
