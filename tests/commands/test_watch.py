"""`govern watch` on real servers that change, stop and return; each watch is a separate process."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socket import create_connection, socket
from typing import Any

import psutil
import pytest

from tests.cli.test_program import on_a_terminal
from tests.commands.vigil import PATIENCE, Vigil, until, vigil
from tests.desk import REPOSITORY, Desk
from tests.endings import still_running
from tests.endpoints.fleet import Member, serving
from tests.endpoints.receiving import receiving

TELLING = [sys.executable, "-I", "-S", str(REPOSITORY / "tests" / "endpoints" / "telling.py")]
CHANGING = [sys.executable, str(REPOSITORY / "tests" / "endpoints" / "changing.py")]
ONE_HOUR = ("--interval", "1h")
OFTEN = ("--interval", "0.3")


def tool(description: str = "Looks.", name: str = "look", **schema: Any) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object", **schema}}


@pytest.fixture
def telling(desk: Desk) -> Callable[..., None]:
    """Create a server that announces changes of its tools; call the result to change them."""

    def say(*tools: dict[str, Any], **more: Any) -> None:
        (desk.folder / "telling.json.new").write_text(json.dumps({"tools": tools or [tool()]} | more))
        (desk.folder / "telling.json.new").replace(desk.folder / "telling.json")

    say()
    desk.write("govern.toml", f"[servers.t]\ncommand = {json.dumps([*TELLING, 'telling.json', 'listed'])}\n")
    desk.ok("lock")
    (desk.folder / "listed").unlink()
    return say


def listed(desk: Desk) -> list[str]:
    """Return the process ids of the server, one for each time that its tools were listed."""
    counted = desk.folder / "listed"
    return counted.read_text().split() if counted.exists() else []


def rules(event: dict[str, Any]) -> list[str]:
    return [change["rule"] for change in event["diff"]["changes"]]


def started_by(watch: Vigil) -> list[str]:
    """Return the words of the command lines of all processes that a watch has started."""
    return [word for child in psutil.Process(watch.process.pid).children() for word in words_of(child)]


def words_of(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


def test_once_compares_as_diff_live_does(desk: Desk) -> None:
    desk.config("a", "b")
    desk.say("a", tool())
    desk.say("b", tool(name="find"), tool(name="list"))
    desk.ok("lock")
    quiet = desk.ok("watch", "--once")
    assert [json.loads(line)["event"] for line in quiet.out.splitlines()] == ["started", "stopped"]
    desk.say("a", tool(properties={"id": {"type": "string"}}, required=["id"]))
    desk.say("b", tool(name="find"))
    answer = desk.govern("watch", "--once")
    events = [json.loads(line) for line in answer.out.splitlines()]
    assert [(event["event"], event["server"]) for event in events[1:-1]] == [("drift", "a"), ("drift", "b")]
    diff = desk.govern("diff", "--live", "--json")
    assert answer.code == diff.code == events[-1]["exit_code"] == 1
    reported = [change for event in events[1:-1] for change in event["diff"]["changes"]]
    assert sorted(reported, key=str) == sorted(diff.document["changes"], key=str)
    assert desk.govern("watch", "--once", "--fail-on", "never").code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
def test_on_a_terminal_people_read_it(desk: Desk) -> None:
    desk.config("a", "b")
    desk.say("a", tool())
    desk.say("b", tool())
    desk.ok("lock")
    desk.say("a", tool("Looks\x1b]0;z\x07 twice.\n12:00:00  settled"))
    desk.say("b", exit=7)
    answer = on_a_terminal(desk, "watch", "--once", stream="stdout", NO_COLOR="1")
    lines = [line.rstrip() for line in answer.out.splitlines()]
    assert answer.code == 3
    reported = [line for line in lines if re.match(r"\d\d:\d\d:\d\d  ", line)]
    assert [line.split()[1:3] for line in reported] == [
        ["started", "watching"], ["unreachable", "b"], ["drift", "a"], ["stopped", "drifted:"],
    ]  # fmt: skip
    assert "tool-description-changed" in answer.out
    assert "\x1b" not in answer.out
    as_json = on_a_terminal(desk, "watch", "--once", "--json", stream="stdout").out
    assert [json.loads(line)["event"] for line in as_json.splitlines()] == [line.split()[1] for line in reported]


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
@pytest.mark.parametrize(
    ("words", "checked"),
    [
        (
            ["--for", "1s", "--interval", "1h"],
            "  checked  all servers match the lock; next check in 3600 s (Ctrl-C stops)",
        ),
        (["--once"], None),
    ],
)
def test_a_terminal_shows_that_a_watch_is_running(desk: Desk, words: list[str], checked: str | None) -> None:
    desk.catalogs(a=[tool()])
    desk.ok("lock")
    lines = on_a_terminal(desk, "watch", *words, stream="stderr").err.splitlines()
    assert [line[8:] for line in lines] == ([checked] if checked else [])


def test_a_tool_that_moved_is_one_change_though_servers_are_looked_at_one_by_one(desk: Desk) -> None:
    desk.config("a", "b")
    long = tool("Finds books by title, author or shelf, in all branches.", properties={"title": {"type": "string"}})
    desk.say("a", long, tool("Counts.", "count"))
    desk.say("b", tool("Lists.", "list"))
    desk.ok("lock")
    desk.say("a", tool("Counts.", "count"))
    desk.say("b", tool("Lists.", "list"), long)
    answer = desk.govern("watch", "--once", "--jobs", "1")
    drifts = [json.loads(line) for line in answer.out.splitlines() if json.loads(line)["event"] == "drift"]
    assert [change["rule"] for event in drifts for change in event["diff"]["changes"]] == ["tool-moved"]


def test_what_cannot_be_seen_is_3_and_outweighs_a_drift(desk: Desk) -> None:
    desk.config("a", "b")
    desk.say("a", tool())
    desk.say("b", tool())
    desk.ok("lock")
    desk.say("a", tool("Looks twice."))
    desk.say("b", tool(), exit=7, stderr="no luck\n")
    answer = desk.govern("watch", "--once")
    events = [json.loads(line) for line in answer.out.splitlines()]
    assert answer.code == 3
    unseen = next(event for event in events if event["event"] == "unreachable")
    assert "exited with code 7" in unseen["message"]
    assert "no luck" in unseen["error"]["evidence"]
    assert events[-1]["drifted"] == ["a"]
    assert events[-1]["unseen"] == ["b"]


def test_a_server_that_forgot_its_tools_is_not_seen(desk: Desk) -> None:
    desk.config("a")
    desk.say("a", tool())
    desk.ok("lock")
    desk.say("a")
    answer = desk.govern("watch", "--once")
    assert answer.code == 3
    assert "lists no tools" in answer.out


def test_a_server_that_left_the_config_has_drifted(desk: Desk) -> None:
    desk.config("a", "b")
    desk.say("a", tool())
    desk.say("b", tool("Finds.", "find"))
    desk.ok("lock")
    desk.config("a")
    events = [json.loads(line) for line in desk.govern("watch", "--once").out.splitlines()]
    assert [(event["event"], event["server"]) for event in events] == [
        ("started", None),
        ("drift", "b"),
        ("stopped", None),
    ]
    desk.ok("watch", "--once", "a")


def test_the_same_drift_is_reported_once_and_another_one_again(desk: Desk) -> None:
    desk.config("s")
    desk.say("s", tool())
    desk.ok("lock")
    with vigil(desk, *OFTEN) as watch:
        desk.say("s", tool("Looks twice."))
        drift = watch.expect("drift", "s")
        assert "tool-description-changed" in rules(drift)
        assert drift["drifted"] == ["s"]
        watch.silent(0.7)
        desk.say("s", tool("Looks three times."))
        watch.expect("changed", "s")
        desk.say("s", tool())
        settled = watch.expect("settled", "s")
        assert (settled["drifted"], settled["diff"]) == ([], None)
        assert watch.end() == 0


def test_word_of_a_change_is_heard_at_once(desk: Desk, telling: Callable[..., None]) -> None:
    with vigil(desk, *ONE_HOUR) as watch:
        until(lambda: listed(desk), "it was never looked at")
        telling(tool(), tool("Finds.", "find"))
        assert rules(watch.expect("drift", "t")) == ["tool-added"]
        telling(tool(), tool("Finds all.", "find"))
        watch.expect("changed", "t")
        assert len(set(listed(desk))) == 1
        assert watch.end() == 0


def test_a_server_that_announces_without_end_is_read_ever_less_often(desk: Desk, telling: Callable[..., None]) -> None:
    telling(flood=True)
    with vigil(desk, "--interval", "60") as watch:
        watch.silent(1.6)
        assert len(listed(desk)) <= 5
        assert watch.end() == 0


def test_a_server_that_has_its_tools_only_shortly_after_its_start_does_not_settle_each_time(
    desk: Desk, telling: Callable[..., None]
) -> None:
    telling(after=[tool(), tool("Finds.", "find")])
    with vigil(desk, "--interval", "1.5") as watch:
        watch.expect("drift", "t")
        until(lambda: len(set(listed(desk))) >= 2, "it was not started again")
        watch.silent(0.5)
        watch.end()
        assert ("drift", "t") not in watch.reported[2:]


def test_a_process_that_is_killed_is_started_again_and_nothing_is_reported(
    desk: Desk, telling: Callable[..., None]
) -> None:
    with vigil(desk, *ONE_HOUR) as watch:
        until(lambda: listed(desk), "it was never looked at")
        watch.silent(0.3)
        os.kill(int(listed(desk)[0]), signal.SIGKILL)
        until(lambda: len(set(listed(desk))) == 2, "it was not started again")
        telling(tool("Looks twice."))
        watch.expect("drift", "t")
        assert watch.end() == 1


@contextmanager
def changing(desk: Desk, port: int) -> Iterator[None]:
    """Run the SDK's own server behind HTTP, with the content of changing.json."""
    command = [*CHANGING, "changing.json", str(port)]
    process = subprocess.Popen(command, cwd=desk.folder, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: process.poll() is not None or _listens(port), "the server does not start")
        yield
    finally:
        process.kill()
        process.wait()


def _listens(port: int) -> bool:
    try:
        create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


@pytest.fixture
def port() -> int:
    with socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        return int(reserved.getsockname()[1])


def test_the_sdks_servers_tell_of_changes_in_both_eras_over_both_transports(desk: Desk, port: int) -> None:
    desk.write("changing.json", json.dumps({"tools": [tool()]}))
    new_era = 'protocol = "2026-07-28"\n'
    over_http = f'url = "http://127.0.0.1:{port}/mcp"\n'
    over_a_pipe = f"command = {json.dumps([*CHANGING, 'changing.json', 'stdio'])}\n"
    ways = {"http": over_http, "http-new": over_http + new_era, "pipe": over_a_pipe, "pipe-new": over_a_pipe + new_era}
    # With a protocol, the pipe's server is not started again to see whether it speaks the other one.
    pinned = ways | {"pipe": over_a_pipe + 'protocol = "2025-11-25"\n'}
    desk.write("govern.toml", "".join(f"[servers.{name}]\n{way}" for name, way in pinned.items()))
    with changing(desk, port):
        desk.ok("lock")
        desk.write("govern.toml", "".join(f"[servers.{name}]\n{way}" for name, way in ways.items()))
        with vigil(desk, *ONE_HOUR) as watch:
            # All four are listening once this many seconds bring nothing; a change that came earlier is seen as well.
            watch.silent(2)
            desk.write("changing.json", json.dumps({"tools": [tool("Looks twice.")]}))
            reported = [watch.next() for _ in ways]
            assert sorted((event["event"], event["server"]) for event in reported) == [("drift", name) for name in ways]
            assert watch.end() == 1


def test_a_server_that_goes_and_comes_back(desk: Desk, port: int) -> None:
    desk.write("govern.toml", f'[servers.s]\nurl = "http://127.0.0.1:{port}/mcp"\nretries = 0\n')
    with serving({"mcp": Member({"tools": [tool()]})}, port=port):
        desk.ok("lock")
        watching = vigil(desk, "--interval", "1.5")
        watch = watching.__enter__()
        watch.silent(0.8)
    gone = watch.expect("unreachable", "s")
    assert gone["unseen"] == ["s"]
    # It may go in the middle of a request.
    assert re.search(f"connection to 127.0.0.1:{port} (refused|failed)", gone["message"])
    with serving({"mcp": Member({"tools": [tool("Looks twice.")]})}, port=port):
        back = watch.expect("back", "s")
        assert back["unseen"] == []
        watch.expect("drift", "s")
        assert watch.end() == 1
    watching.__exit__(None, None, None)


def test_a_lock_that_changes_counts_at_once(desk: Desk, telling: Callable[..., None]) -> None:
    with vigil(desk, *ONE_HOUR) as watch:
        until(lambda: listed(desk), "it was never looked at")
        telling(tool("Looks twice."))
        watch.expect("drift", "t")
        first = desk.lock_path.read_bytes()
        desk.ok("lock")
        changed = watch.expect("lock-changed")
        assert changed["lock"] == desk.lock.digest
        watch.expect("settled", "t")
        desk.lock_path.write_bytes(b"<<<<<<< ours\n" + first)
        assert "lock invalid" in watch.expect("lock-changed")["message"]
        assert watch.end() == 2


def test_approvals_that_come_in_change_what_a_drift_is(desk: Desk, telling: Callable[..., None]) -> None:
    with vigil(desk, *ONE_HOUR) as watch:
        until(lambda: listed(desk), "it was never looked at")
        telling(tool("Looks twice."))
        assert watch.expect("drift", "t")["diff"]["verdict"] == "unapproved"
        desk.ok("approve", "--live", "--rule", "*", "--reason", "read", "--by", "ana@example.com")
        watch.expect("lock-changed")
        assert watch.expect("changed", "t")["diff"]["verdict"] == "approved"
        assert watch.end() == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_it_and_all_that_it_started(desk: Desk, number: int) -> None:
    desk.config("a", "hung")
    desk.say("a", tool())
    desk.say("hung", tool())
    desk.ok("lock")
    desk.say("hung", tool(), hang=True)
    with vigil(desk, *OFTEN) as watch:
        until(lambda: "hung.json" in started_by(watch), "the server was not started")
        assert watch.end(number) == 3


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGHUP")
def test_a_hangup_without_a_terminal_looks_again_by_the_config_as_it_is_now(desk: Desk) -> None:
    desk.config("a")
    desk.say("a", tool())
    desk.ok("lock")
    desk.say("b", tool("Finds.", "find"))
    with vigil(desk, *ONE_HOUR) as watch:
        until(lambda: started_by(watch), "no server was started")
        desk.config("a", "b")
        watch.process.send_signal(signal.SIGHUP)
        assert rules(watch.expect("drift", "b")) == ["server-added", "tool-added"]
        (desk.folder / "govern.toml").rename(desk.folder / "govern.toml.old")
        desk.write("govern.toml", "nonsense")
        watch.process.send_signal(signal.SIGHUP)
        until(lambda: "config not reloaded" in watch.err, "the config was not read")
        assert watch.end() == desk.govern("diff", "--live", "--config", "govern.toml.old").code == 0


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGHUP")
def test_a_hangup_while_the_lock_is_gone_keeps_the_previous_one(desk: Desk) -> None:
    desk.config("a")
    desk.say("a", tool())
    desk.ok("lock")
    content = desk.lock_path.read_bytes()
    with vigil(desk, *ONE_HOUR) as watch:
        until(lambda: started_by(watch), "no server was started")
        desk.lock_path.unlink()
        assert "still using the previous one" in watch.expect("lock-changed")["message"]
        watch.process.send_signal(signal.SIGHUP)
        watch.silent(1)
        # As `govern lock` writes it: half a lock would be an invalid one.
        written = desk.folder / "written"
        written.write_bytes(content)
        written.replace(desk.lock_path)
        assert "reloaded" in watch.expect("lock-changed")["message"]
        assert watch.end() == 0


def test_it_ends_after_the_time_that_was_requested_and_adds_to_a_file(desk: Desk) -> None:
    desk.config("a")
    desk.say("a", tool())
    desk.ok("lock")
    desk.write("events.jsonl", "{}\n")
    assert desk.ok("watch", "--for", "0.7", "--interval", "0.2", "--output", "events.jsonl").out == ""
    events = [json.loads(line) for line in (desk.folder / "events.jsonl").read_text().splitlines()]
    assert [event.get("event") for event in events] == [None, "started", "stopped"]


def test_a_server_in_our_own_process_does_not_keep_events_from_stdout(desk: Desk) -> None:
    desk.catalogs(inside=[tool()])
    desk.ok("lock")
    desk.write(
        "inside.py",
        "from mcp.server.mcpserver import MCPServer\n"
        "server = MCPServer('inside')\n"
        "@server.tool()\ndef look() -> str:\n    '''Looks twice.'''\n    return ''\n",
    )
    desk.write("govern.toml", '[servers.inside]\npython = "inside:server"\n')
    with vigil(desk, *ONE_HOUR) as watch:
        assert "tool-description-changed" in rules(watch.expect("drift", "inside"))
        assert watch.end() == 1


@pytest.mark.skipif(os.name != "posix", reason="a pipe of another kind")
def test_a_reader_that_goes_away_ends_it(desk: Desk, telling: Callable[..., None]) -> None:
    read, write = os.pipe()
    with desk.started("watch", *ONE_HOUR, stdout=write) as process:
        os.close(write)
        until(lambda: listed(desk), "it was never looked at")
        server = psutil.Process(int(listed(desk)[0]))
        os.close(read)
        telling(tool("Looks twice."))
        assert process.wait(PATIENCE) == 128 + signal.SIGPIPE
        assert not still_running([server], 0)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--interval", "soon"], "--interval soon: should be 0.1 seconds or more"),
        (["--for", "0s"], "--for 0s: should be 0.1 seconds or more, such as 90, 90s"),
        (["--once", "--for", "1h"], "cannot be combined"),
        (["--fail-on", "all"], "--fail-on all"),
        (["--webhook", "${NOWHERE_TO_BE_FOUND}"], "${NOWHERE_TO_BE_FOUND} is not set"),
        (["--webhook", "ftp://example.com"], "http:// or https://"),
        (["--command", "'"], "--command: No closing quotation"),
        (["nobody"], "no server 'nobody' in"),
    ],
)
def test_usage_errors(desk: Desk, words: list[str], message: str) -> None:
    desk.config("a")
    desk.say("a", tool())
    desk.ok("lock")
    answer = desk.govern("watch", *words)
    assert answer.code == 2
    assert message in answer.err


def test_without_a_lock_there_is_nothing_to_compare_with(desk: Desk) -> None:
    desk.config("a")
    answer = desk.govern("watch")
    assert answer.code == 2
    assert "govern lock" in answer.err


HOOKED = """
[watch]
webhook = "{url}/${{HOOK_PATH}}"
headers = {{ Authorization = "Bearer ${{HOOK_TOKEN}}" }}
command = {command}
interval = "1h"
"""
KEEPING = """
import json, pathlib, sys
event = json.load(sys.stdin)
with pathlib.Path("heard.txt").open("a") as file:
    print(event["event"], file=file)
print("said on stdout")
"""


def test_a_webhook_and_a_command_hear_of_every_event_and_secrets_stay_secret(
    desk: Desk, telling: Callable[..., None]
) -> None:
    desk.write("keep.py", KEEPING)
    with receiving() as received:
        more = HOOKED.format(url=received.url(""), command=json.dumps([sys.executable, "keep.py"]))
        desk.write("govern.toml", (desk.folder / "govern.toml").read_text() + more)
        received.answers = [503]
        environ = {"HOOK_PATH": "s3cr3t-path", "HOOK_TOKEN": "s3cr3t-token"}
        with vigil(desk, env=environ) as watch:
            until(lambda: listed(desk), "it was never looked at")
            telling(tool('stop"; touch pwned; $(touch pwned) `touch pwned` \x1b[2J ::error::x'))
            drift = watch.expect("drift", "t")
            until(lambda: len(received.requests) >= 3, "the webhook was not told")
            assert watch.end() == 1
        posted = [json.loads(body) for body in received.bodies]
        assert posted[1:] == watch.events
        assert posted[0] == posted[1]
        assert drift in posted
        assert {path for path, _, _ in received.requests} == {"/s3cr3t-path"}
        assert {headers["authorization"] for _, headers, _ in received.requests} == {"Bearer s3cr3t-token"}
    assert (desk.folder / "heard.txt").read_text().split() == ["started", "drift", "stopped"]
    assert not (desk.folder / "pwned").exists()
    assert "said on stdout" in watch.err
    assert "s3cr3t" not in watch.err + json.dumps(watch.events)


def test_a_webhook_that_is_down_is_reported_and_holds_nothing_up(desk: Desk) -> None:
    desk.config("a")
    desk.say("a", tool())
    desk.ok("lock")
    desk.say("a", tool("Looks twice."))
    with receiving() as gone:
        url = gone.url("/s3cr3t-path")
    # After a signal, the last deliveries have five seconds; half a second is enough to see that they end.
    desk.write("sitecustomize.py", "from govern.servers import watching\nwatching._FLUSH_AFTER_SIGNAL = 0.5\n")
    environ = {"PYTHONPATH": os.pathsep.join([str(desk.folder), str(REPOSITORY)])}
    with vigil(desk, *ONE_HOUR, "--webhook", url, env=environ) as watch:
        watch.expect("drift", "a")
        watch.process.send_signal(signal.SIGTERM)
        assert watch.gone([]) == 1
    assert "not delivered" in watch.err
    assert "s3cr3t" not in watch.err


def test_the_command_of_the_command_line_is_split_into_words(desk: Desk) -> None:
    desk.config("a")
    desk.say("a", tool())
    desk.ok("lock")
    desk.write("keep.py", KEEPING)
    desk.ok("watch", "--once", "--command", f"{sys.executable} 'keep.py'")
    assert (desk.folder / "heard.txt").read_text().split() == ["started", "stopped"]
