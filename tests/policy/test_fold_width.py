"""Folds that hide more than one kind of thing are refused, and those that do not are taken."""

import re

import pytest

from govern.policy.fold_width import too_wide
from tests.desk import Desk

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
    r"@@(?:[a-z]+[ ,])+": "matches more than 3 words",
    r"q\w+ \w+ \w+ \w+": "matches more than 3 words",
}
NARROW = [
    r"\d+", r"build [0-9a-f]{7}", r"v\d+\.\d+\.\d+", r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", r"session=\w+",
    r"req_[A-Za-z0-9]{20}", r"user: \w+ \w+", r"https://[a-z0-9.-]+\.example\.com", r"(?:Monday|Tuesday) \d+",
    r"tmp.{4}/",
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "reason"), WIDE.items())
def test_a_pattern_for_any_text_is_too_wide(pattern: str, reason: str) -> None:
    assert (too_wide(re.compile(pattern)) or "").startswith(reason)


@pytest.mark.parametrize("pattern", NARROW)
def test_a_pattern_for_one_kind_of_thing_is_not(pattern: str) -> None:
    assert too_wide(re.compile(pattern)) is None


def test_a_config_with_one_is_refused_by_its_key(desk: Desk) -> None:
    desk.catalogs(a=[{"name": "look"}], more='[servers.a.normalize]\nnoise = ".+"\n')
    answer = desk.govern("lock")
    assert answer.code == 2
    assert "servers.a.normalize.noise: matches ordinary words ('Find a book by its title.')" in answer.err
