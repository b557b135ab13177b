"""The recipes of examples/serve, whose commands run here without Docker and systemd."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from govern import __version__
from govern.cli.program import command
from govern.cli.quick import parse
from tests.desk import Desk
from tests.serve.clients import puppet, puppets

RECIPES = Path(__file__).parents[2] / "examples" / "serve"
DOCKERFILE = (RECIPES / "Dockerfile").read_text(encoding="utf-8")
UNIT = (RECIPES / "govern.service").read_text(encoding="utf-8")


def instruction(name: str) -> str:
    (found,) = re.findall(rf"^{name} (.+)$", DOCKERFILE, re.MULTILINE)
    return str(found)


@contextmanager
def container(desk: Desk, words: list[str]) -> Iterator[str]:
    """Run an entry point on a free port, with its secret in the folder, and yield its port."""
    replaced = {"0.0.0.0:8000": "0.0.0.0:0", "/run/secrets/token": "token"}
    with desk.started(*(replaced.get(word, word) for word in words)) as process:
        try:
            assert process.stderr
            line = process.stderr.readline()
            assert line.startswith("serving at http://0.0.0.0:"), line + process.stderr.read()
            yield re.findall(r":(\d+)/", line)[0]
        finally:
            process.kill()


def test_the_image_starts_a_gateway_that_is_healthy_and_asks_for_the_token(desk: Desk) -> None:
    puppet(desk, "one", "echo")
    puppets(desk, "one", more='[serve.http]\nhosts = ["gateway.example.com"]\n')
    desk.write("token", "0123456789abcdef" * 4)
    assert f"govern-mcp=={__version__}" in instruction("RUN")
    assert instruction("COPY").split()[:-1] == ["govern.toml", "capability.lock"]
    assert instruction("USER") not in {"root", "0"}
    govern, *words = json.loads(instruction("ENTRYPOINT"))
    assert govern == "govern"
    with container(desk, words) as port:
        _, *probe = json.loads(instruction("HEALTHCHECK CMD"))
        subprocess.run([sys.executable, *(word.replace("8000", port) for word in probe)], check=True, timeout=30)
        url, host = f"http://127.0.0.1:{port}/metrics", {"host": "gateway.example.com"}
        assert httpx2.get(url, headers=host).status_code == 401
        token = {"authorization": f"Bearer {'0123456789abcdef' * 4}"}
        assert httpx2.get(url, headers=host | token).status_code == 200
        assert httpx2.get(url, headers=token).status_code == 421


def test_the_commands_of_the_unit_are_valid() -> None:
    started = re.findall(r"^ExecStart(?:Pre)?=/opt/govern/bin/govern serve (.+)$", UNIT, re.MULTILINE)
    read = [parse(command("serve"), line.split()) for line in started]
    assert read[0] == {"check": True}
    assert read[1] is not None
    assert read[1]["http"] == "127.0.0.1:8000"
    # An invalid lock and a refused server are not mended by another start.
    assert "RestartPreventExitStatus=1 2" in UNIT


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "govern.service"
    unit.write_text(UNIT.replace("/opt/govern/bin/govern", "/bin/true"), encoding="utf-8")
    environ = os.environ | {"SYSTEMD_UNIT_PATH": f"{tmp_path}:"}
    made = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], env=environ, capture_output=True, text=True, check=False, timeout=60
    )
    assert "govern.service" not in made.stderr, made.stderr
