"""First sentences that add no word to the tool's name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.economics.sentences import first_sentence, says_nothing


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("get_user", ""),
        ("get_user", "Get user."),
        ("get_user", "Gets the users. Returns name, mail and roles."),
        ("getUser", "This tool gets a user"),
        ("delete-issue-link", "Deletes an issue link\n\nOnly for owners."),
        ("merge_pull_request", "Merging a pull request"),
        ("run", "Use this tool to execute."),
    ],
)
def test_these_say_nothing(name: str, description: str) -> None:
    assert says_nothing(name, description)


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("get_user", "Get the name, mail and roles of a user."),
        ("search", "Full text search over all notes"),
        ("create_directory", "Create a new directory or ensure a directory exists."),
        ("列出", "列出所有文件。"),
    ],
)
def test_these_say_something(name: str, description: str) -> None:
    assert not says_nothing(name, description)


@pytest.mark.parametrize(
    ("description", "sentence"),
    [
        ("One. Two.", "One"),
        ("See v1.2 of it. Then", "See v1.2 of it"),
        ("# Title\n\nText", "# Title"),
        ("  no end", "no end"),
        ("", ""),
    ],
)
def test_a_first_sentence(description: str, sentence: str) -> None:
    assert first_sentence(description) == sentence


@given(st.text(), st.text())
def test_no_text_is_too_odd(name: str, description: str) -> None:
    assert says_nothing(name, description) in (True, False)
