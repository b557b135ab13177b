"""Consoles, and `--report FORMAT=FILE`: several formats in one run."""

import json
import sys
from io import StringIO

import pytest

from govern.cli import terminal
from govern.cli.terminal import StatusLine, page_of
from govern.report.formats import Format
from tests.desk import Desk, Prepared
from tests.fleet.fleets import fleet, tool


@pytest.fixture
def locked(prepared: Prepared) -> Desk:
    return prepared(tool_removed)


def tool_removed(desk: Desk) -> None:
    desk.git("init", "-q")
    desk.catalogs(a=[{"name": "look"}, {"name": "find"}])
    desk.ok("lock")
    desk.commit()
    desk.catalogs(a=[{"name": "look"}])
    desk.ok("lock")


class Console(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("obeys", [True, False])
def test_a_console_that_would_print_escape_codes_gets_none(obeys: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """As those of Windows do that cannot be switched to them."""
    monkeypatch.setattr(terminal, "_obeys_escape_codes", lambda _: obeys)
    console = Console()
    monkeypatch.setattr(sys, "stderr", console)
    assert page_of(console).colour == obeys
    StatusLine().show("starting")
    assert ("\x1b" in console.getvalue()) == obeys


@pytest.mark.parametrize("verb", ["diff", "cost"])
def test_each_is_what_the_format_alone_would_be(locked: Desk, verb: str) -> None:
    asked = [word for form in Format for word in ("--report", f"{form}=report.{form}")]
    code = 1 if verb == "diff" else 0
    plain = locked.govern(verb)
    answer = locked.govern(verb, *asked)
    assert (answer.code, answer.out) == (plain.code, plain.out) == (code, plain.out)
    for form in Format:
        written = (locked.folder / f"report.{form}").read_text("utf-8")
        assert written == locked.govern(verb, "--format", form).out


@pytest.mark.parametrize("form", [each for each in Format if each is not Format.TEXT])
def test_a_pipe_gets_what_a_file_would(locked: Desk, form: Format) -> None:
    """Also where its encoding is another one, as on Windows."""
    locked.catalogs(a=[{"name": "look", "description": "Löoks → \N{GRINNING FACE}"}])
    locked.ok("lock")
    locked.govern("diff", "--format", form, "-o", "file")
    piped = locked.typed("diff", "--format", form, env={"PYTHONIOENCODING": "cp1252"})
    assert piped.out == (locked.folder / "file").read_text("utf-8")


def test_output_and_reports_together(locked: Desk) -> None:
    answer = locked.govern("diff", "--json", "--output", "a=b.json", "--report", "markdown=x=y.md")
    assert (answer.code, answer.out) == (1, "")
    assert json.loads((locked.folder / "a=b.json").read_text("utf-8"))["verdict"] == "unapproved"
    assert (locked.folder / "x=y.md").read_text("utf-8").startswith("<!-- govern diff -->")


def test_the_job_summary_is_written_once(locked: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    summary = locked.folder / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    locked.govern("diff", "--report", "markdown=a.md", "--report", "sarif=a.sarif")
    assert summary.read_bytes() == (locked.folder / "a.md").read_bytes()


@pytest.mark.parametrize("word", ["markdown", "markdown=", "=a.md", "", "xml=a.xml", "MARKDOWN=a.md"])
def test_what_is_no_report_is_refused_before_any_work(locked: Desk, word: str) -> None:
    for verb in ("diff", "cost"):
        answer = locked.govern(verb, "--report", word)
        assert (answer.code, answer.out) == (2, "")
        assert "FORMAT=FILE" in answer.err


def test_a_file_that_cannot_be_written(locked: Desk) -> None:
    answer = locked.govern("diff", "--report", "json=nowhere/a.json")
    assert (answer.code, answer.out) == (2, "")
    assert "nowhere" in answer.err


READ = ["capability.lock", "old.txt", "govern.toml", "capability.approvals.toml", "pyproject.toml", "own.toml", "link"]


@pytest.mark.parametrize(
    "words",
    [
        ["diff", "-o"],
        ["diff", "--report"],
        ["report", "-o"],
        ["export", "--cyclonedx", "-o"],
        ["watch", "--once", "-o"],
    ],
    ids=" ".join,
)
def test_a_report_never_replaces_what_govern_reads(locked: Desk, words: list[str]) -> None:
    (locked.folder / "old.txt").write_bytes((locked.folder / "capability.lock").read_bytes())
    for name in ("pyproject.toml", "own.toml"):
        (locked.folder / name).write_text("[project]\n", "utf-8")
    (locked.folder / "link").symlink_to("govern.toml")
    locked.ok("approve", "--tool", "find", "--reason", "nobody looks for it")
    for path in READ:
        before = (locked.folder / path).read_bytes()
        answer = locked.govern(*words, f"json={path}" if words[-1] == "--report" else path)
        assert answer.code == 2
        assert f"{path}: this file is read by govern" in answer.err
        assert (locked.folder / path).read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
@pytest.mark.parametrize("words", [("report",), ("fleet", "report", "--store", "store")], ids=" ".join)
def test_a_page_is_not_written_through_a_link_of_the_checkout(locked: Desk, words: tuple[str, ...]) -> None:
    fleet(locked.folder / "store", on_2026_11_18={"books": {"tools": [tool("find")]}})
    locked.write("profile", "export EDITOR=vi\n")
    page = f"govern-{'fleet-' if 'fleet' in words else ''}report.html"
    (locked.folder / page).symlink_to("profile")
    answer = locked.govern(*words)
    assert (answer.code, f"{page}: is a symbolic link" in answer.err) == (2, True)
    assert (locked.folder / "profile").read_text("utf-8") == "export EDITOR=vi\n"
    locked.ok(*words, "--output", "named.html")


@pytest.mark.parametrize(
    ("words", "problem", "page"),
    [
        *(
            (f"{verb} --format yaml", "invalid value for '--format' / '-f': 'yaml' is not one of '", verb)
            for verb in ("diff", "cost", "gate", "changelog", "replay")
        ),
        ("lokc", "no such command 'lokc'; did you mean 'lock'?", ""),
        ("fleet nope", "no such command 'nope'", "fleet"),
        ("cost --nope", "no such option: --nope", "cost"),
        ("fleet scan --nope", "no such option: --nope", "fleet scan"),
        ("show a b \x1b[31m", "got unexpected extra argument(s) (b \\x1b[31m)", "show"),
        ("lock --jobs", "option '--jobs' requires an argument", None),
    ],
)
def test_wrong_usage_is_reported_like_every_error(desk: Desk, words: str, problem: str, page: str | None) -> None:
    answer = desk.govern(*words.split(" "))
    error, *help_line = answer.err.splitlines()
    assert (answer.code, answer.out) == (2, "")
    assert error.startswith(f"error: {problem}")
    assert help_line == ([] if page is None else [f"help: run: {' '.join(['govern', *page.split(), '--help'])}"])
