"""The message of a finding."""

import pytest

from govern.rules.finding import judge
from govern.rules.rule import Example
from tests.rules.firing import changes_of


@pytest.mark.parametrize(
    ("before", "after", "how"),
    [
        ("Finds loans.", "", "removed"),
        ("Finds loans.", None, "removed"),
        ("", "Finds loans.", "added"),
        (None, "Finds loans.", "added"),
        ("Finds loans.", "Finds books.", "reworded"),
        (None, "", "added (empty)"),
    ],
)
def test_emptying_a_text_removes_it_and_filling_it_adds_it(before: str | None, after: str | None, how: str):
    sides = ({} if text is None else {"description": text} for text in (before, after))
    (change,) = (each for each in changes_of(Example("tool", *sides)) if each.rule.startswith("tool-description"))
    assert judge(change, lambda _: None, ("-", "-")).message.endswith(how)
