import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.report.html.text_diff import side_by_side, word_diff
from tests.report.html.pages import Reading
from tests.report.verdicts import NEW_TEXT, OLD_TEXT

lines = st.lists(st.sampled_from(["a", "b", "{", "}", "<b>", ""]), min_size=1, max_size=30)


def columns(html: str) -> tuple[list[str], list[str], int]:
    """Return the lines of both columns, and the number of folded ones."""
    reading = Reading(html)
    folded = sum(int(message.split()[0].replace(",", "")) for message in reading.texts("td", colspan="2"))
    sides = [
        ["".join(message) for tag, has, message in reading.found if tag == "td" and has.get("class") == side]
        for side in ("old", "new")
    ]
    return sides[0], sides[1], folded


def test_lines_are_side_by_side() -> None:
    html = side_by_side("{\na\nb\n}", "{\na\nc\nd\n}", "input of x")
    assert columns(html) == (["{", "a", "b", "", "}"], ["{", "a", "c", "d", "}"], 0)
    reading = Reading(html)
    assert reading.texts("caption") == ["input of x"]
    assert reading.texts("tr", class_="both") == ["bc"]
    assert reading.texts("tr", class_="come") == ["d"]


@pytest.mark.parametrize(("unchanged", "folded"), [(50, ["47 unchanged lines"]), (5, ["2 unchanged lines"]), (4, [])])
def test_distant_unchanged_lines_are_folded_but_never_one_alone(unchanged: int, folded: list[str]) -> None:
    shared = "\n".join(f"line {at}" for at in range(unchanged))
    reading = Reading(side_by_side(f"x\n{shared}", f"y\n{shared}", "c"))
    assert reading.texts("td", colspan="2") == folded


def test_a_missing_part() -> None:
    old, new, _ = columns(side_by_side("", "{\n}", "c"))
    assert (old, new) == (["", ""], ["{", "}"])


def test_lines_beyond_the_limit_are_counted() -> None:
    html = side_by_side(
        "\n".join(f"old {at}" for at in range(3_000)), "\n".join(f"new {at}" for at in range(3_000)), "c"
    )
    assert Reading(html).texts("td", colspan="2") == ["2,400 more lines are not shown"]


@given(lines, lines)
def test_no_line_is_lost(old: list[str], new: list[str]) -> None:
    left, right, folded = columns(side_by_side("\n".join(old), "\n".join(new), "c"))
    assert len([line for line in left if line]) <= len(old) <= len(left) + folded
    assert len([line for line in right if line]) <= len(new) <= len(right) + folded
    if not folded:
        assert [line for line in left if line] == [line for line in old if line]
        assert [line for line in right if line] == [line for line in new if line]


def test_removed_and_added_words_are_marked() -> None:
    reading = Reading(word_diff(OLD_TEXT, NEW_TEXT))
    assert reading.texts("del") == ["newest", "refused"]
    assert reading.texts("ins") == ["oldest", "taken for all of them"]


def test_replaced_texts_are_in_two_columns() -> None:
    reading = Reading(word_diff("Finds things quickly here.", "Removes every file at once there."))
    assert reading.texts("p", class_="side") == ["before", "after"]
    before, after = reading.texts("blockquote")
    assert "Finds" in before
    assert "Finds" not in after


def test_a_long_text_is_complete_and_scrolls() -> None:
    html = word_diff("Short.", f"Short. {'word ' * 20_000}")
    assert html.count("word ") >= 19_999
    (scrolls,) = (has for tag, has, _ in Reading(html).found if tag == "blockquote")
    assert (scrolls["tabindex"], scrolls["role"]) == ("0", "region")
    assert scrolls["aria-label"]


def test_changed_white_space_is_visible() -> None:
    assert Reading(word_diff("a b\n", "a b")).texts("del") == ["⏎\n"]
