import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.schemas.budget import StepBudget
from govern.schemas.patterns import UnsupportedPattern
from govern.schemas.strings import LengthRange, find_word

WORDS = ["".join(word) for length in range(5) for word in product("ab1", repeat=length)]
ATOMS = ("a", "b", ".", "[ab]", "[^a]", r"\d", r"\w", "(?:ab)", "(a|b)", "(?:a|)", "^", "$")
ANY = LengthRange()
ENDINGS = ("", "", "", "*", "+", "?", "{2}", "{1,2}", "{2,}")
STARTS = ("", "^", "^(?!a)", "^(?=b)", "^(?!.*1)")


@st.composite
def patterns(draw: st.DrawFn) -> str:
    parts = draw(st.lists(st.tuples(st.sampled_from(ATOMS), st.sampled_from(ENDINGS)), min_size=1, max_size=4))
    body = "".join(atom if atom in "^$" else atom + ending for atom, ending in parts)
    start, end = draw(st.sampled_from(STARTS)), draw(st.sampled_from(("", "$")))
    alternative = draw(st.sampled_from(("", "", "|b$", "|^1"))) if not start else ""
    return start + body + end + alternative


def word(wanted: list[str], unwanted: list[str], length: LengthRange = ANY, other_than: list[str] | None = None):
    return find_word(wanted, unwanted, StepBudget(100_000, 10), length=length, other_than=other_than or ())


@given(patterns(), patterns())
def test_a_found_text_matches_and_none_means_there_is_none(wanted: str, unwanted: str):
    def is_expected(text: str) -> bool:
        # In Python, `$` also matches before a last newline.
        return bool(re.search(wanted.replace("$", r"\Z"), text) and not re.search(unwanted.replace("$", r"\Z"), text))

    found = word([wanted], [unwanted])
    expected = [text for text in WORDS if is_expected(text)]
    assert found is None or is_expected(found)
    assert found is not None or not expected
    if expected and "^(?" not in unwanted:
        assert len(found or "") <= min(map(len, expected))


@pytest.mark.parametrize(
    ("wanted", "unwanted", "found"),
    [
        ("^[a-z]{1,63}$", "^[a-z]{1,64}$", None),
        ("^[a-z]{1,64}$", "^[a-z]{1,63}$", "a" * 64),
        ("^(aa)*$", "^a*$", None),
        ("^a*$", "^(aa)*$", "a"),
        (r"^\d{4}-\d{2}$", r"^\d+-", None),
        (r"^[^\s]+$", r"^\S+$", None),
        (r"^\u0041$", "^A$", None),
        ("a$b", "", None),
        ("a*", "$^", "a"),
        ("^(a|b)", "^[ab]", None),
        ("^(?:a|b)", "^a|b", None),
        ("^a|b", "^(a|b)", "1b"),
        ("^(?!a)(a|b)", "^b", None),
        ("^(a|aa)+$", "^a+$", None),
        ("^🐲*$", "^🐲+$", ""),
    ],
)
def test_examples_of_patterns_within_others(wanted: str, unwanted: str, found: str | None):
    assert word([wanted], [unwanted] if unwanted else []) == found


def test_the_text_respects_a_length_range():
    assert word(["^a*$"], [], LengthRange(3)) == "aaa"
    assert word(["^(aa)*$"], [], LengthRange(3, 3)) is None
    assert word([], ["^.{0,2}$"], LengthRange(0, 2)) in {None, "\n"}


def test_excluded_texts_are_not_returned():
    assert word(["^[x-z]$"], [], other_than=["x", "y"]) == "z"
    assert word(["^[xy]$"], [], other_than=["x", "y"]) is None
    assert word(["^a*$"], [], other_than=["", "a", "aa"]) == "aaa"


@pytest.mark.parametrize(
    "pattern",
    [
        "(a)\\1",
        "\\p{L}",
        "a(?=b)",
        "(?<=a)b",
        "\\bx",
        "a{2000}",
        "(",
        "[",
        "a**",
        "[z-a]",
        "\\ud800",
        "(?i)a",
        "[a&&b]",
    ],
)
def test_unsupported_patterns_raise(pattern: str):
    with pytest.raises(UnsupportedPattern):
        word([pattern], [])


def test_a_search_beyond_its_step_limit_raises():
    with pytest.raises(UnsupportedPattern):
        word(["^.*a.{16}$"], ["^.*a.{15}b"], LengthRange(40))
