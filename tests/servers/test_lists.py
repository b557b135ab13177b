import json
import time
from pathlib import Path
from typing import Any

import pytest

from govern.contract.surface import RESOURCE, TOOL, Surface
from govern.errors import ServerError, ServerMisbehaved, ServerUnreachable, SurfaceTooLarge
from govern.policy.server_settings import Limits
from govern.policy.target import Catalog, Target
from govern.servers.lists import parse_items, read_catalog


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


LOOK = {"name": "look", "inputSchema": {"type": "object"}}
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "x", "version": "1"}}


def read(folder: Path, content: Any, limits: Limits | None = None) -> Surface:
    path = folder / "catalog.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return read_catalog(Target("saved", "catalog.json", Catalog(path), limits=limits or Limits()))


@pytest.mark.parametrize(
    "content",
    [
        {"tools": [LOOK]},
        [LOOK],
        {"jsonrpc": "2.0", "id": 2, "result": {"tools": [LOOK]}},
        {"tools": [LOOK], "prompts": None, "resources": None, "initialize": None, "list_errors": None},
        {"tools": [LOOK], "nextCursor": ""},
        b"\xef\xbb\xbf" + json.dumps([LOOK]).encode(),
    ],
)
def test_a_saved_tools_list_is_read_in_each_of_its_shapes(tmp_path: Path, content: Any) -> None:
    surface = read(tmp_path, content)
    assert [item.raw for item in surface.items] == [LOOK]
    assert surface.handshake == {}
    assert surface.lists == {}


def test_a_whole_capture_is_read(tmp_path: Path) -> None:
    capture = {
        "initialize": HELLO,
        "tools": [LOOK],
        "prompts": [{"name": "ask"}],
        "resources": [{"uri": "a://b", "name": "b"}],
        "resourceTemplates": [{"uriTemplate": "a://{c}", "name": "c"}],
        "list_result_extra": {
            "tools/list": {"ttlMs": 0, "resultType": "complete"},
            "resources/templates/list": {"x": 1},
        },
        "server": "whatever else",
    }
    surface = read(tmp_path, capture)
    assert [(item.kind.name, item.key) for item in surface.items] == [
        ("tool", "look"),
        ("prompt", "ask"),
        ("resource", "a://b"),
        ("template", "a://{c}"),
    ]
    assert surface.handshake == HELLO
    assert surface.lists == {"tools/list": {"ttlMs": 0}, "resources/templates/list": {"x": 1}}


def test_other_fields_of_a_tools_list_result_are_kept(tmp_path: Path) -> None:
    assert read(tmp_path, {"tools": [], "_meta": {"a": 1}}).lists == {"tools/list": {"_meta": {"a": 1}}}


def test_failed_lists_are_empty_except_for_tools(tmp_path: Path) -> None:
    failed = {"code": -32603, "message": "no database"}
    assert read(tmp_path, {"tools": [LOOK], "resources": [], "list_errors": {"resources/list": failed}}).tools
    with pytest.raises(ServerMisbehaved, match="tools/list failed"):
        read(tmp_path, {"tools": [], "list_errors": {"tools/list": failed}})


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ({"tools": [LOOK] * 3 + [{"name": 5}]}, "tools[3].name"),
        ({"tools": [LOOK, "look"]}, "tools[1]"),
        ({"tools": [{"title": "x"}]}, "tools[0]"),
        (b'{"tools": [{"name": "\\ud800"}]}', "tools[0].name"),
        ({"tools": {"look": LOOK}}, "tools"),
        ({"tools": [], "prompts": [{"name": None}]}, "prompts[0].name"),
        ({"tools": [], "resources": [{"name": "x"}]}, "resources[0]"),
        ({"tools": [], "resourceTemplates": 1}, "resourceTemplates"),
        ({"tools": [], "initialize": []}, "initialize"),
        ({"tools": [LOOK], "nextCursor": "2"}, "nextCursor"),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "x"}}, "result"),
        ({"prompts": []}, "catalog.json"),
        (5, "catalog.json"),
        (b"{", "catalog.json"),
        (b'{"tools": [], "tools": []}', "catalog.json"),
        (b'{"tools": [{"name": "a", "x": NaN}]}', "$.tools[0].x"),
        (b"\xff", "catalog.json"),
        (b"", "catalog.json"),
    ],
)
def test_an_invalid_catalog_is_an_error_with_its_place(tmp_path: Path, content: Any, place: str) -> None:
    with pytest.raises(ServerMisbehaved) as caught:
        read(tmp_path, content)
    assert caught.value.where.endswith(place)
    assert "catalog.json" in caught.value.where


def test_a_missing_catalog_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ServerUnreachable, match="cannot read this catalog") as caught:
        read_catalog(Target("saved", "x", Catalog(tmp_path / "absent.json")))
    assert "absent.json" in caught.value.where


@pytest.mark.parametrize(
    ("content", "limits"),
    [
        ({"tools": [LOOK] * 11}, Limits(items=10)),
        ({"tools": [LOOK]}, Limits(bytes=20)),
        ({"tools": [{"name": "deep", "inputSchema": {"not": {"not": {"not": {}}}}}]}, Limits(depth=4)),
        ({"tools": [], "initialize": {"a": [[[[[1]]]]]}}, Limits(depth=4)),
    ],
    ids=["items", "bytes", "depth", "depth of the hello"],
)
def test_limits_hold(tmp_path: Path, content: Any, limits: Limits) -> None:
    with pytest.raises(SurfaceTooLarge) as caught:
        read(tmp_path, content, limits)
    assert "govern.toml" in caught.value.hint


def test_a_schema_of_any_depth_is_an_answer_or_an_error(tmp_path: Path) -> None:
    deep = '{"not": ' * 5000 + "{}" + "}" * 5000
    with pytest.raises(ServerError, match=r"nested|deep"):
        read(tmp_path, f'{{"tools": [{{"name": "a", "inputSchema": {deep}}}]}}'.encode())


def test_every_capture_of_a_real_server_reads_fast(shared_data: Path) -> None:
    paths = sorted((shared_data / "catalogs").rglob("*.json"))
    saved = {path: json.loads(path.read_bytes()) for path in paths}
    started = time.process_time()
    read_back = {path: read_catalog(Target(path.stem, str(path), Catalog(path))) for path in paths}
    assert time.process_time() - started < 3
    assert len(paths) > 300
    for path, capture in saved.items():
        listed = [item for name in ("tools", "prompts", "resources", "resourceTemplates") for item in capture[name]]
        assert [item.raw for item in read_back[path].items] == listed
        assert read_back[path].handshake == capture["initialize"]
