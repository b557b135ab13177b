"""Every string that a model may read."""

from govern.compare.text.places import texts_in


def test_all_strings_and_names_with_their_pointers() -> None:
    raw = {
        "name": "find",
        "inputSchema": {"properties": {"a/b": {"enum": ["x", 1], "default": "y"}}},
        "_meta": {"k~": ["z", {"deep": "w"}]},
    }
    assert list(texts_in(raw)) == [
        ("/name", "name"),
        ("/inputSchema", "inputSchema"),
        ("/_meta", "_meta"),
        ("/name", "find"),
        ("/inputSchema/properties", "properties"),
        ("/inputSchema/properties/a~1b", "a/b"),
        ("/inputSchema/properties/a~1b/enum", "enum"),
        ("/inputSchema/properties/a~1b/default", "default"),
        ("/inputSchema/properties/a~1b/enum/0", "x"),
        ("/inputSchema/properties/a~1b/default", "y"),
        ("/_meta/k~0", "k~"),
        ("/_meta/k~0/0", "z"),
        ("/_meta/k~0/1/deep", "deep"),
        ("/_meta/k~0/1/deep", "w"),
    ]


def test_a_deep_value_needs_no_stack() -> None:
    value: object = "end"
    for _ in range(5_000):
        value = [value]
    assert next(texts_in(value))[1] == "end"


def test_a_bare_string_and_what_is_none() -> None:
    assert list(texts_in("text")) == [("", "text")]
    assert list(texts_in(None)) == list(texts_in(3)) == []
