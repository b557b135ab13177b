"""Patterns are those of re, compiled when first used."""

import re

import pytest

from govern.regex import regex

TEXT = "One two, two three"


@pytest.mark.parametrize("method", ["search", "match", "fullmatch", "split", "findall"])
@pytest.mark.parametrize("pattern", ["one", "two|three", ".*"])
def test_each_method_does_what_the_compiled_one_does(method: str, pattern: str) -> None:
    mine, theirs = (getattr(made(pattern, re.IGNORECASE), method)(TEXT) for made in (regex, re.compile))
    assert getattr(mine, "regs", mine) == getattr(theirs, "regs", theirs)


def test_substitutes_and_walks_alike() -> None:
    mine, theirs = regex(r"\btw(o)"), re.compile(r"\btw(o)")
    assert mine.sub(r"\1", TEXT) == theirs.sub(r"\1", TEXT)
    assert mine.subn("", TEXT) == theirs.subn("", TEXT)
    assert [each.span() for each in mine.finditer(TEXT)] == [each.span() for each in theirs.finditer(TEXT)]
    assert [each.start() for each in (mine.search(TEXT, 5), theirs.search(TEXT, 5)) if each] == [9, 9]


def test_nothing_is_compiled_before_it_is_used() -> None:
    wrong = regex("(")
    assert wrong.pattern == "("
    with pytest.raises(re.error):
        wrong.search("")


def test_it_has_nothing_else() -> None:
    with pytest.raises(AttributeError):
        regex("a").nothing  # type: ignore[attr-defined]  # noqa: B018
