import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.desk import Desk, Prepared
from tests.report.html.pages import Reading, data_in
from tests.report.html.test_contents import ADD
from tests.report.test_diff_of_locks import NARROWER, SEARCH

PAGE = "govern-report.html"


@pytest.fixture
def history(prepared: Prepared) -> Desk:
    """Create two commits and an uncommitted change."""

    def build(desk: Desk) -> None:
        desk.git("init", "-q")
        desk.catalogs(tracker=[SEARCH])
        desk.ok("lock", "--quiet")
        desk.commit("Begin.")
        desk.catalogs(tracker=[SEARCH, ADD])
        desk.ok("lock", "--quiet")
        desk.commit("Add.")
        desk.git("tag", "v1.0.0")
        desk.catalogs(tracker=[NARROWER, ADD])
        desk.ok("lock", "--quiet")

    return prepared(build)


def page(desk: Desk, *words: str, code: int = 0) -> str:
    answer = desk.govern("report", *words)
    assert answer.code == code, answer
    return (desk.folder / PAGE).read_text(encoding="utf-8")


def words_of(html: str, key: str) -> str:
    """Return the text of a section."""
    (message,) = Reading(html).texts("section", id=key)
    return message


def test_the_whole_page_and_no_gate(history: Desk) -> None:
    answer = history.ok("report")
    assert answer.out == f"wrote {PAGE}\n"
    assert answer.err == ""
    html = (history.folder / PAGE).read_text(encoding="utf-8")
    overview = words_of(html, "overview")
    assert "Unapproved" in overview
    assert "HEAD to capability.lock" in overview
    assert "limit" in words_of(html, "changes")
    assert re.search(r"2 commits changed the lock .*: \+\d+ tokens \(\+\d+%\), 1 change of", words_of(html, "history"))
    assert "v1.0.0" in words_of(html, "history")
    assert [row[2] for row in data_in(html, "index")["rows"]] == ["search", "add", ""]


def test_the_same_twice(history: Desk) -> None:
    assert page(history) == page(history)


def test_two_refs_and_another_file(history: Desk) -> None:
    history.ok("report", "HEAD~1", "v1.0.0", "--output", "other.html")
    assert not (history.folder / PAGE).exists()
    html = (history.folder / "other.html").read_text(encoding="utf-8")
    assert "tool add" in Reading(html).texts("h4")
    assert "search" not in words_of(html, "changes")
    (numbers,) = (row for row in data_in(html, "index")["rows"] if row[2] == "add")
    assert numbers[8][0] == ["SAFE", 1]


def test_without_the_history(history: Desk) -> None:
    assert "Omitted: --no-history." in words_of(page(history, "--no-history"), "history")


def test_sides_that_are_the_same(history: Desk) -> None:
    history.commit("Narrow.")
    html = page(history)
    assert "Unchanged" in words_of(html, "overview")
    assert "unchanged" in words_of(html, "overview")
    assert len(data_in(html, "index")["rows"]) == 3


def test_a_first_lock(desk: Desk) -> None:
    desk.git("init", "-q")
    desk.catalogs(tracker=[SEARCH])
    desk.ok("lock", "--quiet")
    html = page(desk)
    assert "in the first lock" in words_of(html, "overview")
    assert "since the old lock" not in words_of(html, "overview")
    assert "No commit contains the lock yet." in words_of(html, "history")


def test_a_lock_outside_of_git(desk: Desk) -> None:
    desk.catalogs(tracker=[SEARCH])
    desk.ok("lock", "--quiet")
    html = page(desk)
    assert "Nothing to compare with" in words_of(html, "changes")
    assert "The lock is not in a git repository." in words_of(html, "history")
    assert "search" in words_of(html, "cost")


def test_a_lock_alone_without_a_config(desk: Desk) -> None:
    desk.catalogs(tracker=[SEARCH])
    desk.ok("lock", "--quiet")
    (desk.folder / "govern.toml").unlink()
    assert "search" in words_of(page(desk), "cost")
    (desk.folder / "capability.lock").rename(desk.folder / "old.lock")
    assert desk.govern("report").code == 2
    assert "search" in words_of(page(desk, "--lock", "old.lock"), "cost")


def test_two_locks_outside_of_git(desk: Desk) -> None:
    desk.catalogs(tracker=[SEARCH])
    desk.ok("lock", "--quiet")
    (desk.folder / "old.lock").write_bytes((desk.folder / "capability.lock").read_bytes())
    desk.catalogs(tracker=[NARROWER])
    desk.ok("lock", "--quiet")
    assert "`limit`: optional → required" in words_of(page(desk, "old.lock"), "changes")


def test_live_servers_and_one_that_cannot_be_seen(desk: Desk) -> None:
    desk.say("a", ADD)
    desk.say("b", SEARCH)
    desk.config("a", "b")
    desk.ok("lock", "--quiet")
    desk.say("a", ADD | {"description": "Subtracts."})
    desk.say("b", exit=3)
    answer = desk.govern("report", "capability.lock", "live")
    assert answer.code == 3
    assert "b" in answer.err
    html = (desk.folder / PAGE).read_text(encoding="utf-8")
    assert "Unreachable servers" in words_of(html, "changes")
    assert "Subtracts." in words_of(html, "changes")


def test_broken_budgets_and_growth(history: Desk) -> None:
    history.catalogs(
        tracker=[NARROWER | {"description": "Longer. " * 90}],
        more="[policy.budget]\ntool-tokens = 100\ngrowth-percent = 10\n",
    )
    history.ok("lock", "--quiet")
    overview = words_of(page(history), "overview")
    assert "tool-tokens allows 100" in overview
    assert "growth-percent allows" in overview


def test_recorded_calls_say_what_a_change_hits(history: Desk) -> None:
    calls = [{"tool": "search", "server": "tracker", "arguments": {"query": "x"}} for _ in range(3)]
    history.write("calls.jsonl", "".join(f"{json.dumps(call)}\n" for call in calls))
    assert "affects 3 of 3 recorded calls" in words_of(page(history, "--traces", "calls.jsonl"), "changes")


def test_recorded_answers_are_shown_beside_what_is_declared(history: Desk) -> None:
    sizes = (3, 40)
    calls = [{"tool": "search", "server": "tracker", "result": " ".join(["word"] * size)} for size in sizes]
    history.write("calls.jsonl", "".join(f"{json.dumps(call)}\n" for call in calls))
    html = page(history, "--traces", "calls.jsonl")
    rows = [row for row in Reading(html).texts("tr") if row.startswith("tracker/search340")]
    assert rows, Reading(html).texts("tr")
    assert "Recorded answers" in words_of(html, "risk")
    assert "Recorded answers" not in words_of(page(history), "risk")


def test_a_shallow_clone_says_why_there_is_no_history(history: Desk, tmp_path_factory: pytest.TempPathFactory) -> None:
    history.commit("Narrow.")
    clone = tmp_path_factory.mktemp("shallow") / "clone"
    history.git("clone", "-q", "--depth", "1", history.folder.as_uri(), str(clone))
    history.monkeypatch.chdir(clone)
    other = Desk(clone, history.monkeypatch, history.capsys)
    html = page(other)
    assert "Not available: this is a shallow clone" in words_of(html, "history")
    assert "Unchanged" in words_of(html, "overview")


def test_asked_wrongly(history: Desk) -> None:
    for words in (["nothing"], ["--config", "none.toml"], ["--output", os.path.join("no", "such", "folder.html")]):  # noqa: PTH118
        answer = history.govern("report", *words)
        assert answer.code == 2, answer
        assert not (history.folder / PAGE).exists()


def test_a_lock_that_was_edited_is_no_report(history: Desk) -> None:
    lock = history.folder / "capability.lock"
    lock.write_text(lock.read_text(encoding="utf-8").replace("newest first", "oldest first"), encoding="utf-8")
    answer = history.govern("report")
    assert answer.code == 2
    assert "does not match" in answer.err


def test_a_page_of_the_past_is_about_the_past(history: Desk) -> None:
    html = page(history, "HEAD~1", "HEAD")
    details: Any = data_in(html, "server-0")
    rows = {row[2]: details[row[-1]] for row in data_in(html, "index")["rows"]}
    (fields,) = (block[3] for block in rows["search"] if block[:2] == ["table", "input"])
    assert ["limit", "integer", "maximum 100"] in fields


def test_paths_are_reported_from_the_root_of_the_repository(history: Desk) -> None:
    folder = history.folder / "deep"
    folder.mkdir()
    history.monkeypatch.chdir(folder)
    assert history.govern("report").code == 0
    assert Reading((folder / PAGE).read_text(encoding="utf-8")).texts("h1") == ["capability.lock"]
    assert str(Path.cwd()) not in (folder / PAGE).read_text(encoding="utf-8")
