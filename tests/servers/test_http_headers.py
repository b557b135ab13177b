"""The headers that repeat a part of a request: the same as those of the SDK."""

from itertools import product
from typing import Any

import httpx2
import pytest

from govern.servers.http_headers import (
    argument_headers,
    decode_value,
    differing_header,
    encode_value,
    repeated_arguments,
)

sdk: Any = pytest.importorskip("mcp.shared.inbound", reason="the SDK has them since version 2")


def named(header: object = "Region", kind: object = "string", **more: object) -> dict[str, Any]:
    return {"type": kind, "x-mcp-header": header} | more


def holding(**properties: object) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


VALID = [
    holding(a=named(kind=kind), b=holding(c=named("Other", "integer"), d={"default": named("\n", "object")}))
    for kind in ("string", "integer", "boolean")
]
INVALID = [
    named(),
    holding(a=named("")),
    holding(a=named("a b")),
    holding(a=named(7)),
    holding(a=named(kind="number")),
    holding(a=named(kind=["string", "null"])),
    holding(a=named(), b=holding(a=named("REGION"))),
    holding(a=named(), b={"type": "array", "items": named("Other")}),
    holding(a=named()) | {"$defs": {"a": named("Other")}},
    holding(a=named()) | {"anyOf": [holding(c=named("Other"))]},
    {"additionalProperties": holding(a=named())},
    None,
    {"properties": [named()]},
]
SAID = ["", "north", " edge", "Genève", "=?base64?eA==?=", "a\nb", "42", "42.0", "-7", "4e1", "true", "1"]
MEANT = [*SAID, 42, 42.0, -7, 1, True, False, None, ["north"], {"c": 42}, 10**5000]


@pytest.mark.parametrize("schema", [*VALID, *INVALID], ids=str)
def test_headers_repeat_the_arguments_that_the_sdk_repeats(schema: Any) -> None:
    repeated = repeated_arguments(schema)
    valid = sdk.find_invalid_x_mcp_header(schema) is None
    expected = sdk.x_mcp_header_map(schema) if valid else {}
    assert {path: form["x-mcp-header"] for path, form in repeated.items()} == expected
    assert bool(repeated) is (schema in VALID)
    for value in MEANT:
        arguments = {"a": value, "b": {"c": 5}}
        assert argument_headers(repeated, arguments) == sdk.mcp_param_headers(expected, arguments)


@pytest.mark.parametrize("schema", VALID, ids=["string", "integer", "boolean"])
def test_headers_and_arguments_differ_where_they_do_for_the_sdk(schema: Any) -> None:
    repeated, other = repeated_arguments(schema), ("mcp-param-other", "5")
    found = set()
    for value, said in product(MEANT, [(), *((encode_value(each),) for each in SAID), ("=?base64?e?=",), ("1", "1")]):
        arguments = {"a": value, "b": {"c": 5}}
        headers = httpx2.Headers([other, *(("mcp-param-region", each) for each in said)])
        differs = differing_header(repeated, arguments, headers.get_list)
        folded = httpx2.Headers([other, *(("mcp-param-region", ", ".join(said)) for _ in said[:1])])
        expected = sdk.validate_mcp_param_headers(schema, arguments, folded)
        assert (differs is None) is (expected is None), (value, said)
        found.add(differs)
    assert found == {None, "Mcp-Param-Region"}


def test_values_are_written_and_read_as_by_the_sdk() -> None:
    for text in SAID:
        assert encode_value(text) == sdk.encode_header_value(text)
        assert decode_value(encode_value(text)) == text
    for value in (None, "=?base64?e?=", "=?base64?/w==?=", "=?base64?eB==?=", "=?base64?eA=="):
        assert decode_value(value) == sdk.decode_header_value(value)
    assert decode_value("=?base64?é?=") is None
