"""A diff on a terminal."""

import re
from dataclasses import replace

import pytest
from inline_snapshot import snapshot

from govern.contract.characters import has_hidden
from govern.facts.change import Witness
from govern.report.terminal.diff import diff_report
from govern.report.terminal.page import Page, width_of
from govern.rules.finding import Override
from govern.rules.rule import Severity
from govern.verdict import Decided, Verdict
from tests.report.hostile import EVIL, hostile_verdict, whatever_is_said
from tests.report.verdicts import BOUND, LIMIT, NEW_TEXT, OLD_TEXT, REQUIRED, finding, passing, rich, waiting

SGR = re.compile(r"\x1b\[[0-9;]*m")
COMMANDS = ("next: govern ", "or:   govern ")


def verdict_of(*decided: Decided, first: bool = False, fails: bool = False) -> Verdict:
    return Verdict("old.lock", "new.lock", decided, first=first, fails=fails)


def output(*decided: Decided, width: int = 100, colour: bool = False, verbose: bool = False) -> str:
    return diff_report(verdict_of(*decided), Page(width, colour=colour), verbose=verbose)


def test_a_full_report() -> None:
    assert diff_report(rich(), Page(100)) == snapshot("""\
maths
  tool add
    BREAKING text-hidden c-2c3f27a04d1a
      concealment at /description: do not tell the user
      needs approval

github
  tool search_issues
    BREAKING test-bound-narrowed c-c2daf5ff5658
      fewer values are taken
      `limit`: maximum 100 → 50
      example call: search_issues {"query": "x", "dry_run": true}
        still accepted, but the argument is now ignored
      needs 2 approvals, has 1 (ana@example.com); so far by ana@example.com: callers moved in
          #412, until 2027-01-31
    BREAKING test-required-added c-a7d274aa189e
      `owner` is required now
      example call: search_issues {"query": "is:open"}
        accepted before, rejected now: 'owner' is a required property
      needs approval
    RISKY tool-description-changed c-59ef10f65f28
      description reworded
      │ Searches the issues of a repository. Returns at most one page of them, [-newest-]{+oldest+}
      │ first. The query is the one of the website, so anything that can be typed there can be given
      │ here, with the same meaning and the same limits. An empty query is [-refused-]{+taken for
      │ all of them+}.
      approved with a waiver by bo: texts are reviewed weekly, until 2027-01-01
  tool get_issue
    BREAKING tool-removed c-6a589749e0e3
      removed
      approved by ana@example.com: callers moved in #412, until 2027-01-31
  the server itself: 1 SAFE: server-protocol-lowered by policy
  tool list_labels: 2 SAFE: tool-added, tool-title-respelled

1 ignored approval
  stale: c-000000000000 is no change any more (capability.approvals.toml:12)

unapproved: 3 of 8 changes from capability.lock at HEAD to capability.lock (4 BREAKING, 1
          RISKY, 3 SAFE)
next: govern approve
or:   govern explain text-hidden
""")


def test_verbose_unfolds_and_explains() -> None:
    text = diff_report(rich(), Page(100), verbose=True)
    assert "SAFE tool-title-respelled" in text
    assert "-│ Find\n      +│ find\n" in text
    assert "RISKY → SAFE by policy: our client speaks both; policy.severity" in text
    assert "remedy: Keep it optional." in text


def test_quiet_is_one_line() -> None:
    assert diff_report(rich(), Page(300), quiet=True) == (
        "unapproved: 3 of 8 changes from capability.lock at HEAD to capability.lock (4 BREAKING, 1 RISKY, 3 SAFE)\n"
    )


@pytest.mark.parametrize(
    ("verdict", "line"),
    [
        (verdict_of(), "unchanged: no change from old.lock to new.lock\n"),
        (
            verdict_of(passing(finding("tool-added"))),
            "approved: 1 change from old.lock to new.lock (1 SAFE); none needs approval\n",
        ),
        (verdict_of(passing(finding("tool-added")), first=True), "approved: 1 change in the first lock (1 SAFE); none"),
        (
            verdict_of(waiting(finding("tool-removed"))),
            "unapproved: 1 of 1 change from old.lock to new.lock (1 BREAKING); allowed by policy\n",
        ),
        (
            verdict_of(waiting(finding("tool-removed")), fails=True),
            "unapproved: 1 of 1 change from old.lock to new.lock (1 BREAKING)\n",
        ),
    ],
)  # fmt: skip
def test_the_headline(verdict: Verdict, line: str) -> None:
    assert diff_report(verdict, Page(300), quiet=True).startswith(line)


def test_worst_first_and_unapproved_before_approved() -> None:
    text = diff_report(rich(), Page(100))
    order = [
        text.index(word)
        for word in ("text-hidden c-", "test-bound-narrowed", "tool-description-changed", "tool-removed")
    ]
    assert order == sorted(order)
    assert text.index("maths") < text.index("github")


def test_the_next_command() -> None:
    removed = [waiting(finding("tool-removed", name=f"t{number}")) for number in range(5)]
    ids = [each.finding.change.id for each in removed]
    assert f'next: govern approve {ids[0]} --reason "..."\n' in output(removed[0])
    assert "or:   govern explain tool-removed\n" in output(removed[0])
    assert "next: govern approve\n" in output(*removed)
    assert "next: govern approve\n" in output(removed[0], width=40)
    assert "next: govern approve\n" in output(removed[0], waiting(finding("text-hidden", cues="x")))
    assert "next:" not in output(passing(finding("tool-added")))


def test_long_values_are_shown_where_they_differ() -> None:
    values = [f"value-{number}" for number in range(99)]
    shown = output(waiting(finding(BOUND, "/inputSchema/properties/kind/enum", values, values[:-1])))
    assert '"value-98"]' in shown.replace("\n          ", " ")
    assert '"value-1"' not in shown


def test_schema_changes_are_lines() -> None:
    assert "`limit`: maximum 100 → 50\n" in output(waiting(finding(BOUND, LIMIT, 100, 50)))
    assert "`limit`: maximum added: 50\n" in output(waiting(finding(BOUND, LIMIT, after=50)))
    assert "`limit`: maximum removed, was null\n" in output(waiting(finding(BOUND, LIMIT, before=None)))
    assert '`items[].id`: type "string" → ["string", "null"]\n' in output(
        waiting(finding(BOUND, "/outputSchema/properties/items/items/properties/id/type", "string", ["string", "null"]))
    )


def test_values_in_the_message_are_not_repeated() -> None:
    assert output(waiting(finding("server-protocol-lowered", "/protocolVersion", "2025", "2024"))).count("2025") == 1


def test_witnesses() -> None:
    def with_witness(witness: Witness, pointer: str = "/inputSchema/required") -> str:
        return output(waiting(finding(REQUIRED, pointer, after="owner", witness=witness)))

    refused = with_witness(Witness({"q": 1}, "old", "new", "documented", "'owner' is missing"))
    assert (
        "example call: search_issues {\"q\": 1}\n        accepted before, rejected now: 'owner' is missing\n" in refused
    )
    assert "example call: " in with_witness(Witness({}, "old", None, "documented"))
    assert "(read literally): " in with_witness(Witness({}, "old", "new", "literal"))
    answer = with_witness(Witness({}, "new", "old", "documented", "1 is no string"), "/outputSchema/properties/a")
    assert "example answer: " in answer
    assert "valid now; clients with the old schema reject it: 1 is no string" in answer
    long = with_witness(Witness({"q": "x" * 9_000}, "old", "new", "documented", "y" * 9_000))
    assert len(long) < 2_000


def test_safe_changes_are_folded_to_a_count() -> None:
    added = [passing(finding("tool-added", name=f"t{number}")) for number in range(30)]
    text = output(*added, passing(finding("tool-title-respelled", name="t0")))
    assert "  tool t0: 2 SAFE: tool-added, tool-title-respelled\n" in text
    assert "  and 18 more with only SAFE changes (--verbose shows all)\n" in text
    mixed = output(waiting(finding("tool-removed")), *[passing(finding("tool-added"))] * 3)
    assert "    3 SAFE: 3 tool-added\n" in mixed


def test_an_unapproved_safe_change_is_not_folded() -> None:
    assert "SAFE tool-added c-" in output(waiting(finding("tool-added")))


def test_a_severity_set_by_policy() -> None:
    lowered = finding("tool-removed", override=Override(Severity.SAFE, "nobody calls it", "policy.severity"))
    assert "1 SAFE: tool-removed by policy\n" in output(passing(lowered))


def test_texts_change_word_by_word() -> None:
    reworded = waiting(finding("tool-description-changed", "/description", OLD_TEXT, NEW_TEXT))
    assert "one page of them, [-newest-]{+oldest+}" in output(reworded)
    coloured = output(reworded, colour=True)
    assert "\x1b[31m[-newest-]\x1b[0m\x1b[32m{+oldest+}\x1b[0m" in coloured
    assert SGR.sub("", coloured) == output(reworded)


def test_texts_are_side_by_side_on_a_wide_page() -> None:
    text = output(waiting(finding("tool-description-changed", "/description", OLD_TEXT, NEW_TEXT)), width=130)
    row = next(line for line in text.split("\n") if "newest first" in line)
    assert row.index("newest first") < row.index("oldest first")
    assert "[-" not in text


def test_a_replaced_text_is_below_the_old_one() -> None:
    text = output(
        waiting(finding("tool-description-changed", "/description", "Finds books.", "Deletes any user it likes."))
    )
    assert "      -│ Finds books.\n      +│ Deletes any user it likes.\n" in text


def test_texts_with_diff_marks_are_on_separate_lines() -> None:
    old, new = "One two three four five six {+seven+} eight nine.", "One two three four five six {+seven+} eight ten."
    text = output(waiting(finding("tool-description-changed", "/description", old, new)))
    assert f"-│ {old}\n" in text
    assert f"+│ {new}\n" in text


def test_only_changed_passages_of_a_long_text_are_shown() -> None:
    words = [f"word{number}" for number in range(2_000)]
    old = " ".join(words)
    words[700] = "POISON"
    text = output(waiting(finding("tool-description-changed", "/description", old, " ".join(words))))
    assert "{+POISON+}" in text
    assert "word699 " in text
    assert "word600 " not in text
    assert len(text) < 1_000


def test_characters_left_out_of_a_long_new_text_are_counted() -> None:
    long = " ".join(f"word{number}" for number in range(2_000))
    decided = waiting(finding("tool-description-changed", "/description", "Short.", long))
    text = output(decided)
    assert re.search(r"\n +\d+ more lines changed \(--verbose shows all\)\n", text)
    assert "word1999" not in text
    assert "word1999" in output(decided, verbose=True)


def test_changed_white_space_is_visible() -> None:
    text = output(waiting(finding("tool-title-respelled", "/title", "A b.", "A b.\n")), verbose=True)
    assert "{+⏎+}" in text


def test_an_ascii_terminal() -> None:
    text = diff_report(rich(), Page(100, ascii=True))
    assert text.isascii()
    assert "`limit`: maximum 100 -> 50" in text


@pytest.mark.parametrize("width", [40, 80, 119, 120, 200])
@pytest.mark.parametrize("colour", [False, True])
def test_no_line_is_wider_than_the_page(width: int, colour: bool) -> None:
    text = diff_report(rich(), Page(width, colour=colour), verbose=True)
    assert all(width_of(line) <= width for line in text.split("\n") if not line.startswith(COMMANDS))
    assert bool(SGR.search(text)) is colour


@whatever_is_said(40)
def test_no_line_of_a_hostile_text_looks_like_a_line_of_govern(text: str) -> None:
    for page in (Page(40), Page(100, colour=True), Page(140, ascii=True)):
        report = diff_report(hostile_verdict(text), page, verbose=True)
        plain = SGR.sub("", report) if page.colour else report
        assert not has_hidden(plain)
        assert "\r" not in plain
        for line in plain.rstrip("\n").split("\n"):
            assert width_of(line) <= page.width or line.startswith(COMMANDS)
            assert is_ours(line) or line.startswith(" " * 10) or re.match(r" {6}[-+]?[│|]", line), line


STARTS = {
    0: r" $|github $|unapproved: 5 of 7 changes |next: govern approve $|or:   govern explain |1 ignored approval ",
    2: r"tool (EVIL)?|the server itself $|expired: the waiver",
    4: r"(BREAKING|RISKY|SAFE) [a-z-]+",
    6: r"why: |remedy: |needs |approved by |no approval needed |renamed to |"
    r"(description|title) re(worded|formatted) $|protocol: |SAFE → RISKY by policy "
    r"|`EVIL|`limit|protocolVersion |example call: |fewer values|instruction at /: ",
    8: r"accepted before, rejected ",
}  # fmt: skip


def is_ours(line: str) -> bool:
    """Return whether a line begins like a line of govern with its indent."""
    start = STARTS.get(len(line) - len(line.lstrip(" ")))
    return start is not None and re.match(start, f"{line.lstrip(' ')} ") is not None


def test_a_report_without_server_texts_has_no_bar() -> None:
    assert EVIL not in diff_report(replace(hostile_verdict(EVIL), decided=(), standings=()), Page())
