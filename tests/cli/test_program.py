"""The command line: every outcome ends in a documented exit code, without a traceback or a child process."""

import errno
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from govern import __version__
from govern.cli.program import COMMANDS
from govern.errors import EXIT_MEANINGS
from tests.desk import SAYING, Answer, Desk, Prepared
from tests.endings import still_running

VERBS = ["init", "lock", "show", "cost", "verify"]
TOOL = {"name": "look", "description": "Looks. " * 50}
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals, terminals and devices of POSIX")


@pytest.fixture
def locked(prepared: Prepared) -> Desk:
    """Create a lock whose report is too long for a pipe's buffer."""
    return prepared(many_locked)


def many_locked(desk: Desk) -> None:
    desk.catalogs(a=[TOOL | {"name": f"t{at}"} for at in range(300)])
    desk.ok("lock")


@pytest.fixture
def short(prepared: Prepared) -> Desk:
    """Create a lock of one tool."""
    return prepared(one_locked)


def one_locked(desk: Desk) -> None:
    desk.catalogs(a=[TOOL | {"name": "t1"}])
    desk.ok("lock")


@pytest.fixture
def hanging(desk: Desk) -> Desk:
    """Configure one server that answers and two that never do."""
    desk.say("a", TOOL)
    desk.say("b", hang=True)
    desk.say("c", hang=True)
    desk.config("a", "b", "c")
    return desk


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_each_verb_explains_itself(desk: Desk, verb: str, flag: str) -> None:
    answer = desk.ok(verb, flag)
    assert answer.out.lstrip().startswith("Usage: ")
    assert verb in answer.out
    assert answer.err == ""


@pytest.mark.parametrize("group", ["", "fleet"])
def test_the_overview_has_every_summary_in_full_and_in_order(desk: Desk, group: str) -> None:
    commands = desk.ok(*group.split(), "--help").out.partition("Commands:")[2].partition("Exit codes:")[0]
    assert "..." not in commands
    listed = [line.split()[0] for line in commands.splitlines() if line.strip()]
    own = [name.removeprefix(f"{group} ").split()[0] for name in COMMANDS if name.startswith(group)]
    assert listed == list(dict.fromkeys(own))


def test_the_overview_names_every_verb_and_exit_code(desk: Desk) -> None:
    text = " ".join(desk.ok("--help").out.split())
    for message in (*(f" {verb} " for verb in VERBS), *(f"{code.value} {why}" for code, why in EXIT_MEANINGS.items())):
        assert message in text


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_the_version(desk: Desk, flag: str) -> None:
    assert desk.ok(flag).out == f"govern {__version__}\n" == desk.typed(flag).out


@pytest.mark.parametrize(
    "words",
    [
        ("nope",),
        ("--nope",),
        ("lock", "--nope"),
        ("lock", "--jobs"),
        ("lock", "--jobs", "many"),
        ("show", "a", "b"),
        ("cost", "--format", "yaml"),
        ("verify", "a", "b"),
        ("init", "x"),
        ("lock", "--config"),
    ],
)
def test_words_that_mean_nothing(short: Desk, words: tuple[str, ...]) -> None:
    answer = short.govern(*words)
    assert answer.code == 2
    assert answer.err
    assert "Traceback" not in answer.err
    assert answer.out == ""


def test_no_words_at_all(desk: Desk) -> None:
    answer = desk.govern()
    assert answer.code == 2
    assert "Usage: " in answer.out + answer.err


def test_a_whole_run_as_a_process(desk: Desk) -> None:
    desk.say("a", TOOL)
    desk.config("a")
    done = desk.typed("lock")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("  new  a  1 tool")
    assert [desk.typed("lock", "--check").code, desk.typed("show", "nope").code] == [0, 2]


SHOWN = [("show",), ("show", "a"), ("show", "a/t1"), ("show", "--json"), ("cost",), ("cost", "--json"), ("verify",)]


@pytest.mark.parametrize("words", SHOWN, ids=" ".join)
def test_where_the_reader_is_gone(locked: Desk, words: tuple[str, ...]) -> None:
    process = locked.started(*words)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    message = process.stderr.read()
    process.stderr.close()
    assert process.wait(20) == 141
    assert message == ""


@pytest.mark.parametrize(
    ("platform", "file", "code"), [("win32", None, 141), ("win32", "a.lock", 2), ("linux", None, 2)]
)
def test_windows_has_another_error_for_a_reader_that_is_gone(
    desk: Desk, platform: str, file: str | None, code: int
) -> None:
    def write(*_: object) -> None:
        raise OSError(errno.EINVAL, "Invalid argument", file)

    desk.monkeypatch.setattr(sys, "platform", platform)
    desk.monkeypatch.setattr("govern.cli.program._run_command", write)
    desk.monkeypatch.setattr("govern.cli.program.stop_printing", lambda: None)
    answer = desk.govern("show")
    assert (answer.code, bool(answer.err)) == (code, code == 2)


@posix
@pytest.mark.parametrize("words", [("show",), ("show", "--json"), ("lock",), ("--version",)], ids=" ".join)
def test_a_full_disk_behind_the_output(locked: Desk, words: tuple[str, ...]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = locked.typed(*words, stdout=full)
    assert done.code == 2
    assert done.err == "error: operating system error: No space left on device\n"


@posix
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams(short: Desk, closed: str) -> None:
    for words, code in (("show", 0), ("lock", 0), ("show nope", 2), ("--help", 0), ("--version", 0)):
        command = f'"{sys.executable}" -m govern {words} {closed}'
        environ = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
        done = subprocess.run(command, shell=True, cwd=short.folder, env=environ, capture_output=True, check=False)
        assert done.returncode == code, done
        assert b"Traceback" not in done.stderr


@posix
@pytest.mark.parametrize("words", [("show",), ("lock",), ("cost",), ("verify",), ("init",)], ids=" ".join)
def test_a_working_directory_that_is_gone(desk: Desk, words: tuple[str, ...]) -> None:
    gone = desk.folder / "gone"
    gone.mkdir()
    desk.monkeypatch.chdir(gone)
    gone.rmdir()
    answer = desk.govern(*words)
    assert answer.code == 2
    assert answer.err.startswith("error: operating system error: ")


@pytest.mark.parametrize("words", [("init", "--dry-run"), ("hook", "claude-code", "--install", "--user")], ids=" ".join)
def test_a_user_without_a_home_folder(desk: Desk, words: tuple[str, ...]) -> None:
    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    desk.monkeypatch.setattr(Path, "home", unknown)
    answer = desk.govern(*words)
    assert (answer.code, answer.err) == (2, "error: the home folder is not known\nhelp: export HOME=FOLDER\n")


@posix
@pytest.mark.parametrize("option", ["--lock", "--config", "--output"])
def test_paths_that_no_system_takes(locked: Desk, option: str) -> None:
    for path in ("x" * 300, "govern.toml/below", "/"):
        answer = locked.govern("cost", option, path)
        assert answer.code == 2
        assert answer.err.startswith("error: ")
        if option == "--lock":
            assert locked.govern("lock", option, path).code == 2


def waiting(process: "subprocess.Popen[str]", children: int) -> list[psutil.Process]:
    """Wait until this many servers are running, and return them."""
    parent, until = psutil.Process(process.pid), time.monotonic() + 10
    while len(found := parent.children(recursive=True)) < children and time.monotonic() < until:
        time.sleep(0.01)
    assert len(found) >= children
    return found


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_servers_hang(hanging: Desk, number: signal.Signals) -> None:
    hanging.ok("lock", "a")
    before = hanging.lock_path.read_bytes()
    with hanging.started("lock") as process:
        servers = waiting(process, 2)
        process.send_signal(number)
        out, err = process.communicate(timeout=15)
    assert process.returncode == -number
    assert (out, err) == ("", "")
    assert not still_running(servers, 2)
    assert hanging.lock_path.read_bytes() == before
    assert not [path.name for path in hanging.folder.iterdir() if path.name.startswith(".")]


@posix
def test_a_shell_sees_130(hanging: Desk) -> None:
    command = f'"{sys.executable}" -m govern lock; echo "code $?"'
    environ = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        ["sh", "-c", command], cwd=hanging.folder, env=environ, stdout=subprocess.PIPE, text=True
    ) as shell:
        waiting(shell, 3)
        psutil.Process(shell.pid).children()[0].send_signal(signal.SIGINT)
        assert shell.communicate(timeout=15)[0] == "code 130\n"


def on_a_terminal(desk: Desk, *words: str, stream: str, **variables: str) -> Answer:
    """Run the program with a terminal as one of its streams, and return all that it wrote there."""
    import pty

    ours, theirs = pty.openpty()
    with desk.started(*words, **{stream: theirs}, env={"TERM": "xterm", **variables}) as process:
        os.close(theirs)
        written = b""
        while select.select([ours], [], [], 20)[0]:
            try:
                data = os.read(ours, 65536)
            except OSError:
                break
            if not data:
                break
            written += data
        os.close(ours)
        rest = "".join(process.communicate(timeout=20)[at] or "" for at in (0, 1))
    terminal = written.decode()
    return Answer(process.returncode, *((terminal, rest) if stream == "stdout" else (rest, terminal)))


@posix
def test_only_a_terminal_gets_wrapped_lines(desk: Desk) -> None:
    desk.catalogs(a=[TOOL | {"description": "Finds it. " * 30}])
    desk.ok("lock", "--lock", "old.lock")
    desk.catalogs(a=[TOOL | {"description": "Finds it. " * 29 + "Lends it."}, {"name": "b" * 90}])
    desk.ok("lock")
    shown = on_a_terminal(desk, "diff", "old.lock", stream="stdout", COLUMNS="60").out
    piped = desk.typed("diff", "old.lock", env={"COLUMNS": "60"}).out
    verdict = re.compile("unapproved: .*|or: .*|next: .*")
    assert all(len(line) <= 60 or verdict.match(line) for line in re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines())
    assert max(map(len, piped.splitlines())) > 90
    assert not [line for line in piped.splitlines() if line.startswith(" " * 10)]


@posix
def test_progress_is_shown_on_a_terminal_and_wiped_off(desk: Desk) -> None:
    desk.say("a", TOOL)
    desk.say("b", TOOL)
    desk.config("a", "b")
    answer = on_a_terminal(desk, "lock", stream="stderr")
    assert answer.code == 0
    assert "\r\x1b[K0/1 a starting" in answer.err
    assert "2/2" in answer.err
    assert answer.err.endswith("\r\x1b[K")
    assert "\n" not in answer.err
    assert "\x1b" not in answer.out


@posix
def test_progress_is_silent_elsewhere(desk: Desk) -> None:
    desk.say("a", TOOL)
    desk.config("a")
    assert on_a_terminal(desk, "lock", stream="stderr", TERM="dumb").err == ""
    assert desk.typed("lock", env={"FORCE_COLOR": "1"}).err == ""


@posix
@pytest.mark.parametrize(("variables", "coloured"), [({}, True), ({"TERM": "dumb"}, False), ({"NO_COLOR": "1"}, False)])
def test_colours_on_a_terminal(short: Desk, variables: dict[str, str], coloured: bool) -> None:
    answer = on_a_terminal(short, "show", "a/t1", stream="stdout", **variables)
    assert answer.code == 0
    assert ("\x1b[1m" in answer.out) == coloured


@posix
@pytest.mark.parametrize(
    ("words", "variables", "coloured"),
    [
        (("--color", "never", "show", "a/t1"), {}, False),
        (("show", "--color=never", "a/t1"), {"FORCE_COLOR": "1"}, False),
        (("show", "a/t1", "--color", "always"), {"NO_COLOR": "1", "TERM": "dumb"}, True),
        (("show", "a/t1", "--color=never", "--color=auto"), {}, True),
        (("show", "--color=never", "nope"), {}, False),
    ],
)
def test_colours_as_chosen(short: Desk, words: tuple[str, ...], variables: dict[str, str], coloured: bool) -> None:
    stream = "stderr" if "nope" in words else "stdout"
    answer = on_a_terminal(short, *words, stream=stream, **variables)
    assert "t1" in answer.out or "nope" in answer.err
    assert ("\x1b[" in answer.out + answer.err) == coloured


def test_colours_are_chosen_anew_by_each_run(locked: Desk) -> None:
    assert "\x1b[1m" in locked.ok("show", "--color", "always").out
    assert "\x1b[1m" not in locked.ok("show").out
    for words in (("show", "--color", "sometimes"), ("show", "--color"), ("--color=", "show")):
        answer = locked.govern(*words)
        assert (answer.code, answer.out) == (2, "")
        assert "expected auto, always or never" in answer.err
    after = locked.govern("show", "--", "--color")
    assert "no server '--color' in the lock" in after.err, "a name is not an option"


def test_help_of_a_verb(desk: Desk) -> None:
    assert desk.ok("help").out == desk.ok("--help").out
    for verb in (("lock",), ("fleet",), ("fleet", "merge")):
        assert desk.ok("help", *verb).out == desk.ok(*verb, "--help").out
    for words in ("nope",), ("lock", "nope"), ("fleet", "nope"), ("fleet", "merge", "nope"):
        answer = desk.govern("help", *words)
        assert (answer.code, "nope" in answer.err) == (2, True)


def test_a_group_lists_its_commands(desk: Desk) -> None:
    assert desk.ok("help", "fleet").out == desk.ok("fleet", "--help").out
    pages = {group: desk.ok(*group.split(), "--help").out for group in {name.rpartition(" ")[0] for name in COMMANDS}}
    for name in COMMANDS:
        group, _, verb = name.rpartition(" ")
        assert f"  {verb} " in pages[group]


@posix
def test_the_script_for_completion_in_bash(desk: Desk) -> None:
    script = desk.typed("--show-completion", "bash", env={"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}).out
    assert "complete -o default -F" in script


@posix
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("govern di", ["diff"]),
        ("govern diff --tra", ["--traces"]),
        ("govern help", ["help"]),
        ("govern fleet me", ["merge"]),
    ],
)
def test_completion_in_bash(desk: Desk, line: str, offered: list[str]) -> None:
    asked = {"_GOVERN_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
    environ = os.environ | asked | {"PYTHONPATH": str(Path(__file__).parents[2])}
    program = "import sys; sys.argv = ['govern']; from govern.__main__ import main; main()"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=desk.folder, env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, offered)


@pytest.mark.parametrize("config", ["govern.toml", "pyproject.toml"])
def test_a_config_is_found_in_the_folder_that_is_named(locked: Desk, config: str) -> None:
    text = (locked.folder / "govern.toml").read_text().replace("[servers.a]", "[tool.govern.servers.a]")
    if config == "pyproject.toml":
        locked.write(config, text)
        (locked.folder / "govern.toml").unlink()
    elsewhere = locked.folder / "below" / "deeper"
    elsewhere.mkdir(parents=True)
    locked.monkeypatch.chdir(elsewhere)
    for words in (("show", "--json"), ("lock", "--check", "--json"), ("cost", "--json")):
        assert locked.ok(*words, "-c", "../..").out == locked.ok(*words, "-c", f"../../{config}").out
    answer = locked.govern("lock", "--config", ".")
    assert (answer.code, "govern.toml: file not found" in answer.err) == (2, True)


def test_show_needs_only_the_lock_of_the_folder_that_is_named(locked: Desk) -> None:
    (locked.folder / "govern.toml").unlink()
    below = locked.folder / "below"
    below.mkdir()
    locked.monkeypatch.chdir(below)
    assert "300 tools" in locked.ok("show", "-c", "..").out


def test_from_nothing_to_a_lock(desk: Desk) -> None:
    """The steps of a new user: init, set the variables, lock, show."""
    secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
    home = desk.folder / "home"
    entry: dict[str, Any] = {"command": SAYING[0], "args": [*SAYING[1:], "a.json"], "env": {"API_TOKEN": secret}}
    desk.write("home/.cursor/mcp.json", json.dumps({"mcpServers": {"notes": entry}}))
    desk.write("home/project/a.json", json.dumps({"tools": [TOOL], "stderr": "$API_TOKEN\n"}))
    for name in ("HOME", "USERPROFILE"):
        desk.monkeypatch.setenv(name, str(home))
    desk.monkeypatch.chdir(home / "project")
    first = desk.ok("init")
    assert "notes" in first.out
    assert "set this before `govern lock`:" in first.out
    assert secret not in first.out + (home / "project" / "govern.toml").read_text("utf-8")
    asked = first.out.partition("`govern lock`:")[2].split()[0]
    unset = desk.govern("lock")
    assert unset.code == 3
    assert f"${{{asked}}} is not set" in unset.out
    desk.monkeypatch.setenv(asked, secret)
    assert "1 tool" in desk.ok("lock").out
    assert "Looks." in desk.ok("show", "notes/look").out
    assert "already lists all of them; nothing changed" in desk.ok("init").out
    desk.ok("lock", "--check")
    desk.ok("verify")
    assert secret not in (home / "project" / "capability.lock").read_text("utf-8")


def test_init_where_there_is_nothing(desk: Desk) -> None:
    for name in ("HOME", "USERPROFILE"):
        desk.monkeypatch.setenv(name, str(desk.folder))
    assert "no MCP client on this machine has a configured server" in desk.ok("init").out
    assert "govern.toml already exists; nothing changed\nnext: add your servers" in desk.ok("init").out
    answer = desk.govern("lock")
    assert answer.code == 2
    assert "no server is configured" in answer.err
    assert "govern init" in answer.err
    desk.write("govern.toml", '[servers.s]\ncatalog = "s.json"\n')
    assert "nothing changed\nnext: govern lock" in desk.ok("init").out


@pytest.mark.parametrize("option", ["--project", "--user", "--dry-run", "--from=cursor"])
def test_a_check_takes_no_other_option(desk: Desk, option: str) -> None:
    desk.write("govern.toml", "")
    assert desk.govern("init", "--check", option).code == 2


def test_a_check_without_a_config(desk: Desk) -> None:
    answer = desk.govern("init", "--check")
    assert answer.code == 2
    assert "create one with `govern init`" in answer.err


def test_init_shows_what_differs_and_what_it_would_write(desk: Desk) -> None:
    for name in ("HOME", "USERPROFILE"):
        desk.monkeypatch.setenv(name, str(desk.folder / "home"))
    desk.write("govern.toml", '[servers.a]\ncommand = ["a", "1"]\n')
    desk.write(".mcp.json", json.dumps({"mcpServers": {"a": {"command": "a", "args": ["2"]}, "b": {"command": "b"}}}))
    dry = desk.ok("init", "--dry-run").out
    assert dry.startswith("read .mcp.json (project)\n  differs  a  project\n")
    assert "\n    command differs (govern.toml: a 1, .mcp.json: a 2)\n  added    b  project\n" in dry
    assert "govern.toml would get:\n\n# found in .mcp.json (project)\n[servers.b]\n" in dry
    assert "added 1 server to govern.toml" in desk.ok("init").out
    checked = desk.govern("init", "--check")
    assert (checked.code, checked.out.split("\n")[:2]) == (
        1,
        [".mcp.json", "  a: command differs (govern.toml: a 1, .mcp.json: a 2)"],
    )


def test_init_over_a_config_that_is_broken(desk: Desk) -> None:
    desk.monkeypatch.setenv("HOME", str(desk.folder))
    desk.write("govern.toml", "[servers\n")
    answer = desk.govern("init")
    assert answer.code == 2
    assert "govern.toml: is not valid TOML" in answer.err
    assert (desk.folder / "govern.toml").read_text("utf-8") == "[servers\n"
