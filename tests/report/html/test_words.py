from govern.report.html.words import word_diff
from tests.report.html.pages import Reading
from tests.report.verdicts import NEW_TEXT, OLD_TEXT


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
