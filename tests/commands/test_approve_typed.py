"""`govern approve` and `govern explain` on the command line, and interactively on a terminal."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from govern.policy.approvals import read_approvals
from tests.desk import REPOSITORY, Desk, Prepared

posix = pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal of POSIX")
TOOLS = [{"name": name, "description": "Looks."} for name in ("look", "find", "wipe")]


@pytest.fixture
def changed(prepared: Prepared, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Commit a lock of three tools, then remove two of them and reword one."""
    for name, value in {"GLOBAL": os.devnull, "NOSYSTEM": "1"}.items():
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    return prepared(removed_and_reworded)


def removed_and_reworded(desk: Desk) -> None:
    desk.git("init", "-q")
    desk.git("config", "user.email", "ana@example.com")
    desk.catalogs(a=TOOLS)
    desk.ok("lock")
    desk.commit()
    desk.catalogs(a=[TOOLS[0] | {"description": "Looks around."}])
    desk.ok("lock")


def approved(desk: Desk) -> list[tuple[str, str, str]]:
    held = read_approvals(desk.folder / "capability.approvals.toml").approvals
    return [(each.tool, each.reason, each.by) for each in held]


def test_from_refused_to_allowed(changed: Desk) -> None:
    assert changed.govern("diff").code == 1
    answer = changed.ok("approve", "--rule", "tool-*", "--reason", "meant", "--until", "2999-12-31")
    assert "3 approvals written" in answer.out
    assert changed.ok("diff").out
    assert {by for _, _, by in approved(changed)} == {"ana@example.com"}


def test_those_who_approve_at_once_lose_nothing(changed: Desk) -> None:
    """Three approvers are required, so that each approval is still needed."""
    by = [f"p{number}@example.com" for number in range(3)]
    config = changed.folder / "govern.toml"
    config.write_text(config.read_text("utf-8") + "[policy.approvals]\nbreaking = 3\n", "utf-8")
    words = ("approve", "--rule", "tool-removed", "--tool", "wipe", "--reason", "x", "--by")
    started = [changed.started(*words, who) for who in by]
    output = [(*process.communicate(timeout=60), process.returncode) for process in started]
    assert all(code == 0 and "1 approval written" in out for out, _, code in output), output
    assert sorted(who for _, _, who in approved(changed)) == by


@posix
def test_without_any_input_the_changes_have_to_be_named(changed: Desk) -> None:
    command = ["sh", "-c", f"'{sys.executable}' -m govern approve <&-"]
    surroundings = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(command, cwd=changed.folder, env=surroundings, capture_output=True, text=True, check=False)
    assert (done.returncode, "needs a terminal" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "message"), [(("--reason", "\udcff"), "not valid UTF-8"), (("--reason", "\u200b"), "needs a reason")]
)
def test_a_reason_is_text_that_can_be_read(changed: Desk, words: tuple[str, ...], message: str) -> None:
    answer = changed.govern("approve", "--server", "a", *words)
    assert (answer.code, approved(changed)) == (2, [])
    assert message in answer.err


def test_without_a_terminal_the_changes_have_to_be_named(changed: Desk) -> None:
    answer = changed.govern("approve")
    assert (answer.code, approved(changed)) == (2, [])
    assert "--server, --tool or --rule" in answer.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("c-000000000000", "--reason", "x"), "no change has the ID 'c-000000000000'"),
        (("--server", "a"), "an approval needs a reason"),
        (("--server", "a", "--reason", "x", "--until", "2001-01-01"), "in the past"),
        (("--server", "a", "--reason", "x", "--until", "soon"), "soon"),
    ],
)
def test_what_cannot_be_approved_is_refused(changed: Desk, words: tuple[str, ...], message: str) -> None:
    answer = changed.govern("approve", *words)
    assert (answer.code, approved(changed)) == (2, [])
    assert message in answer.err


def test_a_rule_is_explained(desk: Desk) -> None:
    assert "what to do" in desk.ok("explain", "tool-removed").out
    assert "did you mean tool-removed" in desk.govern("explain", "tool-remved").err
    assert "text-hidden" in desk.ok("explain").out


class Terminal:
    """A pseudo-terminal on which `govern approve` runs."""

    def __init__(self, desk: Desk, *words: str) -> None:
        import pty

        self.ours, theirs = pty.openpty()
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), theirs)
        self.process = desk.started(
            "approve", *words, env={"TERM": "xterm", "NO_COLOR": "1"}, start_new_session=True, **streams
        )
        os.close(theirs)
        self.seen = ""

    def wait_for(self, text: str) -> None:
        """Read until this text is shown; earlier output does not count again."""
        end = time.monotonic() + 20
        while text not in self.seen:
            if not select.select([self.ours], [], [], max(0.0, end - time.monotonic()))[0]:
                pytest.fail(f"{text!r} is not shown, but {self.seen!r}")
            try:
                self.seen += os.read(self.ours, 65536).decode()
            except OSError:
                pytest.fail(f"it ended without {text!r}: {self.seen!r}")
        self.seen = self.seen.partition(text)[2]

    def press(self, key: str) -> None:
        """Press a key once its change is shown; earlier keys would be dropped."""
        self.wait_for("? help")
        os.write(self.ours, key.encode())

    @property
    def echoes(self) -> bool:
        """Return whether typed text is shown, as a shell needs it."""
        import termios

        wanted = termios.ICANON | termios.ECHO
        return bool(termios.tcgetattr(self.ours)[3] & wanted == wanted)

    def type(self, line: str) -> None:
        os.write(self.ours, f"{line}\r".encode())

    def type_key(self, key: str) -> None:
        os.write(self.ours, key.encode())

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)


@pytest.fixture
def terminal(changed: Desk) -> Iterator[Terminal]:
    """Run `govern approve` interactively."""
    terminal = Terminal(changed)
    yield terminal
    terminal.end()


@posix
def test_the_walk_on_a_terminal(changed: Desk, terminal: Terminal) -> None:
    terminal.wait_for("1 of 3")
    terminal.press("a")
    terminal.wait_for("reason: ")
    terminal.type("nobody calls it")
    terminal.wait_for("2 of 3")
    terminal.press("e")
    terminal.wait_for("what to do")
    terminal.press("a")
    terminal.wait_for("3 of 3")
    terminal.wait_for("{+around+}")
    terminal.press("u")
    terminal.wait_for("undone")
    terminal.press("q")
    terminal.wait_for("1 approval written")
    assert terminal.process.wait(20) == 0
    assert approved(changed) == [("find", "nobody calls it", "ana@example.com")]


@posix
def test_a_server_is_approved_at_once_on_a_terminal(changed: Desk, terminal: Terminal) -> None:
    terminal.press("b")
    terminal.wait_for("s  this server: 3 changes")
    terminal.wait_for("any other key goes back")
    terminal.type_key("s")
    terminal.wait_for("a/find, a/wipe")
    terminal.wait_for("a approve all 3")
    terminal.type_key("a")
    terminal.wait_for("reason: ")
    terminal.type("nobody calls them")
    terminal.wait_for("done: 3 approved")
    terminal.wait_for("u undo, q finish")
    terminal.type_key("q")
    assert terminal.process.wait(20) == 0
    assert {reason for _, reason, _ in approved(changed)} == {"nobody calls them"}


@posix
@pytest.mark.parametrize(("typed", "written"), [("y", 1), ("n", 0), ("", 0), ("\x04", 0)])
def test_a_selection_is_listed_and_confirmed_on_a_terminal(changed: Desk, typed: str, written: int) -> None:
    terminal = Terminal(changed, "--all-risky", "--reason", "worded better")
    try:
        terminal.wait_for("a/look  tool-description-changed")
        terminal.wait_for("1 approval to write")
        terminal.wait_for("write them? [y/N] ")
        assert approved(changed) == []
        terminal.type(typed)
        terminal.wait_for("1 approval written" if written else "capability.approvals.toml unchanged")
        assert terminal.process.wait(20) == 0
        assert len(approved(changed)) == written
    finally:
        terminal.end()


@posix
def test_a_selection_without_a_reason_is_reviewed_on_a_terminal(changed: Desk) -> None:
    terminal = Terminal(changed, "--rule", "tool-removed")
    try:
        terminal.wait_for("1 of 2")
        terminal.press("a")
        terminal.wait_for("reason: ")
        terminal.type("nobody calls it")
        terminal.wait_for("2 of 2")
        terminal.press("q")
        terminal.wait_for("1 approval written")
        assert terminal.process.wait(20) == 0
        assert [tool for tool, _, _ in approved(changed)] == ["find"]
    finally:
        terminal.end()


@posix
def test_yes_does_not_prompt_on_a_terminal(changed: Desk) -> None:
    terminal = Terminal(changed, "--all-risky", "--reason", "worded better", "--yes")
    try:
        terminal.wait_for("1 approval written")
        assert terminal.process.wait(20) == 0
    finally:
        terminal.end()


def test_a_dry_run_lists_what_it_would_approve(changed: Desk) -> None:
    answer = changed.ok("approve", "--all-risky", "--server", "a", "--dry-run")
    assert "to approve    RISKY     a/look  tool-description-changed" in answer.out
    assert "2 changes left out" in answer.out
    assert "nothing is written yet" in answer.out
    assert approved(changed) == []
    assert "no change selected" in changed.govern("approve", "--dry-run").err
    assert "3 approvals to write" in changed.ok("approve", "--rule", "*", "--dry-run").out


@posix
def test_ctrl_c_loses_nothing(changed: Desk, terminal: Terminal) -> None:
    terminal.press("a")
    terminal.wait_for("reason: ")
    terminal.type("nobody calls it")
    terminal.wait_for("? help")
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("1 approval written")
    assert terminal.process.wait(20) in (-signal.SIGINT, 128 + signal.SIGINT)
    assert [tool for tool, _, _ in approved(changed)] == ["find"]


@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_leaves_the_terminal_as_it_was(changed: Desk, terminal: Terminal, name: str) -> None:
    number = signal.Signals[name]
    terminal.press("a")
    terminal.wait_for("reason: ")
    terminal.type("nobody calls it")
    terminal.wait_for("? help")
    assert not terminal.echoes
    terminal.process.send_signal(number)
    assert terminal.process.wait(20) == -number
    assert terminal.echoes
    assert [tool for tool, _, _ in approved(changed)] == ["find"]


@posix
@pytest.mark.parametrize("is_interrupted", [True, False])
def test_what_is_reported_after_a_reason_that_was_not_given_begins_a_line(
    changed: Desk, terminal: Terminal, is_interrupted: bool
) -> None:
    terminal.press("a")
    terminal.wait_for("reason: ")
    if is_interrupted:
        terminal.process.send_signal(signal.SIGINT)
    else:
        os.write(terminal.ours, b"\x04")
    terminal.wait_for("\r\ncapability.approvals.toml unchanged")
    code = -signal.SIGINT if is_interrupted else 0
    assert (terminal.process.wait(20), approved(changed)) == (code, [])


@posix
def test_what_is_typed_at_once_with_a_reason_is_no_part_of_the_next(changed: Desk, terminal: Terminal) -> None:
    terminal.wait_for("? help")
    os.write(terminal.ours, b"anobody calls it\rsomething else")
    terminal.press("r")
    terminal.wait_for("reason: ")
    terminal.type("worded better ✓")
    terminal.press("q")
    assert terminal.process.wait(20) == 0
    assert [reason for _, reason, _ in approved(changed)] == ["nobody calls it", "worded better ✓"]


@posix
def test_a_reason_that_is_invisible_approves_nothing(changed: Desk, terminal: Terminal) -> None:
    for reason in ("", "  ", "\u200b \u2060"):
        terminal.press("a")
        terminal.wait_for("reason: ")
        terminal.type(reason)
        terminal.wait_for("a reason is required")
    terminal.press("q")
    assert (terminal.process.wait(20), approved(changed)) == (0, [])


@pytest.mark.parametrize("who", ["\u200b", " \u2060 "])
def test_nobody_that_can_be_seen_approves_nothing(changed: Desk, who: str) -> None:
    answer = changed.govern("approve", "--server", "a", "--reason", "x", "--by", who)
    assert (answer.code, approved(changed)) == (2, [])
    assert "no approver" in answer.err
