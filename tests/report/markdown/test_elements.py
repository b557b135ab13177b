"""Texts of servers in CommonMark."""

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
        ("\u05d0 → \u05d1", "`\u05d0 \u200e→\u200e \u05d1`"),
    ],
)
def test_a_code_span_shows_all_of_a_text(text: str, shown: str) -> None:
    assert code(text) == code(text, 40) == shown


def test_clipping_counts_visible_escapes() -> None:
    assert code("a\u200bbcdefghij", 12) == "`a‹U+200B›bc…`"
    assert cell("a|b", 2) == "`a…`"
    assert cell("a|b") == "`a\\|b`"
