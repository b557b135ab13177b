"""`govern fleet scan` is ended in the middle of a scan, and continued."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from govern.fleet.store import FleetStore
from tests.desk import Desk
from tests.endings import still_running
from tests.endpoints.fleet import Fleet, Member, serving
from tests.scanning.conftest import TINY, tool
from tests.scanning.stores import content

SERVERS = 16


def command(inventory: str, store: str, *words: str) -> list[str]:
    options = ["--workers", "1", "--jobs", "2", "--rate", "0", "--sandbox", "none", *words]
    return ["fleet", "scan", inventory, "--store", store, *options]


def until_some_rows(folder: Path, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        if any(folder.glob("scans/1/rows/*.json")):
            return
        time.sleep(0.02)
    raise AssertionError(f"no rows after a minute; the exit code is {process.returncode}")


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Fleet, str, object]]:
    """Serve a fleet that is slow enough to interrupt; yield it, its inventory and what a scan finds."""
    folder = tmp_path_factory.mktemp("fleet")
    members = {
        f"s{number:02}": Member({"tools": [tool(f"find{number}")]}, "slow", wait=0.1) for number in range(SERVERS)
    }
    with serving(members) as fleet:
        rows: list[dict[str, Any]] = [{"name": name, "url": fleet.url(name), "trusted": True} for name in members]
        rows.append({"name": "tiny", "command": TINY, "trusted": True})
        inventory = folder / "fleet.jsonl"
        inventory.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        whole = str(folder / "whole")
        subprocess.run(
            [sys.executable, "-m", "govern", *command(str(inventory), whole, "--scan", "1")], check=True, stdout=-1
        )
        yield fleet, str(inventory), content(FleetStore(whole))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("ending", ["SIGKILL", "SIGINT"])
def test_a_scan_that_was_ended_is_continued(ending: str, fleet: tuple[Fleet, str, object], desk: Desk) -> None:
    served, inventory, expected = fleet
    words = [sys.executable, "-m", "govern", *command(inventory, "store", "--scan", "1")]
    temporary = desk.folder / "temporary"
    temporary.mkdir()
    with (desk.folder / "stderr").open("wb") as stderr:
        process = subprocess.Popen(words, stderr=stderr, env={**os.environ, "TMPDIR": str(temporary)})
    try:
        until_some_rows(desk.folder / "store", process)
        workers = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(getattr(signal, ending))
        assert process.wait(30) == -getattr(signal, ending)
        assert not still_running(workers, 30)
    finally:
        process.kill()
    if ending == "SIGINT":
        line = "interrupted; to continue, run the same command with --resume\n"
        assert (desk.folder / "stderr").read_text("utf-8") == line
        assert not any(temporary.iterdir())
    left = SERVERS + 1 - len(FleetStore("store").observations("1"))
    assert 0 < left <= SERVERS
    asked = served.asked.total()
    resumed = desk.govern(*command(inventory, "store", "--resume", "--json")).document
    assert resumed["observed"] == SERVERS + 1 - left
    # Each server gets four requests: the handshake, its confirmation, the tools and a page that is not there.
    assert served.asked.total() - asked <= 4 * left
    assert content(FleetStore("store")) == expected
