"""What a finding says in its sentence."""

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
        (None, "", "added, and is empty"),
    ],
)
def test_a_text_that_is_emptied_is_removed_and_one_that_is_filled_is_added(
    before: str | None, after: str | None, how: str
):
    sides = ({} if text is None else {"description": text} for text in (before, after))
    (change,) = (each for each in changes_of(Example("tool", *sides)) if each.rule.startswith("tool-description"))
    assert judge(change, lambda _: None, ("-", "-")).message.endswith(how)
