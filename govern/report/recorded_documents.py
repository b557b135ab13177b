"""Recorded calls, as the JSON documents tell of them."""

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12


class RecordedToolDocument(TypedDict):
    """Recorded calls of one tool; `broken` ones worked and fail now."""

    server: str
    tool: str
    calls: int
    failed: int
    broken: int


class RecordedDocument(TypedDict):
    """Recorded calls that were held against both sides; `outside` are of no tool here, `spoilt` lines unusable."""

    calls: int
    failed: int
    broken: int
    outside: int
    spoilt: int
    tools: list[RecordedToolDocument]
