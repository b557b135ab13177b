"""`govern run` as clients start it."""

import json
import os
import signal
import subprocess
import sys
from typing import Any

import pytest

from govern.commands.serve import ServedProject
from govern.policy.config import load_config
from govern.serve import stdio
from govern.serve.gateway import Gateway
from tests.desk import Desk
from tests.serve.clients import PUPPET, puppet, puppets

HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


class Running:
    """`govern run` with a client on its pipes."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.last = 0

    def ask(self, method: str, **params: Any) -> Any:
        self.last += 1
        self.send({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        return self.read()

    def call(self, name: str, **arguments: Any) -> Any:
        return self.ask("tools/call", name=name, arguments=arguments)["result"]

    def send(self, message: Any) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{json.dumps(message)}\n")
        self.process.stdin.flush()

    def read(self) -> Any:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())


def test_a_client_over_stdio(desk: Desk) -> None:
    puppet(desk, "one", "say", "pid")
    puppets(desk, "one")
    words = ("run", "one", "--audit", "audit.jsonl", "--record")
    with desk.started(*words, stdin=subprocess.PIPE) as process:
        running = Running(process)
        assert running.ask("initialize", **HELLO)["result"]["serverInfo"]["name"] == "puppet"
        running.send("no message")
        assert running.read()["error"]["code"] == -32600
        server = int(running.call("pid")["content"][0]["text"])
        assert running.call("say", result={"content": [], "x": 2**64}) == {"content": [], "x": 2**64}
        assert process.stdin
        process.stdin.close()
        assert process.wait(20) == 0
        assert process.stderr
        assert process.stderr.read() == ""
    with pytest.raises(OSError, match="No such process"):
        os.kill(server, 0)
    assert "none of 2 recorded calls fails" in desk.ok("replay", "audit.jsonl").out


def test_a_server_that_does_not_start_is_explained_on_stderr(desk: Desk) -> None:
    puppet(desk, "one", "say")
    words = [PUPPET[-1], "one.json"]
    code = f"import runpy, sys\nsys.argv = {words}\nrunpy.run_path(sys.argv[0], run_name='__main__')\n"
    desk.write("serve.py", code)
    desk.write("govern.toml", f"[servers.one]\ncommand = {json.dumps([sys.executable, 'serve.py'])}\n")
    desk.ok("lock")
    desk.write("serve.py", "import sys\nsys.exit('error: no key\\n  at load')\n")
    with desk.started("run", "one", stdin=subprocess.PIPE) as process:
        running = Running(process)
        running.ask("initialize", **HELLO)
        assert all(running.call("say")["isError"] for _ in range(2))
        assert process.communicate(timeout=20)[1] == "one: the server exited with code 1: error: no key\n"


def test_no_part_of_a_line_that_is_too_long_is_a_message(desk: Desk) -> None:
    puppet(desk, "one", "say")
    puppets(desk, "one")
    desk.monkeypatch.setattr(stdio, "_LONGEST_LINE", 100)
    ping = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'
    unread, stdin = os.pipe()
    stdout, unwritten = os.pipe()
    os.write(stdin, b" " * 100 + ping.ljust(100) + b"\n" + ping.ljust(99) + b"\n" + b" " * 100)
    os.close(stdin)
    project = ServedProject(load_config(None, desk.folder), desk.lock_path, (), {})
    stdio.serve_stdio(Gateway(project, project.audit(None, record=False)), unread, unwritten)
    os.close(unwritten)
    with os.fdopen(stdout, "rb") as lines:
        answers = [json.loads(line) for line in lines]
    os.close(unread)
    assert [each.get("result", each.get("error", {}).get("message")) for each in answers] == [
        "a message may have at most 100 bytes",
        {},
        "a message may have at most 100 bytes",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_signal_ends_the_server_too(desk: Desk) -> None:
    puppet(desk, "one", "pid")
    puppets(desk, "one")
    with desk.started("run", "one", stdin=subprocess.PIPE) as process:
        running = Running(process)
        running.ask("initialize", **HELLO)
        server = int(running.call("pid")["content"][0]["text"])
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == -signal.SIGTERM
    with pytest.raises(OSError, match="No such process"):
        os.kill(server, 0)


def test_no_lock_no_start(desk: Desk) -> None:
    puppet(desk, "one", "say")
    puppets(desk, "one")
    desk.write("govern.toml", (desk.folder / "govern.toml").read_text() + '[servers.two]\ncatalog = "one.json"\n')
    for words, reason in (
        ((), "govern run NAME"),
        (("two",), "two"),
        (("three",), "three"),
        (("one", "--record"), "--audit FILE"),
        (("one", "--lock", "none.lock"), "govern lock"),
    ):
        answer = desk.govern("run", *words)
        assert (answer.code, answer.out) == (2, "")
        assert reason in answer.err
    assert not (desk.folder / "one.log").read_text().count("tools/call")
