"""Hidden characters are shown; the parts of an emoji are not hidden."""

import pytest

from govern.contract.characters import escape_toml, has_hidden, hidden, visible


@pytest.mark.parametrize(
    "char",
    list(
        "\u200b\u200d\u202e\u2066\ufeff\u00ad\u3164\u2800\U000e0041\x1b\x00\x7f\x9b\r\u2028\ufe0f\ue000\ud800\U000e01ef"
        "\U00013430\U00016fe4\U0001d159"
    ),
)
def test_a_hidden_character_between_letters_is_found_and_shown(char: str) -> None:
    assert has_hidden(f"a{char}b")
    assert hidden(f"a{char}b") == [(1, char)]
    assert visible(f"a{char}b") == f"a‹U+{ord(char):04X}›b"


@pytest.mark.parametrize(
    "text",
    [
        "e" + "\u0301" * 8,
        "plain",
        "tab\tand\nnewline",
        "⚠️ careful",
        "↩\ufe0e back",
        "👩‍💻 code",
        "1️⃣ first",
        "naïve café",
        "日本語",
        "שלום",
    ],
)
def test_ordinary_text_and_emoji_are_left_alone(text: str) -> None:
    assert not has_hidden(text)
    assert visible(text) == text


def test_tag_characters_after_an_emoji_are_hidden() -> None:
    assert visible("🏴\U000e0067\U000e007f") == "🏴‹U+E0067›‹U+E007F›"


def test_toml_escapes_have_four_or_eight_digits() -> None:
    assert escape_toml("\u200b\U000e0041") == "\\u200B\\U000E0041"


def test_more_marks_than_a_script_needs_are_shown() -> None:
    assert visible("e" + "\u0301" * 9 + "n\u0303") == "e" + "\u0301" * 8 + "‹U+0301›n\u0303"
