"""Folds: which texts they match, and which patterns are refused."""

import re
import tempfile
from pathlib import Path

import pytest

from govern.policy.folds import folds, too_general
from tests.desk import Desk


def folded(text, normalize, cwd, home):
    for fold in folds(normalize, cwd, home):
        text = re.sub(fold.pattern, f"<{fold.name}>", text)
    return text


def test_paths_of_this_machine_are_folded(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    home = tmp_path / "home"
    cwd = home / "project"
    cwd.mkdir(parents=True)
    temporary = tmp_path / "zzz-not-below-home"

    def shown(text):
        return folded(text, {"paths": True}, cwd, home)

    assert shown(f"in {cwd}/a, {home}/b and {temporary}.") == "in <cwd>/a, <home>/b and <tmp>/zzz-not-below-home."
    assert shown(f"{cwd}") == "<cwd>"
    assert shown(f"{cwd}s and {home}-other") == "<home>/projects and <tmp>/home-other"
    assert shown(f"see {cwd}.") == "see <cwd>."


def test_doubled_backslashes_are_folded():
    normalize = {"paths": True}
    cwd, home = Path("/nowhere/ana/work"), Path("/nowhere/ana")
    assert folded("\\nowhere\\ana\\work\\x", normalize, cwd, home) == "<cwd>\\x"
    assert folded("\\\\nowhere\\\\ana\\\\work\\\\x", normalize, cwd, home) == "<cwd>\\\\x"


def test_a_root_folder_is_not_folded(tmp_path):
    assert all(fold.pattern for fold in folds({"paths": True}, Path("/"), tmp_path))
    assert folded("a / b", {"paths": True}, Path("/"), tmp_path) == "a / b"


@pytest.mark.parametrize(
    "date",
    [
        "2026-11-18",
        "2026-11-18T10:20:30Z",
        "2026-11-18 10:20:30.123+02:00",
        "2026-11-18T10:20",
        "November 18, 2026",
        "Nov 18 2026",
        "18 November 2026",
        "18th Nov. 2026",
        "11/18/2026",
        "2026/11/18",
    ],
)
def test_dates_are_folded(date, tmp_path):
    assert folded(f"today is {date}, they say", {"dates": True}, tmp_path, tmp_path) == "today is <date>, they say"


@pytest.mark.parametrize("text", ["2025.11.18", "1.2.3", "12-34", "20261118", "v2026-11-181", "in 2026", "May 5"])
def test_other_numbers_are_not_folded(text, tmp_path):
    assert folded(text, {"dates": True}, tmp_path, tmp_path) == text


def test_own_folds_come_first_and_only_configured_ones_apply(tmp_path):
    assert [fold.name for fold in folds({"dates": True, "build": "b", "set-order": True}, tmp_path)] == [
        "build",
        "date",
    ]
    assert folds({"dates": False, "paths": False}, tmp_path) == ()


WIDE = {
    r".*": "matches ordinary words",
    r".+?": "matches ordinary words",
    r"(?s)a.*": "matches ordinary words",
    r"\w+": "matches ordinary words",
    r"\S+": "matches ordinary words",
    r"(?i)\b[a-z]+\b": "matches ordinary words",
    r"[A-Za-z ]+": "matches ordinary words",
    r"build: .*": "matches any text",
    r"id: .{0,200}": "matches any text",
    r'note [^"]+?!': "matches any text",
    r"x (?:.{8}){8}": "matches any text",
    r"@(a)(?(1).*|c)": "matches any text",
    r"@(?:a|.{9})": "matches any text",
    r"<[^>]*>": "matches any text",
    r"@[a-n ]{9}": "matches any text",
    r"@\w{4}/\w{4}/\w{4}/\w{4}": "matches more than 3 words",
    r"@@(?:[a-z]+[ ,])+": "matches more than 3 words",
    r"q\w+ \w+ \w+ \w+": "matches more than 3 words",
}
NARROW = [
    r"@[a-n ]{8}", r"@[a-m ]{9}", r"@\w{4}/\w{4}/\w{4}", r"@\w{3}/\w{3}/\w{3}/\w{3}",
    r"\d+", r"build [0-9a-f]{7}", r"v\d+\.\d+\.\d+", r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", r"session=\w+",
    r"req_[A-Za-z0-9]{20}", r"user: \w+ \w+", r"https://[a-z0-9.-]+\.example\.com", r"(?:Monday|Tuesday) \d+",
    r"tmp.{4}/",
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "reason"), WIDE.items())
def test_a_pattern_for_any_text_is_refused(pattern: str, reason: str) -> None:
    assert (too_general(re.compile(pattern)) or "").startswith(reason)


@pytest.mark.parametrize("pattern", NARROW)
def test_a_pattern_for_one_kind_of_text_is_accepted(pattern: str) -> None:
    assert too_general(re.compile(pattern)) is None


def test_a_config_with_such_a_pattern_is_refused(desk: Desk) -> None:
    desk.catalogs(a=[{"name": "look"}], more='[servers.a.normalize]\nnoise = ".+"\n')
    answer = desk.govern("lock")
    assert answer.code == 2
    assert "servers.a.normalize.noise: matches ordinary words ('Find a book by its title.')" in answer.err
