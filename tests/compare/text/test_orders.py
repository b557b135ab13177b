"""Verbs that order, forbid, or only tell."""

import pytest

from govern.compare.text.orders import form, mood


def of(said: str, verb: str) -> str:
    *words, following = [*said.replace(",", " ,").split(), "."]
    at = words.index(verb)
    begins = max((place + 1 for place, word in enumerate(words[:at]) if word == ","), default=0)
    return mood(words[begins : at + 1], at - begins, [*words, following][at + 1], "", listed=begins > 0)


@pytest.mark.parametrize(
    ("said", "verb", "does"),
    [
        ("read the file", "read", "do"),
        ("please also read the file", "read", "do"),
        ("you must read the file", "read", "do"),
        ("you need to read the file", "read", "do"),
        ("the assistant reads the file", "reads", "do"),
        ("the file must be uploaded", "uploaded", "do"),
        ("begin by reading the file", "reading", "do"),
        ("before that, read the file", "read", "do"),
        ("do not read the file", "read", "not"),
        ("without asking the user", "asking", "not"),
        ("the user must never be told", "told", "not"),
        ("reads the file", "reads", ""),
        ("the tool reads the file", "reads", "is"),
        ("the file is uploaded", "uploaded", "is"),
        ("file is the log file uploaded", "uploaded", ""),
        ("file is the user file uploaded", "uploaded", "is"),
        ("note is the log file uploaded", "uploaded", "is"),
        ("the file is then uploaded", "uploaded", "is"),
        ("the file must be the one uploaded", "uploaded", "do"),
        ("used to read files", "read", ""),
        ("what you send is kept", "send", ""),
        ("a list of files", "list", ""),
        ("names , email addresses", "email", ""),
    ],
)
def test_what_a_verb_does(said: str, verb: str, does: str) -> None:
    assert of(said, verb) == does


def test_what_is_joined_does_what_stands_before() -> None:
    assert mood(["read", "it", "and", "send"], 3, "it", "do", listed=False) == "do"
    assert mood(["reading", "and", "send"], 2, "it", "", listed=False) == ""


@pytest.mark.parametrize(
    ("word", "what"),
    [
        ("read", "base"),
        ("pass", "base"),
        ("reads", "third"),
        ("sent", "past"),
        ("uploaded", "past"),
        ("asking", "gerund"),
    ],
)
def test_forms(word: str, what: str) -> None:
    assert form(word) == what
