"""Media types as they are meant, however they are written."""

import pytest

from govern.compare.media_types import media_type


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
def test_the_same_type_in_another_spelling(one: str, other: str) -> None:
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
def test_another_type(one: str, other: str) -> None:
    assert media_type(one) != media_type(other)
