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
def test_placeholders_are_resolved(text, filled):
    resolved = resolve(text, ENVIRON)
    assert (resolved.text, resolved.unset) == (filled, ())


@pytest.mark.parametrize(
    ("environ", "home"),
    [
        ({"HOME": "/home/ana"}, "/home/ana"),
        ({"USERPROFILE": r"C:\ana"}, r"C:\ana"),
        ({"HOME": "a", "USERPROFILE": "b"}, "a"),
    ],
)
def test_the_home_folder_has_one_name_on_every_system(environ, home):
    resolved = resolve("${HOME}/books", environ)
    assert (resolved.text, resolved.given, resolved.unset) == (f"{home}/books", {"HOME": home}, ())


def test_unset_variables_are_named():
    resolved = resolve("${A} ${C} ${EMPTY} ${D:-x}", ENVIRON)
    assert resolved.unset == ("C", "EMPTY")
    assert resolved.given == {"A": "one"}


@pytest.mark.parametrize("text", ["${", "${}", "${1A}", "${input:a}", "${A-b}", "a${A", "${A:-${B}}"])
def test_invalid_placeholders_are_found(text):
    assert malformed(text) == text.removeprefix("a") or malformed(text)


@pytest.mark.parametrize("text", ["${A}", "$${", "$${input:a}", "$A", "${A:-b c}", "{A}"])
def test_valid_texts_have_no_invalid_placeholder(text):
    assert malformed(text) is None


@given(st.text("ab$\\{}:-A"))
def test_an_escaped_text_resolves_to_itself(text):
    if not text.endswith("$"):
        assert resolve(literal(text.replace("$${", "")), {}).text == text.replace("$${", "")


@given(st.text())
def test_placeholders_in_values_are_not_resolved(value):
    assert resolve("${A}", {"A": "x" + value}).text == "x" + value
