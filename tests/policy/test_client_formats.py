import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.policy.client_formats import read_jsonc

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1, // one\n "b": [1, 2,], /* two\n lines */ }', {"a": 1, "b": [1, 2]}),
        (
            '{"url": "https://x // y", "c": "/* no */", "d": ",]"}',
            {"url": "https://x // y", "c": "/* no */", "d": ",]"},
        ),
        ('{"q": "a\\"// b"}', {"q": 'a"// b'}),
        ("// nothing but this", {}),
        ("", {}),
        ('{"a": [1, /* x */ ] , }', {"a": [1]}),
    ],
)
def test_comments_and_trailing_commas(text, value):
    assert read_jsonc(text) == value


@given(JSON)
def test_plain_json_is_read_unchanged(value):
    assert read_jsonc(json.dumps(value, indent=1)) == value
    assert read_jsonc(json.dumps(value, ensure_ascii=False)) == value


def test_errors_name_the_line_of_the_text():
    with pytest.raises(ValueError, match="line 4"):
        read_jsonc('{ /* a\n b */ // c\n "a": 1\n "b": 2}')
