import pytest

from govern.facts.change import Change


@pytest.mark.parametrize(
    ("rule", "after", "became"),
    [
        ("tool-renamed", "look_up", ("books", "look_up")),
        ("tool-moved", "library/look_up", ("library", "look_up")),
        ("prompt-moved", "library/a/b", ("library", "a/b")),
        ("tool-description-changed", "library/look_up", None),
    ],
)
def test_only_a_renamed_or_moved_item_has_a_new_name(rule: str, after: str, became: tuple[str, str] | None) -> None:
    assert Change(rule, "books", "tool", "find", before="find", after=after).became == became
