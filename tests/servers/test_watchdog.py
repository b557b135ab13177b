"""The watchdog ends the process groups that are left when govern is gone."""

import subprocess
import sys
from pathlib import Path

import pytest

from govern.servers.spawning import SPAWN_OPTIONS, python_command
from tests.servers.test_spawning import CLEANS_UP

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows ends the processes of a job object by itself")


@pytest.mark.parametrize(("forgotten", "is_ended"), [(False, True), (True, False)])
def test_a_group_gets_sigterm_and_time_unless_it_was_forgotten(forgotten: bool, is_ended: bool, tmp_path: Path) -> None:
    command = (sys.executable, "-S", "-c", CLEANS_UP)
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, **SPAWN_OPTIONS) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"ready\n"
        lines = f"+{server.pid}\n" + (f"-{server.pid}\n" if forgotten else "")
        subprocess.run(python_command("govern.servers.watchdog"), input=lines, text=True, check=True)
        assert (tmp_path / "cleaned up").exists() == is_ended
        server.kill()
