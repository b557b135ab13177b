from govern.report.html.words import word_diff
from tests.report.html.pages import Reading
from tests.report.verdicts import NEW_TEXT, OLD_TEXT


def test_words_that_went_and_came() -> None:
    reading = Reading(word_diff(OLD_TEXT, NEW_TEXT))
    assert reading.texts("del") == ["newest", "refused"]
    assert reading.texts("ins") == ["oldest", "taken for all of them"]


def test_what_cannot_be_followed_in_one_line_stands_apart() -> None:
    reading = Reading(word_diff("Finds things quickly here.", "Removes every file at once there."))
    assert reading.texts("p", class_="side") == ["before", "after"]
    before, after = reading.texts("blockquote")
    assert "Finds" in before
    assert "Finds" not in after


def test_a_long_text_is_whole_and_scrolls_by_keys_too() -> None:
    html = word_diff("Short.", f"Short. {'word ' * 20_000}")
    assert html.count("word ") >= 19_999
    (scrolls,) = (has for tag, has, _ in Reading(html).found if tag == "blockquote")
    assert (scrolls["tabindex"], scrolls["role"]) == ("0", "region")
    assert scrolls["aria-label"]


def test_white_space_alone_is_seen() -> None:
    assert Reading(word_diff("a b\n", "a b")).texts("del") == ["⏎\n"]
