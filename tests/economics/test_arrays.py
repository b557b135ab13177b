"""Arrays that may grow without limit, by the paths that a reader knows them by."""

from typing import Any

import pytest
from hypothesis import given

from govern.economics.arrays import unlimited_arrays
from tests.economics.tools import ODD_SCHEMAS, nested

NAMES: dict[str, Any] = {"type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize(
    ("schema", "paths"),
    [
        (None, []),
        ({"type": "object"}, []),
        (NAMES, ["the answer itself"]),
        (NAMES | {"maxItems": 3}, []),
        ({"properties": {"names": NAMES}}, ["names"]),
        ({"properties": {"names": {"anyOf": [NAMES, {"type": "null"}]}}}, ["names"]),
        ({"properties": {"names": {"type": ["array", "null"]}}}, ["names"]),
        (
            {"properties": {"issues": {"type": "array", "items": {"properties": {"labels": NAMES}}}}},
            ["issues", "issues[].labels"],
        ),
        ({"properties": {"by": {"additionalProperties": NAMES}}}, ["by{}"]),
        ({"properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": NAMES}}, ["a"]),
        ({"properties": {"kids": {"type": "array", "items": {"$ref": "#"}}}}, ["kids"]),
    ],
)
def test_paths(schema: Any, paths: list[str]) -> None:
    assert unlimited_arrays(schema) == paths


@given(ODD_SCHEMAS)
def test_no_fragment_is_too_odd(schema: Any) -> None:
    assert unlimited_arrays(schema) == sorted(set(unlimited_arrays(schema)))


def test_depth_is_no_matter() -> None:
    assert len(unlimited_arrays(nested(600))) == 600
