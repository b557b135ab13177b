import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.policy.placeholders import literal, malformed, resolve

ENVIRON = {"A": "one", "B": "two", "EMPTY": ""}


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("${A}", "one"),
        ("x${A}y${B}z", "xoneytwoz"),
        ("${A}${A}", "oneone"),
        ("${C:-three}", "three"),
        ("${C:-}", ""),
        ("${EMPTY:-other}", "other"),
        ("${A:-other}", "one"),
        ("$A $5 $$ a$", "$A $5 $$ a$"),
        ("$${A}", "${A}"),
        ("$${A}${A}", "${A}one"),
        ("pa$$word", "pa$$word"),
    ],
)
def test_filled_in(text, filled):
    resolved = resolve(text, ENVIRON)
    assert (resolved.text, resolved.unset) == (filled, ())


def test_what_is_missing_is_named_and_what_was_given_is_kept():
    resolved = resolve("${A} ${C} ${EMPTY} ${D:-x}", ENVIRON)
    assert resolved.unset == ("C", "EMPTY")
    assert resolved.given == {"A": "one"}


@pytest.mark.parametrize("text", ["${", "${}", "${1A}", "${input:a}", "${A-b}", "a${A", "${A:-${B}}"])
def test_malformed(text):
    assert malformed(text) == text.removeprefix("a") or malformed(text)


@pytest.mark.parametrize("text", ["${A}", "$${", "$${input:a}", "$A", "${A:-b c}", "{A}"])
def test_not_malformed(text):
    assert malformed(text) is None


@given(st.text("ab$\\{}:-A"))
def test_a_literal_resolves_to_itself(text):
    if not text.endswith("$"):
        assert resolve(literal(text.replace("$${", "")), {}).text == text.replace("$${", "")


@given(st.text())
def test_a_value_is_never_read_again(value):
    assert resolve("${A}", {"A": "x" + value}).text == "x" + value
