"""capability.approvals.toml: parsed strictly, and extended without changing existing entries."""

import os
import re
import tomllib
from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.contract.characters import without_hidden
from govern.errors import Exit, PolicyInvalid, UsageError
from govern.policy.approvals import Approval, Approvals, Waiver, matches_pattern, parse_approvals, read_approvals
from govern.policy.approvals_writing import add_approvals, without_entries
from govern.policy.config_writing import replace_user_file

DIGESTS = [f"sha256:{digit * 64}" for digit in "ab"]
WHOLE = f"""\
# Ours.
[[approval]]   # the first
change = "c-4f1d0b6a92ce"
server = "github"
tool = "search_issues"
rule = "input-required-added"
severity = "BREAKING"
from = "{DIGESTS[0]}"
to = "{DIGESTS[1]}"
reason = "callers moved to owner= in #412"
by = "ana@example.com"
until = 2027-01-31

[[waiver]]
server = "docs*"
tool = "*"
rule = "tool-description-changed"
reason = '''
they reword every week
[[approval]]
'''
until = 2027-06-30

[[approval]]
tool = ""
to = "-"
from = "{DIGESTS[0]}"
severity = "RISKY"
rule = "server-source-changed"
server = "docs"
change = "c-000000000000"
reason = "moved"
by = "ben@example.com"
"""
ONE = Approval("c-4f1d0b6a92ce", "s", "t", "tool-removed", "BREAKING", DIGESTS[0], "-", "why not", "ana@example.com")


def refused(text: str) -> str:
    with pytest.raises(PolicyInvalid) as error:
        parse_approvals(text, "capability.approvals.toml")
    assert error.value.exit_code is Exit.INVALID
    return str(error.value)


def test_every_entry_is_read_with_its_line() -> None:
    found = parse_approvals(WHOLE, "x")
    first, second = found.approvals
    assert (first.change, first.origin, first.target, first.until) == ("c-4f1d0b6a92ce", *DIGESTS, date(2027, 1, 31))
    assert (second.tool, second.target, second.until) == ("", "-", None)
    (waiver,) = found.waivers
    assert waiver == Waiver(
        "docs*", "*", "tool-description-changed", "they reword every week\n[[approval]]\n", date(2027, 6, 30)
    )
    assert [each.line for each in (first, waiver, second)] == [2, 14, 24]


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "\ufeff# from an editor\r\n", "approval = []\nwaiver = []"])
def test_an_empty_file_has_no_approvals(text: str) -> None:
    assert parse_approvals(text, "x") == Approvals()


SHARED = f"""\
[[approval]]
server = "github"
rule = "tool-description-changed"
severity = "RISKY"
from = "{DIGESTS[0]}"
reason = "read them all"
by = "ana@example.com"
changes = [
  {{ change = "c-000000000001", tool = "get", to = "{DIGESTS[1]}" }},
  # The one that mattered.
  {{ change = "c-000000000002", tool = "list", to = "-" }},
  {{ change = "c-000000000003", tool = "put", to = "-" }},
]
"""


def test_changes_that_share_an_entry_are_an_approval_each() -> None:
    first, second, third = parse_approvals(f"# Ours.\n{SHARED}\n{WHOLE}", "x").approvals[:3]
    assert first == Approval(
        change="c-000000000001",
        server="github",
        tool="get",
        rule="tool-description-changed",
        severity="RISKY",
        origin=DIGESTS[0],
        target=DIGESTS[1],
        reason="read them all",
        by="ana@example.com",
    )
    assert second == replace(first, change="c-000000000002", tool="list", target="-")
    assert [(each.line, each.heading) for each in (first, second, third)] == [(10, 2), (12, 2), (13, 2)]


def test_lines_are_counted_as_editors_do() -> None:
    assert [each.line for each in parse_approvals(WHOLE.replace("\n", "\r\n"), "x").approvals] == [2, 24]
    odd = WHOLE.replace("they reword", "they\u2028\x85reword")
    assert [each.line for each in parse_approvals(odd, "x").approvals] == [2, 24]


def test_texts_that_look_like_headings_take_no_time() -> None:
    entry = WHOLE[WHOLE.index("[[approval]]") : WHOLE.index("[[waiver]]")]
    heading = entry.replace('"callers moved to owner= in #412"', "'''\n[[approval]]\n'''")
    read = parse_approvals(entry * 2_000 + heading + entry, "x").approvals
    assert len(read) == 2_002
    lines = (entry * 2_002).split("\n")
    assert all(lines[each.line - 1].startswith("[[approval]]") for each in read[:2_001])
    many = heading.replace("[[approval]]\n'''", "[[approval]]\n" * 20_000 + "'''")
    assert [each.line for each in parse_approvals(many + entry, "x").approvals] == [0, 0]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_an_endless_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/zero")
    for name in ("pipe", "link"):
        with pytest.raises(PolicyInvalid, match="not a regular file"):
            read_approvals(tmp_path / name)


def test_a_dangling_link_is_an_error(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("gone")
    with pytest.raises(PolicyInvalid, match="cannot be read: No such file"):
        read_approvals(link)


def test_all_problems_are_reported_with_their_lines() -> None:
    expected = refused("""\
[[aproval]]
change = "c-000000000000"
[[approval]]
change = "4f1d"
server = 3
reasons = "x"
severity = "breaking"
from = "sha256:12"
reason = " "
until = "2027-01-31"
[[waiver]]
server = "*"
until = 2027-01-31T10:00:00
""")
    assert "16 problems" in expected
    for line in (
        "capability.approvals.toml: ",
        "line 1: aproval: unknown table; did you mean approval?",
        "line 3: approval[0].change: should be a change ID, such as c-4f1d0b6a92ce",
        "line 3: approval[0].server: should be a string",
        "line 3: approval[0].reasons: unknown key; did you mean reason?",
        "line 3: approval[0].severity: should be SAFE | RISKY | BREAKING",
        "line 3: approval[0].from: should be sha256: and 64 hexadecimal digits, or - for nothing",
        "line 3: approval[0].reason: is empty",
        "line 3: approval[0].until: should be a date without quotes, such as 2027-01-31",
        "line 3: approval[0].to: is missing",
        "line 3: approval[0].by: is missing",
        "line 11: waiver[0].until: should be a date without quotes",
        "line 11: waiver[0].reason: is missing",
    ):
        assert line in expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[approval]", "is not valid TOML"),
        ("approval = 1", "line 1: approval: should be a list of tables: write [[approval]] above each"),
        ("# x\n[approval]\nchange = 1", "line 2: approval: should be a list of tables"),
        ("approval = [1]", "approval[0]: should be a table"),
        ("waivers = []", "line 1: waivers: unknown table; did you mean waiver?"),
        ("x = [[[[[" * 2000, "is not valid TOML"),
        ('[[waiver]]\nserver = "*"\ntool = "*"\nrule = "*"\nreason = "x"', "line 1: waiver[0].until: is missing"),
        (WHOLE.replace('by = "ana@example.com"', 'by = ""'), "line 2: approval[0].by: is empty"),
        (WHOLE.replace('by = "ana@example.com"', 'by = "\\u200B"'), "line 2: approval[0].by: is empty"),
        (SHARED.replace('"list"', "1"), "line 11: approval[0].changes[1].tool: should be a string"),
        (SHARED.replace("to =", "by ="), "line 9: approval[0].changes[0].by: is set for all of these changes already"),
        (re.sub(r"\[\n(.*\n)*\]", "[]", SHARED), "line 1: approval[0].changes: should be a list of tables"),
        (re.sub(r"\[\n(.*\n)*\]", "[1]", SHARED), "line 1: approval[0].changes[0]: should be a table"),
        (WHOLE.replace('reason = "moved"', "changes = []"), "line 24: approval[1].changes: should be a list of tables"),
        (re.sub('reason = ".*"', r'reason = "\\u2060 \\u200B"', WHOLE), "line 2: approval[0].reason: is empty"),
    ],
)
def test_an_invalid_file_is_refused(text: str, expected: str) -> None:
    assert expected in refused(text)


def test_a_missing_file_has_no_approvals(tmp_path: Path) -> None:
    assert read_approvals(tmp_path / "capability.approvals.toml") == Approvals()


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    for name, why in {"folder": "Is a directory", "latin": "not UTF-8 at byte 5", "locked": ""}.items():
        path = tmp_path / name
        if name == "folder":
            path.mkdir()
        else:
            path.write_bytes(b'# caf\xe9\n[[approval]]\nchange = "x"')
        if name == "locked":
            path.chmod(0)
        with pytest.raises(PolicyInvalid, match=f"cannot be read: {why}") as refused:
            read_approvals(path)
        assert refused.value.message.count(str(path)) == 0


def test_adding_keeps_every_existing_byte() -> None:
    added = add_approvals(WHOLE, [ONE])
    assert added.startswith(WHOLE)
    assert parse_approvals(added, "x").approvals[-1] == ONE
    assert (
        added[len(WHOLE) :]
        == f"""
[[approval]]
change = "c-4f1d0b6a92ce"
server = "s"
tool = "t"
rule = "tool-removed"
severity = "BREAKING"
from = "{DIGESTS[0]}"
to = "-"
reason = "why not"
by = "ana@example.com"
"""
    )


def test_approvals_of_one_rule_for_one_reason_share_an_entry() -> None:
    other, moved = replace(ONE, change="c-000000000001", tool="u"), replace(ONE, rule="tool-moved")
    assert (
        add_approvals("# ours\n", [ONE, moved, other])
        == f"""\
# ours

[[approval]]
server = "s"
rule = "tool-removed"
severity = "BREAKING"
from = "{DIGESTS[0]}"
to = "-"
reason = "why not"
by = "ana@example.com"
changes = [
  {{ change = "c-4f1d0b6a92ce", tool = "t" }},
  {{ change = "c-000000000001", tool = "u" }},
]

[[approval]]
change = "c-4f1d0b6a92ce"
server = "s"
tool = "t"
rule = "tool-moved"
severity = "BREAKING"
from = "{DIGESTS[0]}"
to = "-"
reason = "why not"
by = "ana@example.com"
"""
    )


def test_a_new_file_begins_with_a_comment() -> None:
    text = add_approvals("", [ONE])
    assert text.startswith("# Approvals of changes")
    assert tomllib.loads(text)["approval"][0]["from"] == DIGESTS[0]
    assert add_approvals("", []) == ""


@pytest.mark.parametrize("before", ["# no end of line", "# a\r\n", "\ufeff# x\n", "\n\n"])
def test_approvals_can_be_added_to_any_valid_file(before: str) -> None:
    added = add_approvals(before, [ONE, ONE])
    assert added.startswith(before)
    assert parse_approvals(added, "x").approvals == (ONE, ONE)
    assert added.count("\r\n") == (added.count("\n") if "\r\n" in before else 0)


def test_a_file_that_cannot_be_extended_has_a_hint() -> None:
    with pytest.raises(PolicyInvalid, match="cannot be extended") as error:
        add_approvals("approval=[]\n", [ONE])
    assert "[[approval]]" in error.value.hint


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
TEXTS = ANY_TEXT.filter(str.strip)
SEEN = ANY_TEXT.filter(lambda text: without_hidden(text).strip())
APPROVALS = st.builds(
    Approval,
    change=st.just("c-0123456789ab"),
    server=TEXTS,
    tool=ANY_TEXT,
    rule=TEXTS,
    severity=st.sampled_from(["SAFE", "RISKY", "BREAKING"]),
    origin=st.just("-"),
    target=st.just(DIGESTS[0]),
    reason=SEEN,
    by=SEEN,
    until=st.none() | st.dates(date(1000, 1, 1)),
)


# Few values, so that some are shared.
SIMILAR = st.builds(
    replace,
    APPROVALS,
    change=st.sampled_from([f"c-{at:012x}" for at in range(9)]),
    server=st.sampled_from("ab"),
    rule=st.sampled_from(["r", "'"]),
    severity=st.just("RISKY"),
    reason=st.sampled_from(["x", "{ change = "]),
    by=st.just("ana"),
    until=st.none(),
)


@given(st.lists(SIMILAR, max_size=8), st.data())
def test_approvals_are_read_as_written_and_each_can_be_removed(given: list[Approval], data: st.DataObject) -> None:
    text = add_approvals(WHOLE, given, "x")
    read = parse_approvals(text, "x").approvals
    assert Counter(read[2:]) == Counter(given)
    assert text.count("[[approval]]\n") - WHOLE.count("[[approval]]\n") == len(
        {(each.rule, each.reason) for each in given}
    )
    removed = set(data.draw(st.lists(st.sampled_from(read), unique=True)))
    left = parse_approvals(without_entries(text, removed), "x").approvals
    assert left == tuple(each for each in read if each not in removed)


@given(APPROVALS, st.sampled_from(["", WHOLE]))
def test_any_tool_name_is_read_as_it_was_written(approval: Approval, before: str) -> None:
    added = add_approvals(before, [approval])
    assert parse_approvals(added, "x").approvals[-1] == approval
    assert len(parse_approvals(added, "x").approvals) == len(parse_approvals(before, "x").approvals) + 1


def test_hidden_characters_are_written_as_escapes() -> None:
    text = add_approvals("", [replace(ONE, tool="a\u202eb\u200b")])
    assert "\u202e" not in text
    assert '"a\\u202Eb\\u200B"' in text


def test_writing_replaces_the_file_atomically(tmp_path: Path) -> None:
    path = tmp_path / "capability.approvals.toml"
    replace_user_file(path, "# one\n")
    replace_user_file(path, "# two\r\n")
    assert path.read_bytes() == b"# two\r\n"
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_that_cannot_be_written_is_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "capability.approvals.toml"
    path.write_text("# one\n", "utf-8")
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(UsageError, match="the file is unchanged"):
            replace_user_file(path, "# two\n")
    finally:
        tmp_path.chmod(0o700)
    assert path.read_text("utf-8") == "# one\n"


@given(st.text("ab*", max_size=6), st.text("ab\n.", max_size=6))
def test_only_a_star_matches_other_text(pattern: str, name: str) -> None:
    assert matches_pattern("*", name)
    assert matches_pattern(name, name)
    if matches_pattern(pattern, name):
        assert set(pattern) - {"*"} <= set(name)
        assert len(pattern.replace("*", "")) <= len(name)
    if "*" not in pattern:
        assert matches_pattern(pattern, name) == (pattern == name)


@given(st.text("ab*", max_size=8), st.text("ab\n", max_size=8))
def test_a_pattern_matches_like_its_regular_expression(pattern: str, name: str) -> None:
    expression = ".*".join(map(re.escape, pattern.split("*")))
    assert matches_pattern(pattern, name) is bool(re.fullmatch(expression, name, re.DOTALL))


def test_matching_takes_linear_time() -> None:
    assert not matches_pattern("*a" * 40 + "*b", "a" * 100_000)
