import pytest

from govern.contract.surface import RESOURCE, TOOL
from govern.errors import ServerMisbehaved, SurfaceTooLarge
from govern.policy.server_settings import Limits
from govern.servers.lists import parse_items


def test_items_keep_every_field_and_their_order() -> None:
    raw = [{"name": "b", "later": {"x": None}}, {"name": "a"}, {"name": "b"}]
    assert [item.raw for item in parse_items(TOOL, raw, Limits(), "tools")] == raw


def test_a_null_list_is_empty() -> None:
    assert parse_items(TOOL, None, Limits(), "tools") == []


@pytest.mark.parametrize("name", ["", "a\nb", "a/b", '"', "\x1b[2J", "__proto__", "名", "x" * 10_000])
def test_any_text_is_a_valid_item_name(name: str) -> None:
    assert parse_items(TOOL, [{"name": name}], Limits(), "tools")[0].key == name


def test_values_in_messages_are_short_and_readable() -> None:
    with pytest.raises(ServerMisbehaved) as caught:
        parse_items(RESOURCE, [{"uri": ["\x1b" * 1000]}], Limits(), "page 2: resources")
    assert caught.value.where == "page 2: resources[0].uri"
    assert len(caught.value.message) < 200
    assert "\x1b" not in caught.value.message


def test_a_boolean_is_described_as_a_boolean() -> None:
    with pytest.raises(ServerMisbehaved, match="a boolean"):
        parse_items(TOOL, True, Limits(), "tools")


def test_depth_is_counted_as_the_limit_defines() -> None:
    schema: dict[str, object] = {}
    for _ in range(9):
        schema = {"not": schema}
    tool = {"name": "deep", "inputSchema": schema}
    assert parse_items(TOOL, [tool], Limits(depth=11), "tools")
    with pytest.raises(SurfaceTooLarge, match="'deep'"):
        parse_items(TOOL, [tool], Limits(depth=10), "tools")
