"""A split sums to the definition, and each token lies where its first byte does."""

from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from govern.contract.surface import Item
from govern.economics.definition import Counter, definition
from govern.economics.encoding import load
from govern.economics.split import Split, _pieces, split
from tests.economics.tools import ODD_SCHEMAS, nested, tool, tools_in


def tokens(text: str) -> int:
    return len(load("cl100k_base").encode_ordinary(text))


def total(item: Item, encoding: str) -> int:
    parts = split(item, encoding)
    return parts.name + parts.description + parts.parameters + parts.structure


def test_the_parts_of_a_small_tool() -> None:
    item = tool(
        "find",
        title="Find things",
        description="Finds what you name.",
        inputSchema={"properties": {"query": {"description": "What to look for", "type": "string"}}},
    )
    assert split(item, "cl100k_base") == Split(
        name=tokens("find\n"),
        title=tokens("Find things"),
        description=tokens("Finds what you name.\n"),
        parameters=tokens("What to look for"),
        structure=tokens('{"properties":{"query":{"description":"') + tokens('","type":"string"}}}'),
    )


def test_a_property_named_description_is_structure_and_its_title_is_text() -> None:
    item = tool("t", inputSchema={"properties": {"description": {"title": "About"}, "title": {"type": "string"}}})
    texts = [piece for part, piece in _pieces(item) if part == "parameters"]
    assert texts == [b"About"]


def test_data_holds_no_texts_for_readers() -> None:
    item = tool("t", inputSchema={"default": {"description": "data"}, "enum": [{"title": "data"}]})
    assert split(item, "cl100k_base").parameters == 0


def test_a_tool_without_anything_but_a_name() -> None:
    assert split(tool("t"), "cl100k_base") == Split(
        name=tokens("t\n"), title=0, description=0, parameters=0, structure=0
    )


@settings(deadline=None)
@given(
    st.text(max_size=12), st.none() | st.text(max_size=30), ODD_SCHEMAS, st.sampled_from(["cl100k_base", "o200k_base"])
)
def test_the_parts_sum_to_the_definition(name: str, description: str | None, schema: Any, encoding: str) -> None:
    item = tool(name, description=description, inputSchema=schema)
    assert b"".join(piece for _, piece in _pieces(item)).decode() == definition(item)
    assert total(item, encoding) == Counter(encoding).begin([item])()[0]


def test_the_parts_of_real_tools_sum_up(shared_data: Path) -> None:
    captures = sorted((shared_data / "catalogs").glob("*/*.json"))[::40]
    items = [tool(**raw) for path in captures for raw in tools_in(path)]
    assert [total(item, "cl100k_base") for item in items] == Counter("cl100k_base").begin(items)()


def test_depth_that_limits_allow() -> None:
    item = tool("t", inputSchema=nested(128))
    assert total(item, "cl100k_base") == Counter("cl100k_base").begin([item])()[0]
