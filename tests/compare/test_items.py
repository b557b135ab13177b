"""Changes of one item, part by part."""

import pytest

from govern.compare.items import media_type


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("text/html", "Text/HTML"),
        ("text/html;charset=utf-8", 'text/html ; Charset="UTF-8"'),
        ("a/b;x=1;y=2", "a/b; y=2; x=1"),
        ("text/html;charset=utf-8", "text/html"),
        ('a/b;x="q\\"r"', 'a/b; x="q\\"r"'),
    ],
)
def test_spellings_of_one_media_type_are_equal(one: str, other: str) -> None:
    assert media_type(one) == media_type(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("text/html", "text/plain"),
        ("text/html;profile=app", "text/html;profile=App"),
        ("text/html;charset=latin1", "text/html"),
        ("a/b;x=1;x=2", "a/b;x=2;x=1"),
        ('a/b;x="y;z=1"', "a/b;x=y;z=1"),
        ("a/b;odd", "a/b"),
        ("a/b;odd", "a/b;Odd"),
    ],
)
def test_different_media_types_are_not_equal(one: str, other: str) -> None:
    assert media_type(one) != media_type(other)
