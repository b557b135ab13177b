"""What is asked before a pattern is compiled lets everything through that the pattern finds."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.compare.text import addresses, encoded, marks, tongues
from govern.contract import characters

# What a pattern that knows no case takes for an ASCII letter, and small letters may not.
AROUND = st.text(string.ascii_letters + string.digits + " \n\t/.-_'\u0131\u0130\u017f\u212a", max_size=6)


def examples(pattern: str, flags: int = 0) -> st.SearchStrategy[str]:
    found = st.from_regex(re.compile(pattern, flags), fullmatch=True)
    return st.builds("{}{}{}".format, AROUND, found, AROUND)


@given(examples(rf"(?:{addresses.GUARDED_FILES}|{addresses.CONFIG_FILES})", re.IGNORECASE))
def test_files(text: str) -> None:
    assert addresses.holds_file(text)


@given(examples(addresses._SECRET_NAME.pattern))
def test_secrets(text: str) -> None:
    assert any(map(text.__contains__, addresses._OF_SECRETS))


@given(examples(marks._COMMAND.pattern, re.IGNORECASE))
def test_commands(text: str) -> None:
    assert any(map(text.__contains__, marks._OF_COMMANDS))


@given(examples(tongues._WORTH_IT.pattern))
def test_tongues(text: str) -> None:
    assert tongues._is_worth_it(text.lower()) == bool(tongues._WORTH_IT.search(text.lower()))


@given(st.integers(15, 30), st.integers(150, 250), st.sampled_from([" ", "\t", "\u00a0", " \t", "\u3000"]))
def test_far_down(lines: int, blanks: int, blank: str) -> None:
    for text in ("a" + "\n" * lines + "b", "a" + blank * blanks + "b", "a" + ("\n" + blank * 3) * lines + "b"):
        assert marks._may_reach_far(text) or not marks._FAR_DOWN.search(text)


@pytest.mark.parametrize("word", encoded._TURNED.pattern.removeprefix(r"\b(?:").removesuffix(r")\b").split("|"))
def test_turned_words(word: str) -> None:
    assert any(part in word for part in encoded._TURNED_WORDS)


@given(st.characters())
def test_characters_that_may_hide(char: str) -> None:
    assert characters._may_be_hidden(char) == bool(re.match(f"[{characters._RANGES}]", char))
