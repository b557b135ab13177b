"""Somebody else's text inside of CommonMark."""

import pytest

from govern.report.markdown.elements import cell, code


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb", "`a b`"),
        ("`a`", "`` `a` ``"),
        ("", "` `"),
        (" \n", "` `"),
        ("\u2028", "`‹U+2028›`"),
    ],
)
def test_a_span_shows_all_of_it_and_is_never_empty(text: str, shown: str) -> None:
    assert code(text) == code(text, 40) == shown


def test_what_is_too_wide_is_cut_behind_what_is_hidden_in_it() -> None:
    assert code("a\u200bbcdefghij", 12) == "`a‹U+200B›bc…`"
    assert cell("a|b", 2) == "`a…`"
    assert cell("a|b") == "`a\\|b`"
