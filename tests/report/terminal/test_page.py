"""Text on a terminal page."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from govern.report.terminal.page import Page, clipped, shown, width_of, without_commands
from tests.report.hostile import COMMAND

HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\ud800-\udfff]")
texts = st.text(st.characters() | st.sampled_from(":#[ \n\t\x1b\u202e漢é\u0301"), max_size=80)


@given(texts)
def test_hidden_characters_are_escaped(text: str) -> None:
    assert not HIDDEN.search(shown(text, newlines=True))
    assert not re.search(r"[\n\t]", shown(text))
    assert shown(shown(text)) == shown(text)


@given(texts, st.integers(20, 60))
@example("漢字" * 40, 20)
@example("x" * 500, 21)
def test_quoted_lines_fit_and_start_with_a_bar(text: str, width: int) -> None:
    for line in Page(width=width).quoted(text):
        assert line.startswith("  │")
        assert width_of(line) <= max(width, 24)
        assert "\n" not in line


@given(st.text(st.characters(categories=["L", "N", "P"]), max_size=200), st.integers(20, 60))
def test_wrapping_loses_nothing(text: str, width: int) -> None:
    assert "".join(Page(width=width).wrapped(text)) == shown(text)


@given(texts, st.integers(1, 40))
def test_clipped_text_fits(text: str, width: int) -> None:
    cut = clipped(shown(text), width)
    assert width_of(cut) <= width
    assert cut == shown(text) or cut.endswith("…")


@given(texts)
@example("  ::error::x")
@example("####[x]##vso[y]")
@example("\n\n::a")
@example("##teamcity[x]\n--- a\n+++\tb\n~~~ c\n^^^ +++\n  travis_fold:start:x\nsection_end:1:x")
def test_only_ci_commands_are_changed(text: str) -> None:
    inert = without_commands(text)
    assert not COMMAND.search(inert)
    assert inert.replace("‹›", "") == text.replace("‹›", "")
    assert without_commands(inert) == inert


def test_columns_align_with_colours_and_wide_characters() -> None:
    page = Page(colour=True)
    rows = page.table([("漢字", "1"), (page.paint("ab", "bold"), "22")], right=frozenset({1}))
    assert [width_of(row) for row in rows] == [2 + 4 + 2 + 2, 2 + 4 + 2 + 2]


def test_the_length_of_a_bar() -> None:
    assert [Page().bar(share, 4) for share in (0, 0.5, 1, 7, -1, 0.03125)] == ["", "██", "████", "████", "", "▏"]
    assert Page(ascii=True).bar(0.5, 4) == "##"
