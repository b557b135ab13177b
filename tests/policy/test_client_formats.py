import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.policy.client_formats import parse_client_file, read_jsonc, repeated_key

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


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{ /* a\n b */ // c\n "a": 1\n "b": 2}', "line 4 column 2 "),
        ('{ /* a */ "a": 1 "b": 2}', "line 1 column 18 "),
    ],
)
def test_errors_name_the_place_in_the_text(text, place):
    with pytest.raises(ValueError, match=place):
        read_jsonc(text)


@given(st.text(st.sampled_from("{}[],:\"'\\/*#&-|>!<%@ \n\r\tae1.=")), st.sampled_from(["json", "toml", "yaml", "md"]))
def test_any_text_is_a_document_or_invalid(text, suffix):
    for each in (text, f"---\n{text}\n---\n"):
        with suppress(ValueError, RecursionError):
            parse_client_file(f"a.{suffix}", each)


BOMB = "a: &a [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1 or ''}, *a{n - 1 or ''}]\n" for n in range(1, 60))


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{BOMB}b: *a59\n", "aliases"),
        (f"{BOMB}? *a59\n: b\n", "a key is not a text"),
        ("a: &a [*a]\n", "recursive"),
        ("a: !!python/object/apply:os.system [x]\nb: [", "line 2"),
        ("a: b\n" * 60_000, "larger than 256 KiB"),
    ],
)
def test_hostile_yaml_is_invalid(text, reason):
    with pytest.raises(ValueError, match=reason):
        parse_client_file("a.yaml", text)


def test_yaml_values_are_texts_and_a_few_aliases_are_read():
    text = "a: &a {b: no, c: 1.0}\nd: [*a, ~, 010]\n"
    assert parse_client_file("a.yml", text) == {
        "a": {"b": "no", "c": "1.0"},
        "d": [{"b": "no", "c": "1.0"}, "~", "010"],
    }
    assert parse_client_file("a.yaml", "") == {}
    assert parse_client_file("a.md", "Hello\n---\na: b\n---\n") == {}


@pytest.mark.timeout(20)
def test_hostile_toml_is_invalid():
    with pytest.raises(ValueError, match="parts"):
        parse_client_file("config.toml", ".".join(["a"] * 50_000) + " = 1\n")


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.json", '{"a": [{"b": {"x": 1, "x": 2}}]}'), ("a.yaml", "a:\n  - b: {x: 1, x: 2}\n")],
)
def test_repeated_keys_are_known_at_any_depth(name, text):
    assert repeated_key(parse_client_file(name, text)) == "x"
    assert repeated_key(parse_client_file(name, text.replace("x: 2", "y: 2").replace('"x": 2', '"y": 2'))) is None
